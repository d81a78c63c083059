"""A line between a client and the server: data is delayed, and stays in order.

It stands for a network with a reverse proxy at the server's end: that proxy's kernel knows the
line, and the proxy passes its round trip to the server in a header, as nginx can.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from prateria.arena.network import NetworkLine
from prateria.core.chance import Quick

PIECE: Final = 65_536
HEADER: Final = "X-Tcpinfo-Rtt"


class Way:
    """One direction of one connection."""

    def __init__(self, line: NetworkLine, rng: Quick) -> None:
        self._line = line
        self._rng = rng
        self._pieces: asyncio.Queue[tuple[float, bytes] | None] = asyncio.Queue()
        self._last = 0.0

    async def read(self, reader: asyncio.StreamReader, head: bytes = b"") -> None:
        """Read incoming data, each piece with the time at which it is to be delivered."""
        loop = asyncio.get_running_loop()
        try:
            while data := await reader.read(PIECE):
                # A later message never overtakes an earlier one: it is a stream.
                out = loop.time() + self._line.one_way(self._rng) / 1000
                self._last = max(self._last, out)
                self._pieces.put_nowait((self._last, _with_header(data, head)))
                head = b""
        except OSError:
            pass
        finally:
            self._pieces.put_nowait(None)

    async def write(self, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (piece := await self._pieces.get()) is not None:
                due, data = piece
                await asyncio.sleep(due - loop.time())
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


def _with_header(request: bytes, header: bytes) -> bytes:
    """A request's first bytes, with a header after its first line."""
    if not header:
        return request
    first, end, rest = request.partition(b"\r\n")
    return first + end + header + rest


@asynccontextmanager
async def delaying(
    line: NetworkLine, port: int, seed: int, *, tells: bool = True
) -> AsyncIterator[int]:
    """A port of this machine that leads to the server's port over the line."""
    rng = Quick(seed)
    header = f"{HEADER}: {round(1000 * line.shortest)}\r\n".encode() if tells else b""
    tasks: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        writers.extend((writer, back))
        up, down = Way(line, rng), Way(line, rng)
        ways = (up.read(reader, header), up.write(back), down.read(there), down.write(writer))
        for way in ways:
            task = asyncio.create_task(way)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in writers:
            writer.close()
        await asyncio.gather(*[w.wait_closed() for w in writers], return_exceptions=True)
