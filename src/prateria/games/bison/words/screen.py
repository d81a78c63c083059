"""Bison in the terminal: a view as a screen of text, in English. Sentences are in `sentences.py`.

The board is drawn in bricks, which meet as hexagons do: two above, two below, one on each side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.contract.game import LETTERS
from prateria.games.bison.notation.write import KIND_WORDS, TERRAIN_WORDS
from prateria.games.bison.rules.board import Board, corner_of, river_ends
from prateria.games.bison.rules.components import (
    CELL_NAMES,
    COST,
    LARGEST,
    NOTHING,
    PLACES,
    ROWS,
    SIDES,
    SPACE_NAMES,
    TERRAIN_LETTERS,
    WIDTH,
    Piece,
)
from prateria.games.bison.rules.ruleset import Tile
from prateria.games.bison.rules.standing import harvest_rows, view_board
from prateria.games.bison.rules.view import CampView, View

BRICK: Final = 12
SIDE: Final = '"^'
"""How a prairie side and a mountain side are drawn; a corner drawn ~ is where a river ends."""
LEGEND: Final = (
    "  d3p 2 a3+1: prairie of d3 (m mountain, r river), 2 animals, seat a has 3",
    "  hunters and a tepee (on a river a canoe) of size 1; d2? is a free place",
    '  side of a tile: " prairie, ^ mountain; corner: ~ the river ends there',
)
KIND_NAMES: Final = (
    "placing the tile",
    "tepees",
    "canoes",
    "gathering hunters",
    "moving one step",
    "moving up to three steps",
)
ANIMAL_NAMES: Final = (("bison", "bison"), ("turkey", "turkeys"), ("salmon", "salmon"))
ORDINALS: Final = ("", "first", "second", "third", "fourth")
SPACE_ORDER: Final = (0, 2, 1)
"""The river lies between prairie and mountain within a brick."""


def describe(view: View) -> str:
    """The whole table as text."""
    board = view_board(view)
    lines = [_title(view), "", *_board_lines(view, board), "", *LEGEND, ""]
    lines += _area_lines(view, board)
    lines += [line for seat in range(len(view.seats)) for line in _seat_lines(view, seat)]
    if view.tile is not None:
        lines += ["", "  your tile, turned by 0, 120 or 240:", *_own_tile(view, view.tile)]
    if view.action is not None:
        lines += ["", f"  now: {_step_words(view)}"]
    return "\n".join(lines)


def _title(view: View) -> str:
    title = f"Bison · season {view.season} of {view.ruleset.seasons}"
    if view.start is not None:
        title += f" · start player {LETTERS[view.start]}"
    if view.turn is not None and view.terrain is None and view.phase != "draw":
        title += f" · action {view.round + 1} of 4"
    return title


# --- the board ----------------------------------------------------------------------------


def _board_lines(view: View, board: Board) -> list[str]:
    canvas = [[" "] * (BRICK * WIDTH) for _ in range(5 * len(ROWS))]
    camps = {row.space: f"{LETTERS[row.seat]}{_camp_word(row)}" for row in view.camps}
    for cell in PLACES:
        row = cell // WIDTH
        left = BRICK * (cell % WIDTH) + BRICK // 2 * (row - 3)
        for line, words in enumerate(_brick(view, board, cell, camps)):
            canvas[5 * row + line][left : left + BRICK] = words
    lines = [("  " + "".join(line)).rstrip() for line in canvas]
    return [line for line in lines if line]


def _camp_word(row: CampView) -> str:
    return f"{row.hunters or ''}{f'+{row.size}' if row.size else ''}"


def _brick(view: View, board: Board, cell: int, camps: dict[int, str]) -> list[str]:
    """A place as five lines."""
    land = board.land[cell]
    if land == NOTHING:
        free = f"{CELL_NAMES[cell]}?" if cell in board.sites else "·"
        return [" " * BRICK, " " * BRICK, f"{free:^{BRICK}}"]
    spaces = [3 * cell + terrain for terrain in SPACE_ORDER]
    words = [f"{SPACE_NAMES[s]} {board.printed[s]} {camps.get(s, '')}" for s in spaces]
    return _tile_lines(view.ruleset.tiles[land // 3], land % 3, words)


def _tile_lines(tile: Tile, turn: int, words: Sequence[str]) -> list[str]:
    """A rotated tile with its sides and river ends along the edge, clockwise as usual."""
    side = [SIDE[terrain] for terrain in SIDES[corner_of(tile, turn)][tile.prairie]]
    ends = river_ends(tile, turn)
    corner = ["~" if number in ends else "+" for number in range(6)]
    return [
        corner[5] + 5 * side[5] + corner[0] + 4 * side[0] + corner[1],
        *(f"{side[4]}{line:<{BRICK - 2}}{side[1]}" for line in words),
        corner[4] + 5 * side[3] + corner[3] + 4 * side[2] + corner[2],
    ]


def _area_lines(view: View, board: Board) -> list[str]:
    """Every area with pieces, and what it would pay now."""
    lines: dict[int, str] = {}
    for area, seat, place, animals in harvest_rows(view):
        if area not in lines:
            spaces = board.area.count(area)
            what = f"{TERRAIN_WORDS[area % 3]} of {SPACE_NAMES[area]}"
            all_in_all = (
                f"{_animals(area % 3, board.total[area])}, {spaces} space{'s' * (spaces > 1)}"
            )
            lines[area] = f"  {what} ({all_in_all}) pays now:"
        lines[area] += f" {LETTERS[seat]} {animals} ({ORDINALS[place]})"
    return [*lines.values(), ""] if lines else []


# --- the seats ----------------------------------------------------------------------------


def _seat_lines(view: View, seat: int) -> list[str]:
    other = view.seats[seat]
    you = " (you)" if seat == view.seat else ""
    stock = f"bison {other.bison} turkeys {other.turkeys} salmon {other.salmon}"
    used = ", ".join(KIND_WORDS[kind] for kind in other.used) or "none"
    return [
        f"  {LETTERS[seat]}{you}: {stock}{' · holds a tile' if other.has_tile else ''}",
        f"     used: {used}",
        f"     supply: {_pile(other.supply)}",
        f"     market: {_pile(other.market)}",
    ]


def _pile(numbers: Sequence[int]) -> str:
    """`4 hunters, tepees 1 2, canoes 1 2 2`."""
    words = [_hunters(numbers[0])] if numbers[0] else []
    for name, first in (("tepees", Piece.TEPEE_1), ("canoes", Piece.CANOE_1)):
        sizes = [str(size + 1) for size in range(LARGEST) for _ in range(numbers[first + size])]
        if sizes:
            words.append(f"{name} {' '.join(sizes)}")
    return ", ".join(words) or "nothing"


def _own_tile(view: View, number: int) -> list[str]:
    """The tile in its three rotations, side by side."""
    tile = view.ruleset.tiles[number]
    animals = {0: tile.bison, 1: tile.turkeys, 2: tile.salmon}
    words = [f" {TERRAIN_LETTERS[terrain]} {animals[terrain]}" for terrain in SPACE_ORDER]
    turns = [_tile_lines(tile, turn, words) for turn in range(3)]
    return ["  " + "    ".join(lines) for lines in zip(*turns, strict=True)]


def _step_words(view: View) -> str:
    assert view.action is not None
    words = KIND_NAMES[view.action]
    if view.space is not None and view.phase == "send":
        words += f" on {CELL_NAMES[view.space // 3]}"
    elif view.space is not None:
        words += f", {SPACE_NAMES[view.space]}"
    if view.involved:
        words += f", {_hunters(view.involved)} so far for {_price(COST[view.involved])}"
    return words


# --- numbers in words ---------------------------------------------------------------------


def _animals(animal: int, number: int) -> str:
    return f"{number} {ANIMAL_NAMES[animal][number != 1]}"


def _hunters(number: int) -> str:
    return f"{number} hunter{'' if number == 1 else 's'}"


def _price(animals: int) -> str:
    return f"{animals} animals" if animals else "nothing"
