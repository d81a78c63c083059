"""Carrying out actions. Trusts its caller: an action that `legal` does not offer corrupts the
state.

One function an action kind, found by its class. Each leaves the state at the next thing to be
decided or drawn, and returns the events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from prateria.core.native import i64
from prateria.core.rules import rule
from prateria.core.setup import BY_LOT
from prateria.games.apache.rules.actions import (
    Action,
    Beat,
    Claim,
    CloseWindow,
    EndClaim,
    NameFirst,
    Pass,
    PlayTribe,
    SetOrder,
    TakePerson,
    TurnCard,
    TurnUp,
)
from prateria.games.apache.rules.claims import (
    CHOICES_IN,
    carry_out,
    is_sound,
    largest_claim,
    open_claims,
    persons,
    punish,
)
from prateria.games.apache.rules.components import (
    ALL_CARDS,
    BUFFALO,
    CARDS,
    FIRST_PERSON,
    PERSON,
    PRAIRIE,
    ROLES,
)
from prateria.games.apache.rules.events import (
    CALLED,
    CALLED_NOTHING,
    ORDER_DRAWN,
    PLAYED_UNTIMED,
    PUNISHED_FOR_NOTHING,
    TOOK_NOTHING,
    Began,
    CardTurned,
    Event,
    FirstNamed,
    PowWowEnded,
    TribePlayed,
    WinningsCounted,
    card_turned,
)
from prateria.games.apache.rules.phases import (
    BEAT,
    CHOOSE,
    CHOOSE_CLAIM,
    ORDER,
    OVER,
    PICK_PERSON,
    RACE,
    TURN,
)
from prateria.games.apache.rules.ruleset import rules_in_force
from prateria.games.apache.rules.state import NOTHING, Shown, State, card_number, next_turner
from prateria.games.apache.rules.timing import (
    NOT_MEASURED,
    UNTIMED,
    Grab,
    Placed,
    lines_of,
    order_of,
    span_of_a_tie,
)


def apply_action(state: State, action: Action) -> Sequence[Event]:
    """Carry out any action. The kinds that every card brings are tested first: compiled, that is a
    jump."""
    if isinstance(action, PlayTribe):
        return play_tribe(state, action)
    if isinstance(action, Pass):
        return do_without(state, action)
    if isinstance(action, TurnUp):
        return turn_up(state, action)
    if isinstance(action, SetOrder):
        return set_order(state, action)
    if isinstance(action, NameFirst):
        return name_first(state, action)
    if isinstance(action, TurnCard):
        return turn_card(state, action)
    if isinstance(action, Beat):
        return beat(state, action)
    if isinstance(action, CloseWindow):
        return close_window(state, action)
    if isinstance(action, Claim):
        return claim(state, action)
    if isinstance(action, TakePerson):
        return take_person(state, action)
    if isinstance(action, EndClaim):
        return end_claim(state, action)
    assert_never(action)


@rule("A1.5")
def name_first(state: State, action: NameFirst) -> Sequence[Event]:
    state.turner = action.seat
    state.phase = state.ruleset.turn_phase
    return [began(state), FirstNamed(action.seat)]


@rule("A1.1", "A1.3")
def began(state: State) -> Began:
    """What everyone is told at the start."""
    ruleset = state.ruleset
    return Began(state.seats, sum(ruleset.prairie), rules_in_force(ruleset))


# --- turning over and playing -------------------------------------------------------------


def turn_up(state: State, action: TurnUp) -> Sequence[Event]:
    """A card lies face up for all, and stays; everyone may play one tribe card."""
    card: int = action.card
    is_first = state.newest == NOTHING
    state.deck[card] = state.deck[card] - 1
    state.left -= 1
    state.up[card] = state.up[card] + 1
    state.newest = i64(card)
    state.powwow = ()
    state.lines = ()
    state.place = 0
    state.choosing = (1 << state.seats) - 1
    state.phase = state.ruleset.call_phase
    prairie = state.ruleset.prairie
    if prairie is PRAIRIE:
        turned = card_turned(state.turner, card, ALL_CARDS - state.left)
    else:
        cards = sum(prairie)
        turned = (CardTurned(state.turner, CARDS[card], cards - state.left, cards),)
    if is_first and state.ruleset.first != BY_LOT:
        return (began(state), *turned)
    return turned


def play_tribe(state: State, action: PlayTribe) -> Sequence[Event]:
    """Play a tribe card face down; the seat is done for this card."""
    seat = action.seat
    role: int = action.role
    state.played[seat] = i64(role)
    if action.arrived != NOT_MEASURED:
        note_times(state, action)
    state.choosing -= 1 << seat
    called = CALLED[seat][role]
    return called if state.choosing or state.phase != CHOOSE else all_have_called(state, called)


def note_times(state: State, action: PlayTribe) -> None:
    """Store the measurements, by seat: the order of arrival decides nothing."""
    measured = (action.reaction, action.rtt_low, action.rtt_high, action.arrived)
    grabs = (*state.grabs, Grab(action.seat, *measured))
    state.grabs = tuple(sorted(grabs, key=lambda grab: grab.seat))


def do_without(state: State, action: Pass) -> Sequence[Event]:
    state.choosing -= 1 << action.seat
    called = CALLED_NOTHING[action.seat]
    return called if state.choosing or state.phase != CHOOSE else all_have_called(state, called)


def all_have_called(state: State, called: tuple[Event, ...]) -> Sequence[Event]:
    """In the calm tempo the cards come out when all have chosen."""
    events: list[Event] = [*called]
    plays = [(seat, UNTIMED, False) for seat in range(state.seats) if state.played[seat] >= 0]
    if plays:
        hold_powwow(state, plays, events)
    else:
        nobody_played(state, events)
    return events


@rule("A9.1")
def turn_card(state: State, action: TurnCard) -> Sequence[Event]:
    """The turner's click.

    While others may still play it is as secret as a play, and the clock turns the card: a play made
    before the click may still be under way on a slow line.
    """
    if state.phase == BEAT:
        state.phase = TURN
        return ()
    state.choosing -= 1 << action.seat
    return CALLED_NOTHING[action.seat]


@rule("A9.1")
def beat(state: State, _action: Beat) -> Sequence[Event]:
    """The clock turns the next card; after the last one there is nothing left to wait for."""
    events: list[Event] = []
    if state.phase == RACE:
        nobody_played(state, events)
    if state.phase != OVER:
        state.phase = TURN
    return events


def nobody_played(state: State, events: list[Event]) -> None:
    """The next player clockwise turns."""
    state.choosing = 0
    state.turner = next_turner(state)
    next_turn(state, events)


def next_turn(state: State, events: list[Event]) -> None:
    """Another card is due, unless it was the last one."""
    if state.left:
        state.phase = state.ruleset.turn_phase
        return
    state.phase = OVER
    events += [winnings_counted(state, seat) for seat in range(state.seats)]


@rule("A6.2")
def winnings_counted(state: State, seat: int) -> WinningsCounted:
    """What a seat has won in the end, kind by kind."""
    loot = [0] * FIRST_PERSON
    loot[BUFFALO] = state.buffalo[seat]
    for card in state.winnings[seat]:
        if card < FIRST_PERSON:
            loot[card] += 1
    return WinningsCounted(seat, tuple(loot), card_number(state, seat) - sum(loot))


# --- the pow-wow --------------------------------------------------------------------------


def window_order(state: State) -> tuple[Placed, ...]:
    """The order of the plays made so far, according to their measurements."""
    grabs = list(state.grabs)
    measured = [grab.seat for grab in grabs]
    played = [seat for seat in range(state.seats) if state.played[seat] != NOTHING]
    grabs += [Grab(seat) for seat in played if seat not in measured]
    ruleset = state.ruleset
    return order_of(grabs, ruleset.cap_ms, by_bounds=ruleset.by_bounds)


@rule("A9.1", "A9.2")
def close_window(state: State, action: CloseWindow) -> Sequence[Event]:
    """Live: no more plays are accepted, and impossible reports are counted against their
    clients."""
    state.choosing = 0
    for seat, _, marked in action.order:
        state.marks[seat] += marked
    state.lines = lines_of(state.grabs)
    events: list[Event] = []
    hold_powwow(state, action.order, events)
    return events


def hold_powwow(state: State, plays: Sequence[Placed], events: list[Event]) -> None:
    """The cards are revealed in their order; where that is undecided, lots are drawn first."""
    played = state.played
    shown: list[Shown] = []
    lot = False
    span = span_of_a_tie(by_bounds=state.ruleset.by_bounds)
    before = -span - 1
    for seat, ms, marked in plays:
        role = played[seat]
        # Asked first because it nearly always settles it, and is cheap.
        sound = state.up[PERSON[seat][role]] > 0 and is_sound(state, seat, role)
        shown.append((seat, role, sound, ms, marked))
        played[seat] = NOTHING
        # A group of more than one consists of neighbours within the span of a tie.
        lot = lot or ms - before <= span
        before = ms
    state.grabs = ()
    state.powwow = tuple(shown)
    if lot:
        state.phase = ORDER
    else:
        begin_claims(state, events)


def set_order(state: State, action: SetOrder) -> Sequence[Event]:
    """The lot has been drawn."""
    powwow: tuple[Any, ...] = state.powwow  # so that the compiler does not take the rows apart
    place_of = [0] * state.seats
    for place, row in enumerate(state.powwow):
        place_of[row[0]] = place
    state.powwow = tuple([powwow[place_of[seat]] for seat in action.order])
    events: list[Event] = [ORDER_DRAWN[state.powwow[0][3] != UNTIMED]]
    begin_claims(state, events)
    return events


def begin_claims(state: State, events: list[Event]) -> None:
    """Everyone sees the plays. Whoever played the last one will turn the next card."""
    for seat, role, sound, ms, marked in state.powwow:
        if ms == UNTIMED:
            events.append(PLAYED_UNTIMED[seat][role][sound])
        else:
            events.append(TribePlayed(seat, ROLES[role], sound, ms, marked))
    state.turner = state.powwow[-1][0]
    claim_on(state, events)


def claim_on(state: State, events: list[Event]) -> None:
    """Resolve the plays in order, up to the next one that has a choice to make."""
    while state.place < len(state.powwow):
        seat, role, sound, _, _ = state.powwow[state.place]
        if not sound and (state.winnings[seat] or state.buffalo[seat]):
            punish(state, seat, events)
        elif not sound:
            events.append(PUNISHED_FOR_NOTHING[seat])
        elif not claims_at_once(state, seat, role, events):
            return
        state.place += 1
    cards = tuple([card_number(state, seat) for seat in range(state.seats)])
    events.append(PowWowEnded(cards, state.turner if state.left else None))
    next_turn(state, events)


def claims_at_once(state: State, seat: int, role: int, events: list[Event]) -> bool:
    """Carry out a claim that leaves no choice; otherwise say so, and ask for one."""
    claims = open_claims(state, seat, role)
    if not claims:
        events.append(TOOK_NOTHING[seat])
        return True
    choices = CHOICES_IN[claims]
    if len(choices) > 1:
        state.phase = CHOOSE_CLAIM
        return False
    return goes_for(state, seat, role, int(choices[0]), events)


def goes_for(state: State, seat: int, role: int, choice: int, events: list[Event]) -> bool:
    """Carry out a chosen claim, unless it is still undecided whom to take."""
    company = persons(state, seat, role, choice)
    if len(company) > 1:
        state.phase = PICK_PERSON
        state.choice = choice
        return False
    carry_out(state, seat, role, choice, company[0], events)
    return True


def claim(state: State, action: Claim) -> Sequence[Event]:
    """What to claim is chosen."""
    events: list[Event] = []
    seat, role, _, _, _ = state.powwow[state.place]
    if goes_for(state, seat, role, int(action.choice), events):
        state.place += 1
        claim_on(state, events)
    return events


def take_person(state: State, action: TakePerson) -> Sequence[Event]:
    """The prisoner or the spouse is chosen."""
    return finish_claim(state, state.choice, int(action.card))


@rule("A9.1")
def end_claim(state: State, _action: EndClaim) -> Sequence[Event]:
    """The claim clock has run out."""
    seat, role, _, _, _ = state.powwow[state.place]
    claims = open_claims(state, seat, role) if state.phase == CHOOSE_CLAIM else 1 << state.choice
    choice, person = largest_claim(state, seat, role, claims)
    return finish_claim(state, choice, person)


def finish_claim(state: State, choice: int, person: int) -> Sequence[Event]:
    """A claim with all choices made, then the rest of the pow-wow."""
    events: list[Event] = []
    seat, role, _, _, _ = state.powwow[state.place]
    state.choice = NOTHING
    carry_out(state, seat, role, choice, person, events)
    state.place += 1
    claim_on(state, events)
    return events


# Every card goes through these. A decorated function would be called through the interpreter.
rule("A2.1", "A2.2", "A3.1")(turn_up)
rule("A3.1")(play_tribe)
rule("A9.4")(all_have_called)
rule("A6.1")(next_turn)
rule("A3.3", "A3.5", "A9.3")(hold_powwow)
rule("A4.9")(begin_claims)
rule("A3.3", "A3.4", "A4.8")(claim_on)
rule("A4.1", "A4.8", "A8.2")(claims_at_once)
rule("A2.3")(nobody_played)
