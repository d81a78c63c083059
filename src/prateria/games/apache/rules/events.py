"""What has happened, in the past tense, for logs that read as sentences and for moving pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from prateria.games.apache.rules.actions import SEATS
from prateria.games.apache.rules.components import (
    ALL_CARDS,
    CARDS,
    ROLES,
    Card,
    Choice,
    Role,
)


@dataclass(frozen=True, slots=True)
class Began:
    """The match begins: seat 0 has the first colour, and so on; all prairie cards are face down.

    `rules` lists, by their options, the optional rules that have an effect with this many players.
    """

    players: int
    cards: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FirstNamed:
    seat: int


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A seat has turned up a card, the `number`th `of` all prairie cards."""

    seat: int
    card: Card
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat has made its choice. The role is shown to that seat only; None: no card."""

    seat: int
    role: Role | None


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The lot has put the plays in the order in which they are told next; with reaction times, only
    the tied ones."""

    timed: bool


@dataclass(frozen=True, slots=True)
class TribePlayed:
    """A tribe card lies on the pow-wow. They are told in its order.

    `reaction` is the time in milliseconds that counted, None if there was none; `marked` means that
    the report was impossible and was cut.
    """

    seat: int
    role: Role
    is_sound: bool
    reaction: int | None
    marked: bool


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim was carried out: the cards as they lie in the winnings, the top one last.

    They are the loot, the player's people card, its allies, and the prisoner or spouse.
    """

    seat: int
    choice: Choice
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BuffaloTaken:
    """A warrior on the warpath has taken buffalo from another player's winnings."""

    seat: int
    source: int
    number: int


@dataclass(frozen=True, slots=True)
class TookNothing:
    """A sound play came too late."""

    seat: int


@dataclass(frozen=True, slots=True)
class Punished:
    """A play was not sound; the cards leave the game, the top one first."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PowWowEnded:
    """All plays are resolved: how many cards each seat has won, and who turns the next card,
    None after the last one."""

    cards: tuple[int, ...]
    turner: int | None


@dataclass(frozen=True, slots=True)
class WinningsCounted:
    """Announced at the end of the match: the winnings of a seat, loot by kind as in `Card`, and
    people."""

    seat: int
    loot: tuple[int, ...]
    people: int


Event: TypeAlias = (
    Began
    | FirstNamed
    | CardTurned
    | Called
    | OrderDrawn
    | TribePlayed
    | Claimed
    | BuffaloTaken
    | TookNothing
    | Punished
    | PowWowEnded
    | WinningsCounted
)
EVENTS: Final[tuple[type, ...]] = get_args(Event)

Told: TypeAlias = tuple[Event, ...]
"""Said so because of a tuple that is known to have one place the compiler makes a new one at each
use."""
CALLED: Final[tuple[tuple[Told, ...], ...]] = tuple(
    tuple((Called(seat, role),) for role in ROLES) for seat in SEATS
)
CALLED_NOTHING: Final[tuple[Told, ...]] = tuple((Called(seat, None),) for seat in SEATS)
PLAYED_UNTIMED: Final = tuple(
    tuple(
        tuple(TribePlayed(seat, role, sound, None, False) for sound in (False, True))
        for role in ROLES
    )
    for seat in SEATS
)
TOOK_NOTHING: Final = tuple(TookNothing(seat) for seat in SEATS)
PUNISHED_FOR_NOTHING: Final = tuple(Punished(seat, ()) for seat in SEATS)
ORDER_DRAWN: Final = tuple(OrderDrawn(timed) for timed in (False, True))
_turned: Final[list[Told | None]] = [None] * (len(SEATS) * len(CARDS) * (ALL_CARDS + 1))
MOST_KEPT: Final = 4096
"""How many punishments are cached; then the cache is cleared."""
_punished: Final[dict[int, Punished]] = {}


def card_turned(seat: int, card: int, number: int) -> Told:
    """The event, of all the cards there are: created on first use, then kept."""
    place = (seat * len(CARDS) + card) * (ALL_CARDS + 1) + number
    event = _turned[place]
    if event is None:
        event = _turned[place] = (CardTurned(seat, CARDS[card], number, ALL_CARDS),)
    return event


def punished(seat: int, lost: list[int]) -> Punished:
    """The event, rarely created twice: at most two cards are lost, the top one first."""
    key = seat + 1
    for card in lost:
        key = key * (len(CARDS) + 1) + card + 1
    event = _punished.get(key)
    if event is None:
        if len(_punished) >= MOST_KEPT:
            _punished.clear()
        event = _punished[key] = Punished(seat, tuple([CARDS[card] for card in lost]))
    return event
