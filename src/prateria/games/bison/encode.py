"""A view as a row of numbers for learning programs. The own seat always comes first."""

from __future__ import annotations

from collections.abc import Sequence

from prateria.games.bison.board import corner_of
from prateria.games.bison.components import (
    CELLS,
    IS_PLACE,
    KINDS,
    NOTHING,
    PLACES,
    SPACES,
    TERRAINS,
)
from prateria.games.bison.evaluate import harvest, view_board
from prateria.games.bison.phases import PHASES
from prateria.games.bison.ruleset import START_TILES, TILES, Tile
from prateria.games.bison.view import SeatView, View

_PIECES_OF_A_KIND = (8, 2, 2, 1, 1, 2, 2, 1, 1)


def encode(view: View) -> tuple[float, ...]:
    """Numbers about between 0 and 1, as many for every view of the same number of players."""
    players = view.ruleset.players
    own = 0 if view.seat is None else view.seat
    order = [(own + place) % players for place in range(players)]
    row: list[float] = [float(view.phase == phase) for phase in PHASES]
    row += [float(view.action == kind) for kind in KINDS]
    row += [float(view.terrain == terrain) for terrain in TERRAINS]
    row += [view.season / view.ruleset.seasons, view.round / 4, view.involved / 5]
    row += [float(view.ruleset.several_spaces), float(view.ruleset.may_reduce)]
    row += [float(view.ruleset.final_limit)]
    row += _tile(None if view.tile is None else view.ruleset.tiles[view.tile], 0)
    row += [view.unseen.count(tile) for tile in range(TILES + START_TILES)]
    would_pay = harvest(view)
    for seat in order:
        row += [float(mark == seat) for mark in (view.start, view.turn)]
        row += _seat(view.seats[seat])
        row.append(would_pay[seat] / 45)
    row += _land(view)
    row += _spaces(view, order)
    return tuple(map(float, row))


def _seat(seat: SeatView) -> list[float]:
    row = [animals / 15 for animals in (seat.bison, seat.turkeys, seat.salmon)]
    for pile in (seat.supply, seat.market):
        row += [number / most for number, most in zip(pile, _PIECES_OF_A_KIND, strict=True)]
    row += [float(kind in seat.used) for kind in KINDS]
    return [*row, float(seat.has_tile)]


def _tile(tile: Tile | None, turn: int) -> list[float]:
    """Where the river starts, how much is prairie, and the animals."""
    if tile is None:
        return [0.0] * 10
    row = [float(corner_of(tile, turn) == corner) for corner in range(6)]
    return [*row, tile.prairie / 6, tile.bison / 3, tile.turkeys / 3, tile.salmon / 3]


def _land(view: View) -> list[float]:
    tiles: list[tuple[Tile | None, int]] = [(None, 0)] * CELLS
    for land in view.land:
        tiles[land.cell] = (view.ruleset.tiles[land.tile], land.turn)
    row: list[float] = []
    for cell in PLACES:
        row += _tile(*tiles[cell])
    return row


def _spaces(view: View, order: Sequence[int]) -> list[float]:
    """For each space its area's animals, what stands there, and its part in the action."""
    board = view_board(view)
    width = len(order) + 5
    rows = [[0.0] * width for _ in range(SPACES)]
    for space, area in enumerate(board.area):
        if area != NOTHING:
            rows[space][0] = board.total[area] / 15
    for camp in view.camps:
        row = rows[camp.space]
        row[1], row[2] = camp.hunters / 8, camp.size / 4
        row[5 + order.index(camp.seat)] = 1.0
    if view.space is not None:
        rows[view.space][3] = 1.0
    for space in view.moved:
        rows[space][4] += 0.2
    return [number for space in range(SPACES) if IS_PLACE[space // 3] for number in rows[space]]
