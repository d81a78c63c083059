"""Scoring: who hunts what in the areas (B9), and who has won (B10).

Functions take the board and the camps, not the state, so that a view can be scored as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.contract.meta import Outcome
from prateria.core.rules import rule
from prateria.core.scoring import outcome_of
from prateria.games.bison.rules.board import Board
from prateria.games.bison.rules.components import HUNTERS, size_of

REASONS: Final = ("animals", "smallest", "shared")
"""What can decide the victory, in the order of the tie-breakers (rule B10.2)."""


@rule("B9.2")
def strength(camp: int) -> int:
    """How much a camp counts in the ranking. Four bits for each size and for the hunters, largest
    size first, so that strengths are added over an area and compared as numbers."""
    size = size_of(camp)
    return (camp & HUNTERS) + (1 << (4 * size) if size else 0)


STRENGTH: Final = tuple([strength(camp) for camp in range(256)])
"""The strength of a camp without its owner."""


def shares(rows: Sequence[tuple[int, int, int]], total: int) -> list[tuple[int, int, int]]:
    """How many animals each seat gets in an area, as (seat, place, animals).

    Rows are (strength, seat, animals printed on the seat's spaces), total is all the area has. A
    place is one more than the number of stronger seats: after a tie for first there is no second.
    """
    if len(rows) == 1:
        return [(rows[0][1], 1, total)]
    order = sorted(rows, reverse=True)
    best, next_ = order[0][0], order[1][0]
    is_second_alone = len(order) == 2 or order[2][0] < next_
    place, before = 1, best
    paid: list[tuple[int, int, int]] = []
    for number, (strength_, seat, own) in enumerate(order, 1):
        if strength_ < before:
            place, before = number, strength_
        if place == 1:
            paid.append((seat, 1, total if next_ < best else total // 2))
        elif place == 2 and is_second_alone:
            paid.append((seat, 2, total // 2))
        else:
            paid.append((seat, place, own))
    return paid


def hunted(
    board: Board, pieces: Sequence[int], camps: Sequence[Sequence[int]], terrain: int
) -> list[tuple[int, int, int, int]]:
    """What each seat gets in each area of a terrain, as (area, seat, place, animals)."""
    areas = present(board, pieces, camps, terrain)
    return [
        (area, seat, place, animals)
        for area in sorted(areas)
        for seat, place, animals in shares(areas[area], board.total[area])
    ]


def present(
    board: Board, pieces: Sequence[int], camps: Sequence[Sequence[int]], terrain: int
) -> dict[int, list[tuple[int, int, int]]]:
    """Who has pieces in each area of a terrain: the rows that `shares` takes."""
    area_of, printed = board.area, board.printed
    areas: dict[int, list[tuple[int, int, int]]] = {}
    for seat, spaces in enumerate(camps):
        sums: dict[int, int] = {}  # strength and printed animals are summed in one number
        for space in spaces:
            if space % 3 == terrain:
                area = area_of[space]
                worth = (STRENGTH[pieces[space] & 255] << 8) + printed[space]
                sums[area] = sums.get(area, 0) + worth
        for area, worth in sums.items():
            areas.setdefault(area, []).append((worth >> 8, seat, worth & 255))
    return areas


@rule("B10.2", "B13.4")
def final_outcome(stock: Sequence[int]) -> Outcome:
    """Places by all animals, then by the smallest of the three stocks; ties share the victory."""
    keys = [
        (sum(stock[first : first + 3]), min(stock[first : first + 3]))
        for first in range(0, len(stock), 3)
    ]
    return outcome_of(keys, REASONS)


# Not decorated, as the compiler calls them directly then.
rule("B9.3", "B9.4", "B9.5", "B13.1", "B13.2")(shares)
rule("B9.1", "B13.3")(hunted)
