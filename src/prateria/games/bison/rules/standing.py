"""What the areas would pay now, computed by the rules from what a view shows."""

from __future__ import annotations

from prateria.games.bison.rules.board import Board, board_of
from prateria.games.bison.rules.components import CELLS, NOTHING, SPACES, camp
from prateria.games.bison.rules.scoring import hunted
from prateria.games.bison.rules.view import View


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
