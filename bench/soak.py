"""A soak: two servers for an hour, one that is never killed and one that is killed every minute.

    python bench/soak.py --minutes 60 --out docs/reports/durability
    python bench/soak.py --minutes 60 --store postgres --kill-every 30 --tables 24

Tables come, are played by people and bots, talked at, watched, abandoned, reviewed, replayed,
resigned and closed, over real sockets and HTTP on loopback, against `prateria serve` on compiled
rules if they are there. Each message is noted with its answer before the next is sent, and looked
up in the store at the end. A kill empties memory, so its slope is measured on the server that is
never killed, after a third of the time, when its caches are full. Ends with 1 if anything was lost
or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
import httpx  # noqa: E402

from bench import machine  # noqa: E402
from bench.soak_life import Person, Site  # noqa: E402
from bench.soak_plot import draw, figures  # noqa: E402
from bench.soak_samples import (  # noqa: E402
    Sample,
    children,
    database_bytes,
    descriptors,
    gauges,
    lives,
    memory,
    percentile_ms,
    slope,
)
from bench.soak_warm import warm_up  # noqa: E402
from prateria.server.store.urls import open_store  # noqa: E402
from tests.server.postgres import Cluster, binaries  # noqa: E402
from tools import compiled  # noqa: E402
from tools.product import with_path  # noqa: E402

JUDGED: Final = ("uss", "pss", "rss", "blocks", "heap")
SAMPLE_S: Final = 10.0
WARM_UP: Final = 1 / 3
"""Share of the time; memory is measured after it."""
PAUSES: Final = {"steady": 0.0, "killed": 0.25}
"""Seconds people think about a move. Where memory is judged they do not: the more happens, the
sooner caches are full and the more a leak would show."""
PACES: Final = {"steady": 1.5, "killed": 0.0}
"""Seconds from one thing that people begin to the next. Where memory is judged it is always the
same, and more than the machine needs: else memory would follow how busy the machine is."""
HASTE: Final = 4
"""How much more happens before memory is judged: what Python holds settles slowly."""
QUIET_S: Final = 150.0
"""How long nobody comes at the end: rooms leave memory."""
CLOSE_S: Final = 120.0
IN_START: Final = 0.2
ORPHAN_S: Final = 5.0


class Watched:
    """A site, its samples and its kills."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.samples: list[Sample] = []
        self.kills = 0
        self.kills_in_start = 0
        self.orphans = 0
        self.restarts: list[float] = []
        self.latencies: list[float] = []

    async def start(self) -> None:
        began = time.perf_counter()
        await self.site.process.start()
        self.restarts.append(time.perf_counter() - began)
        self.site.up.set()

    async def kill(self, rng: random.Random) -> None:
        process = self.site.process
        helpers = children(process.pid)
        self.site.up.clear()
        self.site.down_at = time.monotonic()
        process.kill()
        self.kills += 1
        if rng.random() < IN_START:
            process.launch()
            await asyncio.sleep(rng.uniform(0, 1.5))
            process.kill()
            self.kills_in_start += 1
        await self.start()
        self.site.down_at = time.monotonic()
        await asyncio.sleep(max(0.0, ORPHAN_S - self.restarts[-1]))
        self.orphans += sum(map(lives, helpers))

    async def sample(self, began: float) -> None:
        site, minute = self.site, (time.monotonic() - began) / 60
        spent, site.notes.latencies = site.notes.latencies, []
        self.latencies += spent
        running = await _running(site)
        self.samples.append(
            Sample(
                minute=round(minute, 3),
                **running,
                database=database_bytes(site.store),
                tables=len(site.began),
                p50_ms=percentile_ms(spent, 0.5),
                p99_ms=percentile_ms(spent, 0.99),
                messages=len(spent),
                errors=sum(site.notes.errors.values()),
                kills=self.kills + self.kills_in_start,
            )
        )


NOTHING: Final[dict[str, Any]] = dict.fromkeys(
    (
        *("rss", "pss", "uss", "blocks", "heap"),
        *("bots_rss", "processes", "descriptors", "rooms", "sockets"),
    )
)


async def _running(site: Site) -> dict[str, Any]:
    """What only a running server can report; it may be killed while it is asked."""
    if not site.up.is_set():
        return NOTHING
    try:
        pid = site.process.pid
        names = ("rooms", "connections", "python_blocks", "heap_bytes")
        found = await gauges(site.process.url, *(f"prateria_{name}" for name in names))
        own, helpers = memory(pid), [child for child in children(pid) if lives(child)]
        return {
            "rss": own.rss,
            "pss": own.pss,
            "uss": own.uss,
            "blocks": int(found["prateria_python_blocks"]),
            "heap": int(found["prateria_heap_bytes"]),
            "bots_rss": sum(memory(child).rss for child in helpers),
            "processes": 1 + len(helpers),
            "descriptors": descriptors(pid),
            "rooms": int(found["prateria_rooms"]),
            "sockets": int(found["prateria_connections"]),
        }
    except (OSError, httpx.HTTPError, KeyError, AssertionError):
        return NOTHING


async def kill_often(watched: Watched, every: float, until: float, rng: random.Random) -> None:
    while (wait := rng.uniform(0.8, 1.2) * every) < until - time.monotonic():
        await asyncio.sleep(wait)
        await watched.kill(rng)


async def close_some(site: Site, until: float) -> None:
    """Now and then an administrator closes a table, from another process."""
    while time.monotonic() + CLOSE_S < until:
        await asyncio.sleep(CLOSE_S)
        if site.left:
            chosen = site.rng.choice(site.left)
            site.left.remove(chosen)
            table = chosen[1]
            command = ("-m", "prateria", "admin", "close", table, "--store", site.store)
            nothing = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(
                sys.executable, *command, stdout=nothing, stderr=nothing
            )
            site.notes.answers[f"admin close ended with {await process.wait()}"] += 1


async def sample_always(both: list[Watched], began: float, out: Path) -> None:
    while True:
        await asyncio.sleep(SAMPLE_S)
        for watched in both:
            await watched.sample(began)
            row = {"site": watched.site.name, **watched.samples[-1].as_json()}
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


async def run(arguments: argparse.Namespace, stores: list[str], folder: Path) -> dict[str, Any]:
    sites = [
        Site(name, store, folder / name, arguments.seed, pause, PACES[name])
        for (name, pause), store in zip(PAUSES.items(), stores, strict=True)
    ]
    both = steady, killed = [Watched(site) for site in sites]
    rng = random.Random(arguments.seed)
    for watched in both:
        await watched.start()
    await warm_up(sites[0])
    people = [
        (site, asyncio.create_task(Person(site, f"127.0.{2 + number}.{n + 1}").live()))
        for number, site in enumerate(sites)
        for n in range(arguments.tables)
    ]
    sites[0].pace /= HASTE
    await asyncio.sleep(arguments.haste * 60)
    sites[0].pace *= HASTE
    began = time.monotonic()
    until = began + arguments.minutes * 60
    sampling = asyncio.create_task(sample_always(both, began, arguments.out / "samples.jsonl"))
    try:
        await asyncio.gather(
            asyncio.sleep(until - time.monotonic()),
            *(close_some(site, until) for site in sites),
            kill_often(killed, arguments.kill_every, until, rng),
        )
        await _all_gone(people)
        busy = len(steady.samples)
        await asyncio.sleep(QUIET_S)
    finally:
        sampling.cancel()
        with suppress(asyncio.CancelledError):
            await sampling
        for site in sites:
            site.process.kill()
    return {
        "minutes": arguments.minutes,
        "haste_minutes": arguments.haste,
        "tables_at_once": arguments.tables,
        "kill_every_s": arguments.kill_every,
        "store": arguments.store,
        "seed": arguments.seed,
        "compiled": arguments.compiled,
        "cpu": machine.cpu_model(),
        "python": machine.python_version(),
        "load": machine.load(),
        "memory": _memory(steady, busy, arguments.minutes * WARM_UP),
        "steady": await _told(steady),
        "killed": await _told(killed),
    }


async def _all_gone(people: list[tuple[Site, asyncio.Task[None]]]) -> None:
    """Nobody leaves before they are told to: an earlier exit means something unforeseen."""
    for _, living in people:
        living.cancel()
    ended = await asyncio.gather(*(living for _, living in people), return_exceptions=True)
    for (site, _), error in zip(people, ended, strict=True):
        if not isinstance(error, asyncio.CancelledError):
            site.notes.errors[f"somebody gave up: {error!r}"[:120]] += 1


def _memory(steady: Watched, busy: int, warm_up: float) -> dict[str, Any]:
    """Slopes while people were there, and the memory when nobody had been there for a while."""
    samples, last = steady.samples[:busy], steady.samples[-1]
    return {
        "warm_up_minutes": warm_up,
        **{field: slope(samples, field, warm_up) for field in JUDGED},
        "after_quiet": {"rss": last.rss, "uss": last.uss, "rooms": last.rooms},
    }


async def _told(watched: Watched) -> dict[str, Any]:
    site = watched.site
    async with open_store(site.store) as store:
        verdict = await site.notes.ledger.check(store)
    return {
        "kills": watched.kills,
        "kills_in_start": watched.kills_in_start,
        "orphans": watched.orphans,
        "longest_start_s": round(max(watched.restarts), 2),
        "tables": len(site.began),
        "finished": site.finished,
        "p50_ms": percentile_ms(watched.latencies, 0.5),
        "p99_ms": percentile_ms(watched.latencies, 0.99),
        "put_away_page_p50_ms": percentile_ms(site.returns, 0.5),
        "put_away_page_p99_ms": percentile_ms(site.returns, 0.99),
        "put_away_pages": len(site.returns),
        "answers": dict(site.notes.answers),
        "errors": dict(site.notes.errors),
        "log": _log_kinds(site.process.log),
        **verdict.as_json(),
        "samples": [sample.as_json() for sample in watched.samples],
    }


def _log_kinds(text: str) -> dict[str, int]:
    """Warnings and errors in the server's log, without what differs from line to line."""
    rows = [row for row in text.splitlines() if "Error" in row or "WARN" in row or "ERROR" in row]
    return dict(Counter(row[:60] for row in rows).most_common(20))


@contextmanager
def new_stores(kind: str, folder: Path) -> Iterator[list[str]]:
    if kind == "sqlite":
        yield [f"sqlite:///{folder}/steady.db", f"sqlite:///{folder}/killed.db"]
        return
    programs = binaries()
    if programs is None:
        sys.exit("PostgreSQL is not installed")
    cluster = Cluster(programs)
    try:
        cluster.start()
        yield [cluster.new_schema(), cluster.new_schema()]
    finally:
        cluster.remove()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--haste", type=float, default=12, help="minutes of four times the pace")
    parser.add_argument("--kill-every", type=float, default=60, help="seconds")
    parser.add_argument("--tables", type=int, default=16, help="people at each server at once")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="plain rules though others are there")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the report")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    build = None if arguments.plain else compiled.current(ROOT)
    arguments.compiled = build is not None and build.hold()
    if build is not None and arguments.compiled:
        os.environ.update(with_path(dict(os.environ), build.path))
    with tempfile.TemporaryDirectory() as name, new_stores(arguments.store, Path(name)) as stores:
        report = asyncio.run(run(arguments, stores, Path(name)))
    (arguments.out / "soak.json").write_text(json.dumps(report) + "\n", encoding="utf-8")
    (arguments.out / "soak.svg").write_text(draw(report), encoding="utf-8")
    (arguments.out / "soak.md").write_text(figures(report), encoding="utf-8")
    for name in ("steady", "killed"):
        del report[name]["samples"]
    print(json.dumps(report, indent=1))
    faults = [report[name][fault] for name in ("steady", "killed") for fault in ("lost", "doubled")]
    sys.exit(1 if any(faults) else 0)


if __name__ == "__main__":
    main()
