"""All sockets of this process: served, kept alive, closed."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from prateria.server.errors import Refusal, banned_here, signed_out
from prateria.server.rooms.messages import Listen
from prateria.server.services import Services
from prateria.server.sockets.connection import MOVED, NOT_FOR_YOU, Connection
from prateria.server.store.base import StoreError

BANS_S: Final = 2.0
ENDED_MS: Final = 60_000
"""Sessions that ended this lately are looked for among the connections."""
LAST_WORDS_S: Final = 1.0


def _dismiss(connection: Connection, why: Refusal) -> None:
    connection.trouble(why)
    connection.finish(NOT_FOR_YOU)


class Sockets:
    """All open connections, and their heartbeat."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: set[Connection] = set()
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
        while True:
            await asyncio.sleep(self._services.settings.heartbeat_ms / 1000)
            for connection in tuple(self._open):
                connection.heartbeat()

    async def _look_for_bans(self) -> None:
        """Once for all connections: asking the store at each message would be too expensive."""
        while True:
            await asyncio.sleep(BANS_S)
            try:
                store, now = self._services.store, self._services.clock.wall()
                banned = await store.banned()
                ended = await store.ended_sessions(now - ENDED_MS)
                for connection in tuple(self._open):
                    if connection.person.id in banned:
                        _dismiss(connection, banned_here())
                    elif connection.session in ended:
                        _dismiss(connection, signed_out())
            except StoreError as error:
                self._services.health.note(error)

    async def serve(
        self, socket: WebSocket[Any, Any, Any], connection: Connection, after: int | None
    ) -> None:
        """Everything about one accepted socket, until it is closed."""
        self._open.add(connection)
        writer = asyncio.create_task(connection.write_out(socket))
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
