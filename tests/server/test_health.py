"""Truthful health: a failure to write is reported, and play stops cleanly."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from pathlib import Path

import pytest

from prateria.server import health
from prateria.server.bots.pool import BotPool
from prateria.server.server_log import facts_of
from prateria.server.store.base import StoreError
from prateria.server.store.sqlite import store as sqlite_store
from prateria.server.store.sqlite.store import SqliteStore
from prateria.server.store.urls import open_store
from tests.server.house import FakeTimes, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun


async def test_all_is_well() -> None:
    async with open_house() as house:
        answer = await (await house.guest()).web.get("/api/health")
        assert answer.status_code == 200
        assert answer.json()["ok"] is True


async def test_a_full_disk_is_told_by_health_the_log_and_the_metrics(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, times = MemoryStore(), FakeTimes()
    async with open_house(store, times) as house:
        guest = await house.guest()
        store.broken = True
        for _ in range(3):
            answer = await guest.web.get("/api/health")
            assert answer.status_code == 503
            assert answer.json()["store"] == "the disk is full"
            times.ms += health.KEPT_MS
        told = [row for row in caplog.records if row.levelno == logging.ERROR]
        assert [row.getMessage() for row in told] == ["the store fails"]
        assert facts_of(told[0])["cause"] == "the disk is full"
        store.broken = False
        metrics = (await guest.web.get("/metrics")).text
        counted = re.search(r"^prateria_store_errors_total (\d+)", metrics, re.MULTILINE)
        assert counted is not None
        assert int(counted[1]) >= 3  # and the code that looks after rooms may have tried, too
        times.ms += health.KEPT_MS
        assert (await guest.web.get("/api/health")).status_code == 200


async def test_whoever_asks_often_makes_no_more_work() -> None:
    class Counting(MemoryStore):
        probes = 0

        async def probe(self, now: int) -> None:
            self.probes += 1

    store = Counting()
    async with open_house(store, FakeTimes()) as house:
        guest = await house.guest()
        for _ in range(5):
            await guest.web.get("/api/health")
    assert store.probes == 1


async def test_a_store_that_does_not_answer_is_taken_for_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent(MemoryStore):
        async def probe(self, now: int) -> None:
            await asyncio.sleep(60)

    monkeypatch.setattr(health, "PROBE_S", 0.01)
    async with open_house(Silent()) as house:
        answer = await (await house.guest()).web.get("/api/health")
        assert answer.json()["store"] == "the store does not answer"


async def test_when_the_file_is_removed_nothing_more_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    async with open_house(open_store(f"sqlite:///{path}")) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player = a if a.state()["legal"] else b
            await player.ask(type="say", text="The chat has been read by now.")
            path.unlink()
            answer = await player.play(player.state()["legal"][0])
            assert (answer["type"], answer["code"]) == ("refused", "store")
        told = (await anna.web.get("/api/health")).json()
        assert told["store"] == f"the store's file was removed or replaced ({path})"
        far = {"x-forwarded-for": "198.51.100.7"}
        told = (await anna.web.get("/api/health", headers=far)).json()
        assert told["store"] == "the store's file was removed or replaced"


async def test_a_server_that_lost_its_store_still_stops_in_order(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, close = [], BotPool.close

    async def noted(self: BotPool) -> None:
        ended.append(self)
        await close(self)

    monkeypatch.setattr(BotPool, "close", noted)
    path = tmp_path / "p.db"
    async with open_house(open_store(f"sqlite:///{path}")) as house:
        await begun(house)
        path.unlink()
    assert len(ended) == 1
    assert "Traceback" not in caplog.text
    assert "the store fails" in caplog.text


async def test_so_it_is_when_another_file_has_taken_its_place(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    async with SqliteStore(path) as store:
        await store.probe(1)
        (tmp_path / "other").write_bytes(path.read_bytes())
        (tmp_path / "other").replace(path)
        with pytest.raises(StoreError, match="was removed or replaced"):
            await store.probe(2)


async def test_damage_is_found_at_the_start_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "p.db"
    async with SqliteStore(path) as store:
        assert await store.inspect() is None
        for n in range(200):
            await store._run("INSERT INTO mutes VALUES (?, ?)", f"p{n:05}" * 20, "q" * 100)
    raw = bytearray(path.read_bytes())
    for start in range(len(raw) - 5 * 4096, len(raw) - 4096, 4096):
        raw[start : start + 100] = bytes(100)
    path.write_bytes(raw)
    async with open_house(open_store(f"sqlite:///{path}")) as house:
        guest = await house.guest()
        async with asyncio.timeout(5):
            while (await guest.web.get("/api/health")).status_code == 200:
                house.server.services.health._answer = None
                await asyncio.sleep(0.01)
        assert "the store is damaged" in caplog.text
        assert "restore a backup" in caplog.text


async def test_whoever_stops_waiting_for_the_inspection_of_a_large_file_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = (
        "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c"
    )
    monkeypatch.setattr(sqlite_store, "_damage", lambda session: session.rows(endless))
    async with open_store(f"sqlite:///{tmp_path}/s.db") as store:
        looking = asyncio.create_task(store.inspect())
        await asyncio.sleep(0.1)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        async with asyncio.timeout(5):
            while any("store-inspector" in each.name for each in threading.enumerate()):
                await asyncio.sleep(0.02)
