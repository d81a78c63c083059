"""The complete state of a match of Apache, secrets included. Only the rules may hold one.

Heaps of prairie cards are lists of counts by kind; rows with one value a seat are lists. Every
other value is a whole number or immutable, so a copy is a copy of the rows.
"""

from __future__ import annotations

from typing import TypeAlias

from prateria.core.native import i64
from prateria.core.rules import rule
from prateria.core.setup import BY_LOT
from prateria.games.apache.rules.phases import LOT
from prateria.games.apache.rules.ruleset import RuleSet
from prateria.games.apache.rules.timing import Grab, Line

NOBODY = -1
NOTHING = -1

Shown: TypeAlias = tuple[int, int, bool, int, bool]
"""A tribe card on the pow-wow: seat, role, whether sound, the time that counts, whether marked."""


class State:
    """Mutable and slotted; `copy_state` knows all of it."""

    __slots__ = (
        "buffalo",
        "choice",
        "choosing",
        "deck",
        "gone",
        "grabs",
        "left",
        "lines",
        "marks",
        "newest",
        "phase",
        "place",
        "played",
        "powwow",
        "ruleset",
        "seats",
        "turner",
        "up",
        "winnings",
    )

    ruleset: RuleSet
    seats: i64
    phase: i64
    turner: i64
    """Who turned the newest card; while a card is due, who turns it; or NOBODY."""
    newest: i64
    """The card turned last, or NOTHING."""
    deck: list[int]
    """The cards still face down."""
    left: int
    """The number of face-down cards."""
    up: list[int]
    gone: list[int]
    """Cards that have left the game."""
    winnings: list[tuple[int, ...]]
    """What each seat has won except buffalo, the top card last."""
    buffalo: list[int]
    """The buffalo at the bottom of each seat's winnings."""
    marks: list[int]
    """How often each seat's client reported times its line could not have produced."""
    choosing: i64
    """The seats that may still play a tribe card, one bit each."""
    played: list[int]
    """The role each seat has played and nobody else has seen yet, or NOTHING."""
    grabs: tuple[Grab, ...]
    """The measurements of those plays, where there are any."""
    powwow: tuple[Shown, ...]
    """The pow-wow of the newest card, kept until the next is turned."""
    lines: tuple[Line, ...]
    """The measurements of the lines over which it was played, by seat."""
    place: i64
    """How many of its plays are resolved, and so whose claim it is."""
    choice: i64
    """What is being claimed while a prisoner or spouse is picked, else NOTHING."""


@rule("A1.1", "A1.3")
def new_state(ruleset: RuleSet, seats: int) -> State:
    """All prairie cards face down, everyone with empty winnings.

    The state does not contain tribe cards: all four are always in the hand, or for a moment on the
    pow-wow. Nor does a face-down card have a place: it is drawn when it is turned.
    """
    state = State()
    state.ruleset = ruleset
    state.seats = seats
    state.phase = LOT if ruleset.first == BY_LOT else ruleset.turn_phase
    state.turner = ruleset.first
    state.newest = NOTHING
    state.deck = list(ruleset.prairie)
    state.left = sum(ruleset.prairie)
    state.up = [0] * len(ruleset.prairie)
    state.gone = [0] * len(ruleset.prairie)
    state.winnings = [()] * seats
    state.buffalo = [0] * seats
    state.marks = [0] * seats
    state.choosing = 0
    state.played = [NOTHING] * seats
    state.grabs = ()
    state.powwow = ()
    state.lines = ()
    state.place = 0
    state.choice = NOTHING
    return state


def copy_state(state: State) -> State:
    """An independent copy, written out by hand because it is the hottest thing a search does."""
    twin = State()
    twin.ruleset = state.ruleset
    twin.seats = state.seats
    twin.phase = state.phase
    twin.turner = state.turner
    twin.newest = state.newest
    twin.deck = state.deck[:]
    twin.left = state.left
    twin.up = state.up[:]
    twin.gone = state.gone[:]
    twin.winnings = state.winnings[:]
    twin.buffalo = state.buffalo[:]
    twin.marks = state.marks[:]
    twin.choosing = state.choosing
    twin.played = state.played[:]
    twin.grabs = state.grabs
    twin.powwow = state.powwow
    twin.lines = state.lines
    twin.place = state.place
    twin.choice = state.choice
    return twin


def next_turner(state: State) -> int:
    """The next player clockwise."""
    return (state.turner + 1) % state.seats


def card_number(state: State, seat: int) -> int:
    """How many cards a seat has won."""
    return len(state.winnings[seat]) + state.buffalo[seat]
