"""Load: many tables over real sockets against a server in its own process.

    python bench/load.py --game manitou --tables 50 --seconds 10 --json
    python bench/load.py --tables 500 --rate 300 --store postgresql://…
    python bench/load.py --workers 2 --store postgresql://… --bus redis://…

Every seat is a socket of its own that plays random legal moves, as fast as it goes or at `--rate`
moves a second over all tables. Latency is from sending a move to its answer, the write to disk
between them. Both sides share this machine. `cpu` is the server's alone, in cores; `load` the
machine's: above 2 on two cores somebody else is at work and only the CPU per move tells anything.
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
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import websockets

import prateria.core.match
from prateria.server.limits import Kind, Rate

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench import machine

FREELY: Final[dict[Kind, Rate]] = {
    "message": Rate(10**9, 10**9),
    "request": Rate(10**9, 10**9),
    "connect": Rate(10**9, 10**9),
    "join": Rate(10**9, 10**9),
    "create": Rate(10**9, 10**9),
    "login": Rate(10**9, 10**9),
}
AT_ONCE: Final = 8
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Frame(msgspec.Struct):
    """What a playing program needs of a frame; the rest is skipped."""

    type: str
    n: int = 0
    t: int = 0
    legal: tuple[str, ...] = ()
    outcome: msgspec.Raw | None = None


@dataclass
class Load:
    """What is measured."""

    rate: float | None
    next_slot: float = 0.0
    counting: bool = False
    latencies: list[float] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)

    async def turn(self) -> None:
        """Wait for this move's place in the rate."""
        if self.rate is not None:
            now = time.perf_counter()
            self.next_slot = max(now, self.next_slot + 1 / self.rate)
            await asyncio.sleep(self.next_slot - now)


class Table:
    def __init__(self, url: str, load: Load, arguments: argparse.Namespace) -> None:
        self.url = url
        self.load = load
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

    async def play(self, seat: int) -> None:
        rng = random.Random(f"{self.id} {seat}")
        url = f"{self.url.replace('http', 'ws')}/api/tables/{self.id}/socket"
        async with websockets.connect(
            url,
            additional_headers={"cookie": self.cookies[seat]},
            compression=None,
            ping_interval=None,
            max_size=None,
        ) as socket:
            await self._follow(socket, rng)

    async def _follow(self, socket: Any, rng: random.Random) -> None:
        decoder, load = msgspec.json.Decoder(Frame), self.load
        sent, number, state = 0.0, 0, Frame("none")
        while True:
            frame = decoder.decode(await socket.recv())
            if frame.type == "ping":
                await socket.send(f'{{"type":"pong","t":{frame.t}}}')
                continue
            if frame.type == "state":
                state = frame
            elif frame.type in ("accepted", "stale", "refused"):
                if load.counting:
                    load.latencies.append(time.perf_counter() - sent)
                    load.answers[frame.type] = load.answers.get(frame.type, 0) + 1
                sent = 0.0
            if sent == 0.0 and state.legal and state.outcome is None:
                await load.turn()
                number += 1
                move, sent = rng.choice(state.legal), time.perf_counter()
                await socket.send(
                    json.dumps(
                        {"type": "play", "id": f"{number}", "based_on": state.n, "move": move}
                    )
                )
                state = Frame("none", state.n)


@contextlib.contextmanager
def server(store: str, bus: str, workers: int) -> Iterator[tuple[str, int]]:
    """A server process: its address and its process id."""
    from tests.server.process import free_port

    port = free_port()
    command = [sys.executable, __file__, "--serve", str(port), "--store", store]
    command += ["--bus", bus, "--workers", str(workers)]
    process = subprocess.Popen(command)
    try:
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(30)


def serve(port: int, store: str, bus: str, workers: int) -> None:
    from prateria.server.run import serve as run
    from prateria.server.settings import Settings

    run(Settings(secret="load", port=port, store=store, bus=bus, workers=workers), rates=FREELY)


def pids(pid: int) -> list[int]:
    """The server's processes: itself and, if it has several workers, those."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [pid, *(int(child) for child, text in commands.items() if b"spawn_main" in text)]


def memory_kb(pid: int) -> int:
    pages = [int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in pids(pid)]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") // 1024


def cpu_s(pid: int) -> float:
    ticks = 0
    for one in pids(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


async def measure(url: str, pid: int, arguments: argparse.Namespace) -> dict[str, Any]:
    load = Load(arguments.rate)
    tables = [Table(url, load, arguments) for _ in range(arguments.tables)]
    async with httpx.AsyncClient(base_url=url, timeout=60) as web:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await web.get("/api/health")).status_code == 200:
                    break
            await asyncio.sleep(0.1)
    empty = memory_kb(pid)
    queue = iter(tables)

    async def opener() -> None:
        async with httpx.AsyncClient(base_url=url, timeout=60) as web:
            for table in queue:
                await table.set_up(web)

    await asyncio.gather(*(opener() for _ in range(AT_ONCE)))
    seats = [
        asyncio.create_task(table.play(seat)) for table in tables for seat in range(arguments.seats)
    ]
    await asyncio.sleep(arguments.warmup)
    failed = [task for task in seats if task.done()]
    load.counting = True
    began, used, own = time.perf_counter(), cpu_s(pid), time.process_time()
    await asyncio.sleep(arguments.seconds)
    load.counting = False
    seconds, used = time.perf_counter() - began, cpu_s(pid) - used
    own = time.process_time() - own
    kb = memory_kb(pid) - empty
    for task in seats:
        task.cancel()
    await asyncio.gather(*seats, return_exceptions=True)
    spent = sorted(load.latencies)
    moves = load.answers.get("accepted", 0)
    return {
        "game": arguments.game,
        "tables": arguments.tables,
        "seats": len(seats) - len(failed),
        "moves_per_s": round(moves / seconds, 1),
        "p50_ms": round(spent[len(spent) // 2] * 1000, 1) if spent else None,
        "p99_ms": round(spent[len(spent) * 99 // 100] * 1000, 1) if spent else None,
        "cpu": round(used / seconds, 2),
        "cpu_ms_per_move": round(used * 1000 / moves, 2) if moves else None,
        "client_cpu_ms_per_move": round(own * 1000 / moves, 2) if moves else None,
        "kb_per_table": round(kb / arguments.tables, 1),
        "answers": load.answers,
        "compiled": not prateria.core.match.__file__.endswith(".py"),
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
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve is not None:
        serve(arguments.serve, arguments.store, arguments.bus, arguments.workers)
        return
    with tempfile.TemporaryDirectory() as folder:
        store = arguments.store or f"sqlite:///{folder}/load.db"
        with server(store, arguments.bus, arguments.workers) as (url, pid):
            figures = asyncio.run(measure(url, pid, arguments))
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<16} {value}")


if __name__ == "__main__":
    main()
