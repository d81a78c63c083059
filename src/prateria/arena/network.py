"""Simulated network lines and people, for simulations on a time line.

A trip is one way, the wait for the next picture on the screen, and the other way. One way is half
the shortest round trip plus a jitter that is never negative and has a long tail (gamma with shape
2). The line's bounds are what the server would estimate (`core/lines`). The model and its numbers
are explained in `docs/fairness.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, log, pi, sqrt
from typing import Final

from prateria.core.chance import Rng
from prateria.core.lines import Line

JITTER_MS: Final = 1.0
JITTER_SHARE: Final = 0.01
"""The mean jitter of one way, as a base and a share of the round trip."""
FRAME_MS: Final = 1000 / 60
PINGS: Final = 10
PING_EVERY_MS: Final = 800
"""How often a line is measured in a race: with a heartbeat every two seconds, and behind each
card."""
PICTURE_MS: Final = 17
"""By how much the server raises the longest measured trip of a page."""
REACTION_MS: Final = 520.0
SPREAD: Final = 0.22
_GRAIN: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class NetworkLine:
    """A connection with this mean round trip in milliseconds, without the wait for the screen."""

    rtt: int

    @property
    def jitter(self) -> float:
        return JITTER_MS + JITTER_SHARE * self.rtt

    @property
    def shortest(self) -> float:
        """The round trip without any jitter."""
        return max(0.0, self.rtt - 2 * self.jitter)

    def one_way(self, rng: Rng) -> float:
        """How long a message takes one way."""
        return self.shortest / 2 + gamma(self.jitter, rng)

    def trip(self, rng: Rng) -> float:
        """There, onto the screen, and back."""
        return self.one_way(rng) + FRAME_MS * unit(rng) + self.one_way(rng)

    def bounds(self, rng: Rng) -> tuple[int, int]:
        """The server's estimates of the shortest and the longest trip."""
        known = KnownLine(self)
        known.measure(rng)
        return known.low, known.longest


class KnownLine:
    """What the server knows of a line: from pings, a given share of them answered late, and from
    the transport if it can be asked."""

    def __init__(
        self, line: NetworkLine, *, late: int = 0, late_every: int = 1, is_asked: bool = True
    ) -> None:
        self._line = line
        self._late = late
        self._late_every = late_every
        self._known = Line()
        if is_asked:
            self._known.limit(line.shortest, line.shortest + 2 * line.jitter)
        self._pings = 0

    def measure(self, rng: Rng) -> None:
        """Before the races."""
        for _ in range(PINGS):
            self.ping(self._line.trip(rng))

    def ping(self, trip: float) -> None:
        self._note(trip, behind=False)

    def card(self, trip: float) -> None:
        """A card goes out, and behind it a ping with this trip."""
        self._known.card()
        self._note(trip, behind=True)

    def _note(self, trip: float, *, behind: bool) -> None:
        held = self._late if self._pings % self._late_every == 0 else 0
        self._known.note(round(trip) + held, self._pings * PING_EVERY_MS, behind=behind)
        self._pings += 1

    @property
    def low(self) -> int:
        return self._known.shortest

    @property
    def high(self) -> int:
        """The longest trip that a play on the newest card may show."""
        return self._known.possible + PICTURE_MS

    @property
    def longest(self) -> int:
        """How many milliseconds a play is waited for."""
        return self._known.longest + PICTURE_MS


def unit(rng: Rng) -> float:
    """A number above 0, up to 1."""
    return (rng.below(_GRAIN) + 1) / _GRAIN


def gamma(mean: float, rng: Rng) -> float:
    """A draw from the gamma distribution with shape 2."""
    return -mean / 2 * log(unit(rng) * unit(rng))


def reaction(rng: Rng) -> float:
    """How long a person takes to find and hit the right card: log-normal, median 520 ms."""
    return REACTION_MS * exp(SPREAD * sqrt(-2 * log(unit(rng))) * cos(2 * pi * unit(rng)))


def interval(count: int, of: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share: `count` out of `of` (Wilson)."""
    share, spread = count / of, 1.96**2 / of
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), middle + half
