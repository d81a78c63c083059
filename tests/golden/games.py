"""Whole random games that together show everything a game has.

Each player count, option value, end reason, kind of action and kind of event is in at least one of
them. Nothing here knows a particular game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final, TypeAlias

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame
from prateria.core.contract.meta import OptionValue, option_text
from prateria.core.errors import SetupError
from prateria.core.matches.match import Match

SEED: Final = "golden "
"""The beginning of a golden game's seed; a number follows."""
SEEDS: Final = 60
"""How many seeds may be tried for a game that ends for a reason that no golden game has yet."""
MORE_SEEDS: Final = 5000
SPELLED: Final = 2
"""How many options a file name spells out; index.json and the log's first line have them all."""

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
    """Which of these one finished match covers."""
    assert match.outcome is not None
    items: set[Item] = {("players", match.seats), ("reason", match.outcome.reason)}
    items |= set(match.log.header.options.items())
    for entry in match.log.entries:
        items.add(("action", type(entry.action).__name__))
        items |= {("event", type(event).__name__) for event in entry.events}
    return items


# --- whole games --------------------------------------------------------------------------


def random_game(game_id: str, setup: Setup, seed: int) -> Match:
    """A match played at random; which of several seats chooses first is random, too."""
    players, options = setup
    match = prateria.new_match(game_id, seats=players, seed=f"{SEED}{seed}", options=options)
    return at_random(match, seed)


def at_random(match: Match, seed: int) -> Match:
    """The match, played to its end."""
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


def find_games(game_id: str, old: Mapping[str, str]) -> dict[str, str]:
    """Logs of random games, by file name, that together cover everything.

    Where a table's game is in the `old` logs, its seed is tried first: something rare may take
    thousands of games to find. A game found later, for what is rare, replaces one of the same name;
    a test checks that nothing is lost by that.
    """
    game = registry.get(game_id)
    search = Search(game, seeds_of(game, old))
    logs: dict[str, str] = {}
    missing = wanted(game)
    for setup in setups(game):
        match = search.best_seed(setup, missing, 0 if search.known_seeds(setup) else SEEDS)
        missing -= covered(match)
        logs[file_name(match)] = match.log.dumps()
    while missing:
        match = from_a_position(game, missing) or search.rare_game(missing)
        missing -= covered(match)
        logs[file_name(match)] = match.log.dumps()
    return logs


def from_a_position(game: AnyGame, missing: set[Item]) -> Match | None:
    """A game that begins in the middle, where something can happen that random play from the start
    hardly ever comes to: the game's `goldens.py` may name such positions as `STARTS`."""
    own = import_module(f"tests.games.{game.meta.id}.goldens")
    for text in getattr(own, "STARTS", ()):
        for seed in range(1, SEEDS + 1):
            begun = prateria.position(game.meta.id, text, seed=f"{SEED}{seed}")
            match = at_random(begun, seed)
            if missing & covered(match):
                return match
    return None


Seeds: TypeAlias = Mapping[str, Sequence[int]]
"""Seeds of games by the table they are for (`table_of`)."""


def seeds_of(game: AnyGame, logs: Mapping[str, str]) -> Seeds:
    """The seeds of these games. Of a log only the first and the last line are read: the others may
    be those of an earlier version of the rules."""
    seeds: dict[str, list[int]] = {}
    for text in logs.values():
        lines = text.splitlines()
        header, ending = json.loads(lines[0]), json.loads(lines[-1])
        if "position" in header:
            continue  # it did not begin at a table
        table = table_of(game, (header["seats"], header["options"]))
        seeds.setdefault(table, []).append(int(ending["seed"].removeprefix(SEED)))
    return seeds


def table_of(game: AnyGame, setup: Setup) -> str:
    """A name for a player count and options, the ones that were not chosen included."""
    players, options = setup
    defaults = {option.name: option.default for option in game.meta.options}
    return json.dumps([players, {**defaults, **options}], sort_keys=True)


class Search:
    """Looks for games that have what is missing, at known seeds first."""

    def __init__(self, game: AnyGame, known: Seeds) -> None:
        self.game = game
        self.known = known

    def known_seeds(self, setup: Setup) -> Sequence[int]:
        return self.known.get(table_of(self.game, setup), ())

    def best_seed(self, setup: Setup, missing: set[Item], seeds: int) -> Match:
        """The first game whose end reason (or anything rare) is still missing, else the first."""
        rare = {item for item in missing if item[0] == "reason"} or missing
        known = self.known_seeds(setup)
        for seed in dict.fromkeys((1, *known, *range(2, seeds + 1))):
            match = random_game(self.game.meta.id, setup, seed)
            if rare & covered(match):
                return match
        return random_game(self.game.meta.id, setup, 1)

    def rare_game(self, missing: set[Item]) -> Match:
        """A game that has something missing from every table's best game."""
        for setup, seeds in self.tables():
            match = self.best_seed(setup, missing, seeds)
            if missing & covered(match):
                return match
        found = sorted(missing, key=str)
        sys.exit(f"no golden game of {self.game.meta.id} found for: {found}")

    def tables(self) -> Iterator[tuple[Setup, int]]:
        """Where to look for what is rare, and for how many seeds: at known ones first, then long at
        the smallest table, then at the others, because it may need their options."""
        for setup in setups(self.game):
            yield setup, 0
        yield (self.game.meta.least, {}), MORE_SEEDS
        for setup in setups(self.game):
            yield setup, SEEDS


def changed_options(match: Match) -> dict[str, OptionValue]:
    """The options of a match that do not have their default value."""
    chosen = match.log.header.options
    options = match.game.meta.options
    return {
        option.name: chosen[option.name]
        for option in options
        if chosen[option.name] != option.default
    }


def file_name(match: Match) -> str:
    """`3-players-quick-dealer-b-tiles.jsonl`."""
    assert match.outcome is not None
    options = changed_options(match)
    words = [f"{match.seats}-players"]
    for name, value in list(options.items())[:SPELLED]:
        words += [name] if value is True else [name, option_text(value)]
    if match.log.header.position is not None:
        words.append("from-a-position")
    if len(options) > SPELLED:
        words.append(f"and-{len(options) - SPELLED}-more")
    return "-".join([*words, match.outcome.reason]) + ".jsonl"
