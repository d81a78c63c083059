"""One connection to one table: it carries messages to the room, and events back.

A connection knows whose it is and what that person may hear; it never touches a match. Here, and
only here, updates become bytes or drawings.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
from litestar import WebSocket

from prateria.core import registry
from prateria.core.texts import mark
from prateria.i18n import texts_in
from prateria.server.audience import seat_channel, table_channel, undo_channel
from prateria.server.errors import Refusal, store_unreachable, store_unwritable
from prateria.server.lines.pings import Pings
from prateria.server.lines.transport import AskTransport, Data, Known, WriteNow
from prateria.server.lines.volley import Volley
from prateria.server.lines.waiting import Waiting
from prateria.server.painting.painter import LOG_LINES, Painter
from prateria.server.rooms import chat, hints, messages, referee
from prateria.server.rooms.live import BEHIND_S
from prateria.server.rooms.room import Room
from prateria.server.server_log import facts
from prateria.server.services import Services
from prateria.server.sockets.maker import Maker
from prateria.server.store.base import Person, StoreError
from prateria.server.wire import protocol
from prateria.server.wire.frame import Frame, Update
from prateria.server.wire.protocol import (
    FRAME_LIMIT,
    Accepted,
    Answer,
    Command,
    Duplicate,
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
"""A client that leaves this many frames unread is cut off; it can come back and resync."""
CATCH_UP_S: Final = 0.005
PICTURE_MS: Final = 17
"""A screen shows whole pictures, so a page's longest trip is known to one of them only."""
QUIET: Final = 5
"""A client that has been silent for this many heartbeats is pinged, even if it is sent frames."""
TOO_BIG, MOVED, SLOW, NOT_FOR_YOU = 1009, 1012, 4008, 4403


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
        place: str = "",
        painter: Painter | None = None,
        undo: bool = False,
        ask_transport: AskTransport | None = None,
        write_now: WriteNow | None = None,
    ) -> None:
        self.id = secrets.token_hex(8)
        self.services = services
        self.room = room
        self.person = person
        self._place = place
        self.seats: tuple[int, ...] = ()
        self.closing: int | None = None
        self._language = language
        self._invite = invite
        self._painter = painter
        self._maker = Maker(painter)
        self._wants_undo = undo
        self._muted: set[str] = set()
        self._outbox: Waiting[tuple[float, Frame | Look | None]] = Waiting(MOST_WAITING)
        """What is to be sent, and since when."""
        self._stops: list[Callable[[], None]] = []
        self._pings = Pings()
        self._ask_transport = ask_transport
        self._write_now = write_now
        self._is_waiting = False
        """Whether all that was to be sent has been."""
        self._is_asking = False
        """Whether the room has a request of this connection."""
        self._held: list[Frame] = []
        """What its own move has brought: it is sent together with the answer."""
        self._told = self._heard = 0
        """When something was last sent, and last heard, by the steady clock."""
        self._hints: set[asyncio.Task[None]] = set()

    # --- listening

    def listen(self, after: int | None) -> None:
        """Start hearing the table. In the room's turn, so that nothing is missed."""
        table = self.room.table
        if not table.may_see(self.person.id, self._invite):  # their seat was freed just now
            self.hang_up(NOT_FOR_YOU)
            return
        audience = self.services.audience
        self._stops.append(audience.listen(table_channel(table.id), self._hear_table))
        self.room.wires.add(self.person.id, self)
        self._take_places(table.seats_of(self.person.id))
        self.send(self.room.face())
        self.send_updates(after)

    def _take_places(self, seats: tuple[int, ...]) -> None:
        for stop in self._stops[1:]:
            stop()
        del self._stops[1:]
        self.seats = seats
        audience, table = self.services.audience, self.room.table.id
        for seat in seats or (None,):
            self._stops.append(audience.listen(seat_channel(table, seat), self._hear))
            if self._wants_undo and seat is not None:
                self._stops.append(audience.listen(undo_channel(table, seat), self._hear))
        heartbeat = self.services.settings.heartbeat_ms
        self.send(Welcome(self.room.n, table, self.person.id, seats, heartbeat))

    def send_updates(self, after: int | None) -> None:
        """The current table, and what happened after an entry (None: without that)."""
        if self.room.running is not None:
            since = self.room.n if after is None else after
            if self._painter is not None:
                self._painter.begin_after(since)
                since = max(0, min(since, self.room.n - LOG_LINES))
            for seat in self.seats or (None,):
                self._hear(Frame(self.room.update(seat, since)), "")

    def stop(self) -> None:
        for stop in self._stops:
            stop()
        self._stops.clear()
        self.room.wires.remove(self.person.id, self, has_seen=self.room.is_hushed)
        for task in self._hints:
            task.cancel()

    def _hear(self, frame: Frame, sender: str) -> None:
        if sender and sender in self._muted:
            return
        if self._is_sent_at_once(frame):
            return
        try:
            for each in (*self._held, frame):
                self._put(each)
            self._held.clear()
        except asyncio.QueueFull:
            self.hang_up(SLOW)
        else:
            if frame.volley is not None and self.seats:
                frame.volley.join(self)

    def _hear_table(self, frame: Frame, sender: str) -> None:
        if isinstance(frame.message, TableFace):
            seats = tuple(
                chair.seat
                for chair in frame.message.chairs
                if chair.person == self.person.id and not chair.resigned
            )
            if not self.room.table.may_see(self.person.id, self._invite):
                self.hang_up(NOT_FOR_YOU)
                return
            if seats != self.seats:
                self._take_places(seats)
                self._hear(frame, sender)
                self._send_what_is_seen()
                return
        self._hear(frame, sender)

    def _send_what_is_seen(self) -> None:
        """The match through the eyes they have from now on: who gave up does not see the next move
        first."""
        if self._painter is not None and self.room.running is not None:
            since = max(0, self.room.n - LOG_LINES)
            for seat in self.seats or (None,):
                self._hear(Frame(self.room.update(seat, since)), "")

    # --- sending

    def send(self, message: Outgoing) -> None:
        self._hear(Frame(message), "")

    def hang_up(self, code: int) -> None:
        """Close as soon as possible; what has not been sent yet is dropped."""
        if self.closing is None:
            self.closing = code
            self.stop()
            while not self._outbox.empty():
                self._outbox.get_nowait()
            self._put(None)

    def finish(self, code: int) -> None:
        """Close when everything has been sent."""
        if self.closing is None:
            self.closing = code
            self.stop()
            if self._outbox.full():
                self._outbox.get_nowait()
            self._put(None)

    def _is_sent_at_once(self, frame: Frame) -> bool:
        """Send data to a program without the outbox, if nothing waits in it and nothing is to be
        waited for: half of what it costs to send something is to have it wait."""
        is_ready = self._is_waiting and self._outbox.empty() and self._write_now is not None
        is_plain = frame.volley is None and self._painter is None
        if not is_ready or not is_plain or self._maker.is_first(frame):
            return False
        if not self.seats and self.room.is_late_for(self.person.id):
            return False
        if self._is_asking and _is_of(frame.message, self.seats):
            self._held.append(frame)
            return True
        frames = (*self._held, frame)
        if self._is_written([data for each in frames for data in self._written(each)]):
            self._held.clear()
            return True
        return False

    def _put(self, item: Frame | Look | None) -> None:
        self._outbox.put_nowait((asyncio.get_running_loop().time(), item))

    async def write_out(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send what is in the outbox, until told to hang up."""
        while True:
            self._is_waiting = True
            since, item = await self._outbox.get()
            self._is_waiting = False
            if item is None:
                break
            if not self.seats and self.room.is_late_for(self.person.id):
                await asyncio.sleep(since + BEHIND_S - asyncio.get_running_loop().time())
            await self._write_item(socket, item)
            del item  # it would stay in memory until the next one
        await socket.close(code=self.closing or 1000)

    async def _write_item(self, socket: WebSocket[Any, Any, Any], item: Frame | Look) -> None:
        if isinstance(item, Frame) and item.volley is not None:
            await self._write_card(socket, item, item.volley)
        else:
            for data in self._written(item):
                await self._write(socket, data)

    async def _write_card(
        self, socket: WebSocket[Any, Any, Any], item: Frame, volley: Volley
    ) -> None:
        """Send the card of a race, drawn beforehand, together with everybody's."""
        try:
            written = list(self._written(item))
            await volley.turn(self, self.given())
            for data in written:
                await self._write(socket, data)
        finally:
            volley.leave(self)
        for seat in self.seats:
            volley.sent(seat, self)
        if self.seats:
            await self._write(socket, Data(write(self._ping_behind())))

    async def _write(self, socket: WebSocket[Any, Any, Any], data: Data) -> None:
        if self._is_written([data]):
            return
        if data.is_text:
            await socket.send_data(data.bytes.decode(), mode="text")
        else:
            await socket.send_data(data.bytes, mode="binary")

    def _is_written(self, messages: Sequence[Data]) -> bool:
        """Write without a detour; False if that cannot be now."""
        self._told = self.services.clock.steady()
        return self._write_now is not None and self._write_now(messages)

    def _written(self, item: Frame | Look) -> Iterator[Data]:
        """What goes out for an item of the outbox: data for programs, drawings for pages."""
        try:
            yield from self._maker.made(item)
        except Exception:
            LOG.exception("a frame cannot be sent", extra=facts(table=self.room.table.id))
            self.hang_up(1011)

    async def catch_up(self) -> None:
        """A client that sends much must also read much: nothing more is read until the answers are
        out."""
        while self._outbox.qsize() > MOST_WAITING // 2 and self.closing is None:
            await asyncio.sleep(CATCH_UP_S)

    # --- heartbeat

    def heartbeat(self) -> None:
        """Ping, so that something is heard here and there; in a game of reactions always, so that
        the line is measured."""
        now, beat = self.services.clock.steady(), self.services.settings.heartbeat_ms
        if not self._pings.beat():
            self.hang_up(SLOW)
            return
        is_heard = now - self._told < beat and now - self._heard < QUIET * beat
        if is_heard and not self._can_be_live:
            return
        self.send(Ping(self.room.n, self._pings.send(now)))

    @property
    def _can_be_live(self) -> bool:
        """Whether reactions may count here: then the line is measured."""
        return registry.get(self.room.table.row.game).live is not None

    def _ping_behind(self) -> Ping:
        """A ping that is answered when the card before it is on the screen."""
        return Ping(self.room.n, self._pings.send_behind_card(self.services.clock.steady()))

    def _pong(self, t: int) -> None:
        waited = int(self._look_at_transport())  # a busy server makes no trip longer
        if self._pings.answered(t, self.services.clock.steady() - waited):
            for seat in self.seats:
                self.room.lines[seat] = self._pings.line.longest

    @property
    def _is_timed(self) -> bool:
        """Whether time counts here."""
        return self._can_be_live or self.room.table.setup.clock.kind != "none"

    def _look_at_transport(self) -> float:
        """No program answers it: whoever answers pings late gains nothing by it. Returned is how
        long what came last has waited to be read. Where no time counts it is not asked."""
        asked = self._ask_transport
        found = Known() if asked is None or not self._is_timed else asked()
        if found.trip is not None:
            self._pings.line.limit(*found.trip)
        return found.waited

    def trip(self) -> int:
        """The round trip that the line is credited with.

        The transport is asked each time: a client that leaves pings unanswered cannot keep the trip
        of better days.
        """
        self._look_at_transport()
        return min(self._pings.line.shortest, self._pings.line.longest)

    def given(self) -> int:
        """What its person is given: the shortest one of all their lines. Each of these gets a card
        at the same time, or a new one, not measured yet, would make that time later."""
        trip, shortest = self.trip(), self.room.wires.trip(self.person.id)
        return trip if shortest is None else min(trip, shortest)

    def sender(self) -> referee.Sender:
        person = self.person
        if not self._is_timed:
            return referee.Sender(
                person.id, person.name, self._language, place=self._place, tell=self._send_answer
            )
        came = self.room.now() - int(self._look_at_transport())  # a busy server is nobody's delay
        slack = 0 if self._painter is None else PICTURE_MS
        return referee.Sender(
            person.id,
            person.name,
            self._language,
            rtt_low=self.given(),
            rtt_high=self._pings.line.possible + slack,
            came=came,
            place=self._place,
            tell=self._send_answer,
        )

    # --- messages

    async def receive(self, text: str | bytes) -> None:
        """Handle one message; whatever it is, it is answered."""
        self._heard = self.services.clock.steady()
        is_long = len(text) > FRAME_LIMIT // 4  # a letter has up to four bytes
        if is_long and len(text if isinstance(text, bytes) else text.encode()) > FRAME_LIMIT:
            text, most = mark("That is too big."), f"at most {FRAME_LIMIT} bytes"
            self.trouble(Refusal(413, "too_big", text, detail=most))
            return
        try:
            message = protocol.read(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._unreadable(str(error))
            return
        self.services.metrics.count("prateria_messages_total", type(message).__name__.lower())
        if not self.services.limits.allows("message", self.id, self.person.id):
            self._too_fast(message)
            return
        await self._deal_with(message)

    def dismiss(self, why: Refusal) -> None:
        """Close, and say why."""
        self.trouble(why)
        self.finish(NOT_FOR_YOU)

    def trouble(self, error: Refusal) -> None:
        """Report a problem that answers none of their messages."""
        told = error.told(texts_in(self._language))
        self.services.metrics.count("prateria_refused_total", error.code)
        self.send(Problem(self.room.n, error.code, told, error.detail))

    def _refuse(self, message_id: str, error: Refusal) -> None:
        self.services.metrics.count("prateria_refused_total", error.code)
        self.send(referee.refused(self.room, self.sender(), message_id, error))

    def _unreadable(self, detail: str) -> None:
        if self.services.limits.allows("message", self.id):
            self.trouble(
                Refusal(400, "unreadable", mark("That message cannot be read."), detail=detail)
            )
        else:
            self.hang_up(SLOW)

    def _too_fast(self, message: Incoming) -> None:
        error = Refusal(429, "too_fast", mark("Too fast; wait a moment."))
        if isinstance(message, Pong | Resync | Look):
            self.trouble(error)
        else:
            self._refuse(message.id, error)

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
            task = asyncio.create_task(self._hint(message))
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)
        else:
            await self._answer(message)

    async def _mute(self, message: Mute) -> None:
        try:
            await chat.mute(self.services, self.person.id, message, self._muted)
        except Refusal as refusal:
            self._refuse(message.id, refusal)
        except StoreError as error:
            self.services.health.note(error)
            self._refuse(message.id, store_unwritable())
        else:
            self.send(Accepted(self.room.n, message.id))

    async def _answer(self, message: Command) -> None:
        began, metrics = time.perf_counter(), self.services.metrics
        self._is_asking = True
        try:
            await messages.carry(self.room, self.sender(), message)
        except StoreError as error:
            self.services.health.note(error)
            self._refuse(message.id, store_unwritable())
        finally:
            self._is_asking = False
        metrics.time("prateria_message_seconds", time.perf_counter() - began)

    async def _hint(self, message: Hint) -> None:
        self._send_answer(await hints.answer(self.room, self.sender(), message))

    def _send_answer(self, answer: Answer | Duplicate) -> None:
        if isinstance(answer, Refused):
            self.services.metrics.count("prateria_refused_total", answer.code)
        self.send(answer)

    def _look(self, look: Look) -> None:
        if self._painter is None:
            self.trouble(Refusal(400, "not_a_page", mark("Drawings are sent to pages only.")))
        elif not self._outbox.full():
            self._put(look)

    async def _resync(self, after: int) -> None:
        try:
            await self.room.hear(messages.Retell(self, after))
        except StoreError as error:
            self.services.health.note(error)
            self.trouble(store_unreachable())

    async def show_chat(self) -> None:
        """Show the latest chat: never so much that no room is left for what happens meanwhile."""
        self._muted = await self.services.store.muted_by(self.person.id)
        said = await chat.history(self.room)
        await self.catch_up()
        for line in said:
            self._hear(Frame(line), line.person)


def _is_of(message: Outgoing | Update, seats: Sequence[int]) -> bool:
    """Whether it is what a move by one of these seats has brought."""
    return isinstance(message, Update) and bool(message.entries) and message.entries[0].by in seats
