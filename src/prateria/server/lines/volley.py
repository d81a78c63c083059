"""Frames that go out together: the card of a race reaches all seats at the same time.

Each connection prepares its frame first; then all are written in one go, the slowest line first. A
connection that is not ready in time, for example because its client does not read, is not waited
for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 0.06
"""How long the others wait for a frame that is not ready."""


class Volley:
    """One card on its way to several connections."""

    def __init__(self, released: Callable[[], None], sent: Callable[[int], None]) -> None:
        self._on_release = released
        self._on_sent = sent
        self._joined: set[object] = set()
        self._ready: dict[object, tuple[int, asyncio.Future[None]]] = {}
        self._is_told = False
        self.released = asyncio.Event()
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
        if self.released.is_set():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ready[who] = trip if who in self._joined else -1, turn
        self._look()
        await turn

    def sent(self, seat: int) -> None:
        """A seat's frame has just been written."""
        self._on_sent(seat)

    def _look(self) -> None:
        if self._is_told and self._joined <= self._ready.keys():
            # Not now: the last one to be ready would continue, and send, before all others.
            asyncio.get_running_loop().call_soon(self._release)

    def _release(self) -> None:
        if self.released.is_set():
            return
        self.released.set()
        if self._alarm is not None:
            self._alarm.cancel()
        self._on_release()
        for _, turn in sorted(self._ready.values(), key=lambda each: -each[0]):
            if not turn.done():
                turn.set_result(None)
        self._ready.clear()
