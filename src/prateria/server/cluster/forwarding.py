"""Messages between workers about a connection accepted by one and served by another.

Its events are those of ASGI, numbered in both directions; a missing number means that something was
lost on the bus, and the connection is cut. Nothing here depends on what the connection is about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

MOST_UNDER_WAY: Final = 16
"""How many events of a client may be on their way to its table without having been read there."""
MOST_WAITING: Final = 1_000
"""A connection with more unread events than this is cut."""

AsgiEvent: TypeAlias = dict[str, Any]

_SCOPE: Final = (
    *("type", "http_version", "method", "scheme", "path", "raw_path", "query_string"),
    *("root_path", "headers", "client", "server", "subprotocols", "prateria.request"),
)


class Open(Struct, frozen=True, array_like=True, tag="open"):
    """A connection was accepted by `worker`."""

    connection: str
    worker: str
    scope: dict[str, Any]


class Taken(Struct, frozen=True, array_like=True, tag="taken"):
    """The connection is served, by a worker that says how much it has read. Those of 0.1.0 do not;
    in an upgrade one of them may be at the other end."""

    connection: str
    says_read: bool = False


class Event(Struct, frozen=True, array_like=True, tag="event"):
    connection: str
    number: int
    event: AsgiEvent


class Read(Struct, frozen=True, array_like=True, tag="read"):
    """The first `number` events have been read, so more may be sent."""

    connection: str
    number: int


class Over(Struct, frozen=True, array_like=True, tag="over"):
    """The connection has been served: `number` events were sent."""

    connection: str
    number: int


class Cut(Struct, frozen=True, array_like=True, tag="cut"):
    """The connection cannot continue."""

    connection: str


Word: TypeAlias = Open | Taken | Event | Read | Over | Cut

_decoder: Final = msgspec.msgpack.Decoder(Word)
_encoder: Final = msgspec.msgpack.Encoder()


def read(frame: bytes) -> Word:
    word: Word = _decoder.decode(frame)
    return word


def write(word: Word) -> bytes:
    return _encoder.encode(word)


def sent_scope(scope: Any) -> dict[str, Any]:
    """The parts of a connection's scope that the other worker needs."""
    return {name: scope[name] for name in _SCOPE if name in scope}


def received_scope(scope: dict[str, Any]) -> dict[str, Any]:
    """A scope as a server would provide it: tuples became lists on the way, and are restored."""
    made = dict(scope)
    made["asgi"] = {"version": "3.0", "spec_version": "2.4"}
    made["headers"] = [(name, value) for name, value in scope["headers"]]
    for name in ("client", "server"):
        if scope.get(name) is not None:
            made[name] = tuple(scope[name])
    made["state"] = {}
    made["extensions"] = {}
    return made


class CutOff(Exception):
    """The other end is gone, or something was lost on the way to or from it."""


class Channel:
    """One end of a forwarded connection: numbers what it sends, accepts what arrives in order."""

    def __init__(self, connection: str, worker: str) -> None:
        self.connection = connection
        self.worker = worker
        """The worker at the other end."""
        self.taken = asyncio.Event()
        """Set when the other end has answered, or will not."""
        self._sent = 0
        self._got = 0
        self._read_here = self._read_there = 0
        self._hears_read = False
        self._has_room = asyncio.Event()
        self._inbox: asyncio.Queue[AsgiEvent | None] = asyncio.Queue()
        self._is_cut = False

    def numbered(self, event: AsgiEvent) -> Event:
        self._sent += 1
        return Event(self.connection, self._sent - 1, event)

    async def room(self) -> None:
        """Wait until the other end has read enough to be sent more, or is cut off."""
        while self._hears_read and self._sent - self._read_there >= MOST_UNDER_WAY:
            if self._is_cut:
                return
            self._has_room.clear()
            await self._has_room.wait()

    def over(self) -> Over:
        return Over(self.connection, self._sent)

    def read(self) -> Read | None:
        """What the other end is told now and then of how much was read."""
        is_due = self._read_here % (MOST_UNDER_WAY // 2) == 0
        return Read(self.connection, self._read_here) if is_due else None

    def take(self, word: Taken | Event | Read | Over) -> None:
        """Accept an event from the other end."""
        self.taken.set()
        if isinstance(word, Taken):
            self._hears_read = word.says_read
            return
        if isinstance(word, Read):
            self._read_there = word.number
            self._has_room.set()
            return
        if word.number != self._got or self._inbox.qsize() > MOST_WAITING:
            self.cut()
        elif isinstance(word, Event):
            self._got += 1
            self._inbox.put_nowait(word.event)
        else:
            self._inbox.put_nowait(None)

    def cut(self) -> None:
        if not self._is_cut:
            self._is_cut = True
            self.taken.set()
            self._has_room.set()
            self._inbox.put_nowait(None)

    @property
    def is_cut(self) -> bool:
        return self._is_cut

    async def next(self) -> AsgiEvent | None:
        """The next event, or None when the other end is done; CutOff if there will be none."""
        if self._is_cut:
            raise CutOff
        event = await self._inbox.get()
        if self._is_cut:
            raise CutOff
        self._read_here += 1
        return event


def cut_all(channels: Iterable[Channel]) -> None:
    for channel in tuple(channels):
        channel.cut()
