"""A view as a row of numbers for learning programs. The viewer's seat always comes first.

The land changes once a turn and the camps not with every step, so what depends on them is computed
once and cached.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from prateria.core.packed import one_hot_rows
from prateria.games.bison.rules.board import corner_of
from prateria.games.bison.rules.components import (
    CELLS,
    IS_PLACE,
    KINDS,
    NOTHING,
    PLACES,
    SPACES,
    TERRAINS,
)
from prateria.games.bison.rules.phases import PHASES
from prateria.games.bison.rules.ruleset import START_TILES, TILES, RuleSet, Tile, rule_numbers
from prateria.games.bison.rules.standing import harvest, view_board
from prateria.games.bison.rules.view import CampView, LandView, SeatView, View

PIECES_OF_A_KIND: Final = (8, 2, 2, 1, 1, 2, 2, 1, 1)
_PHASE_ROWS: Final = one_hot_rows(PHASES)
WORKED: Final = tuple([space for space in range(SPACES) if IS_PLACE[space // 3]])
RANK: Final = {space: rank for rank, space in enumerate(WORKED)}
NO_TILE: Final[tuple[float, ...]] = (0.0,) * 10


class _Scene:
    """Land, camps and rules, compared by their contents; rules by identity, because comparing them
    would take longer than computing what is cached."""

    __slots__ = ("camps", "key", "land", "ruleset", "view")

    def __init__(self, view: View, camps: tuple[CampView, ...]) -> None:
        self.view = view
        self.ruleset: RuleSet = view.ruleset
        self.land: tuple[LandView, ...] = view.land
        self.camps = camps
        self.key = hash((view.land, camps))

    def __hash__(self) -> int:
        return self.key

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Scene)
            and self.ruleset is other.ruleset
            and self.land == other.land
            and self.camps == other.camps
        )


def encode(view: View) -> tuple[float, ...]:
    """Numbers roughly between 0 and 1, equally many in every view of the same number of players."""
    ruleset = view.ruleset
    players = ruleset.players
    own = 0 if view.seat is None else view.seat
    row: list[float] = [*_PHASE_ROWS[view.phase]]
    row += [float(view.action == kind) for kind in KINDS]
    row += [float(view.terrain == terrain) for terrain in TERRAINS]
    row += (view.season / ruleset.seasons, view.round / 4, view.involved / 5)
    row += rule_numbers(ruleset)
    row += NO_TILE if view.tile is None else tile_row(ruleset.tiles[view.tile], 0)
    row += unseen_row(view.unseen)
    would_pay = _would_pay(_Scene(view, view.camps))
    for place in range(players):
        seat = (own + place) % players
        row += (float(view.start == seat), float(view.turn == seat))
        row += _seat(view.seats[seat])
        row.append(would_pay[seat] / 45)
    land, areas = _land(_Scene(view, ()))
    row += land
    row += _spaces(view, areas, own)
    return tuple(row)


def _seat(seat: SeatView) -> list[float]:
    row = [seat.bison / 15, seat.turkeys / 15, seat.salmon / 15]
    for pile in (seat.supply, seat.market):
        row += [number / most for number, most in zip(pile, PIECES_OF_A_KIND, strict=True)]
    row += [float(kind in seat.used) for kind in KINDS]
    return [*row, float(seat.has_tile)]


@lru_cache(maxsize=1024)
def unseen_row(unseen: tuple[int, ...]) -> tuple[float, ...]:
    return tuple([float(unseen.count(tile)) for tile in range(TILES + START_TILES)])


@lru_cache(maxsize=1024)
def tile_row(tile: Tile, turn: int) -> tuple[float, ...]:
    """A tile in numbers: where the river starts, how much is prairie, and the animals."""
    row = [float(corner_of(tile, turn) == corner) for corner in range(6)]
    return (*row, tile.prairie / 6, tile.bison / 3, tile.turkeys / 3, tile.salmon / 3)


@lru_cache(maxsize=2048)
def _would_pay(scene: _Scene) -> tuple[int, ...]:
    return tuple(harvest(scene.view))


@lru_cache(maxsize=512)
def _land(scene: _Scene) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The tiles place by place, and the animals of each space's area."""
    tiles = [NO_TILE] * CELLS
    for land in scene.land:
        tiles[land.cell] = tile_row(scene.ruleset.tiles[land.tile], land.turn)
    board = view_board(scene.view)
    areas = [board.area[space] for space in WORKED]
    totals = [0.0 if area == NOTHING else board.total[area] / 15 for area in areas]
    return tuple([number for cell in PLACES for number in tiles[cell]]), tuple(totals)


def _spaces(view: View, areas: tuple[float, ...], own: int) -> list[float]:
    """For each space the animals of its area, what stands there, and its part in the action."""
    players = view.ruleset.players
    width = players + 5
    row = [0.0] * (width * len(WORKED))
    row[::width] = areas
    for camp in view.camps:
        start = width * RANK[camp.space]
        row[start + 1], row[start + 2] = camp.hunters / 8, camp.size / 4
        row[start + 5 + (camp.seat - own) % players] = 1.0
    if view.space is not None:
        row[width * RANK[view.space] + 3] = 1.0
    for space in view.moved:
        row[width * RANK[space] + 4] += 0.2
    return row
