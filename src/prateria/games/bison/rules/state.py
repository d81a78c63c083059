"""The complete state of a match of Bison, secrets included. Only the rules may hold one.

Rows with one value a seat are lists; `stock` has three values a seat, `pieces` one a space. Every
value is a whole number, an immutable tuple or the shared board, so a copy is a copy of the rows.
"""

from __future__ import annotations

from prateria.core.native import i64
from prateria.core.rules import rule
from prateria.core.setup import BY_LOT
from prateria.games.bison.rules.board import EMPTY_BOARD, Board
from prateria.games.bison.rules.components import HUNTERS, NOTHING, SPACES, camp
from prateria.games.bison.rules.phases import LOT, START
from prateria.games.bison.rules.ruleset import START_TILES, TILES, RuleSet


class State:
    """Mutable and slotted; `copy_state` knows all of it."""

    __slots__ = (
        "action",
        "board",
        "camps",
        "drawn",
        "involved",
        "market",
        "moved",
        "phase",
        "pieces",
        "round",
        "ruleset",
        "season",
        "seats",
        "space",
        "stack",
        "start",
        "stock",
        "supply",
        "terrain",
        "turn",
        "used",
    )

    ruleset: RuleSet
    seats: i64
    season: int
    """The season, counted from 1."""
    start: int
    """The start player, or NOTHING before one is drawn."""
    phase: i64
    turn: i64
    round: int
    """The round of actions, from 0 to 3; 4 while areas are scored."""
    action: i64
    """The action being carried out, or NOTHING."""
    involved: i64
    """The hunters it has involved so far."""
    space: i64
    """The prairie of the tile just laid, the space gathered at, the hunter picked; or NOTHING."""
    moved: tuple[int, ...]
    """The spaces of hunters that this action has moved, in the order of moving."""
    terrain: int
    """The terrain that was scored last, while areas are scored."""
    stack: int
    """The tiles nobody has drawn, one bit each. Of tiles that look alike, the first are drawn
    first."""
    drawn: list[int]
    """The tile each seat holds, or NOTHING."""
    used: list[int]
    """The actions each seat has used this season, one bit each: the white cubes."""
    stock: list[int]
    supply: list[int]
    market: list[int]
    pieces: list[int]
    """What stands on each space: see `camp`."""
    camps: list[tuple[int, ...]]
    """The spaces where each seat has pieces, sorted."""
    board: Board


@rule("B1.3", "B1.4")
def new_state(ruleset: RuleSet, seats: int) -> State:
    """Everyone with the initial stock, supply and market; no tile laid or drawn."""
    state = State()
    state.ruleset = ruleset
    state.seats = seats
    state.season = 1
    state.start = NOTHING if ruleset.first == BY_LOT else ruleset.first
    state.phase = LOT if ruleset.first == BY_LOT else START
    state.turn = 0
    state.round = 0
    state.action = NOTHING
    state.involved = 0
    state.space = NOTHING
    state.moved = ()
    state.terrain = 0
    state.stack = (1 << (TILES + START_TILES)) - 1
    state.drawn = [NOTHING] * seats
    state.used = [0] * seats
    state.stock = [ruleset.stock] * (3 * seats)
    state.supply = [ruleset.supply] * seats
    state.market = [ruleset.pieces - ruleset.supply] * seats
    state.pieces = [0] * SPACES
    state.camps = [()] * seats
    state.board = EMPTY_BOARD
    return state


def copy_state(state: State) -> State:
    """An independent copy, written out by hand because it is the hottest thing a search does."""
    twin = State()
    twin.ruleset = state.ruleset
    twin.seats = state.seats
    twin.season = state.season
    twin.start = state.start
    twin.phase = state.phase
    twin.turn = state.turn
    twin.round = state.round
    twin.action = state.action
    twin.involved = state.involved
    twin.space = state.space
    twin.moved = state.moved
    twin.terrain = state.terrain
    twin.stack = state.stack
    twin.drawn = state.drawn[:]
    twin.used = state.used[:]
    twin.stock = state.stock[:]
    twin.supply = state.supply[:]
    twin.market = state.market[:]
    twin.pieces = state.pieces[:]
    twin.camps = state.camps[:]
    twin.board = state.board
    return twin


def in_order(state: State) -> list[int]:
    """All seats clockwise from the start player."""
    return [(state.start + place) % state.seats for place in range(state.seats)]


def animals(state: State, seat: int) -> int:
    """All the animals in a seat's stock."""
    stock = state.stock
    return stock[3 * seat] + stock[3 * seat + 1] + stock[3 * seat + 2]


def take_from_stack(state: State, tile: int) -> None:
    """Remove from the stack one of the tiles that look like this one."""
    while not state.stack >> tile & 1:
        tile += 1
    state.stack -= 1 << tile


def put_hunters(state: State, seat: int, space: int, number: int) -> None:
    """Hunters come to a space that is empty or the seat's own."""
    if state.pieces[space]:
        state.pieces[space] += number
    else:
        state.pieces[space] = camp(seat, number, 0)
        state.camps[seat] = tuple(sorted((*state.camps[seat], space)))


def take_hunters(state: State, seat: int, space: int, number: int) -> None:
    """Hunters leave a space; where nothing is left, there is no camp any more."""
    left = state.pieces[space] - number
    if left & 255:
        state.pieces[space] = left
    else:
        state.pieces[space] = 0
        state.camps[seat] = tuple([other for other in state.camps[seat] if other != space])


def hunters_at(state: State, space: int) -> int:
    """How many hunters stand on a space, whoever owns them."""
    return state.pieces[space] & HUNTERS
