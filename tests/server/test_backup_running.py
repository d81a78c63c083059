"""`prateria admin backup` while people play, and `restore` into a new store: every log is valid."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import prateria
from prateria.server.store.urls import open_store
from tests.server.hotseat import Hotseat, nothing_is_lost
from tests.server.process import Process

pytestmark = pytest.mark.slow
TABLES = 3


async def admin(*arguments: str) -> None:
    command = [sys.executable, "-m", "prateria", "admin", *arguments]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


async def test_a_backup_made_while_people_play_restores_every_log(
    lasting_url: str, tmp_path: Path
) -> None:
    process = Process(lasting_url, tmp_path)
    await process.start()
    file, restored = tmp_path / "friday.db", f"sqlite:///{tmp_path}/restored.db"
    try:
        async with httpx.AsyncClient(base_url=process.url, timeout=20, verify=False) as web:
            web.headers["x-csrf-token"] = (await web.get("/api/me")).json()["csrf"]
            people = [Hotseat(process, web, random.Random(seed)) for seed in range(TABLES)]
            for person in people:
                await person.open()
                await person.play_at(person.tables[0], 3)
            told = {person.tables[0]: person.seen[person.tables[0]] for person in people}
            playing = [asyncio.create_task(person.play_on()) for person in people]
            await admin("backup", str(file), "--store", lasting_url)
            after = sum(person.answered for person in people)
            while sum(person.answered for person in people) == after:
                await asyncio.sleep(0.01)  # play goes on
            process.kill()
            await asyncio.gather(*playing)
    finally:
        process.kill()
    await nothing_is_lost(lasting_url, people)
    await admin("restore", str(file), "--store", restored)
    async with open_store(restored) as copy, open_store(lasting_url) as store:
        for table, n in told.items():
            lines = await copy.lines(table)
            assert prateria.replay("".join(lines)).version >= n  # announced before the backup
            assert lines == (await store.lines(table))[: len(lines)]
    # And it serves: the same people continue at the same tables.
    again = Process(restored, tmp_path)
    await again.start()
    try:
        async with httpx.AsyncClient(
            base_url=again.url, timeout=20, cookies=web.cookies, verify=False
        ) as late:
            late.headers["x-csrf-token"] = (await late.get("/api/me")).json()["csrf"]
            for table in told:
                person = Hotseat(again, late, random.Random(9))
                await person.play_at(table, 3)
                assert person.answered
    finally:
        again.kill()
