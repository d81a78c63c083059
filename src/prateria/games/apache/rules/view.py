"""What a seat may know, by allow-list, and worlds consistent with it.

Hidden from a seat: which tribe card another has just played, or whether any, while the pow-wow is
not open; in the live tempo also its measurements, so that nobody can tailor a false report to them.
Everything else is known to all: every claim was made in the open, so what lies face down in the
winnings is remembered here, and what is still face down on the prairie is the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from prateria.core.chance import Rng, pick
from prateria.core.rules import rule
from prateria.games.apache.rules.claims import is_sound
from prateria.games.apache.rules.components import CARDS, CHOICES, ROLES, Card, Choice, Role
from prateria.games.apache.rules.events import CALLED_NOTHING, Called, Event
from prateria.games.apache.rules.phases import CHOOSE, CHOOSE_CLAIM, PHASES, PICK_PERSON, RACE
from prateria.games.apache.rules.ruleset import RuleSet
from prateria.games.apache.rules.state import NOBODY, NOTHING, State
from prateria.games.apache.rules.timing import UNTIMED, Line, doubt_ms

LIKELY: Final = 20
"""How much likelier a pass or a sound play is than a play that is not sound."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody can see or remember about a player."""

    cards: int
    """How many cards it has won."""
    winnings: tuple[Card, ...]
    """Its winnings without the buffalo, the top card last."""
    buffalo: int
    """The buffalo below them."""
    has_called: bool
    """Whether it has made its choice for the newest card."""
    marks: int
    """How often its client reported times its line could not have produced."""


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A tribe card on the pow-wow, and the time in milliseconds that gave it its place."""

    seat: int
    role: Role
    is_sound: bool
    reaction: int | None
    marked: bool
    rtt_low: int | None
    """The shortest round trip of its line, as the server measured it."""
    rtt_high: int | None


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat, or with None a spectator, may know. Heaps are counts, as in `Card`."""

    seat: int | None
    ruleset: RuleSet
    phase: str
    turner: int | None
    newest: Card | None
    deck: tuple[int, ...]
    up: tuple[int, ...]
    gone: tuple[int, ...]
    seats: tuple[SeatView, ...]
    call: Role | None
    """The tribe card the viewer has played and nobody else has seen yet."""
    powwow: tuple[ShownPlay, ...]
    """The pow-wow of the newest card in its order, kept until the next card is turned."""
    place: int
    """How many of its plays are resolved."""
    claiming: int | None
    choice: Choice | None
    """What the claim goes for while a prisoner or spouse is picked."""


def doubt_of(play: ShownPlay, cap: int) -> int | None:
    """By how many milliseconds its time may be off, if its line was measured."""
    if play.rtt_low is None or play.rtt_high is None:
        return None
    return doubt_ms(play.rtt_low, play.rtt_high, cap)


VIEWS: Final = (RuleSet, SeatView, ShownPlay, View)


@rule("A4.7", "A9.4")
def view_of(state: State, seat: int | None) -> View:
    """The state as a seat sees it."""
    call = NOTHING if seat is None else state.played[seat]
    return View(
        seat=seat,
        ruleset=state.ruleset,
        phase=PHASES[state.phase],
        turner=None if state.turner == NOBODY else state.turner,
        newest=None if state.newest == NOTHING else CARDS[state.newest],
        deck=tuple(state.deck),
        up=tuple(state.up),
        gone=tuple(state.gone),
        seats=tuple([_seat_view(state, other) for other in range(state.seats)]),
        call=None if call == NOTHING else ROLES[call],
        powwow=tuple([_shown_play(row, state.lines) for row in state.powwow]),
        place=state.place,
        claiming=_claiming(state),
        choice=None if state.choice == NOTHING else CHOICES[state.choice],
    )


def _claiming(state: State) -> int | None:
    return state.powwow[state.place][0] if state.phase in (CHOOSE_CLAIM, PICK_PERSON) else None


def _seat_view(state: State, seat: int) -> SeatView:
    has_called = state.phase in (CHOOSE, RACE) and not state.choosing >> seat & 1
    return _seat_look(state.winnings[seat], state.buffalo[seat], has_called, state.marks[seat])


# What lies on the table looks the same to every seat, so each look is created once for all of them.


@lru_cache(maxsize=1024)
def _seat_look(winnings: tuple[int, ...], buffalo: int, has_called: bool, marks: int) -> SeatView:  # noqa: FBT001
    return SeatView(
        cards=len(winnings) + buffalo,
        winnings=tuple([CARDS[card] for card in winnings]),
        buffalo=buffalo,
        has_called=has_called,
        marks=marks,
    )


@lru_cache(maxsize=256)
def _shown_play(row: tuple[int, int, bool, int, bool], lines: tuple[Line, ...]) -> ShownPlay:
    seat, role, sound, ms, marked = row
    reaction = None if ms == UNTIMED else ms
    for owner, low, high in lines:
        if owner == seat:
            return ShownPlay(seat, ROLES[role], sound, reaction, marked, low, high)
    return ShownPlay(seat, ROLES[role], sound, reaction, marked, None, None)


def seen(event: Event, seat: int | None) -> Event | None:
    """The event as a seat sees it."""
    if isinstance(event, Called) and event.seat != seat:
        return CALLED_NOTHING[event.seat][0]
    return event


def determinize(view: View, rng: Rng) -> State:
    """A state consistent with the view: what others have just chosen is drawn, without a time."""
    state = State()
    state.ruleset = view.ruleset
    state.seats = view.ruleset.players
    state.phase = PHASES.index(view.phase)
    state.turner = NOBODY if view.turner is None else view.turner
    state.newest = NOTHING if view.newest is None else int(view.newest)
    state.deck = list(view.deck)
    state.left = sum(view.deck)
    state.up = list(view.up)
    state.gone = list(view.gone)
    state.winnings = [tuple([int(card) for card in other.winnings]) for other in view.seats]
    state.buffalo = [other.buffalo for other in view.seats]
    state.marks = [other.marks for other in view.seats]
    state.choosing = _choosing(view, state)
    state.played = [_played(view, state, seat, rng) for seat in range(state.seats)]
    state.grabs = ()
    state.powwow = tuple([_row(play) for play in view.powwow])
    state.lines = _lines(view)
    state.place = view.place
    state.choice = NOTHING if view.choice is None else int(view.choice)
    return state


def _choosing(view: View, state: State) -> int:
    if state.phase not in (CHOOSE, RACE):
        return 0
    return sum([1 << seat for seat, other in enumerate(view.seats) if not other.has_called])


def _row(play: ShownPlay) -> tuple[int, int, bool, int, bool]:
    ms = UNTIMED if play.reaction is None else play.reaction
    return play.seat, int(play.role), play.is_sound, ms, play.marked


def _lines(view: View) -> tuple[Line, ...]:
    lines = [
        (play.seat, play.rtt_low, play.rtt_high)
        for play in view.powwow
        if play.rtt_low is not None and play.rtt_high is not None
    ]
    return tuple(sorted(lines))


def _played(view: View, state: State, seat: int, rng: Rng) -> int:
    """The viewer's choice as it is; another's is drawn: no card or any role, but rarely one that
    would be punished, because people do not play those on purpose."""
    if not view.seats[seat].has_called:
        return NOTHING
    if seat == view.seat:
        return NOTHING if view.call is None else int(view.call)
    weights = [(NOTHING, LIKELY)]
    roles = [role for role in range(len(ROLES)) if state.ruleset.roles >> role & 1]
    weights += [(role, LIKELY if is_sound(state, seat, role) else 1) for role in roles]
    return pick(weights, rng)
