"""Areas and scoring computed a second time: slowly, from the rules' text, without the rules' code.

Land is a dictionary from axial coordinates to (sides, animals); a space is (cell, letter).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Space: TypeAlias = tuple[Cell, str]
Tile: TypeAlias = tuple[str, Mapping[str, int]]
Camp: TypeAlias = tuple[str, int, int]
"""Whose, how many hunters, the size of the tepee or canoe."""

AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def corner_point(cell: Cell, corner: int) -> tuple[int, int]:
    """Where a corner lies on the table, in hundredths, so that shared corners are equal."""
    x, y = 3**0.5 * (cell[0] + cell[1] / 2), 1.5 * cell[1]
    angle = -pi / 2 + corner * pi / 3
    return round(100 * (x + cos(angle))), round(100 * (y + sin(angle)))


def river_points(cell: Cell, sides: str) -> set[tuple[int, int]]:
    """The river runs between the corners where prairie and mountain sides meet."""
    return {corner_point(cell, n) for n in range(6) if sides[n] != sides[n - 1]}


def are_adjacent(land: Mapping[Cell, Tile], one: Space, other: Space) -> bool:
    """Rule B2.3, asked of two spaces."""
    (cell, terrain), (far, there) = one, other
    if cell == far:
        return terrain != there and "r" in (terrain, there)
    if terrain == there == "r":
        return bool(river_points(cell, land[cell][0]) & river_points(far, land[far][0]))
    step = (far[0] - cell[0], far[1] - cell[1])
    if step not in AROUND or "r" in (terrain, there):
        return False
    side = AROUND.index(step)
    return land[cell][0][side] == terrain and land[far][0][(side + 3) % 6] == there


def all_spaces(land: Mapping[Cell, Tile]) -> list[Space]:
    return [(cell, terrain) for cell in land for terrain in "pmr"]


def areas(land: Mapping[Cell, Tile]) -> list[frozenset[Space]]:
    """Rule B2.4, by flood fill."""
    left = set(all_spaces(land))
    found = []
    while left:
        area, fresh = set(), [left.pop()]
        while fresh:
            space = fresh.pop()
            area.add(space)
            grown = [
                other for other in left if other[1] == space[1] and are_adjacent(land, space, other)
            ]
            left -= set(grown)
            fresh += grown
        found.append(frozenset(area))
    return found


def reach(land: Mapping[Cell, Tile], space: Space, steps: int) -> set[Space]:
    """The places that can be reached in at most this many steps."""
    reached = {space}
    for _ in range(steps):
        reached |= {
            other
            for other in all_spaces(land)
            if any(are_adjacent(land, here, other) for here in reached)
        }
    return reached - {space}


def printed(land: Mapping[Cell, Tile], spaces: Iterable[Space]) -> int:
    return sum(land[cell][1][terrain] for cell, terrain in spaces)


def rank(camps: Iterable[Camp]) -> list[int]:
    """Pieces of size 4, 3, 2, 1, then hunters: compared from the front (rule B9.2)."""
    rows = list(camps)
    sizes = Counter(size for _, _, size in rows)
    return [sizes[4], sizes[3], sizes[2], sizes[1], sum(hunters for _, hunters, _ in rows)]


def score(
    land: Mapping[Cell, Tile], camps: Mapping[Space, Camp], area: Iterable[Space]
) -> dict[str, int]:
    """Rules B9.2 to B9.5 for one area."""
    held = {space: camps[space] for space in area if space in camps}
    total = printed(land, area)
    ranks = {
        who: rank(camp for camp in held.values() if camp[0] == who)
        for who in {camp[0] for camp in held.values()}
    }
    own = {
        who: printed(land, [space for space, camp in held.items() if camp[0] == who])
        for who in ranks
    }
    ordered = sorted(ranks.values(), reverse=True)
    pays = {}
    for who, mine in ranks.items():
        better = sum(other > mine for other in ordered)
        level = ordered.count(mine)
        if better == 0:
            pays[who] = total if level == 1 else total // 2
        elif better == 1 and level == 1:
            pays[who] = total // 2
        else:
            pays[who] = own[who]
    return pays
