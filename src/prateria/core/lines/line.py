"""The shortest and the longest round trip of one player's line, from what was measured.

The shortest decides how much time a line is given in a race (rule A9.2 of Apache), so nobody may
make it longer by answering late. One late answer changes nothing; if all are late, the transport's
own round trip, which programs do not answer, is the limit. Where that cannot be asked, a late
answer cannot be told from a long way, and no line is given more than `UNASKED_MS`. A line that
really becomes slower is followed: after `WINDOW_MS` in which no trip was as short, by `RISE` a
second.

What a line could have produced shows in the ping behind the card that was played on, which takes
the same way at the same time, and in the amounts by which its trips exceed the ones before them. So
a line that is slow now is slow in both, and trips that were long a moment ago excuse nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

WINDOW_MS: Final = 8_000
"""Trips older than this are forgotten."""
RISE: Final = 0.025
"""How fast the shortest trip may grow, in milliseconds per millisecond."""
MOST: Final = 64
FEW: Final = 4
"""Of fewer trips none is left out, and nothing is known of how they differ."""
UNASKED_MS: Final = 60
"""What most lines within a continent take. Whoever needs more has to be known by the transport."""
DELAYED_ACK_MS: Final = 48.0
"""How long a receiver may delay an acknowledgement that has no data to travel with: 40 ms and two
ticks of its clock. Without the ticks a program that always delays was given 6 ms too much."""


class Line:
    """Pure: the caller measures and passes in trips with the time, in milliseconds of any steady
    clock."""

    __slots__ = ("_at", "_behind", "_limit", "_shortest", "_trips")

    def __init__(self) -> None:
        self._trips: list[tuple[int, int]] = []
        self._shortest: float | None = None
        self._at = 0
        self._limit: float = float(UNASKED_MS)
        self._behind: tuple[int, int] | None = None
        """When the ping behind the newest card was answered, and its trip."""

    def card(self) -> None:
        """A card goes out: what was measured behind the one before is no longer its trip."""
        self._behind = None

    def note(self, trip: int, at: int, *, behind: bool = False) -> None:
        """Record a round trip that ended at a time; that of the ping behind the newest card, or of
        another one."""
        if behind:
            self._behind = at, trip
        recent = [each for each in self._trips if each[0] >= at - WINDOW_MS]
        self._trips = [*recent[1 - MOST :], (at, trip)]
        least = float(min([each for _, each in self._trips]))
        if self._shortest is None or least <= self._shortest:
            self._shortest = least
        else:
            self._shortest = min(least, self._shortest + RISE * (at - self._at))
        self._at = at

    def limit(self, least: float, usual: float) -> None:
        """Record what the transport knows of the line: its shortest round trip, and the usual one
        now, which is longer by what receivers delay."""
        self._limit = max(least, usual - DELAYED_ACK_MS)

    @property
    def shortest(self) -> int:
        """The allowance of the line; none before anything was measured."""
        if self._shortest is None:
            return 0
        return int(min(self._shortest, self._limit))

    @property
    def possible(self) -> int:
        """The longest trip of a play on the newest card that the line can have produced."""
        if self._behind is None or self._behind not in self._trips:
            return self.longest
        return self._behind[1] + self._rise()

    def _rise(self) -> int:
        """By how much a trip exceeded the one before it: the third largest, so that one or two late
        answers excuse no report."""
        if len(self._trips) < FEW:
            return 0
        trips = [trip for _, trip in self._trips]
        rises = sorted([later - earlier for earlier, later in pairwise(trips)])
        return max(0, rises[-3])

    @property
    def longest(self) -> int:
        """The second longest recent round trip: a single late answer excuses no report."""
        trips = sorted([trip for _, trip in self._trips])
        if not trips:
            return 0
        return trips[-1] if len(trips) < FEW else trips[-2]
