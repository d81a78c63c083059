"""Real time between a room and a game that is played live: when CLOCK acts, who was how fast.

A live game has the facet `Live`, which is used here and nowhere else in the server. In a game
without it CLOCK never acts by itself.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from prateria.bots.levels import pace_of
from prateria.core.chance import Rng
from prateria.core.contract.game import CLOCK
from prateria.core.contract.live import Measurement
from prateria.core.matches.log import Entry
from prateria.core.matches.match import Match
from prateria.server.lines.volley import Volley
from prateria.server.rooms.clocks import Clocks

LONGEST: Final = 3_600_000
MOST_LAG: Final = 20
"""How many milliseconds after its release a seat's card may be sent, with the seat's time beginning
only then. More would be an advantage for whoever has another window open."""

SCREEN_MS: Final = 25
"""What a screen takes to show a card, in milliseconds: the wait for the next picture, and half of
one more. No server can check it, so people are not given it; bots see cards as much later."""

BEHIND_S: Final = 0.3
"""How much later people without a seat see a live table: half of the longest round trip that is
compensated. So watching over a fast line and playing over a slow one shows no card sooner."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How a move came in: the client's own reaction time, if it reported one, and the bounds of its
    round trip."""

    reaction: int | None = None
    rtt_low: int = 0
    rtt_high: int = 0
    is_own: bool = False
    """Whether it is the server's own measurement: a bot's reaction is known exactly."""


class Hush:
    """What may be told while nobody may know that somebody else has acted: the match as it was when
    that began, for each seat with what it has done itself."""

    def __init__(self, match: Match, clocks: Clocks, n: int | None = None) -> None:
        self.n = match.version if n is None else n
        """The last entry that everybody was told."""
        self.clocks = clocks
        self._game = match.game
        self._state = match.peek() if n is None else match.peek_at(n)
        self.actors = self._game.actors(self._state)
        self._done: dict[int, list[Any]] = {}
        for entry in match.log.after(self.n):
            self.add(entry.by, entry.action)

    def add(self, seat: int, action: Any) -> None:
        self._done.setdefault(seat, []).append(action)

    def view(self, seat: int | None) -> Any:
        done = () if seat is None else self._done.get(seat, ())
        state = self._game.copy(self._state) if done else self._state
        for action in done:
            self._game.apply(state, action)
        return self._game.view(state, seat)

    def acting(self, seat: int | None) -> tuple[int, ...]:
        """The actors, as far as the seat may know them."""
        return tuple([a for a in self.actors if a != seat or seat not in self._done])


MISSING_MS: Final = 10_000
"""So much longer the first card waits for those whose page is not there yet."""


class LiveClock:
    """The time line of one match: since when its phase has been running, and what has come in
    meanwhile."""

    def __init__(self, match: Match, now: int) -> None:
        self._match = match
        self._live = match.game.live
        self._arrived: list[tuple[int, Any]] = []
        self._began = now
        self._is_race = self._races()
        self.before_race = match.version
        """The last entry before the race that goes on."""
        if self._is_race:
            self._read_race()
        self._countdown = 0
        self._opens: int | None = None
        """When a match that has just been dealt begins."""
        self._tokens: dict[int, str] = {}
        self._sent: dict[int, int] = {}
        """When each seat's card went out."""
        self._held: dict[int, int] = {}
        """How much later than the first it was let go, because its line is quicker."""
        self.phase = match.version
        """The last entry before it: no other phase has the same, even after a restart."""

    def _read_race(self) -> None:
        """Read a race that is under way when a match is loaded: since when it runs, and what has
        come in, so that a player who was slower before a restart is no faster after it."""
        log = self._match.log
        first = log.count
        while first and log.by(first) >= 0:
            first -= 1
        self.before_race = first
        self._began = log.time(first)
        self._arrived = [(each.at - self._began, each.action) for each in log.after(first)]

    def wait_for_people(self, countdown: int, now: int) -> None:
        """Nothing happens before everybody has come and has had a moment to get ready; but nobody
        is waited for long. Without a countdown it begins as it is."""
        if countdown and self.is_live and not self._is_race:
            self._countdown, self._opens = countdown, now + MISSING_MS + countdown

    def all_came(self, now: int) -> None:
        if self._opens is not None:
            self._opens = min(self._opens, now + self._countdown)

    def begins_in(self, now: int) -> int | None:
        """In how many milliseconds anybody may act; None if they may."""
        return None if self._opens is None else max(0, self._opens - now)

    def go_on(self, before: LiveClock) -> None:
        """Continue after the same match was read again, unchanged: its race goes on, with the cards
        that were sent."""
        self._began, self._arrived, self.phase = before._began, before._arrived, before.phase
        self._tokens, self._sent, self._held = before._tokens, before._sent, before._held

    @property
    def has_clock(self) -> bool:
        """Whether CLOCK ever acts by itself in this game."""
        return self._live is not None

    @property
    def is_live(self) -> bool:
        """Whether this match is played against time: then nothing can be taken back."""
        return self._live is not None and self._live.is_live(self._match.view(None))

    def _races(self) -> bool:
        return self._live is not None and self._live.is_race(self._match.view(None))

    @property
    def is_race(self) -> bool:
        """Whether reactions count now."""
        return self._is_race

    @property
    def is_hushed(self) -> bool:
        """Whether it must be kept secret for now that somebody else has acted."""
        return self._live is not None and self._live.is_hushed(self._match.view(None))

    def token(self, seat: int) -> str:
        """Unpredictable: it proves that an action was made after its card was sent."""
        if not self._is_race:
            return ""
        return self._tokens.setdefault(seat, secrets.token_urlsafe(9))

    def is_shown(self, seat: int, token: str) -> bool:
        """Whether an action names the card that its seat was sent; outside races, every action
        does."""
        shown = self._tokens.get(seat)
        if not self._is_race:
            return True
        return shown is not None and hmac.compare_digest(shown.encode(), token.encode())

    def released(self, now: int) -> None:
        """The card goes out now: the time of the race begins."""
        self._began = now

    def sent(self, seat: int, now: int, held: int = 0) -> None:
        """A seat's card was written to its connection; to the first, if it has several."""
        if seat not in self._sent:
            self._held[seat] = held
            self._sent[seat] = min(now, self._began + held + MOST_LAG)

    def volley(self, now: Callable[[], int], on_release: Callable[[], None]) -> Volley:
        """The volley with which the card of this phase goes out."""
        phase = self.phase

        def released() -> None:
            if self.phase == phase:
                self.released(now())
                on_release()

        def sent(seat: int, held: int) -> None:
            if self.phase == phase:
                self.sent(seat, now(), held)

        return Volley(released, sent)

    def moved(self, entry: Entry, now: int) -> bool:
        """Called after an entry was announced: in a race the others' time goes on, otherwise a new
        phase begins.

        Returns whether a race has begun, which makes anything meant for the previous one too late.
        """
        is_race = self._races()
        if is_race and self._is_race and entry.by >= 0:
            self._arrived.append((now - self._began, entry.action))
            return False
        self._is_race, self._began, self._arrived = is_race, now, []
        self._opens = None
        self._tokens, self._sent, self._held = {}, {}, {}
        self.phase = self._match.version
        return is_race

    def due(self, lines: Mapping[int, int], now: int) -> int | None:
        """In how many milliseconds CLOCK acts; None if it does not."""
        match = self._match
        if self._live is None or CLOCK not in match.actors or not match.legal(CLOCK):
            return None
        begins_in = self.begins_in(now)
        if begins_in is not None:
            return begins_in
        held = {seat: trip + self._held.get(seat, 0) for seat, trip in lines.items()}
        after = self._live.due(match.view(None), self._arrived, held)
        return None if after is None else max(0, self._began + after - now)

    def action(self, seat: int, move: Any, measured: Measured, now: int) -> Any:
        """A seat's move, an action or its notation, in a race with its measurements."""
        if self._live is None or not self._is_race:
            return move
        arrived = min(max(0, now - self._sent.get(seat, self._began)), LONGEST)
        reaction = measured.reaction
        if reaction is None:
            reaction = max(0, arrived - measured.rtt_low)
        elif measured.is_own:
            arrived = reaction  # a busy machine wakes its bots late
        measurement = Measurement(reaction, measured.rtt_low, measured.rtt_high, arrived)
        action = self._match.parse(move, seat) if isinstance(move, str) else move
        return self._live.measured(action, measurement)

    def reaction(self, bot: str, rng: Rng) -> int | None:
        """How long a bot takes to react, from its card being sent; None where nobody races."""
        if self._live is None or not self._is_race:
            return None
        return SCREEN_MS + self._live.reaction_ms(pace_of(bot), rng)

    def until(self, reaction: int, now: int) -> int:
        """How long it is until that reaction is due."""
        return max(0, self._began + reaction - now)

    def is_silent(self, action: Any) -> bool:
        """Whether letting time pass has the same effect."""
        return self._live is not None and self._is_race and self._live.is_silent(action)


def ring(match: Match, at: int) -> None:
    """CLOCK takes the first of its legal actions."""
    legal = match.legal(CLOCK)
    if legal:
        match.play(CLOCK, legal[0], at=at)
