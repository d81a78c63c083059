"""Rooms: owned by lease, put away when idle, opened again where they were."""

from __future__ import annotations

from tests.server.house import FakeTimes, open_house
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


async def test_a_table_that_another_worker_owns_is_not_served_here_until_its_lease_ends() -> None:
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
