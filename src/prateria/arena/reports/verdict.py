"""When is an answer clear? A test that may be looked at after every deal, and honest intervals.

Nobody who bets against "the mean is m" at fair odds can grow rich if it is true, whenever they stop
(Ville's inequality). So a contest may stop as soon as a bet against a share has paid forty to one,
and the shares against which no bet has paid by then are an interval that holds however often one
looked. It asks nothing of a deal but that its result lies between 0 and 1, so the games of one
deal, which go together, count as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from prateria.core.chance import Quick

SURE: Final = 40.0
"""A bet that has paid this much is right in at least 39 of 40 cases; both sides: 95 %."""
BETS: Final = (0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 0.95)
"""Fractions of the largest stake that risks no ruin; the mean over all of them counts."""
HALVINGS: Final = 10
DRAWS: Final = 1000
LEAST: Final = 8
"""Deals before a contest may stop."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share and where it may lie, 95 %."""

    low: float
    high: float


class Bets:
    """Bets that the mean of results between 0 and 1 is above (or below) a share."""

    def __init__(self, share: float) -> None:
        self.share = share
        self._above = [0.0] * len(BETS)
        self._below = [0.0] * len(BETS)

    def add(self, result: float) -> None:
        """One more result."""
        share = self.share
        for place, bet in enumerate(BETS):
            if share > 0:
                self._above[place] += log(1 + bet * (result - share) / share)
            if share < 1:
                self._below[place] += log(1 + bet * (share - result) / (1 - share))

    @property
    def above(self) -> float:
        """The payout of a bet on a higher mean."""
        return sum([exp(min(row, 300.0)) for row in self._above]) / len(BETS)

    @property
    def below(self) -> float:
        """The payout of a bet on a lower mean."""
        return sum([exp(min(row, 300.0)) for row in self._below]) / len(BETS)

    @property
    def verdict(self) -> str:
        """`above`, `below`, or "" while it is not clear."""
        if self.above >= SURE:
            return "above"
        return "below" if self.below >= SURE else ""


def clear_after(results: Sequence[float], share: float) -> int | None:
    """How many results it takes to know on which side of a share the mean lies; None if these do
    not suffice."""
    bets = Bets(share)
    for number, result in enumerate(results, start=1):
        bets.add(result)
        if number >= LEAST and bets.verdict:
            return number
    return None


def always_valid(results: Sequence[float]) -> Interval:
    """The shares that no bet refutes when the contest stops, whenever that is.

    The higher a share, the less a bet on more pays; so the bounds are found by bisection.
    """
    low, high = 0.0, 1.0
    for step in range(HALVINGS):
        reach = 0.5 ** (step + 1)
        low += reach if low + reach < 1 and _after(results, low + reach).above >= SURE else 0
        high -= reach if high - reach > 0 and _after(results, high - reach).below >= SURE else 0
    return Interval(low, high)


def _after(results: Sequence[float], share: float) -> Bets:
    bets = Bets(share)
    for result in results:
        bets.add(result)
    return bets


def bootstrap(results: Sequence[float], seed: int = 1) -> Interval:
    """The middle 95 % of means of results drawn again with replacement."""
    if not results:
        return Interval(0.0, 1.0)
    rng = Quick(seed)
    size = len(results)
    means = sorted(
        [sum([results[rng.below(size)] for _ in range(size)]) / size for _ in range(DRAWS)]
    )
    return Interval(means[DRAWS * 25 // 1000], means[DRAWS * 975 // 1000 - 1])
