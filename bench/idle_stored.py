"""What a server costs with and without many stored tables that nobody plays.

    python bench/idle.py --stored 100000 --tables 200

A server with `--tables` tables that have days per turn is stopped and started again. Measured are
the time until all of them are open, memory, the cost of a move, and the cost while nothing happens.
Then the store is filled with `--stored` unfinished matches, as a server leaves them when nobody
comes, and everything is measured again.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from bench.load import cpu_s
from bench.soak_samples import gauges, memory
from prateria.server.store.schema import COLUMNS
from tests.server.process import Process
from tests.server.visitor import SEATS, Notes, Visitor

DAY_MS: Final = 24 * 3600 * 1000
EACH: Final = 20
"""Tables a person may open at once."""
ACTS: Final = 20
"""Moves at each table that is played."""
QUIET_S: Final = 20.0
PATIENCE_S: Final = 600.0


async def measure(folder: Path, active: int, stored: int) -> dict[str, Any]:
    path = folder / "stored.db"
    process = Process(f"sqlite:///{path}", folder, fresh=True)
    await process.start()
    people = await _people(process, active)
    tables = [each for person in people for each in await _begin(person)][:active]
    process.stop()
    alone = await _life(process, tables)
    _fill(path, stored, [table for _, table in tables[: len(SEATS)]])
    full = await _life(process, tables)
    for person in people:
        await person.leave()
    return {
        "stored": stored,
        "store_mb": round(path.stat().st_size / 1e6),
        "without": alone,
        "with": full,
    }


async def _people(process: Process, active: int) -> list[Visitor]:
    number = -(-active // EACH)
    made = [
        Visitor(process.port, Notes(), random.Random(n), f"127.0.{10 + n // 200}.{n % 200 + 1}")
        for n in range(number)
    ]
    for visitor in made:
        await visitor.arrive()
    return made


async def _begin(visitor: Visitor) -> list[tuple[Visitor, str]]:
    """Matches by the day, each at one screen."""
    made = []
    for n in range(EACH):
        clock = {"kind": "days", "days": 14}
        table = await visitor.open([*SEATS][n % len(SEATS)], hot_seat=True, clock=clock)
        await visitor.request("POST", f"/api/tables/{table}/start")
        made.append((visitor, table))
    return made


def _fill(path: Path, number: int, patterns: list[str]) -> None:
    """Copies of some tables, put away: half of them wait for a clock, the others for somebody."""
    soon = int(time.time() * 1000) + DAY_MS
    changed = {
        "tables": {
            "id": "'idle' || k || '-' || tables.id",
            "due": f"CASE WHEN k % 2 = 0 THEN {soon} + k * 1000 END",
        },
        "participants": {"table_id": "'idle' || k || '-' || table_id"},
        "lines": {"table_id": "'idle' || k || '-' || table_id"},
    }
    with sqlite3.connect(path) as store:
        store.execute("CREATE TEMP TABLE numbers (k INTEGER PRIMARY KEY)")
        each = ((k,) for k in range(number // len(patterns)))
        store.executemany("INSERT INTO numbers VALUES (?)", each)
        for table, columns in changed.items():
            values = ", ".join(columns.get(name, name) for name in COLUMNS[table])
            key = "id" if table == "tables" else "table_id"
            for pattern in patterns:
                store.execute(
                    f"INSERT INTO {table} ({', '.join(COLUMNS[table])})"
                    f" SELECT {values} FROM {table}, numbers WHERE {key} = ?",
                    (pattern,),
                )


async def _life(process: Process, tables: list[tuple[Visitor, str]]) -> dict[str, float]:
    """One life of a server, from its start until it is stopped."""
    began = time.perf_counter()
    await process.start()
    ready = time.perf_counter() - began
    while (await gauges(process.url, "prateria_rooms"))["prateria_rooms"] < len(tables):
        await asyncio.sleep(0.2)
        if time.perf_counter() - began > PATIENCE_S:
            raise TimeoutError("the tables are not opened")
    opened, used = time.perf_counter() - began, cpu_s([process.pid])
    size = memory(process.pid).uss
    await asyncio.sleep(QUIET_S)
    quiet = cpu_s([process.pid]) - used
    used = cpu_s([process.pid])
    moves = sum([await _play(visitor, table) for visitor, table in tables])
    spent = cpu_s([process.pid]) - used
    process.stop()
    return {
        "ready_s": round(ready, 2),
        "all_open_s": round(opened, 2),
        "uss_mb": round(size / 1e6, 1),
        "quiet_cpu_share": round(quiet / QUIET_S, 4),
        "cpu_ms_per_move": round(1000 * spent / moves, 2),
    }


async def _play(visitor: Visitor, table: str) -> int:
    """Some moves at one table; how many."""
    moves = 0
    async with visitor.at(table) as line:
        while moves < ACTS and (state := line.turn()) is not None:
            moves += 1
            move = {"type": "play", "id": f"{time.time_ns()}", "based_on": state["n"]}
            await line.ask({**move, "seat": state["seat"], "move": random.choice(state["legal"])})
    return moves
