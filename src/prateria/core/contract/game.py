"""The contract between a game's rules and everything else.

A game is a subclass of `Game`: the rules are its methods, everything else is a facet, a record of
functions. It knows nothing of matches, logs, servers or pages, and they know of it only what stands
here and in the facets. `core/laws/` checks every promise made there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

from prateria.core.chance import Rng, pick
from prateria.core.contract.face import Face, text_face
from prateria.core.contract.live import Live
from prateria.core.contract.meta import Meta, OptionValue, Outcome
from prateria.core.contract.notation import Notation
from prateria.core.contract.numbers import Numbers
from prateria.core.contract.words import Words
from prateria.core.errors import IllegalAction, SetupError
from prateria.core.native import make_picklable, mypyc_attr
from prateria.core.rules import Rulebook

Seat: TypeAlias = int
"""A place at the table, counted clockwise from 0."""
CHANCE: Final = -1
"""Luck as an actor: its actions are drawn from the seed of the match."""
CLOCK: Final = -2
"""Time as an actor: it acts when a phase of a live match is over."""
LETTERS: Final = "abcdefgh"
"""Seats in notation: seat 0 is a, seat 1 is b, and so on, clockwise."""

R = TypeVar("R")
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[R, S, A, E, V]):
    """The rules of one game over its rule set R, state S, actions A, events E and views V.

    Whoever calls `apply` vouches for the action; `Match.play` is the door that checks. A game
    without `numbers` is played by people and the random bot only, one without `face` as text, one
    without `live` never against time.
    """

    def __init__(
        self,
        meta: Meta,
        rulebook: Rulebook,
        actions: tuple[type, ...],
        events: tuple[type, ...],
        views: tuple[type, ...],
        reasons: tuple[str, ...],
        data: Mapping[str, Any],
        notation: Notation[S, A],
        words: Words[V, E, A],
        numbers: Numbers[R, S, A, V] | None = None,
        face: Face[V, A] | None = None,
        live: Live[V, A] | None = None,
    ) -> None:
        self.meta = meta
        self.rulebook = rulebook
        self.actions = actions
        self.events = events
        self.views = views
        self.reasons = reasons
        self.data = data
        self.notation = notation
        self.words = words
        self.numbers = numbers
        self.face = face
        self.live = live
        make_picklable(*actions, *events, *views)

    @abstractmethod
    def ruleset(
        self,
        players: int,
        options: Mapping[str, OptionValue],
        data: Mapping[str, Any] | None = None,
    ) -> R:
        """The rules for a number of players with these options.

        `data` are the game's tables as a log's header recorded them; the game's own files by
        default. SetupError says what is wrong with any of them.
        """

    def options_of_version(
        self, version: str, options: Mapping[str, OptionValue]
    ) -> Mapping[str, OptionValue] | None:
        """The options of a match that was set up by a version of the rules, as this version names
        them; None for a version it cannot play. What an earlier version did otherwise is an option
        now, so that its logs replay."""
        return options if version == self.meta.rules_version else None

    @abstractmethod
    def new(self, ruleset: R, seats: int) -> S:
        """The state before anything happened."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent copy: a change in one never shows in the other."""

    @abstractmethod
    def actors(self, state: S) -> tuple[int, ...]:
        """Who may act now: seats, CLOCK, CHANCE, or nobody.

        Several seats choose at once and in secret: what one chooses, the others learn only when
        nobody is choosing any more. CHANCE is always alone. Empty exactly when there is an
        outcome.
        """

    @abstractmethod
    def legal(self, state: S, seat: int) -> Sequence[A]:
        """What this seat (or CLOCK) may do now, in a pinned order, told by its view alone."""

    def intent(self, action: A) -> A:
        """The action as `legal` lists it. Measurements that came with it (a reaction time, say)
        are left out; most games have none."""
        return action

    @abstractmethod
    def refuse(self, state: S, seat: int, action: A) -> IllegalAction:
        """The rule that forbids an action which `legal` does not offer, told by the view alone."""

    @abstractmethod
    def chance(self, state: S) -> Sequence[tuple[A, int]]:
        """When CHANCE is the actor: what may come, with positive whole-number weights."""

    def sample(self, state: S, rng: Rng) -> A:
        """One of `chance`'s outcomes. A faster way must draw the same from the same generator."""
        return pick(self.chance(state), rng)

    @abstractmethod
    def apply(self, state: S, action: A) -> Sequence[E]:
        """Carry out an action in place; the events it caused."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """All that a seat (None: a spectator) may know: immutable, hashable, by allow-list."""

    @abstractmethod
    def seen(self, event: E, seat: int | None) -> E | None:
        """The event as a seat sees it, or None. It tells no more than the views do."""

    @abstractmethod
    def determinize(self, view: V, rng: Rng) -> S:
        """A full state that fits the view, with what the view hides drawn at random: any that fits
        can come, and none that contradicts what this seat has seen. So views must remember."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def invariants(self, state: S) -> Sequence[str]:
        """What is wrong with the state: nothing, ever. Cards and pieces are conserved."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""Any game, known by its contract only."""


def face_of(game: AnyGame) -> Face[Any, Any]:
    """The game's face; of a game that has none, its text."""
    return text_face(game.words.describe) if game.face is None else game.face


def numbers_of(game: AnyGame) -> Numbers[Any, Any, Any, Any]:
    """The game's numbers; SetupError for a game that has none."""
    if game.numbers is None:
        raise SetupError(f"{game.meta.name} offers no numbers (Game.numbers) for programs")
    return game.numbers


def live_of(game: AnyGame) -> Live[Any, Any]:
    """The game's real time; SetupError for a game that has none."""
    if game.live is None:
        raise SetupError(f"{game.meta.name} is not played in real time")
    return game.live
