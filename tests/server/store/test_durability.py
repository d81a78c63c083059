"""What was acknowledged survives: SIGKILL, a crash of the database, rival processes."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from prateria.server.store.base import Conflict
from prateria.server.store.urls import open_store
from tests.server.postgres import Cluster
from tests.server.store.samples import line, log, table

ROOT = Path(__file__).resolve().parents[3]
TABLES = 6


def start_appender(url: str, *flags: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.server.store.appender", url, str(TABLES), *flags],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"},
        stdout=subprocess.PIPE,
    )


def kill_at_random(url: str, after: int, *flags: str) -> dict[str, int]:
    """Let it append for a moment after a number of promises, or not at all, because the last one
    may be the one that is broken; kill it, and return how many lines it was promised."""
    process = start_appender(url, *flags)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    first = b"".join(process.stdout.readline() for _ in range(after))
    time.sleep(random.choice((0.0, random.uniform(0.0, 0.15))))
    process.kill()
    told = (first + process.stdout.read()).split(b"\n")[:-1]
    process.stdout.close()
    process.wait()
    return {name: int(n) for name, n in (row.decode().split() for row in told)}


async def check(url: str, promised: dict[str, int]) -> int:
    async with open_store(url) as store:
        stored = {f"t{n}": await store.lines(f"t{n}") for n in range(TABLES)}
    for name, lines in stored.items():
        assert lines == log(len(lines)), f"{name} has a gap or a wrong line"
        assert len(lines) >= promised.get(name, 0), f"{name} lost what was acknowledged"
    return sum(map(len, stored.values()))


async def kill_rounds(url: str, rounds: int, *flags: str) -> None:
    async with open_store(url) as store:
        for n in range(TABLES):
            await store.create_table(table(f"t{n}"))
    promised: dict[str, int] = {}
    for number in range(rounds):
        # Every other time it may die before it was promised anything; on a busy machine it does.
        promised |= kill_at_random(url, 0 if number % 2 else TABLES, *flags)
        await check(url, promised)
    assert sum(promised.values()) > rounds, "too little was written for this to mean anything"


@pytest.mark.slow
async def test_a_store_that_tells_too_early_is_caught(lasting_url: str) -> None:
    with pytest.raises(AssertionError, match="lost what was acknowledged"):
        await kill_rounds(lasting_url, 80, "hasty")  # it ends with the first loss


@pytest.mark.slow
async def test_what_was_acknowledged_survives_ten_sigkills(lasting_url: str) -> None:
    await kill_rounds(lasting_url, 10)


@pytest.mark.slow
async def test_nothing_is_lost_or_doubled_while_the_database_crashes(cluster: Cluster) -> None:
    """It crashes at random moments of commits: every call ends well, each line is there once."""
    url = cluster.new_schema()
    async with open_store(url) as store:
        for n in range(TABLES):
            await store.create_table(table(f"t{n}"))
        until = time.monotonic() + 4

        async def play(name: str) -> int:
            n = 0
            while time.monotonic() < until:
                await store.append(name, n, [line(n)])
                n += 1
            return n

        games = asyncio.gather(*(play(f"t{n}") for n in range(TABLES)))
        while time.monotonic() < until - 1:
            await asyncio.sleep(random.uniform(0.1, 0.5))
            await asyncio.to_thread(cluster.crash)
            await asyncio.to_thread(cluster.start)
        for n, lines in enumerate(await games):
            assert await store.lines(f"t{n}") == log(lines)
        assert store.metrics.repeated > 0


async def test_two_stores_on_one_database_take_turns(lasting_url: str) -> None:
    """Like two workers that both believe they own a table: one conflict a line, no gap."""
    async with open_store(lasting_url) as one, open_store(lasting_url) as other:
        await one.create_table(table())
        for n in range(0, 20, 2):
            answers = await asyncio.gather(
                one.append("t", n, [line(n), line(n + 1)]),
                other.append("t", n, [line(n), line(n + 1)]),
                return_exceptions=True,
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
        assert await one.lines("t") == await other.lines("t") == log(20)


@pytest.mark.slow
async def test_rivals_that_cross_each_other_both_get_their_answers(lasting_url: str) -> None:
    """Groups that write the same tables in opposite orders could deadlock."""
    names = [f"t{n}" for n in range(10)]
    async with open_store(lasting_url) as one, open_store(lasting_url) as other:
        for name in names:
            await one.create_table(table(name))
        for n in range(2):
            answers = await asyncio.gather(
                *(one.append(name, n, [line(n)]) for name in names),
                *(other.append(name, n, [line(n)]) for name in reversed(names)),
                return_exceptions=True,
            )
            assert [type(answer) for answer in answers].count(Conflict) == 10
            assert answers.count(None) == 10
        for name in names:
            assert await one.lines(name) == log(2)


async def test_of_two_workers_one_gets_the_lease(lasting_url: str) -> None:
    async with open_store(lasting_url) as one, open_store(lasting_url) as other:
        for n in range(10):
            leases = await asyncio.gather(
                one.take_lease(f"t{n}", "one", 0, 5_000),
                other.take_lease(f"t{n}", "other", 0, 5_000),
            )
            assert leases[0] == leases[1]


async def test_many_workers_may_open_a_new_store_at_once(lasting_url: str) -> None:
    stores = [open_store(lasting_url) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create_table(table())
    assert [await store.table("t") for store in stores] == [table()] * 6
    await asyncio.gather(*(store.close() for store in stores))
