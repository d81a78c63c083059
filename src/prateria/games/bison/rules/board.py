"""The land on the table: which tiles lie where, what is adjacent to what, and the areas.

A `Board` is immutable; laying a tile gives a new one, computed from the old: only the new tile's
sides and river ends are examined, and areas that now touch are joined. So all copies of a state
share one board. What it computes on demand (ways of three steps, what `observe` packs) it caches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.rules import rule
from prateria.games.bison.rules.components import (
    CELLS,
    MEETINGS,
    MOUNTAIN,
    NEIGHBOURS,
    NOTHING,
    PRAIRIE,
    RIVER,
    SIDES,
    SPACES,
)
from prateria.games.bison.rules.ruleset import RuleSet, Tile

MOST_KEPT: Final = 512


class Board:
    """Tiles and what follows from them. Rows have one value a cell or a space."""

    __slots__ = ("area", "kept", "land", "near", "printed", "sites", "three", "total")

    land: tuple[int, ...]
    """Three times the tile plus its rotation (by thirds, clockwise), or NOTHING."""
    near: tuple[tuple[int, ...], ...]
    """The spaces adjacent to each space, sorted, so that the order of laying does not show."""
    area: tuple[int, ...]
    """The area a space belongs to, named by one of its spaces; NOTHING where no tile lies."""
    printed: tuple[int, ...]
    """The animals printed on each space."""
    total: tuple[int, ...]
    """The animals printed on the area with that name."""
    sites: tuple[int, ...]
    """The places where a tile may be laid."""
    three: dict[int, tuple[int, ...]]
    """The spaces within three steps of a space, as far as they have been asked for."""
    kept: object
    """Whatever a user of this board caches with it, so that it lives as long as the board; None at
    first. The rules never look at it."""

    def __repr__(self) -> str:
        """All of it except what is computed on demand, for telling boards apart."""
        return f"Board{(self.land, self.near, self.area, self.printed, self.total, self.sites)}"


def empty_board() -> Board:
    """A board without tiles.

    Its rows are made from lists: for `(0,) * 108` the compiler would emit 108 numbers in a row,
    which takes gcc eight minutes.
    """
    nowhere: list[tuple[int, ...]] = [()] * SPACES
    board = Board()
    board.land = tuple([NOTHING] * CELLS)
    board.near = tuple(nowhere)
    board.area = tuple([NOTHING] * SPACES)
    board.printed = tuple([0] * SPACES)
    board.total = tuple([0] * SPACES)
    board.sites = ()
    board.three = {}
    board.kept = None
    return board


EMPTY_BOARD: Final = empty_board()
_boards: Final[dict[tuple[int, ...], tuple[RuleSet, Board]]] = {}


def board_of(ruleset: RuleSet, land: Sequence[int]) -> Board:
    """The board with these tiles, laid in any order. Cached, because searches ask for the same few
    again."""
    key = tuple(land)
    kept = _boards.get(key)
    if kept is not None and has_same_land(kept[0], ruleset):
        return kept[1]
    board = EMPTY_BOARD
    for cell, tile in enumerate(land):
        if tile != NOTHING:
            board = with_tile(board, ruleset, cell, tile)
    if len(_boards) >= MOST_KEPT:
        _boards.clear()
    _boards[key] = (ruleset, board)
    return board


def has_same_land(one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets have the same tiles and the same places for them."""
    return one is other or (one.tiles == other.tiles and one.places == other.places)


def corner_of(tile: Tile, turn: int) -> int:
    """Where the river of a tile starts when it is turned by thirds: one of three rotations that
    fit."""
    return (tile.corner + 2 * turn) % 6


def sides_at(board: Board, ruleset: RuleSet, cell: int) -> tuple[int, ...]:
    """The terrain along each side of the tile on a cell."""
    land = board.land[cell]
    tile = ruleset.tiles[land // 3]
    return SIDES[corner_of(tile, land % 3)][tile.prairie]


def river_ends(tile: Tile, turn: int) -> tuple[int, int]:
    """The two corners where the river of a turned tile ends."""
    corner = corner_of(tile, turn)
    return corner, (corner + tile.prairie) % 6


def with_tile(board: Board, ruleset: RuleSet, cell: int, land: int) -> Board:
    """The board with one more tile."""
    tile = ruleset.tiles[land // 3]
    first = 3 * cell
    draft = _Draft(board)
    draft.land[cell] = land
    for terrain, animals in enumerate((tile.bison, tile.turkeys, tile.salmon)):
        draft.area[first + terrain] = first + terrain
        draft.printed[first + terrain] = animals
        draft.total[first + terrain] = animals
    draft.join(first + PRAIRIE, first + RIVER)
    draft.join(first + MOUNTAIN, first + RIVER)
    sides = SIDES[corner_of(tile, land % 3)][tile.prairie]
    for side in range(6):
        other = NEIGHBOURS[cell][side]
        if other != NOTHING and board.land[other] != NOTHING:
            across = sides_at(board, ruleset, other)[(side + 3) % 6]
            draft.join(first + sides[side], 3 * other + across)
    for corner in river_ends(tile, land % 3):
        for other, its_corner in MEETINGS[cell][corner]:
            their = board.land[other]
            if their == NOTHING:
                continue
            if its_corner in river_ends(ruleset.tiles[their // 3], their % 3):
                draft.join(first + RIVER, 3 * other + RIVER)
    return draft.finish(open_places(board, cell, ruleset.places))


class _Draft:
    """A board in the making."""

    __slots__ = ("area", "land", "near", "printed", "total")

    def __init__(self, board: Board) -> None:
        self.land = list(board.land)
        self.near = list(board.near)
        self.area = list(board.area)
        self.printed = list(board.printed)
        self.total = list(board.total)

    def join(self, space: int, other: int) -> None:
        """Make two spaces adjacent; if they have the same terrain, join their areas."""
        if other in self.near[space]:
            return
        self.near[space] = tuple(sorted((*self.near[space], other)))
        self.near[other] = tuple(sorted((*self.near[other], space)))
        terrain = space % 3
        if other % 3 != terrain:
            return
        old, new = self.area[space], self.area[other]
        if old == new:
            return
        if old < new:
            old, new = new, old
        for place in range(terrain, SPACES, 3):
            if self.area[place] == old:
                self.area[place] = new
        self.total[new] += self.total[old]
        self.total[old] = 0

    def finish(self, sites: tuple[int, ...]) -> Board:
        board = Board()
        board.land = tuple(self.land)
        board.near = tuple(self.near)
        board.area = tuple(self.area)
        board.printed = tuple(self.printed)
        board.total = tuple(self.total)
        board.sites = sites
        board.three = {}
        board.kept = None
        return board


def open_places(board: Board, cell: int, places: Sequence[int]) -> tuple[int, ...]:
    """The free places that share a side with a tile, once there is one on this cell."""
    found = [site for site in board.sites if site != cell]
    for other in NEIGHBOURS[cell]:
        is_free = other != NOTHING and board.land[other] == NOTHING
        if is_free and other in places and other not in found:
            found.append(other)
    found.sort()
    return tuple(found)


def within(board: Board, space: int, steps: int) -> tuple[int, ...]:
    """The other spaces at most this many steps (one or three) away."""
    if steps == 1:
        return board.near[space]
    found = board.three.get(space)
    if found is None:
        found = board.three[space] = _three_steps(board.near, space)
    return found


def _three_steps(near: tuple[tuple[int, ...], ...], space: int) -> tuple[int, ...]:
    found = {space}
    edge: Sequence[int] = (space,)
    for _ in range(3):
        fresh: list[int] = []
        for place in edge:
            for other in near[place]:
                if other not in found:
                    found.add(other)
                    fresh.append(other)
        edge = fresh
    found.remove(space)
    return tuple(sorted(found))


# Not decorated, as the compiler calls them directly then.
rule("B2.1")(corner_of)
rule("B2.3", "B2.4")(with_tile)
rule("B5.1")(open_places)
rule("B7.3", "B7.4")(within)
