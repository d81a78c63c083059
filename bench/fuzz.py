"""Odd requests and messages against a running server, many of them, with any seed.

    python bench/fuzz.py --cases 20000 --seed 7                 one server with SQLite
    python bench/fuzz.py --cases 20000 --seed 7 --workers 2     two with PostgreSQL and Redis

A third of the cases are schemathesis' own, from the description of the API; a third are requests
to pages and API with something wrong in path, query, headers, cookie or body, logs and moves of
programs among them; a third are messages of the socket. An answer of 500 or more, a line in the log
that is an error, a dropped connection, a message without an answer and a closing code that is not
in docs/protocol.md are findings; with any of them the command ends with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random

import httpx

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).parents[1]))

from prateria.server import accounts
from prateria.server.store.urls import open_store
from tests.server.fuzz import messages, requests
from tests.server.fuzz.described import Described
from tests.server.fuzz.report import Report, Watch
from tests.server.house import CHEAP, House, open_house, open_pair
from tests.server.postgres import Cluster, binaries
from tests.server.redis_server import RedisServer, program


async def run(house: AbstractAsyncContextManager[House], cases: int, seed: int) -> Report:
    """All kinds, one after the other; what they met."""
    report, rng = Report(), Random(seed)
    third = max(1, cases // 3)
    with Watch(report):
        async with house as opened:
            for work in (
                messages.send_odd(opened, report, rng, third),
                requests.send_odd(opened, report, rng, third),
                asyncio.to_thread(_described, opened.url, report, third, seed),
            ):
                began = time.perf_counter()
                await work
                print(f"{report.cases} cases, {time.perf_counter() - began:.0f} s")
    return report


def _described(url: str, report: Report, cases: int, seed: int) -> None:
    with httpx.Client(base_url=url, timeout=60) as web:
        Described(web, report, cases=cases, number=seed).try_all()


def _one(cases: int, seed: int) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{folder}/fuzz.db")
        return asyncio.run(run(open_house(store, bot_pause_ms=0), cases, seed))


def _two(cases: int, seed: int) -> Report:
    programs, redis = binaries(), program()
    if programs is None or redis is None:
        raise SystemExit("two workers need PostgreSQL and Redis on this machine")
    database, bus = Cluster(programs), RedisServer(redis)
    try:
        database.start()
        bus.start()
        house = open_pair(database.new_schema(), bus.url(), bot_pause_ms=0)
        return asyncio.run(run(house, cases, seed))
    finally:
        bus.remove()
        database.remove()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, choices=(1, 2), default=1)
    given = parser.parse_args(arguments)
    accounts._nobody_s_hash = lambda: CHEAP.hash("nobody's")  # type: ignore[assignment]  # noqa: SLF001
    report = (_one if given.workers == 1 else _two)(given.cases, given.seed)
    print(report.table())
    print(f"\n{report.cases} cases with seed {given.seed}, {len(report.findings)} findings")
    for finding in report.findings[:20]:
        print(f"- {finding}")
    return 1 if report.findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
