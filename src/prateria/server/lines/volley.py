"""Frames that arrive together: the card that a race is for reaches all seats at once.

Each connection prepares its frame first; then they are written, the slowest line's first and the
others later, each by half the difference in round trip and a little more. So the cards reach all
screens at the same time, and nobody with a quick line can tell a friend with a slow one what comes.
A connection that is not ready in time (because its client does not read, say) is not waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 0.06
"""How long the others wait for a frame that is not ready."""
LONGEST_MS: Final = 600
"""A slower line delays the others no more than this one."""


HALF: Final = 17 / 32
"""The share of the difference of two round trips by which the quicker line's card arrives sooner:
one way, and a little for the jitter."""


class Volley:
    """One card on its way to several connections."""

    def __init__(self, released: Callable[[], None], sent: Callable[[int, int], None]) -> None:
        self._on_release = released
        self._on_sent = sent
        self._joined: set[object] = set()
        self._ready: dict[object, tuple[int, asyncio.Future[None]]] = {}
        self._held: dict[object, int] = {}
        """How many milliseconds after the first frame each connection's goes out."""
        self._slowest = 0
        self._began: float | None = None
        """When the first frame was let go, by the loop's clock."""
        self._is_told = False
        self.released = asyncio.Event()
        """The last frame was let go."""
        self._alarm: asyncio.TimerHandle | None = None

    def join(self, who: object) -> None:
        """Register a connection that has to be waited for. Spectators are not."""
        self._joined.add(who)

    def leave(self, who: object) -> None:
        self._joined.discard(who)
        self._look()

    def told(self) -> None:
        """Everybody who listens has joined."""
        self._is_told = True
        self._alarm = asyncio.get_running_loop().call_later(PATIENCE_S, self._release)
        self._look()

    async def turn(self, who: object, trip: int) -> None:
        """Wait, with a frame that is ready, until it may go out."""
        loop = asyncio.get_running_loop()
        if self._began is not None:  # whoever was late is held up as if they had not been
            self._hold(who, trip)
            await asyncio.sleep(max(0.0, self._began + self._held[who] / 1000 - loop.time()))
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._ready[who] = trip, turn
        self._look()
        await turn
        # Not earlier than it could go out: that the server has much to do is nobody's delay.
        self._held[who] = max(self._held[who], self._passed())

    def _passed(self) -> int:
        """Since the first frame was let go, in milliseconds."""
        now = asyncio.get_running_loop().time()
        return 0 if self._began is None else round(1000 * (now - self._began))

    def sent(self, seat: int, who: object) -> None:
        """A seat's frame was written just now, to one of its connections."""
        self._on_sent(seat, self._held.get(who, 0))

    def _look(self) -> None:
        if self._is_told and self._joined <= self._ready.keys():
            # Not now: the last one to be ready would continue, and send, before all others.
            asyncio.get_running_loop().call_soon(self._release)

    def _release(self) -> None:
        if self._began is not None:
            return
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        if self._alarm is not None:
            self._alarm.cancel()
        self._on_release()
        trips = [trip for who, (trip, _) in self._ready.items() if who in self._joined]
        self._slowest = min(max(trips, default=0), LONGEST_MS)
        for who, (trip, _) in self._ready.items():
            self._hold(who, trip)
        for who, (_, turn) in sorted(self._ready.items(), key=self._place):
            if self._held[who]:
                loop.call_later(self._held[who] / 1000, _let_go, turn)
            else:
                _let_go(turn)
        last = max(self._held.values(), default=0)
        if last:
            loop.call_later(last / 1000, self.released.set)
        else:
            self.released.set()
        self._ready.clear()

    def _hold(self, who: object, trip: int) -> None:
        known = trip if who in self._joined else 0
        self._held[who] = int(HALF * max(0, self._slowest - known))

    def _place(self, row: tuple[object, tuple[int, asyncio.Future[None]]]) -> tuple[bool, int]:
        """The slowest line first, spectators last."""
        who, (trip, _) = row
        return who not in self._joined, -trip


def _let_go(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
