"""What must be true of every state: pieces, tiles and animals are conserved, and it can go on."""

from __future__ import annotations

from prateria.games.bison.rules.apply import FIRST_STEPS
from prateria.games.bison.rules.board import board_of
from prateria.games.bison.rules.components import (
    CELLS,
    HUNTERS,
    LARGEST,
    LIMIT,
    NEIGHBOURS,
    NOTHING,
    PIECES,
    PLACE,
    SPACES,
    START_CELLS,
    START_TURNS,
    camp,
    count,
    owner_of,
    piece_for,
    size_of,
)
from prateria.games.bison.rules.legal import STACK_BITS, can_leave, most_hunters
from prateria.games.bison.rules.phases import (
    AFTER,
    BUILD,
    CALL,
    DRAW,
    GAIN,
    GATHER,
    LAY,
    LOT,
    MOVE,
    OVER,
    OVERFLOW,
    PAY,
    PICK,
    SEND,
    START,
    TURN,
)
from prateria.games.bison.rules.ruleset import START_TILES, TILES
from prateria.games.bison.rules.state import State
from prateria.games.bison.rules.view import stack_of


def faults(state: State) -> list[str]:
    """What is wrong with a state, in words; nothing in any state that play can reach."""
    return [
        *_camp_faults(state),
        *_piece_faults(state),
        *_land_faults(state),
        *_tile_faults(state),
        *_stock_faults(state),
        *_use_faults(state),
        *_phase_faults(state),
    ]


def board_pile(state: State, seat: int) -> list[int]:
    """How many of each piece a seat has on the board."""
    numbers = [0] * len(PIECES)
    for space in state.camps[seat]:
        numbers[0] += state.pieces[space] & HUNTERS
        size = size_of(state.pieces[space])
        if size:
            numbers[piece_for(space, size)] += 1
    return numbers


def _camp_faults(state: State) -> list[str]:
    found = []
    for seat in range(state.seats):
        spaces = [space for space in range(SPACES) if owner_of(state.pieces[space]) == seat]
        if state.camps[seat] != tuple(spaces):
            found.append(f"seat {seat} has other camps than its pieces say")
    for space, pieces in enumerate(state.pieces):
        if pieces:
            hunters, size, owner = pieces & HUNTERS, size_of(pieces), owner_of(pieces)
            if not 0 <= owner < state.seats or size > LARGEST or not hunters + size:
                found.append(f"space {space} has pieces that cannot be")
            if camp(owner, hunters, size) != pieces or state.board.area[space] == NOTHING:
                found.append(f"space {space} has pieces but no land")
    return found


def _piece_faults(state: State) -> list[str]:
    found = []
    for seat in range(state.seats):
        board = board_pile(state, seat)
        for piece in PIECES:
            number = count(state.supply[seat], piece) + count(state.market[seat], piece)
            if number + board[piece] != count(state.ruleset.pieces, piece):
                found.append(f"seat {seat} has {number + board[piece]} of {piece.name}")
    return found


def _land_faults(state: State) -> list[str]:
    """Start tiles around the totem in their order, every other tile joined to them by sides."""
    land = state.board.land
    found = []
    laid = [cell for cell in START_CELLS if land[cell] != NOTHING]
    if tuple(laid) != START_CELLS[: len(laid)] or (len(laid) < 3) != (state.phase <= START):
        found.append("the start tiles and the phase do not fit together")
    for cell, turn in zip(laid, START_TURNS, strict=False):
        if land[cell] // 3 < TILES or land[cell] % 3 != turn:
            found.append(f"cell {cell} has no start tile, or it is turned")
    joined, fresh = set(START_CELLS), list(START_CELLS)
    while fresh:
        for other in NEIGHBOURS[fresh.pop()]:
            if other != NOTHING and land[other] != NOTHING and other not in joined:
                joined.add(other)
                fresh.append(other)
    for cell in range(CELLS):
        if cell not in START_CELLS and land[cell] != NOTHING:
            if land[cell] // 3 >= TILES:
                found.append(f"cell {cell} has a start tile")
            if cell not in joined:
                found.append(f"the tile on cell {cell} is not joined to the start tiles")
    again = board_of(state.ruleset, land)
    if (again.area, again.near, again.total) != (
        state.board.area,
        state.board.near,
        state.board.total,
    ):
        found.append("the areas are not what the tiles say")
    return found


def _tile_faults(state: State) -> list[str]:
    alike = state.ruleset.alike
    stack = [alike[tile] for tile in range(TILES + START_TILES) if state.stack >> tile & 1]
    held = [tile for tile in state.drawn if tile != NOTHING]
    laid = [land // 3 for land in state.board.land if land != NOTHING]
    found = []
    if sorted([*stack, *held, *laid]) != sorted(alike) or stack_of(state.ruleset, stack) != (
        state.stack
    ):
        found.append("tiles are missing or there twice")
    needed = (state.ruleset.seasons - state.season) * state.seats
    if state.phase <= DRAW:
        needed += state.drawn.count(NOTHING)
    if (state.stack & STACK_BITS).bit_count() < needed:
        found.append("the stack has too few tiles for the seasons to come")
    wrong = [s for s in range(state.seats) if (state.drawn[s] != NOTHING) != holds_tile(state, s)]
    return found + [f"seat {seat} holds a tile and should not, or the other way" for seat in wrong]


def place_in_order(state: State, seat: int) -> int:
    return (seat - state.start) % state.seats


def holds_tile(state: State, seat: int) -> bool:
    """Whether a seat has drawn a tile and not laid it yet, judging by the phase."""
    if state.phase == DRAW:
        return place_in_order(state, seat) < place_in_order(state, state.turn)
    if not TURN <= state.phase <= AFTER:
        return False
    if state.phase == LAY and seat == state.turn:
        return True
    return not state.used[seat] >> PLACE & 1


def _stock_faults(state: State) -> list[str]:
    found = []
    unlimited = state.phase == OVER and not state.ruleset.final_limit
    for seat in range(state.seats):
        for animal in range(3):
            number = state.stock[3 * seat + animal]
            waiting = (
                state.phase == OVERFLOW
                and animal == state.terrain
                and place_in_order(state, seat) >= place_in_order(state, state.turn)
            )
            if number < 0 or (number > LIMIT and not waiting and not unlimited):
                found.append(f"seat {seat} has {number} of animal {animal}")
    return found


def uses(state: State, seat: int) -> int:
    """How many actions a seat has used this season, judging by the phase."""
    if state.phase < TURN:
        return 0
    if state.phase > AFTER:
        return state.ruleset.rounds
    if seat == state.turn:
        return state.round + (state.phase != TURN)
    return state.round + (place_in_order(state, seat) < place_in_order(state, state.turn))


def _use_faults(state: State) -> list[str]:
    found = []
    for seat in range(state.seats):
        number = uses(state, seat)
        if state.used[seat].bit_count() != number:
            found.append(f"seat {seat} should have used {number} actions")
        if number == state.ruleset.rounds and not state.used[seat] >> PLACE & 1:
            found.append(f"seat {seat} has not placed its tile")
    return found


def _phase_faults(state: State) -> list[str]:
    """Whether the phase is consistent with the rest, so that the match can go on from here."""
    if (state.start == NOTHING) != (state.phase == LOT):
        return ["the start player and the phase do not fit together"]
    last = state.ruleset.rounds - 1 if TURN <= state.phase <= AFTER else state.ruleset.rounds
    first = state.ruleset.rounds if state.phase > AFTER else 0
    if not first <= state.round <= (0 if state.phase < TURN else last):
        return ["the round and the phase do not fit together"]
    if state.terrain and state.phase != OVERFLOW:
        return ["no terrain is being scored"]
    if not _fits_action(state) or not _fits_step(state):
        return ["the phase, the action and the pieces do not fit together"]
    return []


def _fits_action(state: State) -> bool:
    """Whether an action is being carried out exactly when the phase says so, and was chosen."""
    phase, action = state.phase, state.action
    if phase <= TURN or phase >= AFTER:
        return action == NOTHING and state.involved == 0
    if action == NOTHING or not state.used[state.turn] >> action & 1:
        return False
    if phase in (GAIN, PAY):
        return True
    begun = {SEND: LAY, CALL: GATHER, MOVE: PICK}.get(phase, phase)
    return FIRST_STEPS[action] == begun


def _fits_step(state: State) -> bool:
    phase, seat, space = state.phase, state.turn, state.space
    if phase not in (SEND, CALL, MOVE) and space != NOTHING:
        return False
    if phase not in (PICK, MOVE) and state.moved:
        return False
    if phase in (LOT, START):
        return state.season == 1 and not any(state.used)
    if phase == OVERFLOW:
        limited = state.ruleset.final_limit or state.season < state.ruleset.seasons
        return limited and 0 <= state.terrain < 3
    if phase == OVER:
        return state.season == state.ruleset.seasons
    most = most_hunters(state, seat)
    if phase == BUILD:
        return 0 <= state.involved <= (most if state.ruleset.several_spaces else 0)
    if phase == PAY:
        return 2 <= state.involved <= most
    if phase in (PICK, MOVE):
        return _fits_moves(state, seat, most)
    if phase == CALL:
        return _fits_calls(state, seat, most)
    if phase == SEND:
        return _fits_send(state)
    if phase == GAIN:
        return state.involved == 0 and min(state.stock[3 * seat : 3 * seat + 3]) < LIMIT
    return state.involved == 0


def _fits_send(state: State) -> bool:
    """The tile just laid is empty."""
    space = state.space
    if space % 3 or space == NOTHING or space // 3 in START_CELLS or state.involved:
        return False
    return state.board.area[space] != NOTHING and not any(state.pieces[space : space + 3])


def _own_hunters(state: State, seat: int, space: int) -> int:
    own = space != NOTHING and owner_of(state.pieces[space]) == seat
    return state.pieces[space] & HUNTERS if own else 0


def _fits_calls(state: State, seat: int, most: int) -> bool:
    """The hunters called stand beside one who was already there."""
    return 0 <= state.involved <= most and _own_hunters(state, seat, state.space) > state.involved


def _fits_moves(state: State, seat: int, most: int) -> bool:
    moved = state.moved
    if len(moved) != state.involved or state.involved > most:
        return False
    if any(_own_hunters(state, seat, space) < moved.count(space) for space in moved):
        return False
    if state.phase == PICK:
        return True
    unmoved = _own_hunters(state, seat, state.space) - moved.count(state.space)
    return unmoved > 0 and state.involved < most and can_leave(state, seat, state.space)
