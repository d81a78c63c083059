"""Load: many tables over real sockets against a server in its own process.

    python bench/load.py --game manitou --tables 50 --seconds 10 --json
    python bench/load.py --tables 500 --rate 300 --store postgresql://…
    python bench/load.py --workers 2 --store postgresql://… --bus redis://…

Every seat is a socket of its own that plays random legal moves, as fast as it goes or at `--rate`
moves a second over all tables. Latency is from sending a move to its answer, the write to disk
between them. The server runs on compiled rules if they are there (`./play compile`), as `./play`
does. Both sides share this machine. `cpu` is the server's alone, in cores; `load` the machine's:
above 2 on two cores somebody else is at work and only the CPU per move tells anything.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import httpx
import uvloop

from prateria.server.limits import Kind, Rate

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import machine  # noqa: E402
from tools import compiled  # noqa: E402
from tools.product import with_path  # noqa: E402

FREELY: Final[dict[Kind, Rate]] = {
    "message": Rate(10**9, 10**9),
    "request": Rate(10**9, 10**9),
    "connect": Rate(10**9, 10**9),
    "join": Rate(10**9, 10**9),
    "create": Rate(10**9, 10**9),
    "login": Rate(10**9, 10**9),
}
AT_ONCE: Final = 8
TEXT: Final = 0x81
"""The beginning of a frame that is a complete text."""
ANSWERS: Final = {b"acce": "accepted", b"stal": "stale", b"refu": "refused"}
SETTLED_S: Final = 1.5
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Load:
    """What to measure, and when the next move may be sent."""

    def __init__(self, rate: float | None) -> None:
        self.rate = rate
        self.counting = False
        self.connected = 0
        self.is_going = False
        self.received = 0
        """Bytes of frames, while counting."""
        self.states = 0
        """How many of the frames were states."""
        self.state_bytes = 0
        self.latencies: list[float] = []
        self.answers: Counter[str] = Counter()
        self._next_slot = 0.0

    def slot(self) -> float:
        """The time of this move's slot in the rate."""
        now = time.perf_counter()
        if self.rate is None:
            return now
        self._next_slot = max(now, self._next_slot + 1 / self.rate)
        return self._next_slot

    def answered(self, what: str, seconds: float) -> None:
        if self.counting:
            self.latencies.append(seconds)
            self.answers[what] += 1

    def saw(self, length: int) -> None:
        """A state came to one of the seats."""
        if self.counting:
            self.states += 1
            self.state_bytes += length


SLOTS: Final = "abcdefgh"


class Seat(asyncio.Protocol):
    """A socket that plays random legal moves. It implements only as much of the protocol as it
    needs, and searches frames instead of decoding them: the server is to be measured, and this runs
    on the same cores. A mask of zeros is a mask."""

    def __init__(self, load: Load, table: str, cookie: str, seed: str) -> None:
        self._load = load
        self._rng = random.Random(seed)
        self._hello = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._buffer = b""
        self._is_open = False
        self._sent = 0.0
        self._number = 0
        self._legal: list[str] = []
        self._n = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def connection_lost(self, _: Exception | None) -> None:
        self._load.connected -= self._is_open

    def data_received(self, data: bytes) -> None:
        self._load.received += len(data) * self._load.counting
        data = self._buffer + data if self._buffer else data
        at = 0
        if not self._is_open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._buffer = data
                return
            self._is_open = data.startswith(b"HTTP/1.1 101")
            if self._is_open:
                self._opened()
        end = len(data)
        while end - at >= 2:
            start, length = at + 2, data[at + 1]
            if length == 126:
                start, length = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif length == 127:
                start, length = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if start > end or start + length > end:
                break
            if data[at] == TEXT:
                self._take(data, start, start + length)
            at = start + length
        self._buffer = data[at:]

    def _opened(self) -> None:
        self._load.connected += 1

    def _take(self, data: bytes, start: int, end: int) -> None:
        kind = data[start + 9 : start + 13]
        if kind == b"stat":
            self._load.saw(end - start)
            self._see(data, start, end)
        elif kind in ANSWERS:
            self._load.answered(ANSWERS[kind], time.perf_counter() - self._sent)
            self._sent = 0.0
        elif kind == b"ping":
            at = data.rfind(b'"t":', start, end)
            self._send(b'{"type":"pong",%b' % data[at:end])
            return
        self.go_on()

    def go_on(self) -> None:
        """Move if possible and allowed."""
        if self._legal and not self._sent and self._load.is_going:
            self._move()

    def _see(self, data: bytes, start: int, end: int) -> None:
        self._n = int(data[data.find(b'"n":', start, end) + 4 : data.find(b',"after"', start, end)])
        at = data.rfind(b'"legal":[', start, end)
        over = at < 0 or data.find(b'"outcome"', at, end) >= 0
        self._legal = [] if over else json.loads(data[at + 8 : data.find(b"]", at, end) + 1])

    def _move(self) -> None:
        """Send a move when it is its turn; what is legal may change until then."""
        slot = self._load.slot()
        self._sent = slot
        if self._load.rate is None:
            self._play()
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(slot - time.perf_counter(), self._play)

    def _play(self) -> None:
        if not self._legal or self._transport.is_closing():
            self._sent = 0.0
            return
        self._number += 1
        move = self._rng.choice(self._legal)
        self._legal = []
        self._sent = time.perf_counter()
        text = {"type": "play", "id": f"{self._number}", "based_on": self._n, "move": move}
        self._send(json.dumps(text).encode())

    def leave(self) -> None:
        self._transport.abort()

    def _send(self, payload: bytes) -> None:
        length = len(payload)
        head = (
            bytes((TEXT, 128 + length)) if length < 126 else b"\x81\xfe%c%c" % divmod(length, 256)
        )
        self._transport.write(b"%b\0\0\0\0%b" % (head, payload))


class Table:
    health = "/api/health"

    def __init__(self, url: str, load: Load, arguments: argparse.Namespace, number: int) -> None:
        self.url = url
        self.load = load
        self.address = f"127.1.{number // 250}.{number % 250 + 1}"
        """The address of its people: the server limits the connections of an address."""
        self.arguments = arguments
        self.id = ""
        self.cookies: list[str] = []

    async def set_up(self, web: httpx.AsyncClient) -> None:
        wish = {"game": self.arguments.game, "seats": self.arguments.seats, "public": True}
        heads = []
        for _ in range(self.arguments.seats):
            web.cookies.clear()
            answer = await web.get("/api/me")
            self.cookies.append(f"prateria={answer.cookies['prateria']}")
            heads.append({"cookie": self.cookies[-1], "x-csrf-token": answer.json()["csrf"]})
        web.cookies.clear()
        self.id = (await web.post("/api/tables", json=wish, headers=heads[0])).json()["id"]
        for head in heads[1:]:
            await web.post(f"/api/tables/{self.id}/sit", json={}, headers=head)
        started = await web.post(f"/api/tables/{self.id}/start", headers=heads[0])
        started.raise_for_status()

    def seats(self) -> list[Seat]:
        return [
            Seat(self.load, self.id, cookie, f"{self.id} {number}")
            for number, cookie in enumerate(self.cookies)
        ]

    async def sit(self) -> list[Seat]:
        """A connection for each seat."""
        loop, port = asyncio.get_running_loop(), int(self.url.rpartition(":")[2])
        seats = self.seats()
        for seat in seats:
            where = (self.address, 0)
            await loop.create_connection(partial(_same, seat), "127.0.0.1", port, local_addr=where)
        return seats


def _same(seat: Seat) -> Seat:
    return seat


@contextlib.contextmanager
def server(
    arguments: argparse.Namespace, store: str, slot: str, variables: dict[str, str]
) -> Iterator[tuple[str, int]]:
    """A server process: its URL and its process id."""
    from tests.server.process import free_port

    port = free_port()
    command = [sys.executable, __file__, "--serve", str(port), "--store", store, "--slot", slot]
    command += ["--bus", arguments.bus, "--workers", str(arguments.workers)]
    if arguments.stalls is not None:
        command += ["--stalls", f"{arguments.stalls}{slot}"]
    process = subprocess.Popen(command, env=variables)
    try:
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(30)


def serve(arguments: argparse.Namespace) -> None:
    from prateria.server.run import serve as run
    from prateria.server.settings import Settings

    if arguments.stalls is not None:
        from bench.stalls import Watchdog

        Watchdog(arguments.stalls).install()
    settings = Settings(
        secret="load",
        port=arguments.serve,
        store=arguments.store,
        bus=arguments.bus,
        workers=arguments.workers,
        slot=arguments.slot,
    )
    run(settings, rates=FREELY)


def pids(pid: int) -> list[int]:
    """The server's processes: itself and its workers, if it has several."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [pid, *(int(child) for child, text in commands.items() if b"spawn_main" in text)]


def memory_kb(servers: list[int]) -> int:
    every = [one for pid in servers for one in pids(pid)]
    pages = [int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in every]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") // 1024


async def settled(servers: list[int]) -> int:
    """The memory when it no longer grows: a server prepares its pages after it has begun."""
    before, now = 0, memory_kb(servers)
    while now > before:
        await asyncio.sleep(SETTLED_S)
        before, now = now, memory_kb(servers)
    return now


def cpu_s(servers: list[int]) -> float:
    ticks = 0
    for one in (one for pid in servers for one in pids(pid)):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def with_rules(*, plain: bool = False) -> tuple[dict[str, str], bool]:
    """A server's environment, with the compiled rules if there are any; and whether there are."""
    build, variables = compiled.current(ROOT), dict(os.environ)
    if plain or not build.hold():
        return variables, False
    return with_path(variables, build.path), True


async def ready(url: str, health: str = Table.health) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as web:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await web.get(health)).status_code == 200:
                    return
            await asyncio.sleep(0.1)


async def opened(load: Load, tables: list[Table]) -> list[Seat]:
    """All tables started, and everybody connected."""
    queue = iter(tables)

    async def opener() -> None:
        async with contextlib.AsyncExitStack() as stack:
            webs: dict[str, httpx.AsyncClient] = {}
            for table in queue:
                if table.url not in webs:  # a client takes longer to create than a table
                    client = httpx.AsyncClient(base_url=table.url, timeout=60)
                    webs[table.url] = await stack.enter_async_context(client)
                await table.set_up(webs[table.url])

    await asyncio.gather(*(opener() for _ in range(AT_ONCE)))
    seats = [seat for table in tables for seat in await table.sit()]
    while load.connected < len(seats):
        await asyncio.sleep(0.05)
    return seats


def go(load: Load, seats: list[Seat]) -> None:
    load.is_going = True
    for seat in seats:
        seat.go_on()


async def counted(load: Load, pid: list[int], seconds: float) -> dict[str, Any]:
    """What the next seconds bring, and cost."""
    load.counting = True
    began, used, own = time.perf_counter(), cpu_s(pid), time.process_time()
    await asyncio.sleep(seconds)
    load.counting = False
    seconds, used = time.perf_counter() - began, cpu_s(pid) - used
    own = time.process_time() - own
    spent = sorted(load.latencies)
    moves = load.answers.get("accepted", 0)
    return {
        "seats": load.connected,
        "moves_per_s": round(moves / seconds, 1),
        "p50_ms": round(spent[len(spent) // 2] * 1000, 1) if spent else None,
        "p99_ms": round(spent[len(spent) * 99 // 100] * 1000, 1) if spent else None,
        "cpu": round(used / seconds, 2),
        "cpu_ms_per_move": round(used * 1000 / moves, 2) if moves else None,
        "client_cpu_ms_per_move": round(own * 1000 / moves, 2) if moves else None,
        "states_per_move": round(load.states / moves, 2) if moves else None,
        "bytes_per_state": round(load.state_bytes / load.states) if load.states else None,
        "bytes_per_move": round(load.received / moves) if moves else None,
        "answers": dict(load.answers),
    }


async def measure(
    urls: list[str],
    pid: list[int],
    arguments: argparse.Namespace,
    table: Callable[[str, Load, argparse.Namespace, int], Table] = Table,
) -> dict[str, Any]:
    """With several servers, each table's people are where a proxy would bring them by its slot."""
    load = Load(arguments.rate)
    tables = [table(urls[n % len(urls)], load, arguments, n) for n in range(arguments.tables)]
    await asyncio.gather(*(ready(url, tables[0].health) for url in urls))
    for number, url in enumerate(urls):  # what is loaded with the first table belongs to none
        async with httpx.AsyncClient(base_url=url, timeout=60) as web:
            await table(url, load, arguments, arguments.tables + number).set_up(web)
    empty = await settled(pid)
    seats = await opened(load, tables)
    go(load, seats)
    await asyncio.sleep(arguments.warmup)
    figures = await counted(load, pid, arguments.seconds)
    kb = memory_kb(pid)
    for seat in seats:
        seat.leave()
    await asyncio.sleep(0.1)
    return {
        "game": arguments.game,
        "tables": arguments.tables,
        **figures,
        "kb_per_table": round((kb - empty) / arguments.tables, 1),
        "mb": round(kb / 1024, 1),
        "compiled": arguments.compiled,
        "load": machine.load(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="manitou")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--warmup", type=float, default=2)
    parser.add_argument("--rate", type=float, help="moves a second over all tables")
    parser.add_argument("--store", help="a new SQLite file by default")
    parser.add_argument("--bus", default="local", help="redis://…, for several workers")
    parser.add_argument("--workers", type=int, default=1, help="of one server, on one port")
    parser.add_argument("--servers", type=int, default=1, help="each with a slot of its own")
    parser.add_argument(
        "--plain", action="store_true", help="plain Python rules though compiled ones are there"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--stalls", type=Path, help="write what ran when the loop was late")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--slot", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve is not None:
        serve(arguments)
        return
    variables, arguments.compiled = with_rules(plain=arguments.plain)
    with tempfile.TemporaryDirectory() as folder:
        store = arguments.store or f"sqlite:///{folder}/load.db"
        slots = [""] if arguments.servers == 1 else SLOTS[: arguments.servers]
        with contextlib.ExitStack() as stack:
            started = [
                stack.enter_context(server(arguments, store, slot, variables)) for slot in slots
            ]
            urls, pid = [url for url, _ in started], [pid for _, pid in started]
            figures = uvloop.run(measure(urls, pid, arguments))
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<16} {value}")


if __name__ == "__main__":
    main()
