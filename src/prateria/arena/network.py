"""Made-up network lines and people for simulations on a time line.

A trip is one way, the wait for the next picture on the screen, and the other way. One way is
half the shortest round trip plus a jitter that is never negative and has a long tail (gamma
with shape 2). The model and its numbers are explained in `docs/fairness.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, exp, log, pi, sqrt
from typing import Final

from prateria.core.chance import Rng

JITTER_MS: Final = 2.0
JITTER_SHARE: Final = 0.08
"""The jitter of one way: its mean, as a base and a share of the round trip."""
FRAME_MS: Final = 1000 / 60
PINGS: Final = 21
HIGH: Final = 18
"""Index (in the sorted pings) of the sample used as the upper round-trip bound."""
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

    def one_way(self, rng: Rng) -> float:
        """How long a message is under way."""
        shortest = max(0.0, self.rtt - 2 * self.jitter)
        return shortest / 2 + gamma(self.jitter, rng)

    def trip(self, rng: Rng) -> float:
        """There, onto the screen, and back."""
        return self.one_way(rng) + FRAME_MS * unit(rng) + self.one_way(rng)

    def bounds(self, rng: Rng) -> tuple[int, int]:
        """What the server has measured with its pings: about the shortest and longest trip."""
        trips = sorted([self.trip(rng) for _ in range(PINGS)])
        return int(trips[0]), round(trips[HIGH])


def unit(rng: Rng) -> float:
    """A number above 0, up to 1."""
    return (rng.below(_GRAIN) + 1) / _GRAIN


def gamma(mean: float, rng: Rng) -> float:
    """A draw from the gamma distribution with shape 2."""
    return -mean / 2 * log(unit(rng) * unit(rng))


def reaction(rng: Rng) -> float:
    """How long a person takes to find and hit the right card: log-normal, median 520 ms."""
    return REACTION_MS * exp(SPREAD * sqrt(-2 * log(unit(rng))) * cos(2 * pi * unit(rng)))
