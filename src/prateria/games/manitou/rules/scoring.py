"""Scoring: the hide thief (M4), who takes what at the grounds (M5), points and places (M7)."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.meta import Outcome
from prateria.core.rules import rule
from prateria.core.scoring import outcome_of
from prateria.games.manitou.rules.components import (
    NUMBER,
    TOMAHAWK_TILE,
    VALUE,
    tile_count,
    tile_number,
)
from prateria.games.manitou.rules.events import Strength
from prateria.games.manitou.rules.ruleset import pair_points
from prateria.games.manitou.rules.state import NOBODY, State, in_order

REASONS: Final = ("points", "tepees", "tiles", "shared")
"""What can decide the victory, in the order of the tie-breakers (rule M7.4)."""
ALL_TILES: Final = 15


def hunters_sum(state: State, seat: int) -> int:
    """The printed values of all hunters a seat has played in this hunt."""
    hunters, seats = state.hunters, state.seats
    return VALUE[hunters[seat]] + VALUE[hunters[seats + seat]] + VALUE[hunters[2 * seats + seat]]


def hide_thieves(state: State) -> tuple[tuple[int, ...], int]:
    """The seats whose hunters add up to the most, all of them if tied; and that sum."""
    sums = [hunters_sum(state, seat) for seat in range(state.seats)]
    most = max(sums)
    if most == 0:
        return (), 0
    return tuple([seat for seat in in_order(state) if sums[seat] == most]), most


def hunter_strength(hunters: int, tomahawks: int) -> int:
    """The strength of a pile of hunters: printed values, and one a hunter for each tomahawk."""
    return VALUE[hunters] + NUMBER[hunters] * tomahawks


def strengths(state: State, ground: int) -> tuple[Strength, ...]:
    """How strong each seat with hunters at a ground is there now, the strongest first."""
    rows: list[Strength] = []
    for seat in range(state.seats):
        hunters = state.hunters[ground * state.seats + seat]
        if hunters:
            printed = VALUE[hunters]
            whole = hunter_strength(hunters, tile_count(state.loot[seat], TOMAHAWK_TILE))
            place = len(rows)
            while place and whole_strength(rows[place - 1]) < whole:
                place -= 1
            rows.insert(place, (seat, printed, whole - printed))
    return tuple(rows)


def whole_strength(row: Strength) -> int:
    """Printed values and tomahawks together."""
    return row[1] + row[2]


def ranked(rows: tuple[Strength, ...]) -> list[int]:
    """The seats that count for hunters, strongest first; level ones dropped out. They are
    neighbours in the rows."""
    seats: list[int] = []
    level = -1
    for place, row in enumerate(rows):
        whole = whole_strength(row)
        after = whole_strength(rows[place + 1]) if place + 1 < len(rows) else -1
        if whole not in (level, after):
            seats.append(row[0])
        level = whole
    return seats


def takings(
    state: State, ground: int, rows: tuple[Strength, ...]
) -> tuple[tuple[int, int, int, int], ...]:
    """Who takes how many tiles at a ground, in order: (ground, seat, number, claim)."""
    claims: list[tuple[int, int, int, int]] = []
    if state.owner[ground] != NOBODY:
        claims.append((ground, state.owner[ground], 1, 1))
    order = ranked(rows)
    if order:
        claims.append((ground, order[0], 2, 2))
    if len(order) > 1:
        claims.append((ground, order[1], ALL_TILES, 3))
    return tuple(claims)


def tepees(loot: int) -> int:
    """The tepees on the tiles of a pile, by their numbers."""
    one, two, three = tile_count(loot, 3), tile_count(loot, 4), tile_count(loot, 5)
    return one + 2 * two + 3 * three


def bison(loot: int) -> int:
    """The bison on the tiles of a pile, by their numbers."""
    one, two, three = tile_count(loot, 0), tile_count(loot, 1), tile_count(loot, 2)
    return one + 2 * two + 3 * three


def most_tomahawks(loot: list[int]) -> int:
    """The seat that alone has the most tomahawk tiles, or NOBODY."""
    leader, most, is_level = NOBODY, 0, False
    for seat, pile in enumerate(loot):
        number = tile_count(pile, TOMAHAWK_TILE)
        if number > most:
            leader, most, is_level = seat, number, False
        elif number == most:
            is_level = True
    return NOBODY if is_level else leader


def points(state: State) -> list[int]:
    """The points of each seat as things stand."""
    leader = most_tomahawks(state.loot)
    return [
        pair_points(tepees(pile), bison(pile), state.ruleset)
        + (seat == state.totem)
        + (seat == state.horse)
        + (seat == leader)
        for seat, pile in enumerate(state.loot)
    ]


def final_outcome(state: State) -> Outcome:
    """Places by points, then tepees, then tiles; a tie in all three shares the victory."""
    scores = points(state)
    keys = [(scores[seat], tepees(pile), tile_number(pile)) for seat, pile in enumerate(state.loot)]
    return outcome_of(keys, REASONS)


# Not decorated, as the compiler calls them directly then.
rule("M4.1", "M4.5")(hide_thieves)
rule("M5.2", "M6.3", "M8.2")(hunter_strength)
rule("M5.5")(strengths)
rule("M5.4")(ranked)
rule("M5.1", "M5.2", "M5.3")(takings)
rule("M7.2")(most_tomahawks)
rule("M7.1")(points)
rule("M7.4")(final_outcome)
