"""HTTP connections with bounds: so many an address, and none that is half a request for long.

uvicorn waits for ever for a request that never becomes whole; a few hundred of those would take all
of a server's descriptors.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from prateria.server.metrics import Metrics

HEAD_S: Final = 10.0
"""From the first byte, or the connection, to the last of the headers."""
BODY_S: Final = 30.0
"""From there to the end of the body."""

SLOW: Final = "slow request"
CROWDED: Final = "connections"

_Base: Any = AutoHTTPProtocol


class Bounds:
    """The connections of one server, by the address they come from."""

    def __init__(self, most: int, metrics: Metrics, proxies: Collection[str] = ()) -> None:
        self._most = most
        self._metrics = metrics
        self._proxies = frozenset(proxies)
        self._open: dict[str, set[asyncio.Transport]] = {}

    def admits(self, transport: asyncio.Transport) -> bool:
        """Whether its address may have one more. A proxy brings everybody's."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if address in self._proxies:
            return True
        known = {each for each in self._open.get(address, ()) if not each.is_closing()}
        if len(known) >= self._most:
            self._metrics.count("prateria_refused_total", CROWDED)
            self._open[address] = known
            return False
        self._open[address] = known | {transport}
        if len(self._open) > 10_000:
            self._forget()
        return True

    def _forget(self) -> None:
        self._open = {
            address: open_
            for address, all_ in self._open.items()
            if (open_ := {each for each in all_ if not each.is_closing()})
        }

    def is_late(self) -> None:
        self._metrics.count("prateria_refused_total", SLOW)


class BoundedProtocol(_Base):  # type: ignore[misc]
    """uvicorn's own, which is closed if it asks for too much or too slowly."""

    bounds: ClassVar[Bounds]
    _timer: asyncio.TimerHandle | None = None
    _phase = ""

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        if self.bounds.admits(transport):
            self._wait("head", HEAD_S)
        else:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._wait("")
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        if self.transport.get_protocol() is not self:  # a socket now, with a heartbeat of its own
            self._wait("")
        elif cycle is None or cycle.response_complete:
            self._wait("head", HEAD_S)
        elif cycle.more_body:
            self._wait("body", BODY_S)
        else:
            self._wait("")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait("")

    def _wait(self, phase: str, seconds: float = 0.0) -> None:
        """Close it if this phase lasts longer; a phase that goes on is not given more time."""
        if phase == self._phase:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._phase = phase
        if phase:
            self._timer = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self.bounds.is_late()
        self.transport.abort()


def bounded_protocol(bounds: Bounds) -> type[asyncio.Protocol]:
    """The protocol class of one server."""
    made: type[asyncio.Protocol] = type("Bounded", (BoundedProtocol,), {"bounds": bounds})
    return made
