"""Statistics of a set of finished matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from prateria.core.contract.meta import Outcome

Z95: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Played:
    """The record of one match: its number, its length, how it ended."""

    number: int
    decisions: int
    entries: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class SeatShare:
    """How often a seat won (a shared victory counts in parts), with its 95 % interval."""

    share: float
    low: float
    high: float
    mean_score: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a simulation."""

    games: int
    decisions: int
    entries: int
    mean_decisions: float
    shortest: int
    longest: int
    seats: tuple[SeatShare, ...]
    reasons: tuple[tuple[str, int], ...]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score, which works near 0 and 1 too."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = Z95 * sqrt(share * (1 - share) / games + square / (4 * games * games))
    reach /= 1 + square / games
    return max(0.0, middle - reach), min(1.0, middle + reach)


def summarize(played: Sequence[Played], seats: int) -> Summary:
    """The figures of these matches; the order in which they were finished does not matter."""
    lengths = [game.decisions for game in played]
    reasons = Counter(game.outcome.reason for game in played)
    return Summary(
        games=len(played),
        decisions=sum(lengths),
        entries=sum(game.entries for game in played),
        mean_decisions=sum(lengths) / max(1, len(played)),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        seats=tuple(_share(played, seat) for seat in range(seats)),
        reasons=tuple(sorted(reasons.items(), key=lambda row: (-row[1], row[0]))),
    )


def _share(played: Sequence[Played], seat: int) -> SeatShare:
    winners = Counter(len(game.outcome.winners) for game in played if seat in game.outcome.winners)
    wins = sum(count / size for size, count in sorted(winners.items()))
    scores = sum(game.outcome.scores[seat] for game in played)
    games = max(1, len(played))
    return SeatShare(wins / games, *wilson(wins, len(played)), scores / games)
