"""Carrying out actions. Trusts its caller: an action that `legal` does not offer corrupts the
state.

One function an action kind, found by its class. Each leaves the state at the next thing to be
decided or drawn, and returns the events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from prateria.core.rules import rule
from prateria.games.bison.rules.actions import (
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
from prateria.games.bison.rules.board import with_tile
from prateria.games.bison.rules.components import (
    ANIMALS,
    COST,
    LIMIT,
    NOTHING,
    ONE,
    PRICE,
    SPACES,
    START_CELLS,
    START_TURNS,
    piece_for,
    size_of,
)
from prateria.games.bison.rules.events import (
    ACTION_CHOSEN,
    ANIMAL_GAINED,
    ANIMALS_EXCHANGED,
    GATHERING_CALLED,
    HUNTER_PICKED,
    PIECE_BOUGHT,
    TURN_ENDED,
    AnimalsLost,
    AreaCounted,
    AreaScored,
    Event,
    HunterMoved,
    HuntersSent,
    NothingGained,
    Paid,
    PieceBuilt,
    PieceEnlarged,
    PieceReduced,
    RoundBegan,
    ScoringBegan,
    SeasonBegan,
    SeasonEnded,
    StartNamed,
    StartTileLaid,
    StocksCleared,
    TileDrawn,
    TileLaid,
)
from prateria.games.bison.rules.phases import (
    AFTER,
    BUILD,
    CALL,
    DRAW,
    GAIN,
    GATHER,
    LAY,
    MOVE,
    OVER,
    OVERFLOW,
    PAY,
    PICK,
    SEND,
    START,
    TURN,
)
from prateria.games.bison.rules.scoring import present, shares
from prateria.games.bison.rules.state import (
    State,
    in_order,
    put_hunters,
    take_from_stack,
    take_hunters,
)

FIRST_STEPS: Final = (LAY, BUILD, BUILD, GATHER, PICK, PICK)
"""The first phase of each of the six actions."""


def apply_action(state: State, action: Action) -> Sequence[Event]:
    """Carry out any action. The commonest kinds are called without a detour."""
    if isinstance(action, ChooseAction):
        return choose_action(state, action)
    if isinstance(action, EndTurn):
        return end_turn(state, action)
    if isinstance(action, PickHunter):
        return pick_hunter(state, action)
    if isinstance(action, MoveHunter):
        return move_hunter(state, action)
    if isinstance(action, Buy):
        return buy(state, action)
    if isinstance(action, Exchange):
        return exchange(state, action)
    return _HANDLERS[type(action)](state, action)


# --- luck ---------------------------------------------------------------------------------


@rule("B1.6")
def name_start(state: State, action: NameStart) -> Sequence[Event]:
    state.start = action.seat
    state.phase = START
    return (StartNamed(action.seat),)


@rule("B1.4", "B12")
def lay_start(state: State, action: LayStart) -> Sequence[Event]:
    """The start tiles lie around the totem; which of them gets which animals is drawn by lot."""
    place = 0
    while state.board.land[START_CELLS[place]] != NOTHING:
        place += 1
    cell = START_CELLS[place]
    take_from_stack(state, action.tile)
    turn, printed = START_TURNS[place], state.ruleset.tiles[action.tile]
    state.board = with_tile(state.board, state.ruleset, cell, 3 * action.tile + turn)
    events: list[Event] = [StartTileLaid(cell, action.tile, turn, printed)]
    if place == len(START_CELLS) - 1:
        begin_season(state, events)
    return events


def begin_season(state: State, events: list[Event]) -> None:
    state.phase = DRAW
    state.turn = state.start
    events.append(SeasonBegan(state.season, state.ruleset.seasons, state.start))


def draw_tile(state: State, action: DrawTile) -> Sequence[Event]:
    """The seat draws a tile; each draws one, in turn order."""
    seat = action.seat
    take_from_stack(state, action.tile)
    state.drawn[seat] = action.tile
    state.turn = (seat + 1) % state.seats
    drawn = TileDrawn(seat, action.tile, state.ruleset.tiles[action.tile])
    if state.turn == state.start:
        state.phase = TURN
        return drawn, round_began(state)
    return (drawn,)


def round_began(state: State) -> RoundBegan:
    return RoundBegan(state.season, state.round + 1, state.ruleset.rounds)


# --- actions ------------------------------------------------------------------------------


def choose_action(state: State, action: ChooseAction) -> Sequence[Event]:
    seat = action.seat
    kind = int(action.kind)
    state.used[seat] |= 1 << kind
    state.action = kind
    state.phase = FIRST_STEPS[kind]
    return ACTION_CHOSEN[seat][kind]


def lay_tile(state: State, action: LayTile) -> Sequence[Event]:
    seat = action.seat
    tile = state.drawn[seat]
    state.drawn[seat] = NOTHING
    state.board = with_tile(state.board, state.ruleset, action.cell, 3 * tile + action.turn)
    state.space = 3 * action.cell
    state.phase = SEND
    return (TileLaid(seat, action.cell, tile, action.turn, state.ruleset.tiles[tile]),)


def send_hunters(state: State, action: SendHunters) -> Sequence[Event]:
    seat = action.seat
    state.supply[seat] -= action.hunters
    put_hunters(state, seat, action.space, action.hunters)
    state.involved = action.hunters
    end_action(state)
    return (HuntersSent(seat, action.space, action.hunters),)


def build(state: State, action: Build) -> Sequence[Event]:
    seat, space, hunters = action.seat, action.space, action.hunters
    left = state.pieces[space] - hunters
    state.pieces[space] = left + (hunters << 4)
    state.supply[seat] += hunters - ONE[piece_for(space, hunters)]
    go_on_building(state, hunters)
    return (PieceBuilt(seat, space, hunters),)


def enlarge(state: State, action: Enlarge) -> Sequence[Event]:
    """The old piece and the hunters go back to the supply, not to the market."""
    seat, space, hunters = action.seat, action.space, action.hunters
    old = size_of(state.pieces[space])
    size = old + hunters
    state.pieces[space] += (hunters << 4) - hunters
    state.supply[seat] += ONE[piece_for(space, old)] + hunters - ONE[piece_for(space, size)]
    go_on_building(state, hunters)
    return (PieceEnlarged(seat, space, size, hunters),)


def reduce(state: State, action: Reduce) -> Sequence[Event]:
    """Reduce a tepee or canoe, or dismantle it if nothing is left: the hunters stand there
    afterwards."""
    seat, space, hunters = action.seat, action.space, action.hunters
    old = size_of(state.pieces[space])
    size = old - hunters
    state.pieces[space] += hunters - (hunters << 4)
    state.supply[seat] += ONE[piece_for(space, old)] - hunters
    if size:
        state.supply[seat] -= ONE[piece_for(space, size)]
    go_on_building(state, hunters)
    return (PieceReduced(seat, space, size, hunters),)


def go_on_building(state: State, hunters: int) -> None:
    """One space an action, unless the rules allow several."""
    state.involved += hunters
    if not state.ruleset.several_spaces:
        end_action(state)


def gather(state: State, action: Gather) -> Sequence[Event]:
    state.space = action.space
    state.phase = CALL
    return GATHERING_CALLED[action.seat][action.space]


def call_hunter(state: State, action: CallHunter) -> Sequence[Event]:
    seat = action.seat
    take_hunters(state, seat, action.space, 1)
    put_hunters(state, seat, state.space, 1)
    state.involved += 1
    return (HunterMoved(seat, action.space, state.space),)


def pick_hunter(state: State, action: PickHunter) -> Sequence[Event]:
    state.space = action.space
    state.phase = MOVE
    return HUNTER_PICKED[action.seat][action.space]


def move_hunter(state: State, action: MoveHunter) -> Sequence[Event]:
    """A hunter moves, and only once; nothing else ever does."""
    seat, source, target = action.seat, state.space, action.space
    take_hunters(state, seat, source, 1)
    put_hunters(state, seat, target, 1)
    state.moved += (target,)
    state.involved += 1
    state.space = NOTHING
    state.phase = PICK
    return (HunterMoved(seat, source, target),)


def done(state: State, action: Done) -> Sequence[Event]:
    if state.phase != OVERFLOW:
        is_idle = state.involved == 0
        end_action(state)
        return (NothingGained(action.seat),) if is_idle and state.phase == AFTER else ()
    events: list[Event] = []
    cut_stock(state, action.seat, events)
    after_overflow(state, action.seat, events)
    return events


def end_action(state: State) -> None:
    """With no hunter there is an animal to gain, if any stock has room; else there is a price."""
    state.space = NOTHING
    state.moved = ()
    first, stock = 3 * state.turn, state.stock
    if state.involved == 0 and min(min(stock[first], stock[first + 1]), stock[first + 2]) < LIMIT:
        state.phase = GAIN
    elif COST[state.involved]:
        state.phase = PAY
    else:
        leave_action(state)


def leave_action(state: State) -> None:
    state.action = NOTHING
    state.involved = 0
    state.phase = AFTER


def gain(state: State, action: Gain) -> Sequence[Event]:
    state.stock[3 * action.seat + action.animal] += 1
    leave_action(state)
    return ANIMAL_GAINED[action.seat][action.animal]


def pay(state: State, action: Pay) -> Sequence[Event]:
    first, stock = 3 * action.seat, state.stock
    stock[first] -= action.bison
    stock[first + 1] -= action.turkeys
    stock[first + 2] -= action.salmon
    leave_action(state)
    left = (stock[first], stock[first + 1], stock[first + 2])
    return (Paid(action.seat, action.bison, action.turkeys, action.salmon, left),)


def buy(state: State, action: Buy) -> Sequence[Event]:
    seat, piece = action.seat, int(action.piece)
    for first in range(3 * seat, 3 * seat + 3):
        state.stock[first] -= PRICE[piece]
    state.market[seat] -= ONE[piece]
    state.supply[seat] += ONE[piece]
    return PIECE_BOUGHT[seat][piece]


def exchange(state: State, action: Exchange) -> Sequence[Event]:
    first = 3 * action.seat
    state.stock[first + action.give] -= 3
    state.stock[first + action.take] += 1
    return ANIMALS_EXCHANGED[action.seat][action.give][action.take]


def end_turn(state: State, action: EndTurn) -> Sequence[Event]:
    """Four rounds of turns, then the scoring."""
    seat = action.seat
    state.turn = (seat + 1) % state.seats
    state.phase = TURN
    if state.turn == state.start:
        state.round += 1
        if state.round == state.ruleset.rounds:
            events: list[Event] = list(TURN_ENDED[seat])
            begin_scoring(state, events)
            return events
        return (*TURN_ENDED[seat], round_began(state))
    return TURN_ENDED[seat]


# --- scoring ------------------------------------------------------------------------------


@rule("B10.1")
def begin_scoring(state: State, events: list[Event]) -> None:
    """In the last season stocks are set to 0 first."""
    events.append(ScoringBegan(state.season))
    if state.season == state.ruleset.seasons:
        state.stock = [0] * (3 * state.seats)
        events.append(StocksCleared(state.season))
    state.terrain = 0
    score_on(state, events)


def score_on(state: State, events: list[Event]) -> None:
    """Score terrain by terrain, as far as the first player who has more than a stock holds."""
    while state.terrain < 3:
        score_terrain(state, events)
        for seat in in_order(state):
            if is_over_limit(state, seat):
                state.phase = OVERFLOW
                state.turn = seat
                return
        state.terrain += 1
    end_season(state, events)


def score_terrain(state: State, events: list[Event]) -> None:
    """Everybody gets what the areas of the terrain pay, area by area."""
    board, terrain = state.board, state.terrain
    areas = present(board, state.pieces, state.camps, terrain)
    spaces: dict[int, list[int]] = {area: [] for area in sorted(areas)}
    for space in range(terrain, SPACES, 3):
        area = board.area[space]
        if area in spaces:
            spaces[area].append(space)
    for area, own in spaces.items():
        events.append(AreaCounted(tuple(own), board.total[area]))
        strengths = {seat: strength for strength, seat, _ in areas[area]}
        levels = list(strengths.values())
        for seat, place, animals in shares(areas[area], board.total[area]):
            state.stock[3 * seat + terrain] += animals
            strength = strengths[seat]
            is_level = levels.count(strength) > 1
            events.append(AreaScored(seat, area, place, animals, is_level, strength))


def is_over_limit(state: State, seat: int) -> bool:
    """Whether a seat has more of what was just scored than its stock holds."""
    if state.season == state.ruleset.seasons and not state.ruleset.final_limit:
        return False
    return state.stock[3 * seat + state.terrain] > LIMIT


@rule("B9.6")
def cut_stock(state: State, seat: int, events: list[Event]) -> None:
    """What is over the limit is lost."""
    place = 3 * seat + state.terrain
    lost = state.stock[place] - LIMIT
    if lost > 0:
        state.stock[place] = LIMIT
        events.append(AnimalsLost(seat, ANIMALS[state.terrain], lost))


@rule("B9.6", "B8.3")
def after_overflow(state: State, seat: int, events: list[Event]) -> None:
    """The next player over the limit may buy and exchange; then the scoring continues."""
    order = in_order(state)
    for other in order[order.index(seat) + 1 :]:
        if is_over_limit(state, other):
            state.turn = other
            return
    state.terrain += 1
    score_on(state, events)


@rule("B9.7", "B3.1", "B10.1")
def end_season(state: State, events: list[Event]) -> None:
    """The cubes are removed and the totem passes to the left; or the game is over."""
    events.append(SeasonEnded(state.season, tuple(state.stock)))
    state.terrain = 0
    if state.season == state.ruleset.seasons:
        state.phase = OVER
        state.turn = 0
        return
    state.used = [0] * state.seats
    state.round = 0
    state.season += 1
    state.start = (state.start + 1) % state.seats
    begin_season(state, events)


_HANDLERS: Final[dict[type, Callable[[State, Any], Sequence[Event]]]] = {
    NameStart: name_start,
    LayStart: lay_start,
    DrawTile: draw_tile,
    ChooseAction: choose_action,
    LayTile: lay_tile,
    SendHunters: send_hunters,
    Build: build,
    Enlarge: enlarge,
    Reduce: reduce,
    Gather: gather,
    CallHunter: call_hunter,
    PickHunter: pick_hunter,
    MoveHunter: move_hunter,
    Done: done,
    Gain: gain,
    Pay: pay,
    Buy: buy,
    Exchange: exchange,
    EndTurn: end_turn,
}

# Not decorated, as the compiler calls them directly then.
rule("B3.4")(choose_action)
rule("B5.1")(lay_tile)
rule("B5.2")(send_hunters)
rule("B6.1")(build)
rule("B6.2", "B8.4")(enlarge)
rule("B11.2", "B8.4", "B13.7")(reduce)
rule("B6.3", "B11.1", "B13.7")(go_on_building)
rule("B7.2")(gather)
rule("B7.2", "B13.6")(call_hunter)
rule("B7.1", "B7.5", "B6.4")(move_hunter)
rule("B4.2")(end_action)
rule("B4.2")(gain)
rule("B4.1")(pay)
rule("B8.1")(buy)
rule("B8.2")(exchange)
rule("B3.3")(end_turn)
rule("B9.1", "B9.6")(score_on)
rule("B9.2")(score_terrain)
rule("B9.6", "B10.1")(is_over_limit)
rule("B3.2")(draw_tile)
