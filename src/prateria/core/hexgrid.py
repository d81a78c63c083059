"""Hexagons in axial coordinates (q, r), with a corner at the top.

Sides and corners are numbered clockwise from 0 to 5; side i lies between corners i and i + 1. Side
0 faces the upper right, corner 0 is the top.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]

DIRECTIONS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The direction of the neighbour across each side."""


def neighbour(cell: Cell, side: int) -> Cell:
    """The hexagon across a side."""
    q, r = DIRECTIONS[side]
    return cell[0] + q, cell[1] + r


def opposite(side: int) -> int:
    """The number of the same side as the neighbour across it counts it."""
    return (side + 3) % 6


def distance(cell: Cell, other: Cell) -> int:
    """The number of steps from one hexagon to another."""
    q, r = cell[0] - other[0], cell[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def meeting(cell: Cell, corner: int) -> tuple[tuple[Cell, int], tuple[Cell, int]]:
    """The two other hexagons that meet at a corner, each with its own number for that corner."""
    before = neighbour(cell, (corner + 5) % 6)
    after = neighbour(cell, corner)
    return (before, (corner + 2) % 6), (after, (corner + 4) % 6)
