"""What may be done now, and which rule forbids the rest.

The list of tribe cards that may be played is always the same for a seat: a play that cannot claim
is legal, and punished. So the list never tells a player what could be claimed.
"""

from __future__ import annotations

from itertools import chain, permutations, product
from typing import Final

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, CLOCK
from prateria.core.rules import rule
from prateria.games.apache.rules.actions import (
    BEAT_NOW,
    CLAIM,
    END_CLAIM,
    NAME_FIRST,
    PASS,
    PLAY_TRIBE,
    TAKE_PERSON,
    TURN_CARD,
    TURN_UP,
    Action,
    CloseWindow,
    PlayTribe,
    SetOrder,
)
from prateria.games.apache.rules.apply import window_order
from prateria.games.apache.rules.claims import CHOICES_IN, open_claims, persons
from prateria.games.apache.rules.components import ALL_ROLES
from prateria.games.apache.rules.phases import (
    BEAT,
    CHOOSE,
    CHOOSE_CLAIM,
    LOT,
    ORDER,
    OVER,
    RACE,
    TURN,
)
from prateria.games.apache.rules.state import State, next_turner
from prateria.games.apache.rules.timing import is_well_formed, span_of_a_tie, tie_groups

_CHANCE_ONLY: Final[tuple[int, ...]] = (CHANCE,)
_NOBODY: Final[tuple[int, ...]] = ()
_SEATS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(seat for seat in range(5) if choosing >> seat & 1) for choosing in range(32)
)
_RACERS: Final[tuple[tuple[int, ...], ...]] = tuple((*seats, CLOCK) for seats in _SEATS)
_ONE_SEAT: Final[tuple[tuple[int, ...], ...]] = tuple((seat,) for seat in range(5))
_SEAT_AND_CLOCK: Final[tuple[tuple[int, ...], ...]] = tuple((seat, CLOCK) for seat in range(5))
_CALLS: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    tuple(
        (*[play for play in PLAY_TRIBE[seat] if roles >> play.role & 1], PASS[seat])
        for roles in range(ALL_ROLES + 1)
    )
    for seat in range(5)
)
"""For each seat and the roles of its tribe cards."""
_TURNER_CALLS: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    tuple((*calls, TURN_CARD[seat]) for calls in _CALLS[seat]) for seat in range(5)
)
_CLAIMS: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    tuple(tuple(CLAIM[seat][choice] for choice in choices) for choices in CHOICES_IN)
    for seat in range(5)
)
_ORDERS: Final[tuple[tuple[SetOrder, ...], ...]] = tuple(
    tuple(SetOrder(order) for order in permutations(seats)) for seats in _SEATS
)
"""All orders of the seats of a mask."""


def actors(state: State) -> tuple[int, ...]:
    """Who may act now."""
    phase = state.phase
    if phase == CHOOSE:
        return _SEATS[state.choosing]
    if phase in (TURN, ORDER, LOT):
        return _CHANCE_ONLY
    if phase == RACE:
        return _RACERS[state.choosing]
    if phase == OVER:
        return _NOBODY
    seat = state.turner if phase == BEAT else state.powwow[state.place][0]
    return _SEAT_AND_CLOCK[seat] if state.ruleset.clocked else _ONE_SEAT[seat]


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat or the clock may do now; nothing if it may not act."""
    phase = state.phase
    if phase == CHOOSE:
        if seat < 0 or not state.choosing >> seat & 1:
            return ()
        return _CALLS[seat][state.ruleset.roles]
    if seat not in actors(state):
        return ()
    if seat == CLOCK:
        return legal_for_clock(state)
    if phase == RACE:
        return legal_races(state, seat)
    if phase == BEAT:
        return (TURN_CARD[seat],)
    _, role, _, _, _ = state.powwow[state.place]
    if phase == CHOOSE_CLAIM:
        return _CLAIMS[seat][open_claims(state, seat, role)]
    row = TAKE_PERSON[seat]
    return tuple([row[card] for card in persons(state, seat, role, state.choice)])


@rule("A3.1", "A2.1", "A9.1")
def legal_races(state: State, seat: int) -> tuple[Action, ...]:
    """Live: any one tribe card, or none; the next to turn may also click to turn."""
    if state.left and seat == next_turner(state):
        return _TURNER_CALLS[seat][state.ruleset.roles]
    return _CALLS[seat][state.ruleset.roles]


@rule("A9.1")
def legal_for_clock(state: State) -> tuple[Action, ...]:
    """Live: the beat while nobody has played, then the close; in a claim its end."""
    if state.phase == BEAT:
        return (BEAT_NOW,)
    if state.phase == RACE:
        order = window_order(state)
        return (CloseWindow(order),) if order else (BEAT_NOW,)
    return (END_CLAIM,)


def intent_of(action: Action) -> Action:
    """A play without its measurements, if they are plausible; any other action as it is."""
    if isinstance(action, PlayTribe) and is_well_formed(
        action.reaction, action.rtt_low, action.rtt_high, action.arrived
    ):
        return PlayTribe(action.seat, action.role)
    return action


# --- luck ---------------------------------------------------------------------------------


def outcomes(state: State) -> list[tuple[Action, int]]:
    """What luck may bring now, with weights."""
    if state.phase == LOT:
        return [(NAME_FIRST[seat], 1) for seat in range(state.seats)]
    if state.phase == ORDER:
        return [(order, 1) for order in possible_orders(state)]
    return [(TURN_UP[card], number) for card, number in enumerate(state.deck) if number]


def possible_orders(state: State) -> tuple[SetOrder, ...]:
    """Every order in which tied plays can come out; untimed plays are all tied."""
    powwow = state.powwow
    if powwow[0][3] == powwow[-1][3]:
        mask = 0
        for row in powwow:
            mask |= 1 << row[0]
        return _ORDERS[mask]
    groups: list[list[tuple[int, ...]]] = []
    start = 0
    span = span_of_a_tie(by_bounds=state.ruleset.by_bounds)
    for size in tie_groups([row[3] for row in powwow], span):
        level = [row[0] for row in powwow[start : start + size]]
        groups.append(list(permutations(level)))
        start += size
    return tuple([SetOrder(tuple(chain.from_iterable(way))) for way in product(*groups)])


def sample(state: State, rng: Rng) -> Action:
    """One of `outcomes`, the same that drawing from that list would give, but faster."""
    if state.phase == TURN:
        ticket = rng.below(state.left)
        card = 0
        for number in state.deck:  # pragma: no branch  (the ticket is below their sum)
            ticket -= number
            if ticket < 0:
                break
            card += 1
        return TURN_UP[card]
    if state.phase == LOT:
        return NAME_FIRST[rng.below(state.seats)]
    orders = possible_orders(state)
    return orders[rng.below(len(orders))]


# Not decorated, so that the compiler calls it directly.
rule("A9.3", "A9.4")(possible_orders)
