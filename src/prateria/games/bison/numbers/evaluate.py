"""How well each seat stands, in animals, from a view: what the land would pay, and what is stored.

A plain estimate for the greedy bot and for hints; stronger bots learn their own.
"""

from __future__ import annotations

from typing import Final

from prateria.games.bison.rules.board import Board, board_of
from prateria.games.bison.rules.components import CELLS, COST, NOTHING, PRICE, SPACES, camp
from prateria.games.bison.rules.scoring import hunted
from prateria.games.bison.rules.view import SeatView, View

STORED: Final = 0.25
"""What an animal in stock is worth while there are seasons to come: it is a means only."""
SUPPLIED: Final = 0.6
"""What a piece in the supply is worth for each unit of its size, over the whole game."""


def evaluate(view: View) -> tuple[float, ...]:
    """What the land would pay at the end as it is now, and what stock and supply promise."""
    if view.phase == "over":
        return tuple(float(animals_of(seat)) for seat in view.seats)
    worth = [float(number) for number in harvest(view)]
    to_come = 1 - (view.season - 1 + view.round / 4) / view.ruleset.seasons
    for seat, other in enumerate(view.seats):
        stored = animals_of(other) - (COST[view.involved] if seat == view.turn else 0)
        worth[seat] += STORED * stored * min(1.0, 2 * to_come)
        worth[seat] += SUPPLIED * to_come * supplied(other)
    return tuple(worth)


def animals_of(seat: SeatView) -> int:
    """All the animals in a seat's stock."""
    return seat.bison + seat.turkeys + seat.salmon


def supplied(seat: SeatView) -> int:
    """The sizes of all pieces in a seat's supply, added up."""
    return sum(number * PRICE[piece] for piece, number in enumerate(seat.supply))


def harvest(view: View) -> list[int]:
    """How many animals each seat would get if all areas were scored now."""
    sums = [0] * view.ruleset.players
    for _, seat, _, animals in harvest_rows(view):
        sums[seat] += animals
    return sums


def harvest_rows(view: View) -> list[tuple[int, int, int, int]]:
    """What each seat would get in each area now, as (area, seat, place, animals)."""
    pieces = [0] * SPACES
    camps: list[list[int]] = [[] for _ in view.seats]
    for row in view.camps:
        pieces[row.space] = camp(row.seat, row.hunters, row.size)
        camps[row.seat].append(row.space)
    board = view_board(view)
    return [row for terrain in range(3) for row in hunted(board, pieces, camps, terrain)]


def view_board(view: View) -> Board:
    """The board as a view shows it."""
    land = [NOTHING] * CELLS
    for tile in view.land:
        land[tile.cell] = 3 * tile.tile + tile.turn
    return board_of(view.ruleset, land)
