"""The contract between a game's rules and everything else.

A game is a subclass of `Game`. It knows nothing of matches, logs, servers or pages, and they
know of it only what stands here. `core/laws/rules.py` checks every promise made below.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from prateria.core.chance import Rng, pick
from prateria.core.drawing.markup import PLAIN_ART, plain_drawing, plain_picture
from prateria.core.drawing.scene import COLOURS, Art, Drawing, Scene
from prateria.core.errors import IllegalAction, SetupError
from prateria.core.lessons.lesson import Lesson, read_lesson
from prateria.core.native import let_travel, mypyc_attr
from prateria.core.rules import Rulebook
from prateria.core.small import Small, read_small
from prateria.core.texts import ENGLISH, Texts

Seat: TypeAlias = int
CHANCE: Final = -1
CLOCK: Final = -2
LETTERS: Final = "abcdefgh"
"""Seats in notation: seat 0 is a, seat 1 is b, and so on, clockwise."""

OptionValue: TypeAlias = bool | int | str

R = TypeVar("R")
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Option:
    """Something a host may choose: its values, the one taken by default, the rule behind it."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue
    rule: str


@dataclass(frozen=True, slots=True)
class Meta:
    """The facts of a title."""

    id: str
    name: str
    designers: tuple[str, ...]
    publisher: str
    year: int
    least: int
    most: int
    options: tuple[Option, ...]
    rules_version: str
    has_learning: bool = False
    """Whether drawings can point out more than a player should be shown (`Scene.learning`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: place (1 is best, level ones share it) and score of each seat, and why.

    `reason` is what decided the victory; it is one of the game's `reasons`.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[R, S, A, E, V]):
    """The rules of one game over its rule set R, state S, actions A, events E and views V.

    Whoever calls `apply` vouches for the action; `Match.play` is the door that checks.
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
    ) -> None:
        self.meta = meta
        self.rulebook = rulebook
        self.actions = actions
        self.events = events
        self.views = views
        self.reasons = reasons
        self.data = data
        let_travel(*actions, *events, *views)

    @abstractmethod
    def ruleset(
        self,
        players: int,
        options: Mapping[str, OptionValue],
        data: Mapping[str, Any] | None = None,
    ) -> R:
        """The rules for so many players with these options.

        `data` are the game's tables as a log's header recorded them; the game's own files by
        default. SetupError says what is wrong with any of them.
        """

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
        """A full state that fits the view, with what the view hides drawn at random."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def invariants(self, state: S) -> Sequence[str]:
        """What is wrong with the state: nothing, ever. Cards and pieces are conserved."""

    @abstractmethod
    def format_state(self, state: S) -> str:
        """The position as text, complete: `parse_state` gives an equal state back."""

    @abstractmethod
    def parse_state(self, text: str, data: Mapping[str, Any] | None = None) -> S:
        """The position a text describes, played with these tables; or NotationError."""

    @abstractmethod
    def setup(self, state: S) -> tuple[int, dict[str, OptionValue]]:
        """How many seats a state has, and the options it is played with."""

    @abstractmethod
    def format_action(self, action: A) -> str:
        """The action as a short text."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """The action a text describes, or NotationError."""

    @abstractmethod
    def evaluate(self, view: V) -> tuple[float, ...]:
        """How well each seat stands, in points, as far as this view can tell."""

    @abstractmethod
    def encode(self, view: V) -> tuple[float, ...]:
        """The view as numbers of a fixed length for a rule set, for learning programs."""

    def observe(self, state: S, seat: int) -> bytes:
        """`encode` of the seat's view as 32-bit floats, for programs that look very often. A faster
        way must give the same numbers."""
        numbers = self.encode(self.view(state, seat))
        return struct.pack(f"{len(numbers)}f", *numbers)

    def features(self, state: S, seat: int) -> list[list[float]]:
        """What matters for how each seat stands: a row for each, all of one length whatever the
        number of players, told by this seat's view alone. Learned bots judge by it.

        A game that has none is judged by its estimate.
        """
        values = self.evaluate(self.view(state, seat))
        return [[value - (sum(values) - value) / max(1, len(values) - 1)] for value in values]

    def every_action(self, ruleset: R, seat: int) -> Sequence[A]:  # noqa: ARG002
        """Every action that can ever be legal for a seat, in a pinned order, for learning
        programs: the same place means the same to each seat. Empty if the game has no such list."""
        return ()

    def small(self) -> Small | None:
        """The game shrunk for exact solvers, if it can be: `small.toml` in the package of its
        class. The same rules with smaller tables."""
        return read_small(type(self).__module__.rpartition(".")[0])

    @abstractmethod
    def describe(self, view: V) -> str:
        """The view as text for a terminal; its first line says where in the match we are."""

    @abstractmethod
    def tell(self, event: E, names: Sequence[str], texts: Texts = ENGLISH) -> str:
        """The event, as some seat saw it, as a sentence; "" if not worth one."""

    # What follows is for pages. A game that leaves it out is played as text.

    def phrase(self, view: V, action: A, texts: Texts = ENGLISH) -> str:  # noqa: ARG002
        """A legal action as a line of a list: what it would do, in the reader's language."""
        return self.format_action(action)

    def path(self, view: V, action: A) -> tuple[str, ...]:  # noqa: ARG002
        """The ids in the drawing that are picked, in order, to choose a legal action; empty if
        it can be chosen from the list only. No path is the beginning of another."""
        return ()

    def confirms(self, view: V, action: A) -> bool:  # noqa: ARG002
        """Whether a picked action waits for a last yes: where a slip would show or cost."""
        return False

    def propose(self, view: V, scene: Scene) -> tuple[str, ...]:  # noqa: ARG002
        """The picks with what the drawing proposes to add: a turn of the tile, an even payment."""
        return scene.picked

    def draw(self, view: V, scene: Scene) -> Drawing:  # noqa: ARG002
        """The table as the view's seat sees it."""
        return plain_drawing(self.describe(view))

    def picture(self, view: V, texts: Texts = ENGLISH) -> str:  # noqa: ARG002
        """What lies on the table as one SVG that stands alone, for notebooks and reports."""
        return plain_picture(self.describe(view))

    def colour(self, seat: int) -> str:
        """The colour of a seat's things, one of `drawing.COLOURS`."""
        return COLOURS[seat]

    def art(self) -> Art:
        """What all drawings share."""
        return PLAIN_ART

    def lesson(self) -> Lesson | None:
        """A first lesson, if there is one: `lesson.toml` in the package of the game's class."""
        return read_lesson(type(self).__module__.rpartition(".")[0])


let_travel(Option, Meta, Outcome)

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def settle_options(meta: Meta, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """All options with a value each, in the game's own order; SetupError for what it lacks."""
    known = {option.name: option for option in meta.options}
    for name in chosen:
        if name not in known:
            raise SetupError(
                f"{meta.name} has no option {name!r}; it has {', '.join(sorted(known))}"
            )
    settled: dict[str, OptionValue] = {}
    for option in meta.options:
        value = chosen.get(option.name, option.default)
        if not any(value == allowed and type(value) is type(allowed) for allowed in option.values):
            allowed_values = ", ".join(map(option_text, option.values))
            raise SetupError(
                f"option {option.name} of {meta.name} cannot be {value!r}; "
                f"it is one of {allowed_values}"
            )
        settled[option.name] = value
    return settled


def option_text(value: OptionValue) -> str:
    """An option's value as it is written on the command line."""
    return str(value).lower()


def check_seats(meta: Meta, seats: object) -> int:
    """The number of seats, if the game takes so many; else SetupError."""
    if type(seats) is not int or not meta.least <= seats <= meta.most:
        raise SetupError(f"{meta.name} is for {meta.least} to {meta.most} players, not {seats!r}")
    return seats
