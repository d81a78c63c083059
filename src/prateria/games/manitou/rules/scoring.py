"""Scoring: the hide thief (M4), who takes what at the grounds (M5), points and places (M7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.contract.meta import Outcome
from prateria.core.rules import rule
from prateria.core.scoring import outcome_of
from prateria.games.manitou.rules.components import (
    NUMBER,
    TOMAHAWK_TILE,
    VALUE,
    Tile,
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


@rule("M4.1", "M4.5")
def hide_thieves(state: State) -> tuple[tuple[int, ...], int]:
    """The seats whose hunters add up to the most, all of them if tied; and that sum."""
    sums = [hunters_sum(state, seat) for seat in range(state.seats)]
    most = max(sums)
    if most == 0:
        return (), 0
    return tuple(seat for seat in in_order(state) if sums[seat] == most), most


@rule("M5.2", "M6.3", "M8.2")
def hunter_strength(hunters: int, tomahawks: int) -> int:
    """The strength of a pile of hunters: printed values, and one a hunter for each tomahawk."""
    return VALUE[hunters] + NUMBER[hunters] * tomahawks


@rule("M5.5")
def strengths(state: State, ground: int) -> tuple[Strength, ...]:
    """How strong each seat with hunters at a ground is there now, the strongest first."""
    rows: list[Strength] = []
    for seat in range(state.seats):
        hunters = state.hunters[ground * state.seats + seat]
        if hunters:
            whole = hunter_strength(hunters, tile_count(state.loot[seat], TOMAHAWK_TILE))
            rows.append((seat, VALUE[hunters], whole - VALUE[hunters]))
    rows.sort(key=whole_strength, reverse=True)
    return tuple(rows)


def whole_strength(row: Strength) -> int:
    """Printed values and tomahawks together."""
    return row[1] + row[2]


@rule("M5.4")
def ranked(rows: Sequence[Strength]) -> list[int]:
    """The seats that count for hunters, strongest first; ties have dropped out."""
    values = [whole_strength(row) for row in rows]
    return [row[0] for row, value in zip(rows, values, strict=True) if values.count(value) == 1]


@rule("M5.1", "M5.2", "M5.3")
def takings(
    state: State, ground: int, rows: Sequence[Strength]
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
    return sum(number * tile_count(loot, Tile.TEPEE_1 + number - 1) for number in (1, 2, 3))


def bison(loot: int) -> int:
    """The bison on the tiles of a pile, by their numbers."""
    return sum(number * tile_count(loot, Tile.BISON_1 + number - 1) for number in (1, 2, 3))


@rule("M7.2")
def most_tomahawks(loot: Sequence[int]) -> int:
    """The seat that alone has the most tomahawk tiles, or NOBODY."""
    counts = [tile_count(pile, TOMAHAWK_TILE) for pile in loot]
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return NOBODY
    return counts.index(most)


@rule("M7.1")
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


@rule("M7.4")
def final_outcome(state: State) -> Outcome:
    """Places by points, then tepees, then tiles; a tie in all three shares the victory."""
    scores = points(state)
    keys = [(scores[seat], tepees(pile), tile_number(pile)) for seat, pile in enumerate(state.loot)]
    return outcome_of(keys, REASONS)
