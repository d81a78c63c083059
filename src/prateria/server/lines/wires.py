"""The lines of the people at a table: how much allowance each person's line gets in a race.

Somebody may listen over one line and play over another. So the shortest of all lines over which
they were sent the card counts, even if it has been closed since.
"""

from __future__ import annotations

from typing import Protocol


class Wire(Protocol):
    """A connection of somebody at the table."""

    def trip(self) -> int:
        """The allowance of its line, in milliseconds; 0 if nothing is known of it."""


class Wires:
    def __init__(self) -> None:
        self._wires: dict[str, set[Wire]] = {}
        self._told: dict[str, int] = {}
        """The shortest of those that no longer listen, in this race."""

    def add(self, person: str, wire: Wire) -> None:
        self._wires.setdefault(person, set()).add(wire)

    def remove(self, person: str, wire: Wire, *, has_seen: bool) -> None:
        """Forget a closed connection. A card sent over it stays sent."""
        wires = self._wires.get(person, set())
        if wire in wires:
            wires.remove(wire)
            if has_seen:
                self.told(person, wire.trip())
        if not wires:
            self._wires.pop(person, None)

    def told(self, person: str, trip: int) -> None:
        """Somebody saw the card over a line with this trip."""
        self._told[person] = min(trip, self._told.get(person, trip))

    def begin(self) -> None:
        """Another card: nobody has seen it yet."""
        self._told.clear()

    def trip(self, person: str) -> int | None:
        """The shortest one of a person's lines; None without any."""
        trips = [wire.trip() for wire in self._wires.get(person, ())]
        if person in self._told:
            trips.append(self._told[person])
        return min(trips, default=None)
