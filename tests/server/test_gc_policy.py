"""Full collections run by the clock while a server is open, and as before afterwards."""

from __future__ import annotations

import asyncio
import gc
from itertools import count

import pytest

from prateria.server import gc_policy as garbage
from tests.server.house import open_house


async def test_opening_many_tables_brings_no_full_collection() -> None:
    before = gc.get_threshold()
    async with open_house(tidy=True) as house:
        anna = await house.guest()
        full = gc.get_stats()[2]["collections"]
        kept = []
        for _ in range(30):
            kept.append([[number] for number in range(10_000)])
            await anna.get("/me")
        assert gc.get_stats()[2]["collections"] == full
    assert gc.get_threshold() == before


async def test_but_circles_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "EVERY_S", 0.01)
    async with open_house(tidy=True) as house:
        full = gc.get_stats()[2]["collections"]
        anna = await house.guest()
        while gc.get_stats()[2]["collections"] == full:
            await anna.get("/me")


async def test_the_longer_they_take_the_rarer_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 4:
            raise asyncio.CancelledError

    ticks = iter((0.0, 0.001, 1.0, 1.25, 2.0, 2.01))
    monkeypatch.setattr("prateria.server.gc_policy.asyncio.sleep", sleep)
    monkeypatch.setattr("prateria.server.gc_policy.time.perf_counter", lambda: next(ticks))
    with pytest.raises(asyncio.CancelledError):
        await garbage.GcPolicy()._collect_always()
    assert pauses == [60.0, 60.0, 500.0, 60.0]


async def test_one_that_would_be_felt_waits_for_a_calm_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[float] = []

    async def sleep(seconds: float) -> None:
        looks.append(seconds)

    used = iter((0.0, 0.5, 0.5, 0.8, 0.8, 0.85))
    monkeypatch.setattr("prateria.server.gc_policy.asyncio.sleep", sleep)
    monkeypatch.setattr("prateria.server.gc_policy.time.process_time", lambda: next(used))
    await garbage._calm()
    assert looks == [garbage.LOOK_S] * 3


async def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    async def sleep(seconds: float) -> None:
        looks.append(seconds)

    used, now = count(0.0, 1.0), count(0.0, 200.0)
    monkeypatch.setattr("prateria.server.gc_policy.asyncio.sleep", sleep)
    monkeypatch.setattr("prateria.server.gc_policy.time.process_time", lambda: next(used))
    monkeypatch.setattr("prateria.server.gc_policy.time.monotonic", lambda: next(now))
    await garbage._calm()
    assert len(looks) == 2


@pytest.mark.parametrize(("pace", "waits"), [(0.0, 0), (1.0, 1)])
async def test_one_that_nobody_would_feel_does_not_wait(
    monkeypatch: pytest.MonkeyPatch, pace: float, waits: int
) -> None:
    waited: list[None] = []

    async def calm() -> None:
        waited.append(None)

    async def sleep(_seconds: float) -> None:
        if gathered:
            raise asyncio.CancelledError

    def collect() -> float:
        gathered.append(None)
        return 0.0

    gathered: list[None] = []
    monkeypatch.setattr(garbage, "_calm", calm)
    monkeypatch.setattr(garbage, "_collect", collect)
    monkeypatch.setattr("prateria.server.gc_policy.asyncio.sleep", sleep)
    policy = garbage.GcPolicy()
    policy._pace = pace
    with pytest.raises(asyncio.CancelledError):
        await policy._collect_always()
    assert len(waited) == waits
