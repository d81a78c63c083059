"""The outline of tiles.

A tile has a corner at the top and sides of length 100; corner i lies at -90° + 60°·i. Every side is
an arc, bowed outward on even sides and inward on odd ones, so neighbours interlock. A river's banks
cross a side near its end, at right angles.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final, TypeAlias

from prateria.core.drawing.markup import num
from prateria.games.bison.rules.components import CELLS, START_CELLS, axial

Point: TypeAlias = tuple[float, float]

SIDE: Final = 100.0
BULGE: Final = 0.11
"""How far a side is bowed, in side lengths."""
RADIUS: Final = SIDE * (1 + 4 * BULGE * BULGE) / (8 * BULGE)
BANK: Final = 23.0
"""The distance from a corner at which a river's bank crosses a side: also the radius of a pond."""
HALF_WIDTH: Final = SIDE * math.sqrt(3) / 2

CORNERS: Final = tuple(
    (
        SIDE * math.cos(math.radians(60 * corner - 90)),
        SIDE * math.sin(math.radians(60 * corner - 90)),
    )
    for corner in range(6)
)
CENTRES: Final = tuple(
    (2 * HALF_WIDTH * (axial(cell)[0] + axial(cell)[1] / 2), 1.5 * SIDE * axial(cell)[1])
    for cell in range(CELLS)
)
TOTEM: Final = (
    CENTRES[START_CELLS[0]][0] + CORNERS[1][0],
    CENTRES[START_CELLS[0]][1] + CORNERS[1][1],
)
"""Where the three start tiles meet."""
TOTEM_CORNERS: Final = (1, 3, 5)
"""The number of that corner on each start tile, in order."""


def side_circle(side: int) -> Point:
    """The centre of the circle that a side is an arc of."""
    (ax, ay), (bx, by) = CORNERS[side], CORNERS[(side + 1) % 6]
    mx, my = (ax + bx) / 2, (ay + by) / 2
    length = math.hypot(mx, my)
    away = RADIUS - BULGE * SIDE
    way = -away if side % 2 == 0 else away
    return mx + mx / length * way, my + my / length * way


def bank_point(side: int, corner: int) -> Point:
    """Where a bank crosses a side, near one of its two corners."""
    ox, oy = side_circle(side)
    cx, cy = CORNERS[corner]
    angle = 2 * math.asin(BANK / (2 * RADIUS))
    clockwise = (corner == side) == (side % 2 == 0)
    turn = angle if clockwise else -angle
    dx, dy = cx - ox, cy - oy
    return (
        ox + dx * math.cos(turn) - dy * math.sin(turn),
        oy + dx * math.sin(turn) + dy * math.cos(turn),
    )


def spot(cell: int, point: Point) -> str:
    """A point of a tile in board coordinates, formatted for a path."""
    x, y = CENTRES[cell]
    return f"{num(x + point[0])} {num(y + point[1])}"


def arc(cell: int, side: int, start: Point, end: Point) -> str:
    """A part of a side, drawn clockwise."""
    size = num(RADIUS)
    sweep = 1 - side % 2
    return f"M{spot(cell, start)}A{size} {size} 0 0 {sweep} {spot(cell, end)}"


@cache
def side_path(cell: int, side: int, *, from_bank: bool, to_bank: bool) -> str:
    """A side of a tile, shortened at corners with water."""
    after = (side + 1) % 6
    start = bank_point(side, side) if from_bank else CORNERS[side]
    end = bank_point(side, after) if to_bank else CORNERS[after]
    return arc(cell, side, start, end)


@cache
def shore(cell: int, corner: int) -> str:
    """The edge of the pond in a corner of a tile."""
    before = bank_point((corner + 5) % 6, corner)
    after = bank_point(corner, corner)
    size = num(BANK)
    return f"M{spot(cell, before)}A{size} {size} 0 0 0 {spot(cell, after)}"


@cache
def mouth(cell: int, side: int, corner: int) -> str:
    """The water's part of a side, at a corner on the land's rim."""
    bank = bank_point(side, corner)
    if corner == side:
        return arc(cell, side, CORNERS[corner], bank)
    return arc(cell, side, bank, CORNERS[corner])
