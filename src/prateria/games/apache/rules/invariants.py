"""What must be true of every state: cards are conserved, and somebody can go on."""

from __future__ import annotations

from itertools import pairwise

from prateria.core.rules import rule
from prateria.games.apache.rules.claims import CHOICES_IN, is_sound, open_claims, persons
from prateria.games.apache.rules.components import BUFFALO, CARDS
from prateria.games.apache.rules.phases import (
    BEAT,
    CHOOSE,
    CHOOSE_CLAIM,
    LOT,
    ORDER,
    PICK_PERSON,
    RACE,
    TURN,
)
from prateria.games.apache.rules.state import NOBODY, NOTHING, State
from prateria.games.apache.rules.timing import UNTIMED, is_well_formed, span_of_a_tie, tie_groups


def faults(state: State) -> list[str]:
    """What is wrong with a state, in words; nothing in any state that play can reach."""
    return [
        *_card_faults(state),
        *_play_faults(state),
        *_powwow_faults(state),
        *_phase_faults(state),
    ]


@rule("A1.2")
def _card_faults(state: State) -> list[str]:
    found = []
    for card in CARDS:
        heaps = [state.deck[card], state.up[card], state.gone[card]]
        won = sum([pile.count(card) for pile in state.winnings])
        if card == BUFFALO:
            if won:
                found.append("buffalo lie at the bottom of the winnings, not among the rest")
            heaps += state.buffalo
        number = sum(heaps) + won
        if number != state.ruleset.prairie[card] or min(heaps) < 0:
            found.append(f"there are {number} of {card.name}")
    if state.left != sum(state.deck):
        found.append(f"{state.left} cards are counted face down, there are {sum(state.deck)}")
    return found


def _play_faults(state: State) -> list[str]:
    """Hidden plays exist only in their phase, and only of seats that have chosen."""
    found = []
    for seat in range(state.seats):
        may_choose = state.choosing >> seat & 1
        if state.played[seat] != NOTHING and (may_choose or state.phase not in (CHOOSE, RACE)):
            found.append(f"seat {seat} has played and is still to choose, or it is too late")
    for grab in state.grabs:
        measured = (grab.reaction, grab.rtt_low, grab.rtt_high, grab.arrived)
        if state.played[grab.seat] == NOTHING or not is_well_formed(*measured):
            found.append(f"seat {grab.seat} has a time without a play, or not a possible one")
    return found


def _powwow_faults(state: State) -> list[str]:
    found = []
    seats = [row[0] for row in state.powwow]
    times = [row[3] for row in state.powwow]
    if len({*seats}) < len(seats):
        found.append("somebody has played two tribe cards")
    if not 0 <= state.place <= len(seats):
        found.append("more plays are resolved than were made")
    if any(later < ms - 1 for ms, later in pairwise(times)):
        found.append("the pow-wow is not in the order of its times")
    if any(row[4] and row[3] == UNTIMED for row in state.powwow):
        found.append("a report is marked where there was none")
    if state.phase == ORDER:
        found += _order_faults(state, times)
    return found + _line_faults(state)


def _line_faults(state: State) -> list[str]:
    found = []
    owners = [seat for seat, _, _ in state.lines]
    timed = {row[0] for row in state.powwow if row[3] != UNTIMED}
    if len({*owners}) < len(owners) or not {*owners} <= timed:
        found.append("a line is told twice, or of somebody whose play has no time")
    if any(low > high for _, low, high in state.lines):
        found.append("the shortest round trip of a line is longer than its longest")
    return found


def _order_faults(state: State, times: list[int]) -> list[str]:
    span = span_of_a_tie(by_bounds=state.ruleset.by_bounds)
    if max(tie_groups(times, span), default=0) < 2:
        return ["there is no tie to draw lots for"]
    places = [(row[3], row[0]) for row in state.powwow]
    if places != sorted(places):
        return ["those who are level stand by seat until the lot is drawn"]
    if any(row[2] != is_sound(state, row[0], row[1]) for row in state.powwow):
        return ["a play is called sound that is not, or the other way round"]
    return []


def _phase_faults(state: State) -> list[str]:
    """Whether the phase is consistent with the rest, so that the match can go on from here."""
    if not _fits_phase(state):
        return ["the phase, the tempo and the cards do not fit together"]
    return []


def _fits_phase(state: State) -> bool:
    phase, ruleset = state.phase, state.ruleset
    if (state.turner == NOBODY) != (phase == LOT):
        return False
    if (phase in (CHOOSE, RACE) and phase != ruleset.call_phase) or (
        phase == BEAT and phase != ruleset.turn_phase
    ):
        return False
    if phase in (CHOOSE, RACE):
        return _calls_fit(state)
    if state.choosing or (state.choice != NOTHING) != (phase == PICK_PERSON):
        return False
    if phase in (CHOOSE_CLAIM, PICK_PERSON):
        return _claim_fits(state)
    if phase == ORDER:
        return state.place == 0
    if state.place != len(state.powwow):
        return False
    if phase == LOT:
        return state.left == sum(state.ruleset.prairie)
    return (state.left > 0) == (phase in (BEAT, TURN))


def _calls_fit(state: State) -> bool:
    """A card has just been turned, and its pow-wow is not open yet."""
    if state.phase == CHOOSE and not state.choosing:
        return False
    is_up = state.newest != NOTHING and state.up[state.newest] > 0
    return is_up and not state.powwow and state.place == 0 and state.choice == NOTHING


def _claim_fits(state: State) -> bool:
    """A sound play whose turn it is has a choice to make."""
    if not 0 <= state.place < len(state.powwow):
        return False
    seat, role, sound, _, _ = state.powwow[state.place]
    claims = open_claims(state, seat, role)
    if not sound or state.turner != state.powwow[-1][0]:
        return False
    if state.phase == CHOOSE_CLAIM:
        return len(CHOICES_IN[claims]) > 1
    return bool(claims >> state.choice & 1) and len(persons(state, seat, role, state.choice)) > 1
