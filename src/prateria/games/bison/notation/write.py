"""Words for pieces and animals; actions and positions as short text.

`reader.py` reads a position back; its docstring shows the notation.
"""

from __future__ import annotations

from typing import Final, assert_never

from prateria.core.contract.game import LETTERS
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.core.notation import format_head, short
from prateria.games.bison.rules.actions import (
    BUILD,
    BUY,
    CALL_HUNTER,
    CHOOSE_ACTION,
    DONE,
    DRAW_TILE,
    END_TURN,
    ENLARGE,
    EXCHANGE,
    GAIN,
    GATHER,
    LAY_START,
    LAY_TILE,
    MOVE_HUNTER,
    NAME_START,
    PAY,
    PICK_HUNTER,
    REDUCE,
    SEND_HUNTERS,
    Action,
    Build,
    Buy,
    CallHunter,
    ChooseAction,
    Done,
    DrawTile,
    EndTurn,
    Enlarge,
    Exchange,
    Gain,
    Gather,
    LayStart,
    LayTile,
    MoveHunter,
    NameStart,
    Pay,
    PickHunter,
    Reduce,
    SendHunters,
)
from prateria.games.bison.rules.board import corner_of
from prateria.games.bison.rules.components import (
    ANIMALS,
    CELL_NAMES,
    CELLS,
    HUNTERS,
    IS_PLACE,
    KINDS,
    NOTHING,
    PIECES,
    ROWS,
    SIDES,
    SPACE_NAMES,
    TERRAINS,
    WIDTH,
    count,
    size_of,
)
from prateria.games.bison.rules.phases import AFTER, DRAW, OVER, OVERFLOW, PHASES, TURN
from prateria.games.bison.rules.ruleset import META, TILES, Tile, options_of
from prateria.games.bison.rules.state import State

KIND_WORDS: Final = tuple(kind.name.lower().replace("_", "-") for kind in KINDS)
ANIMAL_WORDS: Final = tuple(animal.name.lower() for animal in ANIMALS)
PIECE_WORDS: Final = tuple(piece.name.lower().replace("_", "") for piece in PIECES)
TERRAIN_WORDS: Final = tuple(terrain.name.lower() for terrain in TERRAINS)
CELL: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
SPACE: Final = {name: space for space, name in enumerate(SPACE_NAMES)}
DEGREES: Final = (0, 120, 240, 60, 180, 300)
"""The rotations of `LayTile` in notation. The last three never fit, but can be tried."""


# --- actions ------------------------------------------------------------------------------


def format_action(action: Action) -> str:  # noqa: C901  # flat: mypy proves it complete
    """`a chooses gather`, `a lays c4 120`, `a sends 3 c4p`, `a pays 1/1/0`, …"""
    if isinstance(action, LayStart):
        return f"lays start tile {action.tile - TILES + 1}"
    who = LETTERS[action.seat]
    if isinstance(action, ChooseAction):
        return f"{who} chooses {KIND_WORDS[action.kind]}"
    if isinstance(action, PickHunter | MoveHunter | Gather | CallHunter):
        return f"{who} {_MOVING[type(action)]} {SPACE_NAMES[action.space]}"
    if isinstance(action, SendHunters | Build | Enlarge | Reduce):
        return f"{who} {_GROWING[type(action)]} {action.hunters} {SPACE_NAMES[action.space]}"
    if isinstance(action, Pay):
        return f"{who} pays {action.bison}/{action.turkeys}/{action.salmon}"
    if isinstance(action, Exchange):
        return f"{who} exchanges {ANIMAL_WORDS[action.give]} {ANIMAL_WORDS[action.take]}"
    if isinstance(action, Buy):
        return f"{who} buys {PIECE_WORDS[action.piece]}"
    if isinstance(action, LayTile):
        return f"{who} lays {CELL_NAMES[action.cell]} {DEGREES[action.turn]}"
    if isinstance(action, Gain):
        return f"{who} gains {ANIMAL_WORDS[action.animal]}"
    if isinstance(action, DrawTile):
        return f"{who} draws tile {action.tile + 1}"
    if isinstance(action, NameStart):
        return f"{who} starts"
    if isinstance(action, Done):
        return f"{who} is done"
    if isinstance(action, EndTurn):
        return f"{who} ends"
    assert_never(action)


_MOVING: Final[dict[type, str]] = {
    PickHunter: "picks",
    MoveHunter: "moves",
    Gather: "gathers",
    CallHunter: "calls",
}
_GROWING: Final[dict[type, str]] = {
    SendHunters: "sends",
    Build: "builds",
    Enlarge: "enlarges",
    Reduce: "reduces",
}


def _all_actions() -> dict[str, Action]:
    """Every possible action, by its text."""
    rows: list[Action] = [*LAY_START, *NAME_START, *DONE, *END_TURN]
    for seat in range(META.most):
        rows += [*CHOOSE_ACTION[seat], *DRAW_TILE[seat], *GAIN[seat], *BUY[seat]]
        rows += [*PICK_HUNTER[seat], *MOVE_HUNTER[seat], *GATHER[seat], *CALL_HUNTER[seat]]
        for table in (SEND_HUNTERS, BUILD, ENLARGE, REDUCE):
            rows += [action for space in table[seat] for action in space]
        rows += [lay for cell in LAY_TILE[seat] for lay in cell]
        rows += [LayTile(seat, cell, turn) for cell in range(CELLS) for turn in (3, 4, 5)]
        rows += [pay for price in PAY[seat].values() for pay in price]
        rows += [exchange for give in EXCHANGE[seat] for exchange in give]
    return {format_action(action): action for action in rows}


_ACTIONS: Final = _all_actions()


def parse_action(text: str) -> Action:
    """The action a text describes; NotationError shows how one is written."""
    action = _ACTIONS.get(" ".join(text.split()).lower())
    if action is None:
        raise NotationError(
            f"{short(text)} is not an action; with a seat from a to d they read like "
            f"'a chooses gather' (or {', '.join(KIND_WORDS)}), 'a lays c4 120', "
            "'a sends 2 c4p' and so builds, enlarges, reduces, 'a picks c4p' and so moves, "
            "gathers, calls, 'a is done', 'a gains bison', 'a pays 1/1/0' (bison/turkeys/salmon), "
            "'a buys hunter' (or tepee1, canoe4, …), 'a exchanges bison salmon', 'a ends'"
        )
    return action


# --- writing a position -------------------------------------------------------------------


def format_state(state: State) -> str:
    """The whole position: the course of play, the land drawn row by row, then the seats."""
    lines = [format_head(META, state.seats, options_of(state.ruleset)), _course(state)]
    if state.action != NOTHING:
        lines.append(_step(state))
    lines += [_row(state, row) for row in range(len(ROWS))]
    lines += [_seat_line(state, seat) for seat in range(state.seats)]
    return "\n".join(lines)


def _course(state: State) -> str:
    words = [f"season {state.season}"]
    if state.start != NOTHING:
        words.append(f"start {LETTERS[state.start]}")
    words.append(f"phase {PHASES[state.phase]}")
    if TURN <= state.phase <= AFTER:
        words.append(f"round {state.round + 1}")
    if DRAW <= state.phase < OVER:
        words.append(f"turn {LETTERS[state.turn]}")
    if state.phase == OVERFLOW:
        words.append(f"scored {TERRAIN_WORDS[state.terrain]}")
    return " ".join(words)


def _step(state: State) -> str:
    words = [f"action {KIND_WORDS[state.action]}"]
    if state.involved:
        words.append(f"involved {state.involved}")
    if state.space != NOTHING:
        words.append(f"space {SPACE_NAMES[state.space]}")
    if state.moved:
        words.append(f"moved {','.join(SPACE_NAMES[space] for space in state.moved)}")
    return " ".join(words)


def _row(state: State, row: int) -> str:
    """A row of the board, indented as on the table: two rows further down is one tile less."""
    cells = [cell for cell in range(row * WIDTH, (row + 1) * WIDTH) if IS_PLACE[cell]]
    shift = 11 * (cells[0] % WIDTH) + 11 * row // 2 - 16
    words = [f"{land_word(state, cell):<10}" for cell in cells]
    return f"row {ROWS[row]} {' ' * shift}{' '.join(words)}".rstrip()


def land_word(state: State, cell: int) -> str:
    """The tile on a cell as its six sides clockwise from the upper right, and its animals."""
    land = state.board.land[cell]
    return "." if land == NOTHING else tile_word(state.ruleset.tiles[land // 3], land % 3)


def tile_word(tile: Tile, turn: int) -> str:
    """A turned tile as `pmmmpp021`."""
    sides = SIDES[corner_of(tile, turn)][tile.prairie]
    letters = "".join("pm"[terrain] for terrain in sides)
    return f"{letters}{tile.bison}{tile.turkeys}{tile.salmon}"


def _seat_line(state: State, seat: int) -> str:
    pieces, camps = state.pieces, state.camps[seat]
    words = [f"{LETTERS[seat]}:"]
    words += [f"{SPACE_NAMES[space]}={camp_word(pieces[space])}" for space in camps]
    words.append(f"stock={'/'.join(map(str, state.stock[3 * seat : 3 * seat + 3]))}")
    words.append(f"supply={_pile_words(state.supply[seat])}")
    if state.used[seat]:
        used = [KIND_WORDS[kind] for kind in KINDS if state.used[seat] >> kind & 1]
        words.append(f"used={','.join(used)}")
    if state.drawn[seat] != NOTHING:
        words.append(f"tile={tile_word(state.ruleset.tiles[state.drawn[seat]], 0)}")
    return " ".join(words)


def camp_word(camp: int) -> str:
    """Hunters, and after a plus the size of the tepee or canoe: `2`, `2+1`, `+3`."""
    hunters, size = camp & HUNTERS, size_of(camp)
    return f"{hunters or ''}{f'+{size}' if size else ''}"


def _pile_words(pile: int) -> str:
    words = []
    for piece in PIECES:
        number = count(pile, piece)
        if number:
            words.append(PIECE_WORDS[piece] + (f"*{number}" if number > 1 else ""))
    return ",".join(words) or "nothing"


def setup(state: State) -> tuple[int, dict[str, OptionValue]]:
    """How many seats a state has, and the options it is played with."""
    return state.seats, options_of(state.ruleset)
