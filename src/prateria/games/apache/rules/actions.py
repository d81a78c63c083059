"""What can be done in Apache: decisions of seats, acts of the clock, outcomes of luck.

`interned` tables hold one object for each, so that lists of legal actions are looked up, not built.
An action carries intent only, with two exceptions: a play in the live tempo also brings its
measurements, and the clock's closing of a pow-wow the order that follows from them. So the log has
the inputs and the decision, and a replay needs no clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from prateria.games.apache.rules.components import CARDS, CHOICES, PERSON, ROLES, Card, Choice, Role
from prateria.games.apache.rules.ruleset import RuleSet
from prateria.games.apache.rules.timing import NOT_MEASURED, Placed

SEATS: Final = range(5)


@dataclass(frozen=True, slots=True)
class NameFirst:
    """Luck: who turns the first card."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Luck: which card is turned over."""

    card: Card


@dataclass(frozen=True, slots=True)
class SetOrder:
    """Luck: the order of the pow-wow where time has not decided it."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnCard:
    """The turner's click in the live tempo: do not wait for the beat."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayTribe:
    """Play a tribe card onto the pow-wow; in the live tempo with its measurements, in ms.

    `reaction` is the client's report, from seeing the card to the key or click; `rtt_low` and
    `rtt_high` are the server's bounds of that client's round trip; `arrived` is the server's
    count from sending the card to receiving the play.
    """

    seat: int
    role: Role
    reaction: int = NOT_MEASURED
    rtt_low: int = NOT_MEASURED
    rtt_high: int = NOT_MEASURED
    arrived: int = NOT_MEASURED


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the newest card go by. In the live tempo time does that by itself; bots say so."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Choose what to claim where more than one thing is open."""

    seat: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class TakePerson:
    """Pick the prisoner or the spouse."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Beat:
    """The clock: nobody has played, the next card is due; after the last one, the end."""


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """The clock: the pow-wow resolves in this order (`timing.order_of`)."""

    order: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class EndClaim:
    """The clock: the time to choose is up, the choice with the most cards is taken."""


Action: TypeAlias = (
    NameFirst
    | TurnUp
    | SetOrder
    | TurnCard
    | PlayTribe
    | Pass
    | Claim
    | TakePerson
    | Beat
    | CloseWindow
    | EndClaim
)
ACTIONS: Final[tuple[type, ...]] = get_args(Action)

NAME_FIRST: Final = tuple(NameFirst(seat) for seat in SEATS)
TURN_UP: Final = tuple(TurnUp(card) for card in CARDS)
TURN_CARD: Final = tuple(TurnCard(seat) for seat in SEATS)
PLAY_TRIBE: Final = tuple(tuple(PlayTribe(seat, role) for role in ROLES) for seat in SEATS)
PASS: Final = tuple(Pass(seat) for seat in SEATS)
CLAIM: Final = tuple(tuple(Claim(seat, choice) for choice in CHOICES) for seat in SEATS)
TAKE_PERSON: Final = tuple(tuple(TakePerson(seat, card) for card in CARDS) for seat in SEATS)
BEAT_NOW: Final = Beat()
END_CLAIM: Final = EndClaim()


def every_action(ruleset: RuleSet, seat: int) -> tuple[Action, ...]:
    """Every action the seat can ever take, in a pinned order: the action space of learning
    programs.

    A place in it means the same decision for each seat: tribes are counted from that seat's on, as
    `encode` counts them, and those without a player come last.
    """
    players, roles = ruleset.players, ruleset.roles
    colours = [*((seat + place) % players for place in range(players)), *range(players, 5)]
    row: list[Action] = [play for play in PLAY_TRIBE[seat] if roles >> play.role & 1]
    row += [PASS[seat], TURN_CARD[seat], *CLAIM[seat]]
    row += [TAKE_PERSON[seat][card] for colour in colours for card in PERSON[colour]]
    return tuple(row)
