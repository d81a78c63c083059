"""The API for outside programs, in the manner of lichess: a token, a stream, posted moves.

A program listens on one stream for its tables, on one stream a table for states, and posts moves.
The lines of a stream are the frames of the socket; an empty line now and then keeps it open.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from prateria.server.errors import Refusal, conflict, forbidden
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, server_of, who
from prateria.server.rooms import frames, referee
from prateria.server.rooms.room import Room
from prateria.server.server import Server
from prateria.server.store.base import Person, Status
from prateria.server.wire.protocol import Play, write

KEEP_ALIVE_S: Final = 7
MOST_WAITING: Final = 1024
NDJSON: Final = "application/x-ndjson"


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as the socket's `play`: an own id, the `n` it is based on, the move."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    based_on: Annotated[int, Meta(ge=0, le=10_000_000)]
    move: Annotated[str, Meta(max_length=500)]
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


async def _program(request: AnyRequest) -> Person:
    caller = await who(request)
    if caller.scopes is None:
        raise forbidden("programs come with a token")
    caller.need("bot")
    return caller.person


class _Listening:
    """Frames of some channels in a queue; None when there are too many to keep."""

    def __init__(self, server: Server, channels: Iterable[str]) -> None:
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._is_lost = False
        bus = server.services.bus
        self._stops: list[Callable[[], None]] = [
            *(bus.listen(channel, self._hear) for channel in channels),
            bus.on_gap(self._lose),
        ]

    def _hear(self, frame: bytes, _: str) -> None:
        try:
            self._queue.put_nowait(frame)
        except asyncio.QueueFull:
            self._is_lost = True

    def _lose(self) -> None:
        """The stream ends, and the program comes back to see what it has missed."""
        self._is_lost = True

    async def lines(self, first: Iterable[bytes]) -> AsyncGenerator[bytes, None]:
        try:
            for frame in first:
                yield frame + b"\n"
            while not self._is_lost:
                try:
                    async with asyncio.timeout(KEEP_ALIVE_S):
                        frame = await self._queue.get()
                except TimeoutError:
                    yield b"\n"
                    continue
                yield frame + b"\n"
        finally:
            for stop in self._stops:
                stop()


@get("/api/bot/stream", summary="Your tables, as they begin and end (NDJSON)")
async def tables_stream(request: AnyRequest) -> Stream:
    program, server = await _program(request), server_of(request)
    rows = await server.services.store.tables(status=Status.PLAYING, person=program.id)
    rooms = [await server.rooms.glimpse(row.id) for row in rows]
    listening = _Listening(server, [frames.person_channel(program.id)])
    first = [write(frames.table_frame(r.table, r.n, r.present.keys())) for r in rooms]
    return Stream(listening.lines(first), media_type=NDJSON)


@get("/api/bot/tables/{table_id:str}/stream", summary="States of a table of yours (NDJSON)")
async def table_stream(request: AnyRequest, table_id: FromPath[str]) -> Stream:
    program, server = await _program(request), server_of(request)
    room = await server.lobby.visible_room(table_id, program.id, None)
    await server.lobby.enter(room, program.id)

    async def job() -> tuple[_Listening, list[bytes]]:
        return _subscribe(server, room, program.id)

    listening, first = await room.in_turn(job)

    async def lines() -> AsyncGenerator[bytes, None]:
        try:
            async for line in listening.lines(first):
                yield line
        finally:
            await server.lobby.exit(room, program.id)

    return Stream(lines(), media_type=NDJSON)


def _subscribe(server: Server, room: Room, person: str) -> tuple[_Listening, list[bytes]]:
    seats = room.table.seats_of(person)
    if not seats:
        raise forbidden("you have no seat at this table")
    if room.running is None:
        raise conflict("not_begun", "the match has not begun")
    table_id = room.table.id
    channels = [frames.seat_channel(table_id, seat) for seat in seats]
    listening = _Listening(server, [frames.table_channel(table_id), *channels])
    return listening, [write(room.state(seat, 0)) for seat in seats]


@post("/api/bot/tables/{table_id:str}/moves", summary="Play a move", status_code=200)
async def move(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[Move]
) -> dict[str, Any]:
    program, server = await _program(request), server_of(request)
    if not server.services.limits.allows("message", program.id):
        raise Refusal(429, "too_fast", "too many moves; wait a moment")
    room = await server.lobby.visible_room(table_id, program.id, None)
    message = Play(data.id, data.based_on, data.move, data.seat)
    sender = referee.Sender(program.id, program.name, security.language(request))
    shown: dict[str, Any] = frames.plain(await referee.answer(room, sender, message))
    return shown


HANDLERS = [tables_stream, table_stream, move]
