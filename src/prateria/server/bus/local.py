"""The bus inside one process: a call."""

from __future__ import annotations

from collections.abc import Callable

from prateria.server.bus.base import Bus, HearBytes, Stop


class LocalBus(Bus):
    def __init__(self) -> None:
        self._listeners: dict[str, list[HearBytes]] = {}

    async def open(self) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        self._listeners.clear()

    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        for hear in tuple(self._listeners.get(channel, ())):
            hear(frame, sender)

    def listen(self, channel: str, hear: HearBytes) -> Stop:
        self._listeners.setdefault(channel, []).append(hear)

        def stop() -> None:
            heard = self._listeners.get(channel, [])
            if hear in heard:
                heard.remove(hear)
            if not heard:
                self._listeners.pop(channel, None)

        return stop

    async def settle(self) -> None:
        """Listeners hear everything at once."""

    async def is_heard(self, channel: str) -> bool:
        return channel in self._listeners

    def on_gap(self, act: Callable[[], None]) -> Stop:  # noqa: ARG002  (a call loses nothing)
        return lambda: None
