"""Great warriors: who beats whom, trials of strength, covering and sacrifice (rule M3)."""

from __future__ import annotations

from typing import Final

from prateria.core.rules import rule
from prateria.games.manitou.rules.components import FIRST_WARRIOR, NO_WARRIOR, ONE_CARD, Card
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


@rule("M3.7")
def meet(state: State, seat: int, card: int, ground: int) -> list[tuple[int, int]]:
    """A great warrior comes to a ground. Which ones, as (seat, card), are turned face down."""
    owner = state.owner[ground]
    if owner == NOBODY:
        state.owner[ground] = seat
        state.lower[ground] = card
        return []
    if owner == seat:
        state.upper[ground] = card
        return []
    if state.upper[ground] == NO_WARRIOR:
        return trial_of_strength(state, seat, card, ground)
    return sacrifice(state, seat, card, ground)


@rule("M3.2", "M3.3")
def trial_of_strength(state: State, seat: int, card: int, ground: int) -> list[tuple[int, int]]:
    """Against one: the weaker is turned face down; of two of a kind, both."""
    owner = state.owner[ground]
    other = state.lower[ground]
    if card != other and not beats(card, other):
        turn_down(state, seat, card, ground)
        return [(seat, card)]
    turn_down(state, owner, other, ground)
    if card == other:
        state.owner[ground] = NOBODY
        state.lower[ground] = NO_WARRIOR
        turn_down(state, seat, card, ground)
        return [(owner, other), (seat, card)]
    state.owner[ground] = seat
    state.lower[ground] = card
    return [(owner, other)]


@rule("M3.5", "M3.6", "M8.3")
def sacrifice(state: State, seat: int, card: int, ground: int) -> list[tuple[int, int]]:
    """Against two: one as strong as the upper takes it along; a weaker one is thrown away."""
    owner = state.owner[ground]
    upper = state.upper[ground]
    turn_down(state, seat, card, ground)
    if card != upper and not beats(card, upper):
        return [(seat, card)]
    state.upper[ground] = NO_WARRIOR
    turn_down(state, owner, upper, ground)
    return [(owner, upper), (seat, card)]


def turn_down(state: State, seat: int, card: int, ground: int) -> None:
    """Put a great warrior face down among a seat's cards at a ground."""
    state.fallen[ground * state.seats + seat] += ONE_CARD[card]
