"""What a game played in real time provides. Times count from the beginning of a phase.

These are pure functions, for whatever runs a match in time: a server with its own clock, a
simulation with a made-up one. The caller measures, and passes in the measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from prateria.core.chance import Rng
from prateria.core.native import make_subscriptable, mypyc_attr

V = TypeVar("V")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Measurement:
    """How a move came in, in milliseconds: the client's own reaction time, the shortest
    known round trip of its line, the longest that this move can have taken, and when it arrived,
    counted from when the seat was sent what it reacts to."""

    reaction: int
    rtt_low: int
    rtt_high: int
    arrived: int


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True, kw_only=True)
class Live(Generic[V, A]):
    """The real-time facet of a game with views V and actions A."""

    is_live: Callable[[V], bool]
    """Whether this match is played against time."""
    is_race: Callable[[V], bool]
    """Whether reactions count now."""
    is_hushed: Callable[[V], bool]
    """Whether it must be kept secret for now that somebody has acted, until CLOCK acts."""
    is_silent: Callable[[A], bool]
    """Whether this action does the same as letting time pass."""
    measured: Callable[[A, Measurement], A]
    """The action with its measurement, if it is one that is raced for."""
    due: Callable[[V, Sequence[tuple[int, A]], Mapping[int, int]], int | None]
    """When CLOCK acts; None if it does not. The arguments are the public view, the actions of this
    phase with the times they arrived, and the longest round trip of each seat's line."""
    first_known: Callable[[V, Sequence[tuple[int, A]], Mapping[int, int]], int]
    """The time after which nobody who has yet to act could still be first."""
    reaction_ms: Callable[[str, Rng], int]
    """How long a bot of a level (easy, medium, hard) takes to react."""
    duel: tuple[str, tuple[A, A]]
    """A race between two seats: a position, and an action for each. Fairness is measured on it."""


make_subscriptable(Live)
