"""Bounds for connections: a limited number per address, no half-sent requests for long, no unread
answers.

uvicorn waits forever for a request that never becomes complete, and for a client that does not
read; a few hundred of those would use up all of a server's descriptors. Its parser accepts headers
of any length, and copies what it has with every piece that arrives: 50 MB of one stopped all others
for seconds.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final
from weakref import WeakSet, ref

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from prateria.server.limits import Bucket, Rate, place_of
from prateria.server.lines import transport
from prateria.server.lines.waiting import Gate, Waiting
from prateria.server.metrics import Metrics
from prateria.server.server_log import facts

LOG: Final = logging.getLogger("prateria.server")
HEAD_S: Final = 10.0
"""The time from the first byte, or the connection, to the last of the headers."""
BODY_S: Final = 30.0
"""The time from there to the end of the body."""
MOST_HEAD: Final = 64 * 1024
"""How many bytes may arrive without the headers ending; also after the last chunk of a body. One
more piece is read before it is noticed."""
UNREAD_S: Final = 30.0
"""How long a client may leave unread what is sent to it."""
PIECE: Final = 4096
"""How many bytes of a socket are parsed at a time: a frame may have only six."""
WAIT_S: Final = 0.02
"""How often to check whether a client has read its answers, and the server its messages."""
ODD_FRAMES: Final = Rate(120, 600)
"""Pings, pongs and partial messages, of which a client sends a few a minute."""

SLOW: Final = "slow request"
LONG: Final = "long head"
UNREAD: Final = "unread"
CROWDED: Final = "connections"
FLOOD: Final = "frames"

_Base: Any = AutoHTTPProtocol


class Bounds:
    """The connections of one server, by the address they come from."""

    def __init__(
        self, most: int, metrics: Metrics, proxies: Collection[str] = (), *, tells: bool = False
    ) -> None:
        self._most = most
        self._metrics = metrics
        self._proxies = _TrustedHosts(list(proxies))
        self._do_proxies_tell = tells
        self._has_warned = False
        self._open: dict[str, WeakSet[asyncio.Transport]] = {}
        """Weak references: a closed connection goes with all it holds, though its address never
        comes back."""

    def admits(self, transport: asyncio.Transport) -> bool:
        """Whether its address may have one more. A proxy carries everybody's."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if address in self._proxies:
            return True
        known = self._open.setdefault(place_of(address), WeakSet())
        if sum(not each.is_closing() for each in known) >= self._most:
            self._metrics.count("prateria_refused_total", CROWDED)
            return False
        known.add(transport)
        if len(self._open) > 1_000:
            self._open = {at: transports for at, transports in self._open.items() if transports}
        return True

    def is_proxy(self, transport: asyncio.Transport) -> bool:
        """Whether a connection ends at a trusted proxy, so that the client's line is another."""
        peer = transport.get_extra_info("peername")
        return isinstance(peer, tuple) and str(peer[0]) in self._proxies

    def told_by_proxy(self, headers: Mapping[str, str]) -> transport.RoundTrip | None:
        """The round trip of a line that ends at a proxy. Only whoever runs the server knows that
        the proxy has written it: one that writes nothing passes on what the client wrote."""
        told = transport.told_by_proxy(headers) if self._do_proxies_tell else None
        if told is None and not self._has_warned:
            self._has_warned = True
            LOG.warning(
                "a proxy tells no round trips: in live Apache slow lines lose (docs/fairness.md)",
                extra=facts(header=transport.HEADER, flag="--proxy-rtt"),
            )
        return told

    def count(self, why: str) -> None:
        self._metrics.count("prateria_refused_total", why)


class _Reading(asyncio.Protocol):
    """Dropped if its client leaves unread what is sent, or a closing handshake."""

    bounds: ClassVar[Bounds]
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _patience: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._lose_patience_in(UNREAD_S)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    def connection_lost(self, error: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(error)

    def _lose_patience_in(self, seconds: float) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(seconds, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        self.bounds.count(UNREAD)
        self.transport.abort()


class BoundedSocket(_Reading, WebSocketsSansIOProtocol):
    """A table's socket. Bytes that are not text close it, without a log line for each.

    Once closed it is freed: left to the garbage collector it would hold 20 kB for minutes. It is
    read in pieces, and not while answers wait to be read: uvicorn answers each ping at once, and
    keeps the answers in memory, 30 MB a second.
    """

    _is_served = False
    _rest = b""
    """Bytes received of which not all are parsed yet."""
    _at = 0
    """How many of them are. They are not cut off piece by piece: with 256 kB from a client that
    floods, copying the rest took more time than parsing."""
    _later: asyncio.Handle | None = None
    _odd: Bucket | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue: Any = Waiting()
        self.writable: Any = Gate()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._rest, self._at = self._rest[self._at :] + data, 0
        if self._later is None:
            self._take()

    def _take(self) -> None:
        """Parse the next piece, and let others have their turn."""
        self._later = None
        if self.transport.is_closing():
            return
        is_free = self.writable.is_set() and not self.read_paused
        if is_free:
            begin, self._at = self._at, self._at + PIECE
            super().data_received(self._rest[begin : self._at])
        if self._at >= len(self._rest):
            self._rest, self._at = b"", 0
        if self._rest and not self.transport.is_closing():
            self.transport.pause_reading()
            soon = 0.0 if is_free else WAIT_S
            self._later = self.loop.call_later(soon, self._take)
        elif not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        event = await super().receive()
        if self._later is not None:  # it has resumed reading, and there is enough to parse
            self.transport.pause_reading()
        return event

    def handle_ping(self) -> None:
        if self._is_usual():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._is_usual():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._is_usual():
            super().handle_cont(event)

    def _is_usual(self) -> bool:
        """Whether this many of these frames are normal; if not, the connection ends."""
        now = int(self.loop.time() * 1000)
        self._odd = self._odd or Bucket(ODD_FRAMES, now)
        if self._odd.take(now):
            return True
        if not self.transport.is_closing():
            self.bounds.count(FLOOD)
            self.transport.abort()
        return False

    def connection_lost(self, error: Exception | None) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        super().connection_lost(error)
        if not self._is_served:
            self._untie()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self._is_served = self.response.status_code == 101
        if self._is_served:
            extensions: Any = self.scope["extensions"]
            extensions[transport.EXTENSION] = self._transport_line(event)
            extensions[transport.WRITER] = self._writer()

    def _transport_line(self, event: Any) -> transport.AskTransport:
        sock = self.transport.get_extra_info("socket")
        if self.bounds.is_proxy(self.transport):
            headers = {name.lower(): value for name, value in event.headers.raw_items()}
            told = self.bounds.told_by_proxy(headers)
            return lambda: transport.of_socket(sock)._replace(trip=told)
        return lambda: transport.of_socket(sock)

    def _writer(self) -> transport.WriteNow:
        """It does not keep the socket alive: whoever writes is known to it."""
        known = ref(self)

        def write(messages: Sequence[transport.Data]) -> bool:
            own = known()
            return own is not None and own.write(messages)

        return write

    def write(self, messages: Sequence[transport.Data]) -> bool:
        """Send messages at once, if the client reads. What goes through the framework comes to the
        same bytes, by ten calls and three copies of them."""
        is_open = self.handshake_complete and not (self.close_sent or self.transport.is_closing())
        if not is_open or not self.writable.is_set():
            return False
        frames = [_head(len(data), is_text=is_text) + data for data, is_text in messages]
        self.transport.write(b"".join(frames))
        return True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._is_served = False
        if self.disconnected:
            self._untie()

    def _untie(self) -> None:
        """Break the cycles: the scope refers to the socket that sends for it, the parser to its
        owner."""
        scope: Any = getattr(self, "scope", {})
        scope.clear()
        del self.conn.parser

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._lose_patience_in(UNREAD_S)
        elif message["type"] == "websocket.accept":
            self._forget_heads()

    def _forget_heads(self) -> None:
        """Drop the headers of both sides, which the parser would keep: four kilobytes."""
        for head in (self.request, self.response):
            head.headers.clear()
        del self.request, self.response

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            self._lose_patience_in(UNREAD_S)
        else:
            super().send_receive_event_to_app()


def _head(length: int, *, is_text: bool) -> bytes:
    """What stands before a message that is one frame (RFC 6455, section 5.2)."""
    opcode = 0x81 if is_text else 0x82
    if length < 126:
        return bytes((opcode, length))
    if length < 1 << 16:
        return struct.pack("!BBH", opcode, 126, length)
    return struct.pack("!BBQ", opcode, 127, length)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class BoundedProtocol(_Reading, _Base):  # type: ignore[misc]
    """uvicorn's own protocol, closed if it asks for too much or too slowly."""

    _timer: asyncio.TimerHandle | None = None
    _phase = ""
    _head = 0
    """Bytes since the end of the last headers, or of the last body."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.bounds.admits(transport):
            self._wait("head", HEAD_S)
        else:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._wait("")
        super().connection_lost(error)

    def on_headers_complete(self) -> None:
        self._head = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            self.bounds.count(LONG)
            self.transport.abort()
        cycle = self.cycle
        if self.transport.get_protocol() is not self:  # now a socket, with a heartbeat of its own
            self._wait("")
            self.parser = None  # which refers to this protocol: nothing else would free the two
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
        """Close the connection if this phase lasts longer; a phase under way is given no extra
        time."""
        if phase == self._phase:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._phase = phase
        if phase:
            self._timer = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self.bounds.count(SLOW)
        self.transport.abort()


def bounded_protocol(bounds: Bounds) -> type[asyncio.Protocol]:
    """The protocol class for one server."""
    made: type[asyncio.Protocol] = type("Bounded", (BoundedProtocol,), {"bounds": bounds})
    return made


def bounded_socket(bounds: Bounds) -> type[asyncio.Protocol]:
    """The class for its sockets."""
    made: type[asyncio.Protocol] = type("Socket", (BoundedSocket,), {"bounds": bounds})
    return made
