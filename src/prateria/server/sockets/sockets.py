"""The sockets: one connection to one table. It carries messages to the room and frames back.

A connection knows whose it is and what that person may hear; it never touches a match.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from prateria.server.errors import Refusal
from prateria.server.painting.painter import LOG_LINES, Painter
from prateria.server.rooms import chat, frames, referee
from prateria.server.rooms.room import Room
from prateria.server.services import Services
from prateria.server.store.base import Person, StoreError
from prateria.server.wire import protocol
from prateria.server.wire.protocol import (
    FRAME_LIMIT,
    Accepted,
    Command,
    Hint,
    Incoming,
    Look,
    Mute,
    Outgoing,
    Ping,
    Pong,
    Problem,
    Refused,
    Resync,
    TableFace,
    Welcome,
    write,
)

LOG: Final = logging.getLogger("prateria.server")
MOST_WAITING: Final = 256
"""A client that leaves so many frames unread is cut off; it can come back and resync."""
BANS_S: Final = 2.0
CATCH_UP_S: Final = 0.005
LAST_WORDS_S: Final = 1.0
SAMPLES: Final = 16
LEAST_PACKED: Final = 1024
"""A drawing longer than this is packed: raw deflate, in a binary frame."""
MISSED_BEATS: Final = 3
PICTURE_MS: Final = 17
"""A screen shows whole pictures, so a page's trips are known to one of them only."""
RACE: Final = " data-race="
"""What a game's drawing marks things with that are raced for."""
TOO_BIG, MOVED, SLOW, NOT_FOR_YOU = 1009, 1012, 4008, 4403
_table_faces: Final = msgspec.json.Decoder(TableFace)
_TABLE_START: Final = b'{"type":"table"'


class Connection:
    """One open socket, its round trips, and what it listens to."""

    def __init__(
        self,
        services: Services,
        room: Room,
        person: Person,
        *,
        language: str,
        invite: str | None,
        painter: Painter | None = None,
        undo: bool = False,
    ) -> None:
        self.id = secrets.token_hex(8)
        self.services = services
        self.room = room
        self.person = person
        self.seats: tuple[int, ...] = ()
        self.closing: int | None = None
        self._language = language
        self._invite = invite
        self._painter = painter
        self._wants_undo = undo
        self._muted: set[str] = set()
        self._outbox: asyncio.Queue[bytes | Look | None] = asyncio.Queue(MOST_WAITING)
        self._stops: list[Callable[[], None]] = []
        self._trips: deque[int] = deque(maxlen=SAMPLES)
        self._lowest: int | None = None
        self._pinged: dict[int, int] = {}
        self._shown: dict[int, int] = {}
        """Pings behind drawings of a race, each with the time its state came."""
        self._beats = 0
        self._hints: set[asyncio.Task[None]] = set()

    # --- listening

    def listen(self, after: int | None) -> None:
        """Start hearing the table. In the room's turn, so that nothing falls between."""
        table = self.room.table
        self._stops.append(
            self.services.bus.listen(frames.table_channel(table.id), self._hear_table)
        )
        self._take_places(table.seats_of(self.person.id))
        self.send(frames.table_frame(table, self.room.n, self.room.present.keys()))
        self.send_state(after)

    def _take_places(self, seats: tuple[int, ...]) -> None:
        for stop in self._stops[1:]:
            stop()
        del self._stops[1:]
        self.seats = seats
        for seat in seats or (None,):
            channel = frames.seat_channel(self.room.table.id, seat)
            self._stops.append(self.services.bus.listen(channel, self._hear))
            if self._wants_undo and seat is not None:
                channel = frames.undo_channel(self.room.table.id, seat)
                self._stops.append(self.services.bus.listen(channel, self._hear))
        beat = self.services.settings.heartbeat_ms
        self.send(Welcome(self.room.n, self.room.table.id, self.person.id, seats, beat))

    def send_state(self, after: int | None) -> None:
        """The table as it is, and what happened after an entry (None: nothing of it)."""
        if self.room.running is not None:
            since = self.room.n if after is None else after
            if self._painter is not None:
                self._painter.begin_after(since)
                since = max(0, min(since, self.room.n - LOG_LINES))
            for seat in self.seats or (None,):
                self.send(self.room.state(seat, since))

    def stop(self) -> None:
        for stop in self._stops:
            stop()
        self._stops.clear()
        for task in self._hints:
            task.cancel()

    def _hear(self, frame: bytes, sender: str) -> None:
        if sender and sender in self._muted:
            return
        try:
            self._outbox.put_nowait(frame)
        except asyncio.QueueFull:
            self.hang_up(SLOW)

    def _hear_table(self, frame: bytes, sender: str) -> None:
        if frame.startswith(_TABLE_START):
            face = _table_faces.decode(frame)
            seats = tuple(
                chair.seat
                for chair in face.chairs
                if chair.person == self.person.id and not chair.resigned
            )
            if not self.room.table.may_see(self.person.id, self._invite):
                self.hang_up(NOT_FOR_YOU)
                return
            if seats != self.seats:
                self._take_places(seats)
        self._hear(frame, sender)

    # --- sending

    def send(self, message: Outgoing) -> None:
        self._hear(write(message), "")

    def hang_up(self, code: int) -> None:
        """Close as soon as possible; what is not sent yet is dropped."""
        if self.closing is None:
            self.closing = code
            self.stop()
            while not self._outbox.empty():
                self._outbox.get_nowait()
            self._outbox.put_nowait(None)

    def finish(self, code: int) -> None:
        """Close when all has been sent."""
        if self.closing is None:
            self.closing = code
            self.stop()
            if self._outbox.full():
                self._outbox.get_nowait()
            self._outbox.put_nowait(None)

    async def write_out(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send what is in the outbox, until told to hang up."""
        while (item := await self._outbox.get()) is not None:
            for frame in self._frames(item):
                if isinstance(frame, str):
                    await socket.send_data(frame, mode="text")
                else:
                    await socket.send_data(frame, mode="binary")
        await socket.close(code=self.closing or 1000)

    def _frames(self, item: bytes | Look) -> Iterator[str | bytes]:
        """What goes out for an item of the outbox; for a page, states are drawn here."""
        painter = self._painter
        began = self.services.clock.steady()
        if painter is None:
            if isinstance(item, bytes):
                yield item.decode()
            return
        try:
            passes, drawn = (
                (False, painter.look(item)) if isinstance(item, Look) else painter.take(item)
            )
        except Exception:
            LOG.exception("table %s cannot be drawn", self.room.table.id)
            self.hang_up(1011)
            return
        if passes and isinstance(item, bytes):
            yield item.decode()
        if drawn is not None:
            frame = write(drawn)
            yield zlib.compress(frame, 6, -15) if len(frame) > LEAST_PACKED else frame.decode()
            if RACE in drawn.parts.get("act", ""):
                yield write(self._ping_behind(began)).decode()

    async def catch_up(self) -> None:
        """Who sends much must also read much: no more is taken in until the answers are out."""
        while self._outbox.qsize() > MOST_WAITING // 2 and self.closing is None:
            await asyncio.sleep(CATCH_UP_S)

    # --- heartbeat

    def beat(self) -> None:
        if len(self._pinged) >= MISSED_BEATS:
            self.hang_up(SLOW)
            return
        self._beats += 1
        self._pinged[self._beats] = self.services.clock.steady()
        self.send(Ping(self.room.n, self._beats))

    def _ping_behind(self, began: int) -> Ping:
        """A ping that is answered when the drawing before it is on the screen: in a race, the
        drawing and showing of a card is part of the line."""
        if len(self._shown) >= SAMPLES:
            self._shown.clear()
        self._beats += 1
        self._shown[self._beats] = began
        return Ping(self.room.n, self._beats)

    def _pong(self, t: int) -> None:
        sent = self._pinged.pop(t, None)
        if sent is None:
            sent = self._shown.pop(t, None)
        if sent is not None:
            trip = self.services.clock.steady() - sent
            self._trips.append(trip)
            self._lowest = trip if self._lowest is None else min(self._lowest, trip)
            for seat in self.seats:
                self.room.lines[seat] = max(self._trips)

    def sender(self) -> referee.Sender:
        slack = 0 if self._painter is None else PICTURE_MS
        return referee.Sender(
            self.person.id,
            self.person.name,
            self._language,
            rtt_low=max(0, (self._lowest or 0) - slack),
            rtt_high=max(self._trips, default=0) + slack,
            came=self.room.now(),
        )

    # --- messages

    async def receive(self, text: str | bytes) -> None:
        """Deal with one message; whatever it is, it is answered."""
        if len(text if isinstance(text, bytes) else text.encode()) > FRAME_LIMIT:
            self.send(Problem(self.room.n, "too_big", f"at most {FRAME_LIMIT} bytes"))
            return
        try:
            message = protocol.read(text)
        except (msgspec.MsgspecError, ValueError) as error:
            self._problem("unreadable", str(error))
            return
        self.services.metrics.count("prateria_messages_total", type(message).__name__.lower())
        if not self.services.limits.allows("message", self.id, self.person.id):
            self._too_fast(message)
            return
        await self._deal_with(message)

    def _problem(self, code: str, message: str) -> None:
        if self.services.limits.allows("message", self.id):
            self.send(Problem(self.room.n, code, message))
        else:
            self.hang_up(SLOW)

    def _too_fast(self, message: Incoming) -> None:
        text = "too many messages; wait a moment"
        if isinstance(message, Pong | Resync | Look):
            self.send(Problem(self.room.n, "too_fast", text))
        else:
            self.send(Refused(self.room.n, message.id, "too_fast", text))

    async def _deal_with(self, message: Incoming) -> None:
        if isinstance(message, Pong):
            self._pong(message.t)
        elif isinstance(message, Look):
            self._look(message)
        elif isinstance(message, Resync):
            await self._resync(message.after)
        elif isinstance(message, Mute):
            await self._mute(message)
        elif isinstance(message, Hint):
            # A bot thinks about it for a while; the connection goes on meanwhile.
            task = asyncio.create_task(self._answer(message))
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)
        else:
            await self._answer(message)

    async def _mute(self, message: Mute) -> None:
        try:
            await self.services.store.mute(self.person.id, message.person, muted=message.muted)
        except StoreError:
            self.send(Refused(self.room.n, message.id, "store", referee.STORE_GONE))
            return
        (self._muted.add if message.muted else self._muted.discard)(message.person)
        self.send(Accepted(self.room.n, message.id))

    async def _answer(self, message: Command) -> None:
        try:
            self.send(await referee.answer(self.room, self.sender(), message))
        except StoreError:
            self.send(Refused(self.room.n, message.id, "store", referee.STORE_GONE))

    def _look(self, look: Look) -> None:
        if self._painter is None:
            self.send(Problem(self.room.n, "not_a_page", "only pages are drawn for"))
        elif not self._outbox.full():
            self._outbox.put_nowait(look)

    async def _resync(self, after: int) -> None:
        async def job() -> None:
            self.send_state(after)

        try:
            await self.room.in_turn(job)
        except StoreError:
            self.send(Problem(self.room.n, "store", referee.STORE_GONE))

    async def show_chat(self) -> None:
        self._muted = await self.services.store.muted_by(self.person.id)
        for line in await chat.history(self.room):
            self._hear(write(line), line.person)


class Sockets:
    """All open connections, and the heart that beats for them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: set[Connection] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._open)

    async def open(self) -> None:
        self._tasks = [
            asyncio.create_task(self._beat_always()),
            asyncio.create_task(self._look_for_bans()),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in tuple(self._open):
            connection.hang_up(1001)

    async def _beat_always(self) -> None:
        while True:
            await asyncio.sleep(self._services.settings.heartbeat_ms / 1000)
            for connection in tuple(self._open):
                connection.beat()

    async def _look_for_bans(self) -> None:
        """Once for all connections: to ask the store about each message's sender is dear."""
        while True:
            await asyncio.sleep(BANS_S)
            with contextlib.suppress(StoreError):
                banned = await self._services.store.banned()
                for connection in tuple(self._open):
                    if connection.person.id in banned:
                        text = "you may not play here any more"
                        connection.send(Problem(connection.room.n, "banned", text))
                        connection.finish(NOT_FOR_YOU)

    async def serve(
        self, socket: WebSocket[Any, Any, Any], connection: Connection, after: int | None
    ) -> None:
        """Everything about one accepted socket, until it is closed."""

        async def job() -> None:
            connection.listen(after)

        self._open.add(connection)
        writer = asyncio.create_task(connection.write_out(socket))
        try:
            await connection.room.in_turn(job)
            await connection.show_chat()
            connection.beat()
            await self._read(socket, connection)
        except (WebSocketDisconnect, StoreError):
            connection.hang_up(1011)
        except Refusal as error:
            connection.send(Problem(connection.room.n, error.code, error.message))
            connection.finish(MOVED if error.code == "elsewhere" else NOT_FOR_YOU)
        finally:
            self._open.discard(connection)
            connection.stop()
            if connection.closing is not None:  # let it say why
                await asyncio.wait([writer], timeout=LAST_WORDS_S)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _read(self, socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
        while connection.closing is None:
            event: dict[str, Any] = dict(await socket.receive())
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            data = text if text is not None else event.get("bytes") or b""
            await connection.receive(data)
            await connection.catch_up()
