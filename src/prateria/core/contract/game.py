"""The contract between a game's rules and everything else.

A game is a subclass of `Game`: the rules are its methods, everything else is a facet, a record of
functions. A game knows nothing of matches, logs, servers or pages, and they know only what is
defined here and in the facets. `core/laws/` checks every promise made there.
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

    `apply` does not check the action; the caller vouches for it. `Match.play` is the checked way
    in. A game without `numbers` is played by people and the random bot only, one without `face` is
    shown as text, one without `live` is never played against time.
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

        `data` holds the game's tables as a log's header recorded them; by default, the game's own
        files. SetupError says what is wrong with any of them.
        """

    def options_of_version(
        self, version: str, options: Mapping[str, OptionValue]
    ) -> Mapping[str, OptionValue] | None:
        """Translate the options of a match set up under some version of the rules into today's
        options; None if this engine cannot play that version.

        Where an earlier version played differently, the difference is an option now, so that its
        logs replay.
        """
        return options if version == self.meta.rules_version else None

    @abstractmethod
    def new(self, ruleset: R, seats: int) -> S:
        """The state before anything has happened."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent copy: changes to one never show in the other."""

    @abstractmethod
    def actors(self, state: S) -> tuple[int, ...]:
        """Who may act now: seats, CLOCK, CHANCE, or nobody.

        Several seats choose simultaneously and in secret: the others learn a choice only when
        nobody is choosing any more. CHANCE is always alone. Empty exactly when there is an outcome.
        """

    @abstractmethod
    def legal(self, state: S, seat: int) -> Sequence[A]:
        """What this seat (or CLOCK) may do now, in a pinned order, determined by its view alone."""

    def intent(self, action: A) -> A:
        """The action as `legal` lists it, without the measurements that came with it (a reaction
        time, say). Most games have none."""
        return action

    @abstractmethod
    def refuse(self, state: S, seat: int, action: A) -> IllegalAction:
        """The rule that forbids an action which `legal` does not offer, determined by the view
        alone."""

    @abstractmethod
    def chance(self, state: S) -> Sequence[tuple[A, int]]:
        """The possible outcomes when CHANCE is the actor, with positive whole-number weights."""

    def sample(self, state: S, rng: Rng) -> A:
        """Draw one of `chance`'s outcomes. A faster implementation must draw the same from the same
        generator."""
        return pick(self.chance(state), rng)

    @abstractmethod
    def apply(self, state: S, action: A) -> Sequence[E]:
        """Carry out an action in place and return the events it caused."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """All that a seat (None: a spectator) may know: immutable, hashable, built from an
        allow-list."""

    @abstractmethod
    def seen(self, event: E, seat: int | None) -> E | None:
        """The event as a seat sees it, or None. It tells no more than the views do."""

    @abstractmethod
    def determinize(self, view: V, rng: Rng) -> S:
        """A full state consistent with the view, with what the view hides drawn at random.

        Every consistent state can be drawn, and none that contradicts what this seat has seen. So
        views must remember.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    @abstractmethod
    def invariants(self, state: S) -> Sequence[str]:
        """Faults in the state; there must never be any. Cards and pieces are conserved."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""Any game, known by its contract only."""


def face_of(game: AnyGame) -> Face[Any, Any]:
    """The game's face; its text if it has none."""
    return text_face(game.words.describe) if game.face is None else game.face


def numbers_of(game: AnyGame) -> Numbers[Any, Any, Any, Any]:
    """The game's numbers; SetupError if it has none."""
    if game.numbers is None:
        raise SetupError(f"{game.meta.name} offers no numbers (Game.numbers) for programs")
    return game.numbers


def live_of(game: AnyGame) -> Live[Any, Any]:
    """The game's real-time facet; SetupError if it has none."""
    if game.live is None:
        raise SetupError(f"{game.meta.name} is not played in real time")
    return game.live
