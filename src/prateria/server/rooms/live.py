"""Real time between a room and a game that is played live: when CLOCK acts, who was how fast.

A live game has the facet `Live`, which is asked here and nowhere else in the server. In a game
without it CLOCK never acts by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from prateria.core.chance import Rng
from prateria.core.contract.game import CLOCK
from prateria.core.contract.live import Measurement
from prateria.core.matches.log import Entry
from prateria.core.matches.match import Match

LONGEST: Final = 3_600_000
LEVEL: Final = "medium"
"""How fast bots react, in the game's own words."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known of how a move came in: the client's own reaction time, if it told one, and the
    bounds of its round trip."""

    reaction: int | None = None
    rtt_low: int = 0
    rtt_high: int = 0


class LiveClock:
    """The time line of one match: since when its phase runs, and what came in meanwhile."""

    def __init__(self, match: Match, now: int) -> None:
        self._match = match
        self._live = match.game.live
        self._arrived: list[tuple[int, Any]] = []
        self._began = now
        self._is_race = self._races()
        self.phase = 0
        """Counts the phases."""

    @property
    def is_live(self) -> bool:
        """Whether this match is played against time: then nothing can be taken back."""
        return self._live is not None and self._live.is_live(self._match.view(None))

    def _races(self) -> bool:
        return self._live is not None and self._live.is_race(self._match.view(None))

    def moved(self, entry: Entry, now: int) -> bool:
        """After an entry was told: in a race the others' time goes on, else a new phase begins.
        Whether a race has begun, which makes whatever was meant for the one before too late."""
        is_race = self._races()
        if is_race and self._is_race and entry.by >= 0:
            self._arrived.append((now - self._began, entry.action))
            return False
        self._is_race, self._began, self._arrived = is_race, now, []
        self.phase += 1
        return is_race

    def due(self, lines: Mapping[int, int], now: int) -> int | None:
        """In how many milliseconds CLOCK acts; None if it does not."""
        match = self._match
        if self._live is None or CLOCK not in match.actors or not match.legal(CLOCK):
            return None
        after = self._live.due(match.view(None), self._arrived, lines)
        return None if after is None else max(0, self._began + after - now)

    def action(self, seat: int, move: Any, measured: Measured, now: int) -> Any:
        """A seat's move, an action or its notation, in a race with what was measured about it."""
        if self._live is None or not self._is_race:
            return move
        arrived = min(max(0, now - self._began), LONGEST)
        reaction = measured.reaction
        if reaction is None:
            reaction = max(0, arrived - measured.rtt_low)
        measurement = Measurement(reaction, measured.rtt_low, measured.rtt_high, arrived)
        action = self._match.parse(move, seat) if isinstance(move, str) else move
        return self._live.measured(action, measurement)

    def reaction(self, action: Any, rng: Rng, now: int) -> int | None:
        """How long a bot waits before a move; None if it lets time do the same."""
        if self._live is None or not self._is_race:
            return 0
        if self._live.is_silent(action):
            return None
        return max(0, self._began + self._live.reaction_ms(LEVEL, rng) - now)


def ring(match: Match, at: int) -> None:
    """CLOCK does what it may: the first of its legal actions."""
    legal = match.legal(CLOCK)
    if legal:
        match.play(CLOCK, legal[0], at=at)
