"""Who listens to a table in this process, and what they are told: objects, handed over by a call.

Everybody who listens to a table is connected to the worker that owns it (`cluster/`), so this never
crosses a process; what does goes over the bus, in bytes. Channels: `ID/0`, `ID/1`, … for the seats,
`ID/watch` for spectators, `ID/all` for everyone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from prateria.server.bus.base import Stop
from prateria.server.wire.frame import Frame

Hear: TypeAlias = Callable[[Frame, str], None]
"""Called with the frame, and the id of the person it comes from, or ""."""


def seat_channel(table: str, seat: int | None) -> str:
    return f"{table}/{'watch' if seat is None else seat}"


def table_channel(table: str) -> str:
    return f"{table}/all"


def undo_channel(table: str, seat: int) -> str:
    """The channel whose listeners want to know the seat's `undo`; nothing is sent on it."""
    return f"{table}/{seat}/undo"


class Audience:
    """Listeners by channel. A frame that nobody listens to is lost; it can be requested again."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Hear]] = {}

    def listen(self, channel: str, hear: Hear) -> Stop:
        """Listen from now on; call the result to stop."""
        self._listeners.setdefault(channel, []).append(hear)

        def stop() -> None:
            listeners = self._listeners.get(channel, [])
            if hear in listeners:
                listeners.remove(hear)
            if not listeners:
                self._listeners.pop(channel, None)

        return stop

    def is_wanted(self, channel: str) -> bool:
        """Whether somebody listens; otherwise the frame need not be made."""
        return channel in self._listeners

    def tell(self, channel: str, frame: Frame, sender: str = "") -> None:
        for hear in tuple(self._listeners.get(channel, ())):
            hear(frame, sender)
