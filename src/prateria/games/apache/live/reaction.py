"""How long a bot takes to react in the live tempo: like a person, and published (rule A9.5).

A log-normal time, like that of people searching a table with their eyes, by the bot's level. The
code that runs the match draws it; the rules themselves never do.
"""

from __future__ import annotations

from math import cos, exp, log, pi, sqrt
from typing import Final

from prateria.core.chance import Rng
from prateria.core.rules import rule

MEDIAN_MS: Final = {"easy": 900, "medium": 680, "hard": 520}
SPREAD: Final = 0.22
"""The standard deviation of the logarithm."""
SOONEST_MS: Final = 250
_GRAIN: Final = 1 << 30


@rule("A9.5")
def reaction_ms(level: str, rng: Rng) -> int:
    """A reaction time for a bot of that level."""
    return max(SOONEST_MS, round(MEDIAN_MS[level] * exp(SPREAD * normal(rng))))


def normal(rng: Rng) -> float:
    """A draw from the standard normal distribution (Box and Muller)."""
    radius = sqrt(-2.0 * log((rng.below(_GRAIN) + 1) / _GRAIN))
    return radius * cos(2.0 * pi * rng.below(_GRAIN) / _GRAIN)
