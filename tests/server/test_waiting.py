"""The tables that wait for somebody: told in the API and on the first page, also while their rooms
are put away; never of a race."""

from __future__ import annotations

import pytest

from tests.server.house import FakeTimes, Guest, House, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun, state

DAYS = {"kind": "days", "days": 3}


async def waiting(guest: Guest) -> list[str]:
    return [turn["table"] for turn in await guest.get("/turns")]


async def put_away(house: House, times: FakeTimes) -> None:
    while len(house.server.rooms):
        await times.go_on(house.server.services.settings.idle_ms + 1)
        await house.server.rooms.sweep()


async def test_a_table_waits_for_those_who_may_act_there() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house, clock=DAYS, options={"quick": True})
        (turn,) = await anna.get("/turns") or await ugo.get("/turns")
        assert (turn["table"], turn["game"], turn["days"]) == (table, "manitou", True)
        assert turn["others"] in ([anna.name], [ugo.name])
        assert len(await waiting(anna)) + len(await waiting(ugo)) == 1
        assert await waiting(await house.guest()) == []


async def test_it_is_known_whose_turn_it_is_while_a_room_is_put_away() -> None:
    times = FakeTimes()
    async with open_house(clock=times, idle_ms=1000) as house:
        anna, _, table = await begun(house, clock=DAYS)
        await put_away(house, times)
        assert await waiting(anna) == [table]
        assert "Your turn" in (await anna.web.get("/")).text
        async with anna.at(table) as player:
            await state(player)
            assert house.server.rooms.acting(table) == (0, 1)
        await put_away(house, times)
        for _ in range(3):  # sweeps go on, and the table needs no worker now
            await house.server.rooms.sweep()
        assert await waiting(anna) == [table]
        assert "Your turn" in (await anna.web.get("/")).text


async def test_whose_turn_it_was_is_forgotten_where_another_worker_may_have_gone_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = FakeTimes()
    async with open_house(clock=times, idle_ms=1000) as house:
        _, _, table = await begun(house, clock=DAYS)
        await put_away(house, times)
        monkeypatch.setattr(house.server.services.bus, "is_shared", True)
        await house.server.rooms.sweep()
        assert house.server.rooms.acting(table) == ()


async def test_the_first_page_leads_to_what_waits_for_longest() -> None:
    async with open_house() as house:
        anna, _, first = await begun(house)
        assert 'id="next-table"' not in (await anna.web.get("/")).text
        wish = {"game": "manitou", "seats": 2, "bot": "random"}
        second = (await anna.post("/tables/now", wish, 201))["id"]
        assert sorted(await waiting(anna)) == sorted([first, second])
        next_one = (await waiting(anna))[0]
        for path in ("/", "/lobby/tables"):
            html = (await anna.web.get(path)).text
            assert f'id="next-table" href="/tables/{next_one}"' in html


async def test_races_and_what_is_played_at_one_screen_wait_for_nobody() -> None:
    async with open_house() as house:
        anna = await house.guest()
        live = {"game": "apache", "seats": 2, "bot": "random", "options": {"tempo": "live"}}
        await anna.post("/tables/now", live, 201)
        here = await anna.open_table(hot_seat=True, names=["Nora", "Ida"])
        await anna.post(f"/tables/{here['id']}/start")
        assert await waiting(anna) == []


async def test_whose_turn_it_is_is_known_after_a_restart() -> None:
    times, store = FakeTimes(), MemoryStore()
    async with open_house(store, times, idle_ms=1000) as house:
        anna, _, table = await begun(house, clock=DAYS)
        await put_away(house, times)
        cookies = anna.web.cookies
    async with open_house(store, times, idle_ms=1000) as house, house.client() as web:
        web.cookies = cookies
        assert [turn["table"] for turn in (await web.get("/api/turns")).json()] == [table]
        assert "Your turn" in (await web.get("/")).text
        await put_away(house, times)
        await house.server.rooms.sweep()
        assert [turn["table"] for turn in (await web.get("/api/turns")).json()] == [table]
        assert len(house.server.rooms) == 0
