"""The API for outside programs, modelled on lichess: a token, a stream, posted moves.

A program listens on one stream for its tables, on one stream a table for updates, and posts moves.
The lines of a stream are the frames of the socket; an empty line now and then keeps it open.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from prateria.core.texts import ENGLISH, mark
from prateria.server.audience import seat_channel, table_channel
from prateria.server.bus.base import person_channel
from prateria.server.errors import Refusal, forbidden
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of, who
from prateria.server.lines.volley import Volley
from prateria.server.rooms import referee
from prateria.server.rooms.messages import Enter, Exit, Listen, carry
from prateria.server.rooms.room import Room
from prateria.server.rooms.updates import table_face
from prateria.server.services import Services
from prateria.server.sockets.sockets import Line
from prateria.server.store.base import Status
from prateria.server.wire.frame import Frame
from prateria.server.wire.protocol import Id, Play, Problem, plain, write

KEEP_ALIVE_S: Final = 7
MOST_WAITING: Final = 1024
NDJSON: Final = "application/x-ndjson"


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A move, as the socket's `play`: an id, the `n` it is based on, the move."""

    id: Id
    based_on: Annotated[int, Meta(ge=0, le=10_000_000)]
    move: Annotated[str, Meta(max_length=500)]
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    token: Annotated[str, Meta(max_length=32)] = ""
    """In a race, the token of the `state` it reacts to."""


class _Stream:
    """Lines for one program, from a queue; the stream ends when the queue grows too long."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes | Frame] = asyncio.Queue(MOST_WAITING)
        self._is_lost = False
        self.stops: list[Callable[[], None]] = []

    def put(self, line: bytes | Frame) -> None:
        try:
            self._queue.put_nowait(line)
        except asyncio.QueueFull:
            self._is_lost = True

    def lose(self) -> None:
        """The stream ends, and the program comes back to see what it has missed."""
        self.put(b"")
        self._is_lost = True

    def dismiss(self, why: Refusal) -> None:
        """End the stream, and say why."""
        self.put(write(Problem(0, why.code, why.told(ENGLISH), why.detail)))
        self._is_lost = True

    async def lines(self) -> AsyncGenerator[bytes, None]:
        try:
            while not self._is_lost:
                try:
                    async with asyncio.timeout(KEEP_ALIVE_S):
                        line = await self._queue.get()
                except TimeoutError:
                    line = b""
                if isinstance(line, bytes):
                    yield line + b"\n"
                elif line.volley is not None:
                    text = line.data
                    await self._turn(line.volley)
                    yield text + b"\n"
                    self.has_sent(line.volley)
        finally:
            self.stop()

    async def _turn(self, volley: Volley) -> None:
        """The card of a race goes out together with everybody's."""
        try:
            await volley.turn(self, 0)
        finally:
            volley.leave(self)

    def has_sent(self, volley: Volley) -> None:
        """A card has just been sent."""

    def stop(self) -> None:
        for stop in self.stops:
            stop()


class _TableStream(_Stream):
    """The events at one table, for a program that plays there."""

    def __init__(self, services: Services, room: Room, person: str) -> None:
        super().__init__()
        self._audience = services.audience
        self._room = room
        self._person = person

    def listen(self, after: int | None) -> None:
        room = self._room
        seats = room.table.seats_of(self._person)
        if not seats:
            raise forbidden(mark("You have no seat at this table."))
        room.begun()
        table = room.table.id
        for channel in (table_channel(table), *(seat_channel(table, seat) for seat in seats)):
            self.stops.append(self._audience.listen(channel, self._hear))
        room.wires.add(self._person, self)
        self.stops.append(lambda: room.wires.remove(self._person, self, has_seen=room.is_hushed))
        self.send_updates(after)

    def send_updates(self, after: int | None) -> None:
        since = self._room.n if after is None else after
        for seat in self._room.table.seats_of(self._person):
            self.put(Frame(self._room.update(seat, since)).whole)

    def trip(self) -> int:
        """There are no pings on a stream."""
        return 0

    def has_sent(self, volley: Volley) -> None:
        for seat in self._room.table.seats_of(self._person):
            volley.sent(seat, self)

    def _hear(self, frame: Frame, _: str) -> None:
        if frame.volley is None:
            self.put(frame.data)
        else:
            frame.volley.join(self)
            self.put(frame)


def _check_may_connect(request: AnyRequest) -> None:
    """Check the limits of a page's socket, because a stream costs as much."""
    server = server_of(request)
    security.limit(server.services.limits, "connect", request, who(request).person.id)
    server.sockets.check_room(security.place(request))


async def _sent(request: AnyRequest, stream: _Stream) -> AsyncGenerator[bytes, None]:
    """The lines of a stream, as long as its token is valid."""
    caller = who(request)
    place = security.place(request)
    line = Line(caller.person.id, "", caller.token, place, stream.dismiss)
    with server_of(request).sockets.open_line(line):
        async for text in stream.lines():
            yield text


@get("/api/bot/stream", summary="Your tables, as they begin and end (NDJSON)")
async def tables_stream(request: AnyRequest) -> Stream:
    program, server = who(request).person, server_of(request)
    _check_may_connect(request)
    rows = await server.services.store.tables(status=Status.PLAYING, person=program.id)
    rooms = [await server.rooms.glimpse(row.id) for row in rows]
    stream = _Stream()
    for room in rooms:
        stream.put(Frame(table_face(room.table, room.n, room.present.keys())).data)
    bus = server.services.bus
    stream.stops.append(bus.on_gap(stream.lose))
    stream.stops.append(bus.listen(person_channel(program.id), lambda line, _: stream.put(line)))
    return Stream(_sent(request, stream), media_type=NDJSON)


@get("/api/bot/tables/{table_id:str}/stream", summary="Updates of one of your tables (NDJSON)")
async def table_stream(request: AnyRequest, table_id: FromPath[str]) -> Stream:
    program, server = who(request).person, server_of(request)
    _check_may_connect(request)
    room = await server.lobby.visible_room(table_id, program.id, None)
    stream = _TableStream(server.services, room, program.id)
    try:
        await room.hear(Listen(stream, 0))
        await room.hear(Enter(program))
    except BaseException:
        stream.stop()
        raise

    async def lines() -> AsyncGenerator[bytes, None]:
        try:
            async for line in _sent(request, stream):
                yield line
        finally:
            await room.hear(Exit(program.id))

    return Stream(lines(), media_type=NDJSON)


@post("/api/bot/tables/{table_id:str}/moves", summary="Play a move", status_code=200)
async def move(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[Move]
) -> dict[str, Any]:
    program, server = who(request).person, server_of(request)
    if not server.services.limits.allows("message", program.id):
        raise Refusal(429, "too_fast", mark("Too fast; wait a moment."))
    room = await server.lobby.visible_room(table_id, program.id, None)
    message = Play(data.id, data.based_on, data.move, data.seat, token=data.token)
    sender = referee.Sender(program.id, program.name, security.language(request))
    shown: dict[str, Any] = plain(await carry(room, sender, message))
    return shown


HANDLERS = [tables_stream, table_stream, move]
