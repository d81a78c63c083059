"""The land as it lies: what changes only when a tile is laid, drawn once and cached.

The rim, the tiles with ponds and animals, the seams between them. The spaces themselves are drawn
by `board`, because they can be inspected and picked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from prateria.core.drawing.markup import num
from prateria.games.bison.drawing.land.geometry import (
    CENTRES,
    HALF_WIDTH,
    SIDE,
    TOTEM,
    Point,
    mouth,
    shore,
    side_path,
)
from prateria.games.bison.drawing.land.spots import animals_at, foot, print_of
from prateria.games.bison.rules.board import Board, board_of, river_ends, sides_at
from prateria.games.bison.rules.components import (
    CELL_NAMES,
    CELLS,
    MEETINGS,
    NEIGHBOURS,
    NOTHING,
    SPACES,
    TERRAIN_LETTERS,
)
from prateria.games.bison.rules.ruleset import RuleSet
from prateria.games.bison.rules.view import LandView

MARGIN: Final = 44
"""The margin around the land."""
SKY: Final = f'<use href="#sky" x="{num(TOTEM[0])}" y="{num(TOTEM[1])}"/>'
NAME_UP: Final = 70
"""How far above its centre a tile shows its name."""
LEAST: Final = (600, 560)
"""The smallest box, so that a few tiles are not blown up."""


@dataclass(frozen=True, slots=True)
class Land:
    """The land of a view, and how it is drawn."""

    board: Board
    ruleset: RuleSet
    box: tuple[int, int, int, int]
    """Left, top, width and height of the picture."""
    drawn: str
    prints: dict[int, str]
    """The art of the tile on each cell that has one."""
    feet: dict[int, Point]
    """Where pieces stand in each space."""
    wet: frozenset[tuple[int, int]]
    """Cells and corners where a river ends."""

    places: dict[int, str]
    """The attributes of a `<use>` that draws that space."""


@cache
def place_of(space: int, art: str) -> str:
    """The attributes of a `<use>` that draws a space of a tile with this art."""
    x, y = CENTRES[space // 3]
    return f'href="#s{art}{TERRAIN_LETTERS[space % 3]}" x="{num(x)}" y="{num(y)}"'


@lru_cache(maxsize=256)
def land_of(ruleset: RuleSet, tiles: tuple[LandView, ...]) -> Land:
    """The land made of these tiles."""
    row = [NOTHING] * CELLS
    for view in tiles:
        row[view.cell] = 3 * view.tile + view.turn
    board = board_of(ruleset, row)
    wet = wet_corners(ruleset, tiles)
    prints = {view.cell: print_of(ruleset.tiles[view.tile], view.turn) for view in tiles}
    feet = {
        3 * view.cell + terrain: foot(view.cell, ruleset.tiles[view.tile], view.turn, terrain)
        for view in tiles
        for terrain in range(3)
    }
    places = {space: place_of(space, prints[space // 3]) for space in feet}
    drawn = f"{_tiles(ruleset, tiles, prints, wet)}{_seams(ruleset, board, wet)}"
    return Land(board, ruleset, box_round(prints), drawn, prints, feet, wet, places)


def box_round(
    cells: Iterable[int], *, least: tuple[int, int] = LEAST, margin: int = MARGIN
) -> tuple[int, int, int, int]:
    """Left, top, width and height of a picture that shows these cells."""
    centres = [CENTRES[cell] for cell in cells] or [TOTEM]
    sizes = []
    for axis, half in enumerate((HALF_WIDTH, SIDE)):
        ends = [centre[axis] for centre in centres]
        first, last = min(ends) - half - margin, max(ends) + half + margin
        spare = max(0.0, least[axis] - (last - first)) / 2
        sizes.append((round(first - spare), round(last - first + 2 * spare)))
    (left, width), (top, height) = sizes
    return left, top, width, height


def wet_corners(ruleset: RuleSet, tiles: tuple[LandView, ...]) -> frozenset[tuple[int, int]]:
    """Where rivers end, keyed by every cell that shares the corner."""
    found: set[tuple[int, int]] = set()
    for view in tiles:
        for corner in river_ends(ruleset.tiles[view.tile], view.turn):
            found.add((view.cell, corner))
            found.update(MEETINGS[view.cell][corner])
    return frozenset(found)


def _tiles(
    ruleset: RuleSet,
    tiles: tuple[LandView, ...],
    prints: dict[int, str],
    wet: frozenset[tuple[int, int]],
) -> str:
    edges, drawn, names = [], [], []
    herds: tuple[list[str], ...] = ([], [], [])
    for view in tiles:
        tile = ruleset.tiles[view.tile]
        x, y = CENTRES[view.cell]
        at = f'x="{num(x)}" y="{num(y)}"'
        edges.append(f'<use href="#hex" x="{num(x)}" y="{num(y + 8)}"/>')
        drawn.append(f'<use id="tile-{CELL_NAMES[view.cell]}" href="#l{prints[view.cell]}" {at}/>')
        names.append(f'<text x="{num(x)}" y="{num(y - NAME_UP)}">{CELL_NAMES[view.cell]}</text>')
        ends = river_ends(tile, view.turn)
        drawn += [
            f'<use href="#pond{corner}" {at}/>'
            for corner in range(6)
            if (view.cell, corner) in wet and corner not in ends
        ]
        for terrain, herd in enumerate(herds):
            herd.append(animals_at(view.cell, tile, view.turn, terrain))
    animals = "".join(
        f'<g class="on-{letter}">{"".join(herd)}</g>'
        for letter, herd in zip(TERRAIN_LETTERS, herds, strict=True)
    )
    named = f'<g class="b-names" aria-hidden="true">{"".join(names)}</g>'
    return f'<g class="b-edge">{"".join(edges)}</g>{"".join(drawn)}{animals}{named}'


def _seams(ruleset: RuleSet, board: Board, wet: frozenset[tuple[int, int]]) -> str:
    """The land's rim, and where tiles touch: a solid line between two terrains, dotted within
    one."""
    rim: list[str] = []
    same: list[str] = []
    diff: list[str] = []
    for cell, tile in enumerate(board.land):
        if tile == NOTHING:
            continue
        sides = sides_at(board, ruleset, cell)
        for side in range(6):
            other = NEIGHBOURS[cell][side]
            if other == NOTHING or board.land[other] == NOTHING:
                rim.append(side_path(cell, side, from_bank=False, to_bank=False))
            elif cell < other:
                across = sides_at(board, ruleset, other)[(side + 3) % 6]
                row = same if across == sides[side] else diff
                row.append(dry_side(wet, cell, side))
    rows = (("rim", rim), ("diff", diff), ("same", same))
    return "".join(f'<path class="b-{name}" d="{"".join(row)}"/>' for name, row in rows if row)


def dry_side(wet: frozenset[tuple[int, int]], cell: int, side: int) -> str:
    """A side without the wet parts at its ends."""
    from_bank, to_bank = (cell, side) in wet, (cell, (side + 1) % 6) in wet
    return side_path(cell, side, from_bank=from_bank, to_bank=to_bank)


def outline(land: Land, area: int) -> tuple[str, str]:
    """An area as its spaces, to be filled, and its edge: sides not shared inside it, shores of
    ponds in its corners (as path data) and banks.
    """
    board = land.board
    spaces = [space for space in range(SPACES) if board.area[space] == area]
    filled = "".join([f"<use {land.places[space]}/>" for space in spaces])
    terrain = area % 3
    edge = [
        part
        for space in spaces
        for part in (
            _river_ends(land, space // 3) if terrain == 2 else _land_sides(land, space // 3, area)
        )
    ]
    banks = "".join([_bank(land, space) for space in spaces])
    return filled, f'<path d="{"".join(edge)}"/>{banks}'


def _bank(land: Land, space: int) -> str:
    cell, terrain = divmod(space, 3)
    x, y = CENTRES[cell]
    at = f'x="{num(x)}" y="{num(y)}"'
    letters = "pm" if terrain == 2 else TERRAIN_LETTERS[terrain]
    return "".join([f'<use href="#b{land.prints[cell]}{letter}" {at}/>' for letter in letters])


def _land_sides(land: Land, cell: int, area: int) -> list[str]:
    board, terrain = land.board, area % 3
    sides = sides_at(board, land.ruleset, cell)
    found = []
    for side in range(6):
        if sides[side] != terrain:
            continue
        corner = side
        if sides[side - 1] == terrain and (cell, corner) in land.wet:
            found.append(shore(cell, corner))
        other = NEIGHBOURS[cell][side]
        if not _joined(land, other, (side + 3) % 6, terrain):
            found.append(dry_side(land.wet, cell, side))
    return found


def _joined(land: Land, other: int, side: int, terrain: int) -> bool:
    if other == NOTHING or land.board.land[other] == NOTHING:
        return False
    return sides_at(land.board, land.ruleset, other)[side] == terrain


def _river_ends(land: Land, cell: int) -> list[str]:
    """The shores of ponds that a river ends in, and its mouths where the land ends."""
    board = land.board
    tile = land.ruleset.tiles[board.land[cell] // 3]
    found = []
    for corner in river_ends(tile, board.land[cell] % 3):
        for side in ((corner + 5) % 6, corner):
            other = NEIGHBOURS[cell][side]
            if other == NOTHING or board.land[other] == NOTHING:
                found.append(mouth(cell, side, corner))
        for other, its_corner in MEETINGS[cell][corner]:
            if board.land[other] == NOTHING:
                continue
            their = board.land[other]
            if its_corner not in river_ends(land.ruleset.tiles[their // 3], their % 3):
                found.append(shore(other, its_corner))
    return found
