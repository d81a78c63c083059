"""All sockets of this process: served, kept alive, closed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from prateria.server.errors import Refusal, banned_here, signed_out, too_fast, unknown_token
from prateria.server.rooms.messages import Listen
from prateria.server.services import Services
from prateria.server.sockets.connection import MOVED, NOT_FOR_YOU, Connection
from prateria.server.store.base import StoreError

BANS_S: Final = 2.0
BEATS: Final = 50
"""A heartbeat reaches all connections in this many steps."""
ENDED_MS: Final = 60_000
"""How recently a session must have ended to be searched for among the connections."""
LAST_WORDS_S: Final = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """An open socket or stream: its person, the session or token that admitted it (as a hash), its
    address, and how to end it early."""

    person: str
    session: str
    token: str
    place: str
    dismiss: Callable[[Refusal], None]


class Sockets:
    """All open connections, and their heartbeat."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: set[Connection] = set()
        self._steps: tuple[set[Connection], ...] = tuple(set() for _ in range(BEATS))
        """The same, by when in a heartbeat they have theirs."""
        self._lines: set[Line] = set()
        self._places: Counter[str] = Counter()
        self._looked = 0
        """When sessions that had ended were last looked for, by the wall clock."""
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._open)

    async def open(self) -> None:
        self._tasks = [
            asyncio.create_task(self._heartbeats()),
            asyncio.create_task(self._look_for_bans()),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in tuple(self._open):
            connection.hang_up(1001)

    async def _heartbeats(self) -> None:
        """Ping each connection once in a heartbeat, some at a time: nobody's move waits for
        hundreds of pings."""
        pause = self._services.settings.heartbeat_ms / 1000 / BEATS
        while True:
            for step in self._steps:
                await asyncio.sleep(pause)
                for connection in tuple(step):
                    connection.heartbeat()

    def check_room(self, place: str) -> None:
        """Raise Refusal if an address has as many lines as it may. Behind a proxy nobody else
        counts."""
        if self._places[place] >= self._services.settings.connections:
            raise too_fast()

    @contextmanager
    def open_line(self, line: Line) -> Iterator[None]:
        """While it is open it is counted, and it is ended together with its session or token."""
        self._lines.add(line)
        self._places[line.place] += 1
        try:
            yield
        finally:
            self._lines.discard(line)
            self._places[line.place] -= 1
            if not self._places[line.place]:
                del self._places[line.place]

    async def _look_for_bans(self) -> None:
        """Check all lines at once: asking the store at each message would be too expensive."""
        while True:
            await asyncio.sleep(BANS_S)
            try:
                await self._end_what_is_over()
            except StoreError as error:
                self._services.health.note(error)

    async def _end_what_is_over(self) -> None:
        store, now = self._services.store, self._services.clock.wall()
        lines = tuple(self._lines)
        banned = await store.banned()
        ended = await store.ended_sessions(min(now, self._looked or now) - ENDED_MS)
        known = await store.known_tokens({line.token for line in lines if line.token})
        for line in lines:
            if line.person in banned:
                line.dismiss(banned_here())
            elif line.session in ended:
                line.dismiss(signed_out())
            elif line.token and line.token not in known:
                line.dismiss(unknown_token())
        self._looked = now

    async def serve(
        self, socket: WebSocket[Any, Any, Any], connection: Connection, after: int | None
    ) -> None:
        """Everything about one accepted socket, until it is closed."""
        step = min(self._steps, key=len)
        self._open.add(connection)
        step.add(connection)
        writer = asyncio.create_task(connection.write_out(socket))
        writer.add_done_callback(lambda _: connection.hang_up(1011))  # nobody reads any more
        try:
            await connection.room.hear(Listen(connection, after))
            await connection.show_chat()
            connection.heartbeat()
            await self._read(socket, connection)
        except WebSocketDisconnect:
            connection.hang_up(1011)
        except StoreError as error:
            self._services.health.note(error)
            connection.hang_up(1011)
        except Refusal as error:
            connection.trouble(error)
            connection.finish(MOVED if error.code == "elsewhere" else NOT_FOR_YOU)
        finally:
            self._open.discard(connection)
            step.discard(connection)
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
