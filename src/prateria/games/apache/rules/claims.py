"""What a tribe card may claim from the face-up prairie, what that brings, and punishment.

Open choices are a whole number with one bit for each `Choice`.
"""

from __future__ import annotations

from typing import Final

from prateria.core.rules import rule
from prateria.games.apache.rules.components import (
    BUFFALO,
    CARDS,
    CHIEF,
    CHOICES,
    LOOT,
    LOOT_OF,
    MALES,
    MARRIAGE,
    PERSON,
    SPOUSES,
    TEPEE,
    TEPEES,
    WARRIOR,
    Card,
)
from prateria.games.apache.rules.events import BuffaloTaken, Claimed, Event, punished
from prateria.games.apache.rules.state import NOBODY, State

PENALTY: Final = 2
LOOT_OPEN: Final = 1 << LOOT
TEPEES_OPEN: Final = 1 << TEPEES
MARRIAGE_OPEN: Final = 1 << MARRIAGE
CHOICES_IN: Final = tuple(
    tuple(choice for choice in CHOICES if claims >> choice & 1) for claims in range(8)
)
"""The choices that are open, in their order."""


def is_sound(state: State, seat: int, role: int) -> bool:
    """Whether a play made now, before any claim of this pow-wow, goes unpunished."""
    return open_claims(state, seat, role) != 0


def open_claims(state: State, seat: int, role: int) -> int:
    """What a player could claim now with that role: nothing without their people card."""
    up = state.up
    if up[PERSON[seat][role]] == 0:
        return 0
    claims = 0
    if up[LOOT_OF[role]] and (role != CHIEF or prisoners(state, seat)):
        claims = LOOT_OPEN
    if up[TEPEE]:
        claims += TEPEES_OPEN
        if state.ruleset.marriage and spouses(state, role):
            claims += MARRIAGE_OPEN
    return claims


def prisoners(state: State, seat: int) -> list[int]:
    """The males a chief may take: any but the chief card that is doing the claiming."""
    up, own = state.up, PERSON[seat][CHIEF]
    return [card for card in MALES if up[card] > (card == own)]


def spouses(state: State, role: int) -> list[int]:
    """Whom that role may marry: a maiden any male, a male any maiden."""
    up = state.up
    return [card for card in SPOUSES[role] if up[card]]


def persons(state: State, seat: int, role: int, choice: int) -> list[int]:
    """Who may be picked to go with a claim; NOBODY where it takes no person."""
    if choice == MARRIAGE:
        return spouses(state, role)
    if choice == LOOT and role == CHIEF:
        return prisoners(state, seat)
    return [NOBODY]


def carry_out(
    state: State, seat: int, role: int, choice: int, person: int, events: list[Event]
) -> None:
    """Take the loot, the player's people card, allies, and the prisoner or spouse.

    They go onto the winnings in this order, so that people lie on top; buffalo go below all.
    """
    loot = LOOT_OF[role] if choice == LOOT else TEPEE
    number = state.up[loot]
    state.up[loot] = 0
    taken: list[int] = [] if loot == BUFFALO else [loot] * number
    if loot == BUFFALO:
        state.buffalo[seat] = state.buffalo[seat] + number
    own = PERSON[seat][role]
    state.up[own] = state.up[own] - 1
    taken.append(own)
    if person != NOBODY:
        state.up[person] = state.up[person] - 1
    take_allies(state, role, taken)
    if person != NOBODY:
        taken.append(person)
    state.winnings[seat] += tuple(taken)
    cards = [CARDS[card] for card in taken]
    if loot == BUFFALO:
        cards = [Card.BUFFALO] * number + cards
    events.append(Claimed(seat, CHOICES[choice], tuple(cards)))
    if role == WARRIOR and choice == LOOT:
        go_on_warpath(state, seat, events)


def take_allies(state: State, role: int, taken: list[int]) -> None:
    """Division of spoils: unowned people of the claiming role come along, all of them."""
    for colour in state.ruleset.allies:
        ally = PERSON[colour][role]
        taken += [ally] * state.up[ally]
        state.up[ally] = 0


def go_on_warpath(state: State, seat: int, events: list[Event]) -> None:
    """Warpath: buffalo from everybody else's winnings, where there are any."""
    most = state.ruleset.warpath_buffalo
    for other in range(state.seats):
        number = min(most, state.buffalo[other])
        if number and other != seat:
            state.buffalo[other] -= number
            state.buffalo[seat] += number
            events.append(BuffaloTaken(seat, other, number))


def claim_size(state: State, seat: int, role: int, choice: int, person: int) -> int:
    """How many cards a claim would bring."""
    size = state.up[LOOT_OF[role] if choice == LOOT else TEPEE] + 1
    allies = [PERSON[colour][role] for colour in state.ruleset.allies]
    size += sum([state.up[ally] for ally in allies])
    if person != NOBODY and person not in allies:
        size += 1
    if role == WARRIOR and choice == LOOT:
        most = state.ruleset.warpath_buffalo
        others = [min(most, n) for other, n in enumerate(state.buffalo) if other != seat]
        size += sum(others)
    return size


@rule("A9.1")
def largest_claim(state: State, seat: int, role: int, claims: int) -> tuple[int, int]:
    """The choice and person that bring the most cards; of equal ones the first."""
    best, most = (NOBODY, NOBODY), 0
    for choice in CHOICES_IN[claims]:
        for person in persons(state, seat, role, choice):
            size = claim_size(state, seat, role, choice, person)
            if size > most:
                best, most = (int(choice), person), size
    return best


def punish(state: State, seat: int, events: list[Event]) -> None:
    """The top two cards of the winnings leave the game, or as many as there are."""
    won = state.winnings[seat]
    kept = max(0, len(won) - PENALTY)
    lost = list(won[kept:])
    lost.reverse()
    state.winnings[seat] = won[:kept]
    buffalo = min(PENALTY - len(lost), state.buffalo[seat])
    state.buffalo[seat] = state.buffalo[seat] - buffalo
    lost += [BUFFALO] * buffalo
    for card in lost:
        state.gone[card] = state.gone[card] + 1
    events.append(punished(seat, lost))


# Not decorated, as the compiler calls them directly then.
rule("A3.2", "A3.4", "A3.5")(is_sound)
rule("A4.1", "A4.6", "A4.8", "A4.10", "A8.1")(open_claims)
rule("A4.5")(prisoners)
rule("A7.2")(spouses)
rule("A4.1", "A4.7", "A3.6", "A5.2")(carry_out)
rule("A7.3", "A8.3")(take_allies)
rule("A7.1")(go_on_warpath)
rule("A5.1", "A5.2")(punish)
