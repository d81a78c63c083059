"""Who is connected to a table, and since when somebody has been absent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, KeysView

from prateria.server.clock import SystemClock


class Presence:
    """Counts connections by person. Times are steady milliseconds."""

    def __init__(self, clock: SystemClock) -> None:
        self._clock = clock
        self._connections: Counter[str] = Counter()
        self._since: dict[str, int] = {}
        """When a person who is here came, or one who is not here went."""
        self._opened = clock.steady()

    def __contains__(self, person: object) -> bool:
        return person in self._connections

    def __len__(self) -> int:
        return len(self._connections)

    def keys(self) -> KeysView[str]:
        return self._connections.keys()

    def enter(self, person: str) -> None:
        if person not in self._connections:
            self._since[person] = self._clock.steady()
        self._connections[person] += 1

    def exit(self, person: str) -> None:
        self._connections[person] -= 1
        if self._connections[person] <= 0:
            del self._connections[person]
            self._since[person] = self._clock.steady()

    def waited_for_since(self, person: str, others: Iterable[str]) -> int | None:
        """Since when any of the others has been waiting for somebody; None if nobody has to."""
        if person in self._connections:
            return None
        came = [self._since[other] for other in others if other in self._connections]
        return max(min(came), self._since.get(person, self._opened)) if came else None
