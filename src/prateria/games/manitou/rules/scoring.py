"""Counting: the hide thief (M4), who takes what at the grounds (M5), points and places (M7)."""

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
from prateria.games.manitou.rules.ruleset import pair_points
from prateria.games.manitou.rules.state import NOBODY, State, in_order

REASONS: Final = ("points", "tepees", "tiles", "shared")
"""What can decide the victory, in the order in which it is asked (rule M7.4)."""
ALL_TILES: Final = 15


@rule("M4.1", "M4.5")
def hide_thieves(state: State) -> tuple[int, ...]:
    """Who played the most hunters by printed value, over all grounds; level ones all."""
    seats = state.seats
    sums = [
        VALUE[state.hunters[seat]]
        + VALUE[state.hunters[seats + seat]]
        + VALUE[state.hunters[2 * seats + seat]]
        for seat in range(seats)
    ]
    most = max(sums)
    if most == 0:
        return ()
    return tuple(seat for seat in in_order(state) if sums[seat] == most)


@rule("M5.2", "M6.3", "M8.2")
def hunter_strength(hunters: int, tomahawks: int) -> int:
    """The strength of a pile of hunters: printed values, and one a hunter for each tomahawk."""
    return VALUE[hunters] + NUMBER[hunters] * tomahawks


@rule("M5.4", "M5.5")
def ranked(state: State, ground: int) -> list[int]:
    """The seats that count for hunters at a ground, strongest first; level ones dropped out."""
    by_strength: dict[int, int] = {}
    for seat in range(state.seats):
        hunters = state.hunters[ground * state.seats + seat]
        if hunters:
            strength = hunter_strength(hunters, tile_count(state.loot[seat], TOMAHAWK_TILE))
            by_strength[strength] = NOBODY if strength in by_strength else seat
    order = sorted(by_strength, reverse=True)
    return [by_strength[strength] for strength in order if by_strength[strength] != NOBODY]


@rule("M5.1", "M5.2", "M5.3", "M5.7")
def takings(state: State) -> tuple[tuple[int, int, int], ...]:
    """Who takes how many tiles where, in order: (ground, seat, number).

    All three grounds are ranked when the sharing starts, so a tomahawk won at one of them
    cannot change another.
    """
    rows: list[tuple[int, int, int]] = []
    for ground in range(3):
        if state.owner[ground] != NOBODY:
            rows.append((ground, state.owner[ground], 1))
        order = ranked(state, ground)
        if order:
            rows.append((ground, order[0], 2))
        if len(order) > 1:
            rows.append((ground, order[1], ALL_TILES))
    return tuple(rows)


def tepees(loot: int) -> int:
    """The tepees on the tiles of a pile, by their numbers."""
    return sum(number * tile_count(loot, Tile.TEPEE_1 + number - 1) for number in (1, 2, 3))


def bison(loot: int) -> int:
    """The bison on the tiles of a pile, by their numbers."""
    return sum(number * tile_count(loot, Tile.BISON_1 + number - 1) for number in (1, 2, 3))


@rule("M7.2")
def most_tomahawks(loot: Sequence[int]) -> int:
    """Who alone has the most tomahawk tiles, or NOBODY."""
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
    """Places by points, then tepees, then tiles; who is level on all three shares."""
    scores = points(state)
    keys = [(scores[seat], tepees(pile), tile_number(pile)) for seat, pile in enumerate(state.loot)]
    return outcome_of(keys, REASONS)
