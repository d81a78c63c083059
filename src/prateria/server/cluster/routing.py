"""Routes requests to the worker that owns the table.

Any worker may be asked for any table. A request for one (a path with a `table_id`) is served where
the table's room is: here or, if another worker has the lease, there: the connection is accepted
here and its events go over the bus, so that nothing else in the server needs to know of other
workers.

A forwarded connection ends with close code 1012 when its table moves to another worker, when the
other worker dies or when the bus has lost something. The client connects again, says what it has
seen, and reaches the right place. Without a shared bus there is no routing.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias, cast
from urllib.parse import parse_qs

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from prateria.i18n import language_of, texts_in
from prateria.server.cluster.forwarding import (
    AsgiEvent,
    Channel,
    Cut,
    CutOff,
    Open,
    Taken,
    Word,
    cut_all,
    read,
    received_scope,
    sent_scope,
)
from prateria.server.cluster.forwarding import write as pack
from prateria.server.errors import Refusal, elsewhere, store_unreachable, too_fast
from prateria.server.limits import COUNTED, Bucket, Rate, place_of
from prateria.server.lines import transport
from prateria.server.rooms.rooms import LEASE_MS, Rooms
from prateria.server.server_log import facts
from prateria.server.services import Services
from prateria.server.sockets.connection import MOVED, NOT_FOR_YOU
from prateria.server.store.base import Lease, StoreError
from prateria.server.wire.protocol import Problem, write

LOG: Final = logging.getLogger("prateria.server")
BEAT_MS: Final = 500
DEAD_MS: Final = 2000
"""A worker that has not been heard for this long is considered dead."""
ANSWER_MS: Final = 1000
"""How long a worker has to accept a forwarded connection."""
LOOK_MS, LONGEST_MS = 150, 1000
"""A request that waits for an owner looks again when the lease should have expired, and at least
this often."""
PATIENCE_MS: Final = LEASE_MS + DEAD_MS
"""How long a request waits for a table whose owner is gone."""
PUMPED: Final = Rate(200, 6000)
"""How many events of one connection are forwarded; a client may send a fifth of that."""
PUMP_S: Final = 0.02
BEATS: Final = "workers"
FORWARDED: Final = "prateria.forwarded"
TRIP: Final = "prateria.trip"
"""In an event: what the transport knows of its connection, which only the worker that has it can
ask for."""

AsgiReceive: TypeAlias = Callable[[], Awaitable[Any]]
AsgiSend: TypeAlias = Callable[[Any], Awaitable[None]]


class ServedConnection:
    """A connection served here, whether it was accepted here or on another worker."""

    def __init__(self, send: AsgiSend, task: asyncio.Task[Any]) -> None:
        self._send = send
        self._task = task
        self.has_begun = False
        self.is_lost = False

    async def send(self, event: Any) -> None:
        if not self.is_lost:
            self.has_begun = True
            await self._send(event)

    def lose(self) -> None:
        """The table has moved away. Answers that are being sent are not disturbed."""
        if self.has_begun and not self.is_lost:
            self.is_lost = True
            self._task.cancel()


class Router:
    def __init__(self, services: Services, rooms: Rooms) -> None:
        self._services = services
        self._rooms = rooms
        self._me = services.settings.worker
        self._heard: dict[str, int] = {}
        self._opened = 0
        self._asking: dict[str, asyncio.Task[Lease | None]] = {}
        self._served: dict[str, set[ServedConnection]] = {}
        self._out: dict[str, Channel] = {}
        self._in: dict[str, Channel] = {}
        self._serving: set[asyncio.Task[None]] = set()
        self._stops: list[Callable[[], None]] = []
        self._beating: asyncio.Task[None] | None = None
        self.app: ASGIApp | None = None
        """The whole application, for connections forwarded by other workers."""

    async def open(self) -> None:
        bus = self._services.bus
        if not bus.is_shared:
            return
        self._opened = self._services.clock.steady()
        self._rooms.on_lost = self._lose
        self._stops = [
            bus.listen(f"worker/{self._me}", self._hear),
            bus.listen(BEATS, self._hear_beat),
            bus.on_gap(self._cut_all),
        ]
        await bus.settle()
        self._beating = asyncio.create_task(self._beat_always())

    async def close(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        self._cut_all()
        for task in tuple(self._serving):
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        for stop in self._stops:
            stop()

    # --- other workers

    async def _beat_always(self) -> None:
        while True:
            self._services.bus.publish(BEATS, self._me.encode())
            await asyncio.sleep(BEAT_MS / 1000)
            cut_all(
                e for e in (*self._out.values(), *self._in.values()) if not self._lives(e.worker)
            )
            self._heard = {name: at for name, at in self._heard.items() if self._lives(name)}

    def _hear_beat(self, frame: bytes, _: str) -> None:
        self._heard[frame.decode()] = self._services.clock.steady()

    def _lives(self, worker: str) -> bool:
        """Whether a worker was heard recently; initially everyone gets the benefit of the doubt."""
        return self._services.clock.steady() - self._heard.get(worker, self._opened) < DEAD_MS

    def _post(self, worker: str, word: Word) -> None:
        self._services.bus.publish(f"worker/{worker}", pack(word))

    def _hear(self, frame: bytes, _: str) -> None:
        try:
            word = read(frame)
        except msgspec.MsgspecError as error:
            LOG.warning("a worker of another version is on the bus", extra=facts(cause=error))
            return
        if isinstance(word, Open):
            # Known at once: the next frame may be the connection's first event.
            channel = self._in[word.connection] = Channel(word.connection, word.worker)
            self._heard[word.worker] = self._services.clock.steady()
            task = asyncio.create_task(self._serve_forwarded(word, channel))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
            return
        known = self._out.get(word.connection) or self._in.get(word.connection)
        if known is None:
            return  # a connection that has already ended here
        if isinstance(word, Cut):
            known.cut()
        else:
            known.take(word)

    def _cut_all(self) -> None:
        now = self._services.clock.steady()
        self._heard = dict.fromkeys(self._heard, now)  # a worker that was not heard may be alive
        cut_all((*self._out.values(), *self._in.values()))

    # --- the door

    def guard(self, app: ASGIApp) -> ASGIApp:
        """The application's middleware: requests with a table in their path are served by its
        owner."""

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            table = scope.get("path_params", {}).get("table_id")
            if not isinstance(table, str):
                await app(scope, receive, send)
                return
            if FORWARDED in scope:
                await self._host(table, app, scope, receive, send)
                return
            try:
                self._check_limit(scope)
                channel = await self._find(table, scope)
            except (Refusal, StoreError) as error:
                await _refuse(scope, send, error)
                return
            if channel is None:
                await self._host(table, app, scope, receive, send)
            else:
                await self._forward(channel, scope, receive, send)

        return guarded

    def _check_limit(self, scope: Any) -> None:
        """Where a table is costs a look into the store, and what is forwarded costs two workers."""
        client = scope.get("client")
        place = place_of(client[0]) if client else "?"
        if not self._services.limits.allows("request", f"address {place}"):
            raise too_fast()
        scope[COUNTED] = True

    async def _find(self, table: str, scope: Scope) -> Channel | None:
        """Find the worker that has a table; None if it is this one. While an owner is dead and its
        lease has not expired there is none, so this may take a while."""
        clock = self._services.clock
        patience = clock.steady() + PATIENCE_MS
        while clock.steady() < patience:
            lease = await self._owner(table)
            if lease is None or lease.worker == self._me:
                return None
            owner, rest = lease.worker, lease.until - clock.wall()
            if (
                self._lives(owner)
                and (channel := await self._open_channel(owner, scope)) is not None
            ):
                return channel
            # Those who wait for a dead worker's tables must not all look for them at the same time.
            rest = min(max(rest, 0), LONGEST_MS) + random.randint(LOOK_MS // 3, LOOK_MS)
            await asyncio.sleep(rest / 1000)
        raise elsewhere()

    async def _owner(self, table: str) -> Lease | None:
        """Looked up once for all who want to know it at the moment."""
        if self._rooms.has(table):
            return await self._rooms.owner(table)
        asking = self._asking.get(table)
        if asking is None:
            asking = self._asking[table] = asyncio.create_task(self._rooms.owner(table))
            asking.add_done_callback(lambda _: self._asking.pop(table, None))
        return await asyncio.shield(asking)

    async def _open_channel(self, owner: str, scope: Scope) -> Channel | None:
        """Ask a worker to serve a connection; None if it does not answer. Nothing is read yet."""
        channel = Channel(secrets.token_hex(8), owner)
        self._out[channel.connection] = channel
        self._post(owner, Open(channel.connection, self._me, sent_scope(scope)))
        try:
            async with asyncio.timeout(ANSWER_MS / 1000):
                await channel.taken.wait()
        except TimeoutError:
            channel.cut()
        except asyncio.CancelledError:
            self._give_up(channel)
            raise
        if channel.is_cut:
            self._give_up(channel)
            return None
        return channel

    def _give_up(self, channel: Channel) -> None:
        self._out.pop(channel.connection, None)
        self._post(channel.worker, Cut(channel.connection))

    # --- served here

    def _lose(self, table: str) -> None:
        for connection in tuple(self._served.get(table, ())):
            connection.lose()

    @contextmanager
    def _being_served(self, table: str, connection: ServedConnection) -> Iterator[None]:
        self._served.setdefault(table, set()).add(connection)
        try:
            yield
        finally:
            self._served[table].discard(connection)
            if not self._served[table]:
                del self._served[table]

    async def _host(
        self, table: str, app: ASGIApp, scope: Scope, receive: Receive, send: Send
    ) -> None:
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        connection = ServedConnection(cast("AsgiSend", send), task)
        try:
            with self._being_served(table, connection):
                await app(scope, receive, cast("Send", connection.send))
        except asyncio.CancelledError:
            if not connection.is_lost:
                raise
            task.uncancel()
        except Exception:
            if not connection.is_lost:
                raise
        if connection.is_lost and cast("str", scope["type"]) == "websocket":
            await send(_close())

    async def _serve_forwarded(self, word: Open, channel: Channel) -> None:
        """Serve a connection that another worker has accepted."""
        self._post(word.worker, Taken(word.connection, says_read=True))
        kind = word.scope["type"]
        known = [transport.Known()]
        """What the worker that has the connection last knew of it."""

        async def receive() -> AsgiEvent:
            try:
                event = await channel.next()
            except CutOff:
                event = None
            else:
                if (told := channel.read()) is not None:
                    self._post(word.worker, told)
            if event is not None and TRIP in event:
                trip, waited = event.pop(TRIP)
                known[0] = transport.Known(trip and tuple(trip), waited)
            return event or {"type": f"{kind}.disconnect", "code": MOVED}

        async def send(event: AsgiEvent) -> None:
            if not channel.is_cut:
                self._post(word.worker, channel.numbered(dict(event)))

        scope = received_scope(word.scope)
        scope[FORWARDED] = word.worker
        scope["extensions"][transport.EXTENSION] = lambda: known[0]
        last: Word = Cut(word.connection)
        try:
            # Only the first event proves that the other worker has not given up waiting and asked
            # again: anything done before that would be done twice.
            first = await receive()
            if self.app is not None and not channel.is_cut:
                app_receive = _beginning_with(first, receive)
                await self.app(
                    cast("Scope", scope), cast("Receive", app_receive), cast("Send", send)
                )
                if not channel.is_cut:  # otherwise what was sent since is lost, and was not served
                    last = channel.over()
        except Exception:
            LOG.exception("a forwarded connection failed", extra=facts(accepted_by=word.worker))
        finally:
            del self._in[word.connection]
            self._post(word.worker, last)

    # --- served at another worker

    async def _forward(self, channel: Channel, scope: Scope, receive: Receive, send: Send) -> None:
        self._services.metrics.count("prateria_forwarded_total")
        ask = transport.ask(scope)
        pumping = asyncio.create_task(self._pump(channel, cast("AsgiReceive", receive), ask))
        has_begun = is_served = False
        try:
            while (event := await channel.next()) is not None:
                has_begun = True
                await send(cast("Any", event))
            is_served = True
        except OSError:
            LOG.debug("a client left while it was being told something")
        except CutOff:
            await _break_off(scope, send, has_begun=has_begun)
        finally:
            pumping.cancel()
            await asyncio.gather(pumping, return_exceptions=True)
            if is_served:
                del self._out[channel.connection]
            else:
                self._give_up(channel)

    async def _pump(
        self, channel: Channel, receive: AsgiReceive, ask: transport.AskTransport | None
    ) -> None:
        """Forward what the client sends, only as fast as the other end reads it: a client that
        floods us is read more slowly, and neither the bus nor the other worker fills up."""
        clock = self._services.clock
        bucket = Bucket(PUMPED, clock.steady())
        while True:
            event = dict(await receive())
            await channel.room()
            while not bucket.take(clock.steady()):
                await asyncio.sleep(PUMP_S)
            if ask is not None:
                event[TRIP] = ask()
            self._post(channel.worker, channel.numbered(event))
            if event["type"].endswith(".disconnect"):
                return


def _beginning_with(first: AsgiEvent, receive: AsgiReceive) -> AsgiReceive:
    """Yield an event that has been received already, then those that follow."""
    waiting = [first]

    async def received() -> AsgiEvent:
        return waiting.pop() if waiting else cast("AsgiEvent", await receive())

    return received


def _close() -> Any:
    return {"type": "websocket.close", "code": MOVED, "reason": "the table has moved; come again"}


async def _break_off(scope: Scope, send: Send, *, has_begun: bool) -> None:
    """The other worker is gone. A response that has begun cannot be ended properly."""
    if not has_begun:
        await _refuse(scope, send, elsewhere())
    elif cast("str", scope["type"]) == "websocket":
        await send(_close())
    else:
        raise ConnectionError("the worker that was answering is gone")


def _language(scope: Scope) -> str:
    """The language that a page requests in the URL of its socket."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])
    return language_of(asked[0])


async def _refuse(scope: Scope, send: Send, error: Refusal | StoreError) -> None:
    if cast("str", scope["type"]) != "websocket":
        raise error
    refusal = error if isinstance(error, Refusal) else store_unreachable()
    told = Problem(0, refusal.code, refusal.told(texts_in(_language(scope))))
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.send", "bytes": None, "text": write(told).decode()})
    close = _close()
    if refusal.code == "too_fast":
        close = {"type": "websocket.close", "code": NOT_FOR_YOU, "reason": ""}
    await send(close)
