"""Great warriors: who beats whom, trials of strength, covering and sacrifice (rule M3)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from prateria.core.rules import rule
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    NO_WARRIOR,
    ONE_CARD,
    Card,
    card_number,
)
from prateria.games.manitou.rules.state import NOBODY, State


@rule("M3.1", "M8.4")
def beaten_by(card: Card) -> frozenset[Card]:
    """The great warriors that this one beats."""
    return {
        Card.CHIEF: frozenset({Card.MEDICINE_MAN, Card.RAINMAKER, Card.SCOUT}),
        Card.CLAN_MOTHER: frozenset({Card.CHIEF}),
        Card.RAINMAKER: frozenset({Card.CLAN_MOTHER, Card.SCOUT}),
        Card.SCOUT: frozenset({Card.CLAN_MOTHER, Card.MEDICINE_MAN}),
        Card.MEDICINE_MAN: frozenset({Card.CLAN_MOTHER, Card.RAINMAKER}),
    }[card]


WARRIORS: Final = (
    Card.CHIEF,
    Card.CLAN_MOTHER,
    Card.RAINMAKER,
    Card.SCOUT,
    Card.MEDICINE_MAN,
)
_BEATS: Final = tuple(tuple(other in beaten_by(card) for other in WARRIORS) for card in WARRIORS)


def beats(card: int, other: int) -> bool:
    """Whether a great warrior beats another kind."""
    return _BEATS[card - FIRST_WARRIOR][other - FIRST_WARRIOR]


class Meeting(IntEnum):
    """The result of playing a great warrior at a ground."""

    ALONE = 0
    COVERS = 1
    BEATS = 2
    FALLS = 3
    BOTH_FALL = 4
    SACRIFICE = 5
    WASTED = 6


MEETINGS: Final = tuple(Meeting)
ALONE: Final = 0
COVERS: Final = 1
BEATS: Final = 2
FALLS: Final = 3
BOTH_FALL: Final = 4
SACRIFICE: Final = 5
WASTED: Final = 6
"""Plain numbers again, for the rules themselves."""


def meet(state: State, seat: int, card: int, ground: int) -> int:
    """A great warrior comes to a ground; returns the result, as a `Meeting`."""
    owner = state.owner[ground]
    if owner == NOBODY:
        state.owner[ground] = seat
        state.lower[ground] = card
        return ALONE
    if owner == seat:
        state.upper[ground] = card
        return COVERS
    if state.upper[ground] == NO_WARRIOR:
        return trial_of_strength(state, seat, card, ground)
    return sacrifice(state, seat, card, ground)


def trial_of_strength(state: State, seat: int, card: int, ground: int) -> int:
    """Against one: the weaker is turned face down; of two of a kind, both."""
    owner = state.owner[ground]
    other = state.lower[ground]
    if card != other and not beats(card, other):
        turn_down(state, seat, card, ground)
        return FALLS
    turn_down(state, owner, other, ground)
    if card == other:
        state.owner[ground] = NOBODY
        state.lower[ground] = NO_WARRIOR
        turn_down(state, seat, card, ground)
        return BOTH_FALL
    state.owner[ground] = seat
    state.lower[ground] = card
    return BEATS


def sacrifice(state: State, seat: int, card: int, ground: int) -> int:
    """Against two: one as strong as the upper takes it along; a weaker one is wasted."""
    owner = state.owner[ground]
    upper = state.upper[ground]
    turn_down(state, seat, card, ground)
    if card != upper and not beats(card, upper):
        return WASTED
    state.upper[ground] = NO_WARRIOR
    turn_down(state, owner, upper, ground)
    return SACRIFICE


def turn_down(state: State, seat: int, card: int, ground: int) -> None:
    """Put a great warrior face down among a seat's cards at a ground."""
    place = ground * state.seats + seat
    state.fallen[place] = state.fallen[place] + ONE_CARD[card]


def note_cover(state: State, ground: int, meeting: int) -> None:
    """Keep track of whose lower great warrior has lost its cover, for the option two placed."""
    if meeting == SACRIFICE:
        state.uncovered |= 1 << ground
    elif meeting not in (FALLS, WASTED):
        state.uncovered &= ~(1 << ground)


def grounds_full(state: State, seat: int) -> int:
    """With the option two placed: a bit for each ground that takes no more great warriors of a
    seat, because two were played there, except to cover again after a sacrifice."""
    full = 0
    for ground in range(3):
        mine = state.owner[ground] == seat
        placed = card_number(state.fallen[ground * state.seats + seat]) + (1 if mine else 0)
        if placed >= 2 and not (mine and state.uncovered >> ground & 1):
            full |= 1 << ground
    return full


# Not decorated, as the compiler calls them directly then.
rule("M3.7")(meet)
rule("M3.2", "M3.3")(trial_of_strength)
rule("M3.5", "M3.6", "M8.3")(sacrifice)
rule("M3.8")(note_cover)
rule("M3.4")(grounds_full)
