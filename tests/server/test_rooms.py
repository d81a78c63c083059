"""Rooms: owned by lease, put away when idle, opened again where they were."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Collection
from dataclasses import replace

import httpx
import pytest

from prateria.core.matches.match import Match
from prateria.server.errors import Refusal
from prateria.server.rooms.clocks import DAY
from prateria.server.rooms.driver import Driver
from prateria.server.rooms.messages import Load
from prateria.server.store.base import Status
from tests.server.house import FakeTimes, Guest, House, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun, state


async def test_an_idle_room_is_put_away_and_comes_back_as_it_was() -> None:
    times = FakeTimes()
    async with open_house(clock=times, idle_ms=1000) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            await a.play("picks 7")
            before = a.state()["view"]
            await times.go_on(5000)
            await house.server.rooms.sweep()
            assert len(house.server.rooms) == 1
        while len(house.server.rooms):
            await times.go_on(5000)
            await house.server.rooms.sweep()
        async with anna.at(table) as a:
            await state(a)
            assert a.state()["view"] == before


async def left_alone(house: House, times: FakeTimes) -> None:
    """Nobody comes until every room has been put away."""
    async with asyncio.timeout(10):
        while len(house.server.rooms):
            await times.go_on(house.server.services.settings.idle_ms + 1)
            await house.server.rooms.sweep()
            await asyncio.sleep(0.01)


async def test_a_sweep_reads_nothing_of_tables_that_were_left_in_the_middle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are ever more: an hour of the soak left 800, read completely more than once a second,
    and four threads kept what they had read."""
    times, store = FakeTimes(), MemoryStore()
    asked: list[set[str]] = []
    among = store.closed_among

    async def closed_among(tables: Collection[str]) -> set[str]:
        asked.append(set(tables))
        return await among(tables)

    monkeypatch.setattr(store, "closed_among", closed_among)
    async with open_house(store, times) as house:
        anna, _, left = await begun(house)
        await left_alone(house, times)
        table = (await anna.open_table())["id"]
        asked.clear()
        await house.server.rooms.sweep()
        assert asked
        assert all(each == {table} for each in asked)
        assert left not in await store.renew_leases("solo", 0, 1)


async def test_a_table_that_is_played_by_the_day_needs_nobody_until_its_clock_runs_out() -> None:
    """Not the worker that had it, nor one that is started meanwhile."""
    times, store = FakeTimes(), MemoryStore()
    async with open_house(store, times) as house:
        _, _, table = await begun(house, clock={"kind": "days", "days": 2}, bot="random")
        began = times.ms
        await left_alone(house, times)
        assert table not in store.leases
    await times.go_on(began + DAY - times.ms)
    async with open_house(store, times) as house:
        await house.server.rooms.wake_due()
        assert len(house.server.rooms) == 0
        await times.go_on(began + 2 * DAY - times.ms)
        await house.server.rooms.wake_due()
        assert house.server.rooms.known(table) is not None


async def test_whoever_comes_to_such_a_table_makes_it_due_should_the_server_die() -> None:
    times, store = FakeTimes(), MemoryStore()
    async with open_house(store, times) as house:
        _, _, table = await begun(house)
        await left_alone(house, times)
        assert await store.claim_leases("other", times.ms, times.ms + 1, 10) == []
        await house.server.rooms.room(table)
        store.leases.clear()
        assert await store.claim_leases("other", times.ms, times.ms + 1, 10) == [table]


async def test_whoever_held_a_room_while_it_was_put_away_is_sent_to_the_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody comes while the old one is closed: only one of the two may go on."""
    times = FakeTimes()
    async with open_house(clock=times, idle_ms=1000) as house:
        _, _, table = await begun(house)
        rooms, close = house.server.rooms, Driver.close
        old = await rooms.room(table)

        async def close_and_come(self: Driver) -> None:
            monkeypatch.undo()
            await close(self)
            await rooms.room(table)

        monkeypatch.setattr(Driver, "close", close_and_come)
        while rooms.known(table) is old:
            await times.go_on(5000)
            await rooms.sweep()
            await asyncio.sleep(0.01)
        assert rooms.known(table) is not None
        with pytest.raises(Refusal) as refused:
            await old.hear(Load())
        assert refused.value.code == "elsewhere"


async def test_a_clock_that_stands_still_without_a_server_keeps_its_worker() -> None:
    times, store = FakeTimes(), MemoryStore()
    async with open_house(store, times) as house:
        _, _, table = await begun(house, clock={"kind": "bank", "seconds": 3600})
        await left_alone(house, times)
        assert store.leases[table].worker == "solo"


async def test_open_and_finished_tables_leave_after_a_minute_without_anybody() -> None:
    times, store = FakeTimes(), MemoryStore()
    async with open_house(store, times) as house:
        anna, _, table = await begun(house)
        await anna.open_table()
        store.rows[table] = replace(store.rows[table], status=Status.OVER)
        await times.go_on(59_000)
        await house.server.rooms.sweep()
        assert len(house.server.rooms) == 2
        await times.go_on(2_000)
        await house.server.rooms.sweep()
        assert len(house.server.rooms) == 0


async def test_a_clock_runs_out_at_a_table_that_was_put_away() -> None:
    """To the millisecond, and without the hour that a restart of the server adds."""
    times, store = FakeTimes(), MemoryStore()
    async with open_house(store, times) as house:
        _, _, table = await begun(house, clock={"kind": "days", "days": 1}, bot="random")
        began, lines = times.ms, len(store.logs[table])
        await left_alone(house, times)
        for _ in range(2):  # somebody looks in between
            await house.server.rooms.room(table)
            await left_alone(house, times)
        await times.go_on(began + DAY - 1 - times.ms)
        await house.server.rooms.wake_due()
        assert len(house.server.rooms) == 0
        await times.go_on(1)
        await house.server.rooms.wake_due()
        await times.go_on(0)
        async with asyncio.timeout(10):
            while len(store.logs[table]) == lines:
                await asyncio.sleep(0.01)
        assert json.loads(store.logs[table][lines])["at"] >= DAY


async def test_a_clock_that_runs_out_soon_keeps_its_table_in_memory() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        await begun(house, clock={"kind": "move", "seconds": 110})
        await times.go_on(61_000)
        await house.server.rooms.sweep()
        assert len(house.server.rooms) == 1


async def test_a_proposal_is_still_open_when_the_table_comes_back() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            n = a.state()["n"]
            await a.play("picks 7")
            assert (await a.ask(type="offer_back", entry=n + 1))["type"] == "accepted"
        await left_alone(house, times)
        async with ugo.at(table) as b:
            await state(b)
            agreed = await b.ask(type="answer_back", entry=n + 1, agree=True)
            assert agreed["type"] == "accepted"
            assert b.state()["entries"][-1]["back"] == n + 1


async def test_a_room_that_was_put_away_is_freed_without_a_full_collection() -> None:
    """Full collections come only every ten minutes. From a snapshot, and after a visit, too."""
    times, store, before = FakeTimes(), MemoryStore(), matches_alive()
    async with open_house(store, times) as house:
        anna, _, table = await begun(house)
        for _ in range(3):
            await visited(house, anna, table)
            room = await house.server.rooms.room(table)
            room.keep_snapshot()
            freed = weakref.ref(room)
            del room
            gc.disable()
            try:
                await left_alone(house, times)
                async with asyncio.timeout(5):
                    while freed() is not None or matches_alive() > before:
                        await asyncio.sleep(0.05)
            finally:
                gc.enable()


def matches_alive() -> int:
    return sum(type(thing) is Match for thing in gc.get_objects())


async def visited(house: House, guest: Guest, table: str) -> None:
    async with guest.at(table) as player:
        await state(player)
        await player.play(player.state()["legal"][0])
    while (await house.server.rooms.room(table)).present:
        await asyncio.sleep(0.01)


async def hangs() -> None:
    """The behaviour of a worker that hangs."""


async def test_a_table_that_another_worker_owns_is_not_served_here_until_its_lease_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, times = MemoryStore(), FakeTimes()
    async with open_house(store, times) as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        cookies = dict(anna.web.cookies)
        async with open_house(store, times, worker="other") as second:
            there = await second.guest()
            there.web.cookies.clear()
            there.web.cookies.update(cookies)
            refused = await there.get(f"/tables/{table}", 503)
            assert refused["error"]["code"] == "elsewhere"
            monkeypatch.setattr(house.server.rooms, "sweep", hangs)  # so its lease is not renewed
            times.ms += 6000
            await there.get(f"/tables/{table}")
            assert store.leases[table].worker == "other"


async def test_what_nobody_may_see_is_not_even_opened() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
    async with open_house(store) as house:
        eve = await house.guest()
        await eve.get(f"/tables/{table}", 404)
        assert len(house.server.rooms) == 0


async def test_a_table_whose_game_is_not_installed_any_more_is_told_in_words() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        invite = json.loads(store.rows[table].setup)["invite"]
    store.rows[table] = replace(store.rows[table], game="gone")
    async with open_house(store) as house:
        async with httpx.AsyncClient(base_url=house.url) as visitor:
            for path in (f"/join/{table}", f"/join/{table}/seats", f"/api/tables/{table}"):
                answer = await visitor.get(path, params={"invite": invite})
                assert answer.status_code in (403, 404), path
            page = await visitor.get(f"/join/{table}", params={"invite": invite})
        assert "is not installed here" in page.text
