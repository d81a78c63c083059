"""The places, spaces and pieces of Bison, as tables of whole numbers.

A cell is a place in a grid of six rows a–f and six slanting columns 1–6; 27 of the 36 cells are
places where a tile may lie. A space is one terrain of a cell. What stands on a space is one number:
its owner's seat plus one, the size of the tepee or canoe, the hunters. A pile of pieces has four
bits a kind, so piles are added and subtracted with + and -.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from prateria.core import hexgrid
from prateria.core.rules import rule


class Terrain(IntEnum):
    """A terrain, in the order of scoring."""

    PRAIRIE = 0
    MOUNTAIN = 1
    RIVER = 2


class Animal(IntEnum):
    """A kind of animal; each has the number of its terrain."""

    BISON = 0
    TURKEY = 1
    SALMON = 2


class Kind(IntEnum):
    """One of the six actions."""

    PLACE = 0
    TEPEES = 1
    CANOES = 2
    GATHER = 3
    MOVE_ONE = 4
    MOVE_THREE = 5


class Piece(IntEnum):
    """A kind of piece."""

    HUNTER = 0
    TEPEE_1 = 1
    TEPEE_2 = 2
    TEPEE_3 = 3
    TEPEE_4 = 4
    CANOE_1 = 5
    CANOE_2 = 6
    CANOE_3 = 7
    CANOE_4 = 8


TERRAINS: Final = tuple(Terrain)
ANIMALS: Final = tuple(Animal)
KINDS: Final = tuple(Kind)
PIECES: Final = tuple(Piece)
PRAIRIE: Final = 0
MOUNTAIN: Final = 1
RIVER: Final = 2
PLACE: Final = 0
TEPEES: Final = 1
CANOES: Final = 2
CALLING: Final = 3
MOVE_ONE: Final = 4
MOVE_THREE: Final = 5
ALL_KINDS: Final = 63
NOTHING: Final = -1
"""No tile, no seat, no space."""

# --- the grid -----------------------------------------------------------------------------

ROWS: Final = "abcdef"
WIDTH: Final = 6
CELLS: Final = 36
SPACES: Final = 3 * CELLS
TERRAIN_LETTERS: Final = "pmr"


def cell_at(at: hexgrid.Cell) -> int:
    """The cell with these axial coordinates, or NOTHING outside the grid."""
    row, column = at[1] + 3, at[0] + 2
    if 0 <= row < WIDTH and 0 <= column < WIDTH:
        return row * WIDTH + column
    return NOTHING


def axial(cell: int) -> hexgrid.Cell:
    """The axial coordinates of a cell."""
    return cell % WIDTH - 2, cell // WIDTH - 3


@rule("B1.4")
def start_cells() -> tuple[int, ...]:
    """The three cells that meet at the totem corner."""
    return tuple(cell_at(at) for at in ((0, 0), (1, -1), (1, 0)))


START_CELLS: Final = start_cells()
START_TURNS: Final = (1, 2, 0)
"""How the start tiles are turned, so that their mountains meet at the totem."""


@rule("B5.1")
def places() -> tuple[int, ...]:
    """The 27 cells at most three tiles from the totem, the start tiles first."""
    return tuple(
        cell
        for cell in range(CELLS)
        if min(hexgrid.distance(axial(cell), axial(start)) for start in START_CELLS) <= 2
    )


PLACES: Final = places()
IS_PLACE: Final = tuple(cell in PLACES for cell in range(CELLS))
CELL_NAMES: Final = tuple(f"{ROWS[cell // WIDTH]}{cell % WIDTH + 1}" for cell in range(CELLS))
SPACE_NAMES: Final = tuple(
    CELL_NAMES[space // 3] + TERRAIN_LETTERS[space % 3] for space in range(SPACES)
)


def _place_or_nothing(at: hexgrid.Cell) -> int:
    cell = cell_at(at)
    return cell if cell != NOTHING and IS_PLACE[cell] else NOTHING


NEIGHBOURS: Final = tuple(
    tuple(_place_or_nothing(hexgrid.neighbour(axial(cell), side)) for side in range(6))
    for cell in range(CELLS)
)
"""For each cell and side the place across it, or NOTHING."""
MEETINGS: Final = tuple(
    tuple(
        tuple(
            (_place_or_nothing(at), number)
            for at, number in hexgrid.meeting(axial(cell), corner)
            if _place_or_nothing(at) != NOTHING
        )
        for corner in range(6)
    )
    for cell in range(CELLS)
)
"""For each cell and corner the other places there, with their number for the corner."""


@rule("B2.2")
def sides_of(corner: int, prairie: int) -> tuple[int, ...]:
    """The terrain along each side of a tile whose river starts at a corner."""
    return tuple(PRAIRIE if (side - corner) % 6 < prairie else MOUNTAIN for side in range(6))


SIDES: Final = tuple(
    tuple(sides_of(corner, prairie) for prairie in range(6)) for corner in range(6)
)

# --- pieces -------------------------------------------------------------------------------

ONE: Final = tuple(1 << (4 * piece) for piece in range(9))
"""A pile of just that piece. Hunters are counted in the lowest bits."""
PRICE: Final = (1, 1, 2, 3, 4, 1, 2, 3, 4)
"""The size of each piece; a piece costs that many of each animal."""
HUNTERS: Final = 15
"""The bits of a space, or of a pile, that count its hunters."""
LARGEST: Final = 4
MOST_HUNTERS: Final = 5
LIMIT: Final = 15


@rule("B1.2")
def all_pieces() -> int:
    """The pieces of a player: 8 hunters, tepees and canoes of the sizes 1 1 2 2 3 4."""
    pile = 8 * ONE[Piece.HUNTER]
    for first in (Piece.TEPEE_1, Piece.CANOE_1):
        pile += 2 * ONE[first] + 2 * ONE[first + 1] + ONE[first + 2] + ONE[first + 3]
    return pile


@rule("B1.3")
def first_supply() -> int:
    """What a player starts with; the rest is in the market."""
    pile = 4 * ONE[Piece.HUNTER]
    for first in (Piece.TEPEE_1, Piece.CANOE_1):
        pile += ONE[first] + ONE[first + 1]
    return pile


ALL_PIECES: Final = all_pieces()
FIRST_SUPPLY: Final = first_supply()
FIRST_STOCK: Final = 10


def count(pile: int, piece: int) -> int:
    """How many of that piece there are in a pile."""
    return pile >> (4 * piece) & 15


def counts(pile: int) -> tuple[int, ...]:
    """How many of each piece there are in a pile."""
    return tuple([pile >> (4 * piece) & 15 for piece in range(9)])


def pile_of(numbers: tuple[int, ...]) -> int:
    """The pile with these numbers of each piece."""
    return sum([number * ONE[piece] for piece, number in enumerate(numbers)])


@rule("B2.5")
def camp(seat: int, hunters: int, size: int) -> int:
    """What one player has on a space, as one number; nobody else has pieces there."""
    return (seat + 1) << 8 | size << 4 | hunters


def owner_of(camp_: int) -> int:
    """Whose pieces stand on a space, or NOTHING."""
    return (camp_ >> 8) - 1


def size_of(camp_: int) -> int:
    """The size of the tepee or canoe on a space, 0 for none."""
    return camp_ >> 4 & 15


def piece_for(space: int, size: int) -> int:
    """The tepee or, on a river, canoe of that size."""
    return size + 4 if space % 3 == RIVER else size


@rule("B4.1", "B13.5", "B13.6")
def cost(hunters: int) -> int:
    """What an action with this many hunters costs in animals."""
    return (0, 0, 2, 4, 7, 10)[hunters]


COST: Final = tuple(cost(hunters) for hunters in range(MOST_HUNTERS + 1))
COST_HUNTERS: Final = tuple(
    max(hunters for hunters in range(MOST_HUNTERS + 1) if COST[hunters] <= animals)
    for animals in range(11)
)
"""By the number of animals in all, the most hunters that can be paid for."""
