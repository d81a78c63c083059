"""The golden files: `python -m tools.golden [GAME ...]` writes tests/golden/<game>/ anew.

For every game of ours: whole games by random play (a player count, option value, end reason,
kind of action and of event each in at least one), `index.json` with what they must replay to,
one playthrough a player count with every seat's view, and perft counts of `positions.txt`.
Nothing here knows a game; a person reads the diff. Unlike its neighbours in this folder it
needs the package, so it runs in the environment that `./play` has made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, TypeAlias

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, LETTERS, AnyGame
from prateria.core.contract.meta import OptionValue, option_text
from prateria.core.errors import SetupError
from prateria.core.matches.begin import replay
from prateria.core.matches.log import actor_name
from prateria.core.matches.match import Match

ROOT: Final = Path(__file__).resolve().parents[1] / "tests" / "golden"
SEEDS: Final = 60
"""How many seeds a game may try to end for a reason that no golden game has yet."""
MORE_SEEDS: Final = 5000
VIEWS: Final = 3
"""Moments in one playthrough at which every view is written down."""

Setup: TypeAlias = tuple[int, dict[str, OptionValue]]
Item: TypeAlias = tuple[str, OptionValue]
"""Something that a golden game must have: ("players", 3), ("quick", True), ("reason", "tiles")."""


# --- what is covered ----------------------------------------------------------------------


def own_games() -> list[str]:
    """The ids of the games in this repository."""
    points = entry_points(group=registry.GROUP)
    return sorted(point.name for point in points if point.value.startswith("prateria.games."))


def wanted(game: AnyGame) -> set[Item]:
    """All that some golden game must have."""
    meta = game.meta
    items: set[Item] = {("players", players) for players in range(meta.least, meta.most + 1)}
    items |= {(option.name, value) for option in meta.options for value in option.values}
    items |= {("reason", reason) for reason in game.reasons}
    items |= {("action", kind.__name__) for kind in game.actions}
    return items | {("event", kind.__name__) for kind in game.events}


def covered(match: Match) -> set[Item]:
    """What one finished match has of that."""
    assert match.outcome is not None
    items: set[Item] = {("players", match.seats), ("reason", match.outcome.reason)}
    items |= set(match.log.header.options.items())
    for entry in match.log.entries:
        items.add(("action", type(entry.action).__name__))
        items |= {("event", type(event).__name__) for event in entry.events}
    return items


# --- whole games --------------------------------------------------------------------------


def random_game(game_id: str, setup: Setup, seed: int) -> Match:
    """A match played at random; also who of several chooses first is random."""
    players, options = setup
    match = prateria.new_match(game_id, seats=players, seed=f"golden {seed}", options=options)
    rng = Quick(seed)
    while match.actors:
        seat = match.actors[rng.below(len(match.actors))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def setups(game: AnyGame) -> Iterator[Setup]:
    """Every player count with the defaults; then the other values, one of each option at once."""
    meta = game.meta
    counts = range(meta.least, meta.most + 1)
    for players in counts:
        yield players, {}
    others = {
        option.name: [value for value in option.values if value != option.default]
        for option in meta.options
    }
    for place in range(max(map(len, others.values()), default=0)):
        options = {name: values[place] for name, values in others.items() if place < len(values)}
        start = counts[place % len(counts)]
        yield next(
            (players, options)
            for players in (*range(start, meta.most + 1), *counts)
            if is_setup(game, players, options)
        )


def is_setup(game: AnyGame, players: int, options: Mapping[str, OptionValue]) -> bool:
    try:
        game.ruleset(players, options)
    except SetupError:
        return False
    return True


def find_games(game_id: str) -> dict[str, str]:
    """Logs of random games, by file name, that together have all that is wanted."""
    game = registry.get(game_id)
    logs: dict[str, str] = {}
    missing = wanted(game)
    for setup in setups(game):
        match = best_seed(game_id, setup, missing, SEEDS)
        missing -= covered(match)
        logs[file_name(match)] = match.log.dumps()
    while missing:
        match = best_seed(game_id, (game.meta.least, {}), missing, MORE_SEEDS)
        if not missing & covered(match):
            match = with_options(game, missing)
        missing -= covered(match)
        logs[file_name(match)] = match.log.dumps()
    return logs


def with_options(game: AnyGame, missing: set[Item]) -> Match:
    """A game that has something which is rare even at a table with the right options."""
    for setup in setups(game):
        match = best_seed(game.meta.id, setup, missing, SEEDS)
        if missing & covered(match):
            return match
    sys.exit(f"no golden game of {game.meta.id} found for: {sorted(missing, key=str)}")


def best_seed(game_id: str, setup: Setup, missing: set[Item], seeds: int) -> Match:
    """The first game whose end reason (or anything rare) is still missing, else the first."""
    rare = {item for item in missing if item[0] == "reason"} or missing
    first = random_game(game_id, setup, 1)
    if rare & covered(first):
        return first
    for seed in range(2, seeds + 1):
        match = random_game(game_id, setup, seed)
        if rare & covered(match):
            return match
    return first


def file_name(match: Match) -> str:
    """`3-players-quick-dealer-b-tiles.jsonl`."""
    assert match.outcome is not None
    words = [f"{match.seats}-players"]
    for option in match.game.meta.options:
        value = match.log.header.options[option.name]
        if value is True:
            words.append(option.name)
        elif value != option.default:
            words += [option.name, option_text(value)]
    return "-".join([*words, match.outcome.reason]) + ".jsonl"


# --- what follows from them ---------------------------------------------------------------


def replayed(text: str) -> Iterator[Match]:
    """The match a log tells, before each decision and at the end; always the same object."""
    whole = replay(text)
    match = Match(whole.game, whole.log.header, whole.log.ending.seed if whole.log.ending else None)
    match.draw()
    for entry in whole.log.entries:
        if entry.by != CHANCE:
            yield match
            match.play(entry.by, entry.action, at=entry.at)
    yield match


def order_of_moves(text: str) -> str:
    """A fingerprint of all lists of legal actions along a game, in their order."""
    digest = sha256()
    for match in replayed(text):
        for seat in match.actors:
            moves = [match.game.notation.format_action(action) for action in match.legal(seat)]
            digest.update(f"{actor_name(seat)}: {', '.join(moves)}\n".encode())
    return digest.hexdigest()


def index(logs: Mapping[str, str]) -> str:
    """What each golden game replays to."""
    rows = {}
    for name in sorted(logs):
        match = replay(logs[name])
        assert match.outcome is not None
        rows[name] = {
            "reason": match.outcome.reason,
            "places": list(match.outcome.places),
            "scores": list(match.outcome.scores),
            "entries": match.version,
            "digest": match.digest,
            "legal": order_of_moves(logs[name]),
        }
    return one_a_line(rows)


def one_a_line(rows: Mapping[str, Any]) -> str:
    """A JSON object that gives readable diffs: one entry a line."""
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in rows.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """How many different ways there are to go on for so many actions, luck's included."""
    if depth == 0:
        return 1
    count = 0
    for actor in game.actors(state):
        if actor == CHANCE:
            actions = [action for action, _ in game.chance(state)]
        else:
            actions = list(game.legal(state, actor))
        if depth == 1:
            count += len(actions)
            continue
        for action in actions:
            twin = game.copy(state)
            game.apply(twin, action)
            count += perft(game, twin, depth - 1)
    return count


def perft_counts(game: AnyGame, positions: str) -> str:
    """Counts to the depth that stands before each position of `positions.txt`."""
    rows = {}
    for line in positions.splitlines():
        if line and not line.startswith("#"):
            depth, _, position = line.partition(" ")
            state = game.notation.parse_state(position)
            rows[position] = [perft(game, state, number) for number in range(int(depth) + 1)]
    return one_a_line(rows)


def playthroughs(logs: Mapping[str, str]) -> dict[str, str]:
    """One a player count. Together they show a decision of every kind."""
    texts: dict[str, str] = {}
    shown: set[str] = set()
    for name in sorted(logs):
        players = int(name.split("-")[0])
        file = f"{players}-players-playthrough.txt"
        if file not in texts:
            texts[file] = playthrough(name, logs[name], shown)
    return texts


def playthrough(name: str, text: str, shown: set[str]) -> str:
    """Every seat's view of a golden game at a few moments: decisions of kinds not shown yet."""
    parts = [f"# Every view at a few moments of {name}. Written by tools/golden.py."]
    moments = len([None for match in replayed(text) if match.actors])
    for number, match in enumerate(replayed(text)):
        kinds = {type(action).__name__ for seat in match.actors for action in match.legal(seat)}
        is_new = not kinds <= shown and len(parts) <= VIEWS
        if is_new or (len(parts) == 1 and number == moments // 2):
            shown |= kinds
            parts.append(moment(match))
    return "\n\n".join(parts) + "\n"


def moment(match: Match) -> str:
    """The match as everybody sees it now: the last events, the view as JSON and as text."""
    game, last = match.game, match.log.entries[-1]
    lines = [f"=== after entry {match.version}: {game.notation.format_action(last.action)}"]
    lines += [f"digest {match.digest}"]
    for seat in (*range(match.seats), None):
        name = "spectator" if seat is None else LETTERS[seat]
        seen = [game.seen(event, seat) for event in last.events]
        told = [game.words.tell(event, LETTERS) for event in seen if event is not None]
        lines += ["", f"--- {name}", *(line for line in told if line)]
        if seat is not None and match.legal(seat):
            moves = [game.notation.format_action(action) for action in match.legal(seat)]
            lines.append(f"legal: {', '.join(moves)}")
        lines.append(prateria.to_json(match.view(seat)))
        lines.append(game.words.describe(match.view(seat)))
    return "\n".join(line.rstrip() for line in lines)


# --- files --------------------------------------------------------------------------------


def folder(game_id: str) -> Path:
    return ROOT / game_id


def read_logs(game_id: str) -> dict[str, str]:
    """The golden games as they lie there."""
    paths = sorted(folder(game_id).glob("*.jsonl"))
    return {path.name: path.read_text("utf-8") for path in paths}


def derived(game_id: str, logs: Mapping[str, str]) -> dict[str, str]:
    """All the other golden files, by name."""
    positions = folder(game_id) / "positions.txt"
    texts = {"index.json": index(logs), **playthroughs(logs)}
    if positions.exists():
        texts["perft.json"] = perft_counts(registry.get(game_id), positions.read_text("utf-8"))
    return texts


def write(game_id: str) -> None:
    """Find the games again and write all the files of a game."""
    logs = find_games(game_id)
    folder(game_id).mkdir(parents=True, exist_ok=True)
    for name in read_logs(game_id).keys() - logs.keys():
        (folder(game_id) / name).unlink()
    for name, text in {**logs, **derived(game_id, logs)}.items():
        (folder(game_id) / name).write_text(text, "utf-8")
        print(f"{game_id}/{name}")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or own_games():
        write(chosen)
