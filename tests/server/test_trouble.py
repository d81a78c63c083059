"""A full disk, a lost database, a clock put back, under a real server: play stops or continues, and
nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import random
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from prateria.server.store.urls import open_store
from tests.server.hotseat import Hotseat, nothing_is_lost
from tests.server.jumpy import FILE
from tests.server.postgres import Cluster
from tests.server.process import Process

pytestmark = pytest.mark.slow
HOUR = 3_600_000


@asynccontextmanager
async def served(process: Process) -> AsyncIterator[list[Hotseat]]:
    """Two people, each at a table of a running server."""
    await process.start()
    try:
        async with httpx.AsyncClient(base_url=process.url, timeout=30, verify=False) as web:
            web.headers["x-csrf-token"] = (await web.get("/api/me")).json()["csrf"]
            people = [Hotseat(process, web, random.Random(seed)) for seed in range(2)]
            for person in people:
                await person.open()
                await person.play_at(person.tables[0], 5)
            yield people
    finally:
        process.kill()


def allow_files_up_to(process: Process, size: int) -> None:
    _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, most))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
async def test_on_a_full_disk_play_stops_cleanly_and_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    file = tmp_path / "full.db"
    process = Process(f"sqlite:///{file}", tmp_path)
    async with served(process) as people:
        largest = max(path.stat().st_size for path in tmp_path.glob("full.db*"))
        allow_files_up_to(process, largest)
        for person in people:
            while person.refused < 3:
                await person.play_at(person.tables[0], 5)
        assert "Traceback" not in process.log
        async with httpx.AsyncClient(base_url=process.url, verify=False) as web:
            assert (await web.get("/api/health")).status_code in (200, 503)
        allow_files_up_to(process, resource.RLIM_INFINITY)
        for person in people:
            refused, done = person.refused, len(person.acknowledged[person.tables[0]])
            await person.play_at(person.tables[0], 10)
            assert person.refused <= refused + 1
            assert len(person.acknowledged[person.tables[0]]) > done
    await nothing_is_lost(f"sqlite:///{file}", people)


async def test_a_database_gone_for_ten_seconds_stops_play_and_loses_nothing(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = cluster.new_schema()
    process = Process(url, tmp_path)
    async with served(process) as people:
        playing = [asyncio.create_task(person.play_at(person.tables[0], 40)) for person in people]
        await asyncio.sleep(0.1)
        cluster.crash()
        try:
            await asyncio.sleep(10)
        finally:
            cluster.start()
        await asyncio.gather(*playing)
        for person in people:
            done = len(person.acknowledged[person.tables[0]])
            await person.play_at(person.tables[0], 5)
            assert len(person.acknowledged[person.tables[0]]) > done
    await nothing_is_lost(url, people)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_clock_put_back_or_on_by_an_hour_changes_nothing(
    jump: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = tmp_path / "off"
    off.write_text("0")
    monkeypatch.setenv(FILE, str(off))
    url = f"sqlite:///{tmp_path}/jump.db"
    process = Process(url, tmp_path, "tests.server.jumpy")
    async with served(process) as people:
        off.write_text(str(jump))
        for person in people:
            await person.play_at(person.tables[0], 5)
            await person.open()  # a new table by the new time
            await person.play_at(person.tables[1], 5)
        process.kill()
        await process.start()  # whose leases are an hour off
        for person in people:
            for table in person.tables:
                await person.play_at(table, 5)
                assert person.refused == 0
                assert len(person.acknowledged[table]) >= 10
    await nothing_is_lost(url, people)
    async with open_store(url) as store:
        for person in people:
            for table in person.tables:
                ats = [json.loads(line)["at"] for line in (await store.lines(table))[1:]]
                assert ats == sorted(ats)
                assert ats[-1] < 60_000  # the match's own time has not jumped
