"""The pings of one connection: which of them are unanswered, and what the others tell of its line.

A heartbeat's ping shows that somebody is there. In a race one more goes out behind each card: its
answer comes when the card is on the screen, so its trip is that of the play.
"""

from __future__ import annotations

from typing import Final

from prateria.core.lines import Line

MOST_BEHIND: Final = 16
"""How many pings behind cards may be unanswered."""
MISSED_HEARTBEATS: Final = 15
"""How many heartbeats a line may miss: in a tunnel, say."""


class Pings:
    __slots__ = ("_beats", "_behind", "_newest_behind", "_sent", "_unanswered", "line")

    def __init__(self) -> None:
        self.line = Line()
        self._sent = self._beats = self._newest_behind = 0
        self._unanswered: dict[int, tuple[int, int]] = {}
        """Of each ping of a heartbeat: in which one it was sent, and when."""
        self._behind: dict[int, int] = {}
        """When those behind cards were sent."""

    def beat(self) -> bool:
        """Count a heartbeat; False if a ping has been unanswered for too many."""
        self._beats += 1
        return all(self._beats - beat <= MISSED_HEARTBEATS for beat, _ in self._unanswered.values())

    def send(self, now: int) -> int:
        """The number of a ping that goes out now."""
        self._sent += 1
        self._unanswered[self._sent] = self._beats, now
        return self._sent

    def send_behind_card(self, now: int) -> int:
        if len(self._behind) >= MOST_BEHIND:
            self._behind.clear()
        self._sent += 1
        self._behind[self._sent] = now
        self.line.card()
        self._newest_behind = self._sent
        return self._sent

    def answered(self, number: int, came: int) -> bool:
        """Measure the line by an answer; False if no ping of this number waits for one."""
        _, sent = self._unanswered.pop(number, (0, None))
        if sent is None:
            sent = self._behind.pop(number, None)
        if sent is None:
            return False
        came = max(sent, came)
        self.line.note(came - sent, came, behind=number == self._newest_behind)
        return True
