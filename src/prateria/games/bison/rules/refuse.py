"""The rule that forbids an action which is not offered, determined by what the seat may know.

Numbers in an action may come from the wire and be anything; nothing here may fail because of them.
"""

from __future__ import annotations

from typing import Final

from prateria.core.contract.game import LETTERS
from prateria.core.errors import IllegalAction
from prateria.core.rules import rule
from prateria.games.bison.rules.actions import (
    Action,
    Build,
    Buy,
    CallHunter,
    ChooseAction,
    Done,
    DrawTile,
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
from prateria.games.bison.rules.components import (
    CANOES,
    CELL_NAMES,
    CELLS,
    COST,
    HUNTERS,
    IS_PLACE,
    LARGEST,
    LIMIT,
    MOST_HUNTERS,
    MOVE_ONE,
    NOTHING,
    PLACE,
    PRICE,
    RIVER,
    SPACE_NAMES,
    SPACES,
    TEPEES,
    count,
    owner_of,
    piece_for,
    size_of,
)
from prateria.games.bison.rules.legal import can_leave, most_hunters, ways_from
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
from prateria.games.bison.rules.state import State, animals, hunters_at

_PHASE_RULES: Final = {
    LOT: ("B1.6", "the first start player is drawn by lot"),
    START: ("B1.4", "the start tiles are being laid"),
    DRAW: ("B3.2", "tiles are being drawn"),
    TURN: ("B3.3", "now an action is chosen"),
    LAY: ("B5.1", "now the tile is laid"),
    SEND: ("B5.2", "now hunters go onto one space of the new tile, or none do"),
    BUILD: ("B6.3", "now tepees or canoes are built or enlarged, or none are"),
    GATHER: ("B7.2", "now the space is named where hunters gather"),
    CALL: ("B7.2", "now hunters are called one by one"),
    PICK: ("B7.5", "now a hunter is picked that has not moved yet"),
    MOVE: ("B7.1", "now the hunter picked is moved"),
    GAIN: ("B4.2", "an action without hunters gains one animal"),
    PAY: ("B4.1", "now the action is paid for"),
    AFTER: ("B3.3", "the action is over; now there is buying, exchanging or the end of the turn"),
    OVERFLOW: ("B9.6", "a stock is over the limit: now there is buying and exchanging"),
    OVER: ("B10.1", "the match is over"),
}


@rule("B3.3")
def refuse(state: State, seat: int, action: Action) -> IllegalAction:
    """The rule that forbids an action which is not legal here."""
    number, what = _PHASE_RULES[state.phase]
    if isinstance(action, NameStart | LayStart | DrawTile):
        return IllegalAction(number, f"{what}; luck decides that, not a player", seat=seat)
    if action.seat != seat:
        return IllegalAction("B3.3", "a player cannot act for another", seat=seat)
    if state.phase < TURN or state.phase == OVER:
        return IllegalAction(number, f"{what}; it is not seat {LETTERS[seat]}'s turn", seat=seat)
    if seat != state.turn:
        return _refuse_out_of_turn(state, seat, action)
    found = _refuse_in_phase(state, seat, action)
    return IllegalAction(number, what, seat=seat) if found is None else found


@rule("B3.3", "B8.3")
def _refuse_out_of_turn(state: State, seat: int, action: Action) -> IllegalAction:
    number, what = _PHASE_RULES[state.phase]
    if isinstance(action, Buy | Exchange):
        number, what = "B8.3", "players buy and exchange in their own turns"
    return IllegalAction(number, f"{what}; it is not seat {LETTERS[seat]}'s turn", seat=seat)


def _refuse_in_phase(state: State, seat: int, action: Action) -> IllegalAction | None:
    """What is wrong with an action in its own phase; None if it is not its phase."""
    phase = state.phase
    if isinstance(action, Build | Enlarge | Reduce):
        return _refuse_build(state, seat, action) if phase == BUILD else _again(state, seat, action)
    if isinstance(action, CallHunter | PickHunter | MoveHunter | Gather):
        return _refuse_hunter(state, seat, action)
    if isinstance(action, ChooseAction) and phase == TURN:
        return _refuse_choice(state, seat, action)
    if isinstance(action, LayTile) and phase == LAY:
        return _refuse_lay(state, action)
    if isinstance(action, SendHunters):
        return _refuse_send(state, seat, action) if phase == SEND else _again(state, seat, action)
    if isinstance(action, Gain | Pay):
        return _refuse_animals(state, action)
    if isinstance(action, Buy | Exchange):
        return _refuse_trade(state, seat, action)
    if isinstance(action, Done) and phase == TURN:
        return IllegalAction("B3.3", "each player carries out one action a turn", seat=seat)
    return None


@rule("B5.2", "B6.3")
def _again(
    state: State, seat: int, action: SendHunters | Build | Enlarge | Reduce
) -> IllegalAction | None:
    """A second space for what was done on one; None if it was not done this season."""
    if isinstance(action, SendHunters):
        kind, number, why = (
            PLACE,
            "B5.2",
            "hunters come with the new tile, all onto one space of it",
        )
    else:
        kind = CANOES if action.space % 3 == RIVER else TEPEES
        number, why = "B6.3", "one action builds or enlarges on one space only, once a season"
        if state.ruleset.several_spaces:
            return None
    is_over = state.phase == AFTER and state.used[seat] >> kind & 1
    if is_over or (state.phase == PAY and state.action == kind):
        return IllegalAction(number, why, space=action.space)
    return None


@rule("B3.4", "B3.5")
def _refuse_choice(state: State, seat: int, action: ChooseAction) -> IllegalAction:
    if not state.ruleset.kinds >> action.kind & 1:
        return IllegalAction("B3.4", "there is no such action at this table", kind=action.kind)
    if state.used[seat] >> action.kind & 1:
        return IllegalAction("B3.4", "this action is used up for the season", kind=action.kind)
    why = "the tile must be placed with the fourth action, as it was not before"
    return IllegalAction("B3.5", why, kind=action.kind)


@rule("B5.1", "B2.1")
def _refuse_lay(state: State, action: LayTile) -> IllegalAction:
    cell = action.cell
    if not 0 <= cell < CELLS or not IS_PLACE[cell]:
        return IllegalAction("B5.1", "that is more than three tiles from the totem", cell=cell)
    name = CELL_NAMES[cell]
    if cell not in state.ruleset.places:
        return IllegalAction("B5.1", f"no tile may lie on {name} at this table", cell=cell)
    if state.board.land[cell] != NOTHING:
        return IllegalAction("B5.1", f"there is a tile on {name} already", cell=cell)
    if cell not in state.board.sites:
        return IllegalAction("B5.1", f"{name} shares no side with a tile on the board", cell=cell)
    return IllegalAction(
        "B2.1", "a tile fits in three turns only: by 0°, 120° or 240°", turn=action.turn
    )


@rule("B5.2")
def _refuse_send(state: State, seat: int, action: SendHunters) -> IllegalAction:
    if not state.space <= action.space < state.space + 3:
        name = CELL_NAMES[state.space // 3]
        why = f"hunters come onto one space of the new tile: {name}p, {name}m or {name}r"
        return IllegalAction("B5.2", why, space=action.space)
    if action.hunters < 1:
        return _refuse_number(action.hunters)
    wrong = _refuse_cost(state, seat, action.hunters)
    if wrong is not None:
        return wrong
    held = state.supply[seat] & HUNTERS
    why = f"not enough hunters in your supply; it has {held}"
    return IllegalAction("B4.3", why, hunters=action.hunters)


def _refuse_number(hunters: int) -> IllegalAction:
    return IllegalAction("B4.1", "name at least one hunter, or be done", hunters=hunters)


@rule("B4.1", "B4.3")
def _refuse_cost(state: State, seat: int, hunters: int) -> IllegalAction | None:
    """What is wrong with this many more hunters in this action, if anything."""
    total = state.involved + hunters
    if total > MOST_HUNTERS:
        return IllegalAction("B4.1", "an action involves at most five hunters", hunters=total)
    if total > most_hunters(state, seat):
        why = f"{total} hunters cost {COST[total]} animals; you have {animals(state, seat)}"
        return IllegalAction("B4.3", why, hunters=total)
    return None


# --- tepees and canoes --------------------------------------------------------------------


@rule("B6.1", "B6.2", "B6.3", "B11.2")
def _refuse_build(state: State, seat: int, action: Build | Enlarge | Reduce) -> IllegalAction:
    space = action.space
    wrong = _refuse_terrain(state, space)
    if wrong is not None:
        return wrong
    camp = state.pieces[space]
    if camp and owner_of(camp) != seat:
        return IllegalAction("B2.5", f"{SPACE_NAMES[space]} is another player's", space=space)
    if action.hunters < 1:
        return _refuse_number(action.hunters)
    size = size_of(camp)
    if isinstance(action, Build) and size:
        why = f"there is one on {SPACE_NAMES[space]} already; it can be enlarged"
        return IllegalAction("B2.5", why, space=space)
    if isinstance(action, Enlarge) and not size:
        why = f"there is nothing to enlarge on {SPACE_NAMES[space]}"
        return IllegalAction("B6.2", why, space=space)
    if isinstance(action, Reduce):
        return _refuse_reduction(state, seat, action, size)
    return _refuse_growth(state, seat, action, size)


@rule("B6.1", "B6.3")
def _refuse_terrain(state: State, space: int) -> IllegalAction | None:
    if not 0 <= space < SPACES or state.board.area[space] == NOTHING:
        return IllegalAction("B6.1", "there is no such space", space=space)
    if state.action == CANOES and space % 3 != RIVER:
        return IllegalAction("B6.1", "canoes are for rivers, not for land", space=space)
    if state.action != CANOES and space % 3 == RIVER:
        return IllegalAction("B6.1", "tepees are for prairies and mountains", space=space)
    return None


def _refuse_growth(state: State, seat: int, action: Build | Enlarge, size: int) -> IllegalAction:
    number = "B6.2" if size else "B6.1"
    beside = hunters_at(state, action.space)
    if action.hunters > beside:
        why = f"there are not that many hunters on {SPACE_NAMES[action.space]}, but {beside}"
        return IllegalAction(number, why, hunters=action.hunters)
    size += action.hunters
    if size > LARGEST:
        return IllegalAction(number, f"the largest size is {LARGEST}", size=size)
    wrong = _refuse_cost(state, seat, action.hunters)
    return _lacking(action.space, size) if wrong is None else wrong


def _refuse_reduction(state: State, seat: int, action: Reduce, size: int) -> IllegalAction:
    if not state.ruleset.may_reduce:
        why = "tepees and canoes are reduced and dismantled in variant 2 only"
        return IllegalAction("B11.2", why, space=action.space)
    if action.hunters > size:
        why = f"the size on {SPACE_NAMES[action.space]} is {size}"
        return IllegalAction("B11.2", why, hunters=action.hunters)
    wrong = _refuse_cost(state, seat, action.hunters)
    if wrong is not None:
        return wrong
    held = state.supply[seat] & HUNTERS
    if action.hunters > held:
        why = f"not enough hunters in your supply; it has {held}"
        return IllegalAction("B4.3", why, hunters=action.hunters)
    return _lacking(action.space, size - action.hunters)


@rule("B4.3")
def _lacking(space: int, size: int) -> IllegalAction:
    name = "canoe" if space % 3 == RIVER else "tepee"
    why = f"there is no {name} {size} in your supply"
    return IllegalAction("B4.3", why, piece=piece_for(space, size))


# --- moving -------------------------------------------------------------------------------


def _refuse_hunter(
    state: State, seat: int, action: CallHunter | PickHunter | MoveHunter | Gather
) -> IllegalAction | None:
    space, phase = action.space, state.phase
    if not 0 <= space < SPACES or state.board.area[space] == NOTHING:
        return IllegalAction("B7.1", "there is no such space", space=space)
    if isinstance(action, MoveHunter) and phase == MOVE:
        return _refuse_move(state, space)
    if isinstance(action, PickHunter) and phase == PICK:
        return _refuse_pick(state, seat, space)
    if isinstance(action, CallHunter) and phase == CALL:
        return _refuse_call(state, seat, space)
    if isinstance(action, Gather) and phase == GATHER:
        return _refuse_gathering(state, seat, space)
    return None


def _own_hunters(state: State, seat: int, space: int) -> int:
    return hunters_at(state, space) if owner_of(state.pieces[space]) == seat else 0


@rule("B6.4")
def _no_hunter(state: State, seat: int, space: int, number: str) -> IllegalAction:
    """The seat has no hunter on a space; maybe a tepee or canoe, but these never move."""
    camp = state.pieces[space]
    if size_of(camp) and owner_of(camp) == seat:
        return IllegalAction("B6.4", "tepees and canoes never move", space=space)
    return IllegalAction(number, f"you have no hunter on {SPACE_NAMES[space]}", space=space)


@rule("B7.2")
def _refuse_gathering(state: State, seat: int, space: int) -> IllegalAction:
    if not _own_hunters(state, seat, space):
        why = f"hunters gather where one of yours stands; none does on {SPACE_NAMES[space]}"
        return IllegalAction("B7.2", why, space=space)
    return IllegalAction("B7.2", "there is no other hunter to be called", space=space)


@rule("B7.2")
def _refuse_call(state: State, seat: int, space: int) -> IllegalAction:
    if space == state.space:
        return IllegalAction("B7.2", "hunters gather here; call them from elsewhere", space=space)
    if not _own_hunters(state, seat, space):
        return _no_hunter(state, seat, space, "B7.2")
    wrong = _refuse_cost(state, seat, 1)
    assert wrong is not None
    return wrong


def _move_rule(state: State) -> str:
    return "B7.3" if state.action == MOVE_ONE else "B7.4"


@rule("B7.5", "B7.1")
def _refuse_pick(state: State, seat: int, space: int) -> IllegalAction:
    own = _own_hunters(state, seat, space)
    if not own:
        return _no_hunter(state, seat, space, _move_rule(state))
    if own <= state.moved.count(space):
        return IllegalAction("B7.5", "a hunter moves only once in an action", space=space)
    if not can_leave(state, seat, space):
        return IllegalAction("B7.1", "wherever it could go, other pieces stand", space=space)
    wrong = _refuse_cost(state, seat, 1)
    assert wrong is not None
    return wrong


@rule("B7.1", "B7.3", "B7.4")
def _refuse_move(state: State, space: int) -> IllegalAction:
    name = SPACE_NAMES[space]
    if space in ways_from(state, state.space):
        return IllegalAction("B7.1", f"a move may not end on another's space: {name}", space=space)
    far = "one step" if state.action == MOVE_ONE else "one to three steps"
    why = f"{name} is not {far} from {SPACE_NAMES[state.space]}"
    return IllegalAction(_move_rule(state), why, space=space)


# --- animals ------------------------------------------------------------------------------


@rule("B4.1", "B4.2", "B4.3")
def _refuse_animals(state: State, action: Gain | Pay) -> IllegalAction | None:
    if isinstance(action, Gain):
        if state.phase != GAIN:
            return None
        why = f"your stock of that kind is full: {LIMIT}"
        return IllegalAction("B4.2", why, animal=action.animal)
    if state.phase != PAY:
        return None
    price = COST[state.involved]
    given = (action.bison, action.turkeys, action.salmon)
    if sum(given) != price or min(given) < 0:
        return IllegalAction("B4.1", f"the price is {price} animals in all", price=price)
    return IllegalAction("B4.3", "you do not have that many animals of that kind", price=price)


@rule("B8.1", "B8.2", "B9.6")
def _refuse_trade(state: State, seat: int, action: Buy | Exchange) -> IllegalAction:
    number = "B8.1" if isinstance(action, Buy) else "B8.2"
    if state.phase == MOVE:
        why = "put the hunter down first; then you may buy and exchange"
        return IllegalAction(number, why, seat=seat)
    stock = state.stock[3 * seat : 3 * seat + 3]
    if isinstance(action, Buy):
        if not count(state.market[seat], action.piece):
            return IllegalAction("B8.1", "there is none left in your market", piece=action.piece)
        price = PRICE[action.piece]
        if price > min(stock):
            return IllegalAction("B8.1", f"that costs {price} of each animal", price=price)
        return _needed_for_action(state, seat)
    if action.give == action.take:
        return IllegalAction("B8.2", "exchange for another kind", animal=action.take)
    if stock[action.give] < 3:
        return IllegalAction("B8.2", "an exchange takes three of one kind", animal=action.give)
    if stock[action.take] >= LIMIT:
        return IllegalAction("B9.6", f"a stock holds at most {LIMIT} of a kind", animal=action.take)
    return _needed_for_action(state, seat)


@rule("B4.3")
def _needed_for_action(state: State, seat: int) -> IllegalAction:
    """What is left could not pay for the hunters already involved."""
    involved, price = state.involved, COST[state.involved]
    why = (
        f"this action involves {involved} hunters already and costs {price} animals; "
        f"of your {animals(state, seat)} too few would be left"
    )
    return IllegalAction("B4.3", why, hunters=involved)
