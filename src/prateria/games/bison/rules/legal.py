"""What may be done now. Nothing is offered that could not be completed and paid for: a player who
may choose an action may also carry it out with no hunters at all. Lists that depend on a few small
numbers are computed once and cached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE
from prateria.core.rules import rule
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
    SEATS,
    SEND_HUNTERS,
    Action,
    Pay,
)
from prateria.games.bison.rules.board import within
from prateria.games.bison.rules.components import (
    ALL_KINDS,
    ANIMALS,
    CANOES,
    COST,
    COST_HUNTERS,
    HUNTERS,
    KINDS,
    LARGEST,
    LIMIT,
    MOST_HUNTERS,
    MOVE_ONE,
    PIECES,
    PLACE,
    PRICE,
    RIVER,
    count,
    piece_for,
    size_of,
)
from prateria.games.bison.rules.phases import (
    AFTER,
    CALL,
    DRAW,
    LAY,
    LOT,
    MOVE,
    OVER,
    OVERFLOW,
    PICK,
    SEND,
    START,
    TURN,
)
from prateria.games.bison.rules.phases import BUILD as BUILDING
from prateria.games.bison.rules.phases import GAIN as GAINING
from prateria.games.bison.rules.phases import GATHER as GATHERING
from prateria.games.bison.rules.phases import PAY as PAYING
from prateria.games.bison.rules.ruleset import TILES
from prateria.games.bison.rules.state import State, animals

STACK_BITS: Final = (1 << TILES) - 1
LOST_BY_EXCHANGE: Final = 2
"""Animals that an exchange takes from the stock in all; no purchase takes fewer."""

_CHANCE_ONLY: Final[tuple[int, ...]] = (CHANCE,)
_NOBODY: Final[tuple[int, ...]] = ()
_ONE_SEAT: Final[tuple[tuple[int, ...], ...]] = tuple((seat,) for seat in SEATS)
_CHOICES: Final = tuple(
    tuple(
        tuple(CHOOSE_ACTION[seat][kind] for kind in KINDS if open_ >> kind & 1)
        for open_ in range(ALL_KINDS + 1)
    )
    for seat in SEATS
)
_ENDS: Final[tuple[tuple[Action, ...], ...]] = tuple((END_TURN[seat],) for seat in SEATS)
_DONES: Final[tuple[tuple[Action, ...], ...]] = tuple((DONE[seat],) for seat in SEATS)
MOST_KEPT: Final = 1024
"""How many markets are cached with what can be bought; then the cache is cleared."""
_buys: Final[dict[int, tuple[Action, ...]]] = {}
_sends: Final[dict[int, tuple[Action, ...]]] = {}
_payments: Final[dict[int, dict[int, Pay]]] = {}


def actors(state: State) -> tuple[int, ...]:
    """Who may act now."""
    phase = state.phase
    if phase < TURN:
        return _CHANCE_ONLY
    if phase == OVER:
        return _NOBODY
    return _ONE_SEAT[state.turn]


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """What a seat may do now; nothing if it may not act."""
    phase = state.phase
    if state.turn != seat or phase < TURN or phase == OVER:
        return ()
    if phase == TURN:
        return _CHOICES[seat][open_actions(state, seat)] + trades(state, seat)
    if phase == AFTER:
        return _ENDS[seat] + trades(state, seat)
    if phase == PICK:
        return _and_trades(legal_picks(state, seat), state, seat)
    if phase == MOVE:
        return legal_moves(state, seat)
    if phase == PAYING:
        return _and_trades(legal_payments(state, seat), state, seat)
    if phase == CALL:
        return _and_trades(legal_calls(state, seat), state, seat)
    if phase == BUILDING:
        return _and_trades(legal_builds(state, seat), state, seat)
    return _rarer_actions(state, seat)


def _and_trades(found: list[Action], state: State, seat: int) -> list[Action]:
    """The steps of the action first, then what can be bought and exchanged in the middle of it."""
    found += trades(state, seat)
    return found


def _rarer_actions(state: State, seat: int) -> Sequence[Action]:
    phase = state.phase
    if phase == LAY:
        return _and_trades(legal_lays(state, seat), state, seat)
    if phase == SEND:
        return legal_sends(state, seat) + trades(state, seat)
    if phase == GATHERING:
        return _and_trades(legal_gatherings(state, seat), state, seat)
    if phase == GAINING:
        return _and_trades(legal_gains(state, seat), state, seat)
    assert phase == OVERFLOW
    return _DONES[seat] + trades(state, seat)


def open_actions(state: State, seat: int) -> int:
    """The actions a seat has not used; before the fourth, only placing a tile not placed yet."""
    unused = state.ruleset.kinds - state.used[seat]
    if state.round == state.ruleset.rounds - 1 and unused >> PLACE & 1:
        return 1 << PLACE
    return unused


def most_hunters(state: State, seat: int) -> int:
    """How many hunters a seat's stock can pay for in one action."""
    return COST_HUNTERS[min(animals(state, seat), COST[MOST_HUNTERS])]


# --- placing the tile ---------------------------------------------------------------------


def legal_lays(state: State, seat: int) -> list[Action]:
    """Every place that shares a side with a tile, in the three rotations that fit."""
    row = LAY_TILE[seat]
    return [lay for cell in state.board.sites for lay in row[cell]]


def legal_sends(state: State, seat: int) -> tuple[Action, ...]:
    """Up to five hunters from the supply onto one space of the tile."""
    most = min(most_hunters(state, seat), state.supply[seat] & HUNTERS)
    key = (state.space * 8 + most) * 4 + seat
    sends = _sends.get(key)
    if sends is None:
        row = SEND_HUNTERS[seat]
        sends = _sends[key] = (
            *(send for terrain in range(3) for send in row[state.space + terrain][:most]),
            DONE[seat],
        )
    return sends


# --- tepees and canoes --------------------------------------------------------------------


def legal_builds(state: State, seat: int) -> list[Action]:
    """Tepees on land or canoes on rivers: build, enlarge and, where the rules have it, reduce."""
    found: list[Action] = []
    most = most_hunters(state, seat) - state.involved
    if most > 0:
        on_river = state.action == CANOES
        for space in state.camps[seat]:
            if (space % 3 == RIVER) == on_river:
                camp = state.pieces[space]
                if camp & HUNTERS:
                    _add_growth(state, seat, space, min(most, camp & HUNTERS), found)
                if state.ruleset.may_reduce and size_of(camp):
                    _add_reductions(state, seat, space, most, found)
    found.append(DONE[seat])
    return found


def _add_growth(state: State, seat: int, space: int, most: int, found: list[Action]) -> None:
    """A piece of the new size must be in the supply."""
    size = size_of(state.pieces[space])
    row = ENLARGE[seat][space] if size else BUILD[seat][space]
    supply = state.supply[seat]
    found += [
        row[hunters - 1]
        for hunters in range(1, min(most, LARGEST - size) + 1)
        if count(supply, piece_for(space, size + hunters))
    ]


@rule("B11.2")
def _add_reductions(state: State, seat: int, space: int, most: int, found: list[Action]) -> None:
    """A smaller piece, if one is to stay, and the hunters must be in the supply."""
    size = size_of(state.pieces[space])
    supply = state.supply[seat]
    found += [
        REDUCE[seat][space][hunters - 1]
        for hunters in range(1, min(most, size, supply & HUNTERS) + 1)
        if hunters == size or count(supply, piece_for(space, size - hunters))
    ]


# --- moving -------------------------------------------------------------------------------


def legal_gatherings(state: State, seat: int) -> list[Action]:
    """Every space with a hunter of the seat's own, if another can be called from elsewhere."""
    pieces = state.pieces
    held = [space for space in state.camps[seat] if pieces[space] & HUNTERS]
    found: list[Action] = []
    if len(held) > 1:
        row = GATHER[seat]
        found += [row[space] for space in held]
    found.append(DONE[seat])
    return found


def legal_calls(state: State, seat: int) -> list[Action]:
    """A hunter from any other space."""
    found: list[Action] = []
    if state.involved < most_hunters(state, seat):
        row, pieces = CALL_HUNTER[seat], state.pieces
        found += [
            row[space]
            for space in state.camps[seat]
            if space != state.space and pieces[space] & HUNTERS
        ]
    found.append(DONE[seat])
    return found


def legal_picks(state: State, seat: int) -> list[Action]:
    """A hunter that has not moved in this action and has somewhere to go."""
    found: list[Action] = []
    if state.involved < most_hunters(state, seat):
        row, pieces, moved = PICK_HUNTER[seat], state.pieces, state.moved
        found += [
            row[space]
            for space in state.camps[seat]
            if (pieces[space] & HUNTERS) > moved.count(space) and can_leave(state, seat, space)
        ]
    found.append(DONE[seat])
    return found


def ways_from(state: State, space: int) -> tuple[int, ...]:
    """The spaces that the action being carried out can reach from a space."""
    return within(state.board, space, 1 if state.action == MOVE_ONE else 3)


def can_leave(state: State, seat: int, space: int) -> bool:
    """Whether a move from a space can end somewhere that is free or the seat's own."""
    pieces, own = state.pieces, seat + 1
    for other in ways_from(state, space):
        there = pieces[other] >> 8
        if there in (0, own):
            return True
    return False


def legal_moves(state: State, seat: int) -> list[Action]:
    """Spaces within reach, except those of others. They may be crossed."""
    row, pieces, own = MOVE_HUNTER[seat], state.pieces, seat + 1
    return [
        row[space]
        for space in ways_from(state, state.space)
        if pieces[space] == 0 or pieces[space] >> 8 == own
    ]


# --- animals ------------------------------------------------------------------------------


def legal_gains(state: State, seat: int) -> list[Action]:
    """One animal of a kind of which the stock has fewer than 15."""
    return [gain for gain in GAIN[seat] if state.stock[3 * seat + gain.animal] < LIMIT]


def legal_payments(state: State, seat: int) -> list[Action]:
    """Every way to pay, first the one that keeps the stocks most even."""
    first = 3 * seat
    bison, turkeys, salmon = state.stock[first : first + 3]
    price = COST[state.involved]
    capped = (min(bison, price) * 16 + min(turkeys, price)) * 16 + min(salmon, price)
    key = (capped * 16 + price) * 4 + seat
    ways = _payments.get(key)
    if ways is None:
        ways = _payments[key] = {
            pay.bison * 16 + pay.turkeys: pay
            for pay in PAY[seat][price]
            if pay.bison <= bison and pay.turkeys <= turkeys and pay.salmon <= salmon
        }
    even = ways[even_payment(bison, turkeys, salmon, price)]
    return [even, *[pay for pay in ways.values() if pay is not even]]


def even_payment(bison: int, turkeys: int, salmon: int, price: int) -> int:
    """The payment that takes each animal from what is then the largest stock: 16 times the bison,
    plus the turkeys."""
    left_bison, left_turkeys = bison, turkeys
    for _ in range(price):
        if left_bison >= left_turkeys and left_bison >= salmon:
            left_bison -= 1
        elif left_turkeys >= salmon:
            left_turkeys -= 1
        else:
            salmon -= 1
    return (bison - left_bison) * 16 + turkeys - left_turkeys


def trades(state: State, seat: int) -> tuple[Action, ...]:
    """What can be bought and exchanged such that the hunters involved so far can still be paid."""
    stock, first = state.stock, 3 * seat
    bison, turkeys, salmon = stock[first], stock[first + 1], stock[first + 2]
    least = min(min(bison, turkeys), min(salmon, LARGEST))
    giving = (bison >= 3) + 2 * (turkeys >= 3) + 4 * (salmon >= 3)
    if state.involved > 1:
        spare = bison + turkeys + salmon - COST[state.involved]
        if spare < LOST_BY_EXCHANGE:
            return ()
        least = min(least, spare // 3)
    room = (bison < LIMIT) + 2 * (turkeys < LIMIT) + 4 * (salmon < LIMIT)
    exchanges = _EXCHANGES[seat][giving * 8 + room]
    if least == 0:
        return exchanges
    key = (state.market[seat] * 8 + least) * 4 + seat
    buys = _buys.get(key)
    if buys is None:
        if len(_buys) >= MOST_KEPT:
            _buys.clear()
        buys = _buys[key] = affordable(state.market[seat], least, seat)
    return buys + exchanges


def affordable(market: int, least: int, seat: int) -> tuple[Action, ...]:
    """The pieces in a market that cost no more of each animal than the smallest stock has."""
    return tuple(
        BUY[seat][piece] for piece in PIECES if count(market, piece) and PRICE[piece] <= least
    )


@rule("B8.2", "B9.6")
def exchanges_for(seat: int, giving: int, room: int) -> tuple[Action, ...]:
    """Three of a kind for one of another kind of which the stock is not full."""
    return tuple(
        EXCHANGE[seat][give][take]
        for give in ANIMALS
        for take in ANIMALS
        if give != take and giving >> give & 1 and room >> take & 1
    )


_EXCHANGES: Final = tuple(
    tuple(exchanges_for(seat, giving, room) for giving in range(8) for room in range(8))
    for seat in SEATS
)

# --- luck ---------------------------------------------------------------------------------


@rule("B1.6", "B3.2", "B12")
def outcomes(state: State) -> list[tuple[Action, int]]:
    """What luck may bring now, with weights."""
    if state.phase == LOT:
        return [(NAME_START[seat], 1) for seat in range(state.seats)]
    row: dict[int, int] = {}
    for tile, alike in enumerate(state.ruleset.alike):
        if state.stack >> tile & 1 and (tile >= TILES) == (state.phase == START):
            row[alike] = row.get(alike, 0) + 1
    return [(_drawing(state, tile), weight) for tile, weight in row.items()]


def _drawing(state: State, tile: int) -> Action:
    if state.phase == START:
        return LAY_START[tile - TILES]
    return DRAW_TILE[state.turn][tile]


def sample(state: State, rng: Rng) -> Action:
    """One of `outcomes`, the same that drawing from that list would give, but faster."""
    if state.phase == LOT:
        return NAME_START[rng.below(state.seats)]
    bits = state.stack & STACK_BITS if state.phase == DRAW else state.stack & ~STACK_BITS
    for _ in range(rng.below(bits.bit_count())):
        bits &= bits - 1
    tile = (bits & -bits).bit_length() - 1
    return _drawing(state, state.ruleset.alike[tile])


# Not decorated, as the compiler calls them directly then.
rule("B8.1", "B8.2")(_and_trades)
rule("B3.4", "B3.5")(open_actions)
rule("B4.3")(most_hunters)
rule("B5.1", "B2.1")(legal_lays)
rule("B5.2")(legal_sends)
rule("B6.1", "B6.2")(_add_growth)
rule("B7.2")(legal_gatherings)
rule("B7.2")(legal_calls)
rule("B7.5")(legal_picks)
rule("B7.1")(can_leave)
rule("B7.1", "B7.3", "B7.4")(legal_moves)
rule("B4.2")(legal_gains)
rule("B4.1")(legal_payments)
rule("B4.3")(trades)
rule("B8.1")(affordable)
