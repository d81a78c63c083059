"""Bison in the terminal: a view as a screen of text, an event as a sentence. English.

The board is drawn in bricks, which meet as hexagons do: two above, two below, one on each side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.game import LETTERS
from prateria.games.bison.board import Board, river_ends, sides_at
from prateria.games.bison.components import (
    CELL_NAMES,
    COST,
    NOTHING,
    PLACES,
    RIVER,
    ROWS,
    SPACE_NAMES,
    WIDTH,
    Piece,
)
from prateria.games.bison.evaluate import harvest_rows, view_board
from prateria.games.bison.events import (
    ActionChosen,
    AnimalGained,
    AnimalsExchanged,
    AnimalsLost,
    AreaScored,
    Event,
    GatheringCalled,
    HunterMoved,
    HuntersSent,
    Paid,
    PieceBought,
    PieceBuilt,
    PieceEnlarged,
    PieceReduced,
    SeasonBegan,
    SeasonEnded,
    StartNamed,
    StartTileLaid,
    StocksCleared,
    TileDrawn,
    TileLaid,
)
from prateria.games.bison.notation import (
    DEGREES,
    KIND_WORDS,
    PIECE_WORDS,
    TERRAIN_WORDS,
    tile_word,
)
from prateria.games.bison.view import CampView, View

BRICK: Final = 12
SIDE: Final = '"^'
"""How a prairie side and a mountain side are drawn; a river ends where a corner is ~."""
LEGEND: Final = (
    "  d3p 2 a3+1: space d3p (prairie, river r, mountain m), 2 animals, seat a with 3 hunters and",
    '  a tepee or canoe of size 1 · " prairie side, ^ mountain side, ~ river end, d2? free place',
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
ORDINALS: Final = ("", "first", "second", "third")
SPACE_ORDER: Final = (0, 2, 1)
"""Within a brick the river lies between prairie and mountain."""


def describe(view: View) -> str:
    """The whole table as text."""
    board = view_board(view)
    lines = [_title(view), "", *_board_lines(view, board), "", *LEGEND, ""]
    lines += _area_lines(view, board)
    lines += [line for seat in range(len(view.seats)) for line in _seat_lines(view, seat)]
    if view.tile is not None:
        lines.append(f"  your tile: {_own_tile(view, view.tile)}")
    if view.action is not None:
        lines.append(f"  now: {_step_words(view)}")
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
    return "\n".join(lines).strip("\n").split("\n")


def _camp_word(row: CampView) -> str:
    return f"{row.hunters or ''}{f'+{row.size}' if row.size else ''}"


def _brick(view: View, board: Board, cell: int, camps: dict[int, str]) -> list[str]:
    """A tile as five lines; the letters along its edge are its sides, clockwise as usual."""
    if board.land[cell] == NOTHING:
        free = f"{CELL_NAMES[cell]}?" if cell in board.sites else "·"
        return [" " * BRICK, " " * BRICK, f"{free:^{BRICK}}"]
    side = [SIDE[terrain] for terrain in sides_at(board, view.ruleset, cell)]
    land = board.land[cell]
    ends = river_ends(view.ruleset.tiles[land // 3], land % 3)
    corner = ["~" if number in ends else "+" for number in range(6)]
    lines = [corner[5] + 5 * side[5] + corner[0] + 4 * side[0] + corner[1]]
    for terrain in SPACE_ORDER:
        space = 3 * cell + terrain
        words = f"{SPACE_NAMES[space]} {board.printed[space]} {camps.get(space, '')}"
        lines.append(f"{side[4]}{words:<{BRICK - 2}}{side[1]}")
    return [*lines, corner[4] + 5 * side[3] + corner[3] + 4 * side[2] + corner[2]]


def _area_lines(view: View, board: Board) -> list[str]:
    """Every area with pieces, and what it would pay now."""
    lines: dict[int, str] = {}
    for area, seat, place, animals in harvest_rows(view):
        if area not in lines:
            spaces = board.area.count(area)
            what = f"{TERRAIN_WORDS[area % 3]} of {SPACE_NAMES[area]}"
            lines[area] = f"  {what}: {_animals(area % 3, board.total[area])} on {spaces} now pays"
        lines[area] += f" {LETTERS[seat]} {animals} ({ORDINALS[place]})"
    return [*lines.values(), ""] if lines else []


# --- the seats ----------------------------------------------------------------------------


def _seat_lines(view: View, seat: int) -> list[str]:
    other = view.seats[seat]
    you = " (you)" if seat == view.seat else ""
    stock = f"bison {other.bison} turkeys {other.turkeys} salmon {other.salmon}"
    used = ", ".join(KIND_WORDS[kind] for kind in other.used) or "none"
    tile = " · holds a tile" if other.has_tile else ""
    return [
        f"  {LETTERS[seat]}{you}: {stock} · used: {used}{tile}",
        f"     supply {_pile(other.supply)} · market {_pile(other.market)}",
    ]


def _pile(numbers: Sequence[int]) -> str:
    words = [
        f"{PIECE_WORDS[piece]}{f'*{number}' if number > 1 else ''}"
        for piece, number in enumerate(numbers)
        if number
    ]
    return " ".join(words) or "nothing"


def _own_tile(view: View, tile: int) -> str:
    """The sides in each of the three turns."""
    printed = view.ruleset.tiles[tile]
    turns = [f"{DEGREES[turn]}: {tile_word(printed, turn)[:6]}" for turn in range(3)]
    numbers = enumerate((printed.bison, printed.turkeys, printed.salmon))
    animals = ", ".join(_animals(animal, number) for animal, number in numbers)
    return f"{animals}; sides clockwise from the upper right when turned by {', '.join(turns)}"


def _step_words(view: View) -> str:
    assert view.action is not None
    words = KIND_NAMES[view.action]
    if view.space is not None:
        words += f", {SPACE_NAMES[view.space]}"
    if view.involved:
        words += f", {_hunters(view.involved)} so far for {_price(COST[view.involved])}"
    return words


# --- sentences ----------------------------------------------------------------------------


def _animals(animal: int, number: int) -> str:
    return f"{number} {ANIMAL_NAMES[animal][number != 1]}"


def _hunters(number: int) -> str:
    return f"{number} hunter{'' if number == 1 else 's'}"


def _price(animals: int) -> str:
    return f"{animals} animals" if animals else "nothing"


def _piece(space: int) -> str:
    return "canoe" if space % 3 == RIVER else "tepee"


def _piece_name(piece: Piece) -> str:
    if piece == Piece.HUNTER:
        return "a hunter"
    return f"a {piece.name.lower().replace('_', ' ')}"


def tell(event: Event, names: Sequence[str]) -> str:
    """The event as a sentence; "" for those that a reader would rather not hear."""
    match event:
        case ActionChosen(seat, kind):
            return f"{names[seat]} chooses {KIND_NAMES[kind]}."
        case TileLaid(seat, cell):
            return f"{names[seat]} lays the tile on {CELL_NAMES[cell]}."
        case HuntersSent(seat, space, hunters):
            return f"{names[seat]} sends {_hunters(hunters)} to {SPACE_NAMES[space]}."
        case PieceBuilt(seat, space, size):
            return f"{names[seat]} builds a {_piece(space)} {size} on {SPACE_NAMES[space]}."
        case PieceEnlarged(seat, space, size):
            what = f"the {_piece(space)} on {SPACE_NAMES[space]}"
            return f"{names[seat]} enlarges {what} to {size}."
        case PieceReduced(seat, space, size):
            what = f"the {_piece(space)} on {SPACE_NAMES[space]}"
            return f"{names[seat]} {f'reduces {what} to {size}' if size else f'dismantles {what}'}."
        case GatheringCalled(seat, space):
            return f"{names[seat]} calls hunters to {SPACE_NAMES[space]}."
        case HunterMoved(seat, source, target):
            way = f"from {SPACE_NAMES[source]} to {SPACE_NAMES[target]}"
            return f"{names[seat]}'s hunter goes {way}."
        case _:
            return _tell_animals(event, names)


def _tell_animals(event: Event, names: Sequence[str]) -> str:
    match event:
        case AnimalGained(seat, animal):
            return f"{names[seat]} gains {_animals(animal, 1)}."
        case Paid(seat, bison, turkeys, salmon):
            numbers = enumerate((bison, turkeys, salmon))
            what = ", ".join(_animals(animal, number) for animal, number in numbers if number)
            return f"{names[seat]} pays {what}."
        case PieceBought(seat, piece):
            return f"{names[seat]} buys {_piece_name(piece)}."
        case AnimalsExchanged(seat, give, take):
            return f"{names[seat]} exchanges {_animals(give, 3)} for {_animals(take, 1)}."
        case AreaScored(seat, space, place, animals):
            what = f"{ORDINALS[place]} in the {TERRAIN_WORDS[space % 3]} of {SPACE_NAMES[space]}"
            return f"{names[seat]} is {what} and hunts {_animals(space % 3, animals)}."
        case AnimalsLost(seat, animal, number):
            return f"{names[seat]} has no room for {_animals(animal, number)} more."
        case _:
            return _tell_course(event, names)


def _tell_course(event: Event, names: Sequence[str]) -> str:
    match event:
        case StartNamed(seat):
            return f"{names[seat]} is drawn as the first start player."
        case StartTileLaid(cell):
            return f"A start tile is laid on {CELL_NAMES[cell]}."
        case SeasonBegan(season, start):
            return f"Season {season} begins; {names[start]} is the start player."
        case TileDrawn(seat, tile):
            return f"{names[seat]} draws {'a tile' if tile is None else f'tile {tile + 1}'}."
        case StocksCleared():
            return "The final scoring: all stocks are set to 0."
        case SeasonEnded(season):
            return f"Season {season} is over."
        case _:
            return ""
