"""Whole games by random play that together show everything a game has.

Each player count, option value, end reason, kind of action and kind of event is in at least one of
them. Nothing here knows a particular game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from typing import Final, TypeAlias

import prateria
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame
from prateria.core.contract.meta import OptionValue, option_text
from prateria.core.errors import SetupError
from prateria.core.matches.match import Match

SEEDS: Final = 60
"""How many seeds a game may try to end for a reason that no golden game has yet."""
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
    """Logs of random games, by file name, that together have all that is wanted.

    A game found later, for what is rare, replaces one of the same name; a test checks that
    nothing is lost by that.
    """
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
    if len(options) > SPELLED:
        words.append(f"and-{len(options) - SPELLED}-more")
    return "-".join([*words, match.outcome.reason]) + ".jsonl"
