"""Durable appends a second, one table alone and several at once, and the time to load a table.

    python bench/appends.py                               # SQLite, in a folder of its own
    python bench/appends.py --store postgresql://…        # an empty database
    python bench/appends.py --folder /mnt/disk --json

Every append is one line of a log and is on disk before the next of its table is sent. The
disk decides: `syncs_per_s` is what it can do with a file and nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import secrets
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from prateria.core.chance import Quick
from prateria.core.matches.begin import new_match
from prateria.core.matches.log import LineWriter
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.loading import resume
from prateria.server.store.base import ChatMessage, Snapshot, Status, TableRow
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store

CONCURRENCY = (1, 10, 100, 500)
LINES = 2_000
LINE = json.dumps({"n": 1000, "at": 123456, "by": "A", "do": "x" * 40, "chain": "0" * 32}) + "\n"


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of tables, each waiting for its last line to be on disk."""

    tables: int
    appends_per_s: float
    p50_ms: float
    p99_ms: float
    lines_per_commit: float
    commit_ms: float
    cpu_us_per_append: float


@dataclass(frozen=True, slots=True)
class Load:
    """Milliseconds to load a table of this many lines, median of several runs, by the clock and of
    CPU."""

    lines: int
    whole_ms: float
    whole_cpu_ms: float
    from_snapshot_ms: float
    from_snapshot_cpu_ms: float


def syncs_per_s(folder: str, seconds: float = 1.0) -> float:
    """How often the disk writes a page and syncs it."""
    done, start = 0, time.perf_counter()
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        while (spent := time.perf_counter() - start) < seconds:
            os.write(file.fileno(), b"x" * 4096)
            os.fsync(file.fileno())
            done += 1
    return done / spent


async def new_table(store: SqlStore) -> str:
    table = secrets.token_hex(8)
    row = TableRow(table, "manitou", Status.PLAYING, "ann", 0, 0, True, "{}", "[]", "seed")
    await store.create_table(row)
    return table


async def measure(store: SqlStore, tables: int, seconds: float) -> Rate:
    names = await asyncio.gather(*(new_table(store) for _ in range(tables)))
    groups, spent_before = store.metrics.groups, store.metrics.seconds
    waited: list[float] = []
    start, cpu = time.perf_counter(), time.process_time()

    async def play(table: str) -> None:
        n = 0
        while (sent := time.perf_counter()) - start < seconds:
            await store.append(table, n, [LINE])
            waited.append(time.perf_counter() - sent)
            n += 1

    await asyncio.gather(*map(play, names))
    spent, cpu = time.perf_counter() - start, time.process_time() - cpu
    groups = store.metrics.groups - groups
    waited.sort()
    return Rate(
        tables=tables,
        appends_per_s=len(waited) / spent,
        p50_ms=waited[len(waited) // 2] * 1e3,
        p99_ms=waited[len(waited) * 99 // 100] * 1e3,
        lines_per_commit=len(waited) / groups,
        commit_ms=(store.metrics.seconds - spent_before) / groups * 1e3,
        cpu_us_per_append=cpu / len(waited) * 1e6,
    )


async def measure_load(store: SqlStore) -> Load:
    """A long match as a room loads it: read, checked, replayed."""
    table = await new_table(store)
    lines, snapshot = long_match(table)
    await store.append(table, 0, lines)
    for number in range(1, 51):
        await store.say(ChatMessage(table, number, 0, "ann", "a word or two"))
    whole = await median_load(store, table, times=3)
    await store.save_snapshot(snapshot)
    return Load(len(lines), *whole, *await median_load(store, table, times=21))


def long_match(table: str) -> tuple[list[str], Snapshot]:
    """Manitou played by five who change their minds while all choose; and its last snapshot."""
    match, rng = new_match("manitou", seats=5, seed="seed"), Quick(1)
    lines = LineWriter(match.log).new_lines()
    running, snapshot = resume(lines, "seed", ClockRule()), None
    match = running.match
    while len(lines) < LINES:
        seat, last = match.actors[rng.below(len(match.actors))], match.log.entry(match.version)
        if len(match.actors) > 1 and last.by >= 0 and last.events and rng.below(6):
            match.take_back_to(last.by, match.version)
        else:
            legal = match.legal(seat)
            match.play(seat, legal[rng.below(len(legal))])
        new = running.writer.new_lines()
        running.written += len(new)
        lines += new
        if running.is_due():
            snapshot = running.snapshot(table)
    if snapshot is None:
        raise SystemExit("the match was over too soon")
    return lines, snapshot


async def median_load(store: SqlStore, table: str, times: int) -> tuple[float, float]:
    taken, used = [], []
    for _ in range(times):
        start, cpu = time.perf_counter(), time.process_time()
        loaded = await store.load(table)
        if loaded is None:
            raise SystemExit("the table is gone")
        resume(loaded.lines, loaded.row.seed, ClockRule(), loaded.snapshot)
        taken.append(time.perf_counter() - start)
        used.append(time.process_time() - cpu)
    return sorted(taken)[times // 2] * 1e3, sorted(used)[times // 2] * 1e3


async def bench(url: str, seconds: float) -> tuple[list[Rate], Load]:
    async with open_store(url) as store:
        load = await measure_load(store)
        return [await measure(store, tables, seconds) for tables in CONCURRENCY], load


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--store", help="a store's URL; a new SQLite file unless given")
    parser.add_argument("--folder", help="where the new SQLite file is made")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        syncs = syncs_per_s(folder)
        url = given.store or f"sqlite:///{folder}/bench.db"
        rates, load = asyncio.run(bench(url, given.seconds))
    if given.json:
        result = {
            "store": url.partition(":")[0],
            "python": platform.python_version(),
            "machine_load": os.getloadavg()[0],
            "syncs_per_s": syncs,
            "appends": [asdict(rate) for rate in rates],
            "load": asdict(load),
        }
        print(json.dumps(result, indent=1))
        return
    print(f"{url.partition(':')[0]}; the disk syncs {syncs:.0f}/s; load {os.getloadavg()[0]:.1f}")
    print(" tables  appends/s   p50 ms   p99 ms  lines/commit  commit ms  CPU µs/append")
    for rate in rates:
        print(
            f"{rate.tables:7}{rate.appends_per_s:11.0f}{rate.p50_ms:9.1f}{rate.p99_ms:9.1f}"
            f"{rate.lines_per_commit:14.1f}{rate.commit_ms:11.1f}{rate.cpu_us_per_append:15.0f}"
        )
    print(
        f"loading {load.lines} lines: {load.whole_ms:.1f} ms (CPU {load.whole_cpu_ms:.1f}); "
        f"from a snapshot: {load.from_snapshot_ms:.1f} ms (CPU {load.from_snapshot_cpu_ms:.1f})"
    )


if __name__ == "__main__":
    main()
