"""A live match on a simulated time line: the same rules, with simulated time.

Seats are asked what they would do; each answers after a reaction time over a line of its own, and
the clock acts when the game says it is due. Nothing here depends on a particular game: a game that
can be played live has the facet `Live`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from prateria.arena.network import FRAME_MS, NetworkLine, unit
from prateria.core.chance import Rng
from prateria.core.contract.game import CLOCK, live_of
from prateria.core.contract.live import Measurement
from prateria.core.errors import SetupError
from prateria.core.matches.match import Match

Decide: TypeAlias = Callable[[Match], Any]
"""Chooses one of the seat's legal actions. It is called when a phase begins, before anybody acts in
it."""


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A seat's player: how it decides, how fast it is, over which line."""

    decide: Decide
    level: str
    line: NetworkLine


class TimeLine:
    """Runs one match from its current position to its end."""

    def __init__(self, match: Match, seats: Sequence[LiveSeat], rng: Rng) -> None:
        self.live = live_of(match.game)
        if len(seats) != match.seats:
            raise SetupError(f"{len(seats)} players for {match.seats} seats")
        self.match = match
        self.seats = seats
        self.rng = rng
        self.bounds = [seat.line.bounds(rng) for seat in seats]
        self.longest = {seat: high for seat, (_, high) in enumerate(self.bounds)}
        self.now = 0

    def run(self) -> Match:
        """Play on until there is an outcome."""
        while self.match.actors:
            self._phase()
        return self.match

    def _phase(self) -> None:
        """Handle what arrives before the clock is due, then the clock, unless a seat ends the
        phase."""
        match, live, start = self.match, self.live, self.now
        race = live.is_race(match.view(None))
        coming = sorted([row for seat in match.actors if seat >= 0 for row in self._answer(seat)])
        arrived: list[tuple[int, Any]] = []
        for after, seat, reaction, action in coming:
            due = live.due(match.view(None), arrived, self.longest)
            if due is not None and after > due:
                break
            if race:
                low, high = self.bounds[seat]
                action = live.measured(action, Measurement(reaction, low, high, after))
            self.now = start + after
            match.play(seat, action, at=self.now)
            arrived.append((after, action))
            if not race:
                return
        due = live.due(match.view(None), arrived, self.longest)
        assert due is not None, "nobody acts and the clock does not either"
        self.now = max(self.now, start + due)
        match.play(CLOCK, match.legal(CLOCK)[0], at=self.now)

    def _answer(self, seat: int) -> list[tuple[int, int, int, Any]]:
        """When a seat's action arrives, its seat, its reaction time, the action."""
        player = self.seats[seat]
        action = player.decide(self.match)
        if self.live.is_silent(action):
            return []
        reaction = self.live.reaction_ms(player.level, self.rng)
        down, up = player.line.one_way(self.rng), player.line.one_way(self.rng)
        arrives = round(down + FRAME_MS * unit(self.rng) + reaction + up)
        return [(arrives, seat, reaction, action)]
