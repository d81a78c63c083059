"""The shortest and the longest round trip of one player's line, from what was measured.

The shortest decides how much allowance a line gets in a race (rule A9.2 of Apache), so nobody may
lengthen it by answering late. One late answer changes nothing; if all are late, the transport's own
round trip, which programs do not answer, is the limit where it can be asked. A line that really
becomes slower is followed: after `WINDOW_MS` in which no trip was as short, by `RISE` a second.
"""

from __future__ import annotations

from collections import deque
from typing import Final

WINDOW_MS: Final = 8_000
"""Trips older than this are forgotten."""
RISE: Final = 0.025
"""How fast the shortest trip may grow, in milliseconds per millisecond."""
MOST: Final = 64
FEW: Final = 4
"""With fewer trips than this, none is left out."""
DELAYED_ACK_MS: Final = 40.0
"""How long a receiver may hold back an acknowledgement that has no data to travel with."""


class Line:
    """Pure: the caller measures and passes in trips with the time, in milliseconds of any steady
    clock."""

    __slots__ = ("_at", "_limit", "_shortest", "_trips")

    def __init__(self) -> None:
        self._trips: deque[tuple[int, int]] = deque(maxlen=MOST)
        self._shortest: float | None = None
        self._at = 0
        self._limit: float | None = None

    def note(self, trip: int, at: int) -> None:
        """Record a round trip that ended at a time."""
        self._trips.append((at, trip))
        while self._trips[0][0] < at - WINDOW_MS:
            self._trips.popleft()
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
        known = self._shortest if self._limit is None else min(self._shortest, self._limit)
        return int(known)

    @property
    def longest(self) -> int:
        """The second longest recent round trip: a single late answer excuses no report."""
        trips = sorted([trip for _, trip in self._trips])
        if not trips:
            return 0
        return trips[-1] if len(trips) < FEW else trips[-2]
