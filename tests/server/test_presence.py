"""People who lose the connection, leave or give up: a bot sits in, and the table's history shows
it."""

from __future__ import annotations

import asyncio

import pytest

from prateria.server.http import tables
from prateria.server.rooms.presence import Presence
from tests.server.house import FakeTimes, Guest, House, Json, Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun, state
from tests.server.test_security import account


async def absent(house: House, anna: Guest, table: str, person: Guest) -> None:
    """Wait until the server has noticed that somebody's connection is cut."""
    while person.id in (await house.server.rooms.room(table)).present:
        await asyncio.sleep(0.01)


def traces(chair: Json) -> list[str]:
    return [trace["what"] for trace in chair.get("trace", ())]


async def until_replaced(player: Player, seat: int) -> None:
    assert (await player.until(type="notice", code="bot_sits_in"))["seat"] == seat


async def test_for_who_loses_the_line_a_bot_sits_in_while_others_wait_until_they_are_back() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        anna, ugo, table = await begun(house, bot="random")
        async with anna.at(table) as a:
            await state(a)
            async with ugo.at(table) as b:
                await state(b)
                await times.go_on(59_000)
            await absent(house, anna, table, ugo)
            await times.go_on(59_000)
            await asyncio.sleep(0.05)
            assert "bot" not in (await anna.get(f"/tables/{table}"))["chairs"][1]
            n = a.state()["n"]
            await times.go_on(2_000)
            await until_replaced(a, 1)
            while a.state()["n"] == n:
                await a.next()
            assert a.state()["entries"][0]["by"] == "b"
            async with ugo.at(table) as b:
                await state(b)
                chair = (await ugo.get(f"/tables/{table}"))["chairs"][1]
                assert "bot" not in chair
                assert traces(chair) == ["replaced", "back"]
                assert chair["trace"][0]["n"] == n


async def test_whoever_goes_while_the_store_is_away_is_not_held_to_be_there() -> None:
    """Nobody would ever play for them, and the room would never be put away."""
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            async with ugo.at(table) as b:
                await state(b)
                store.broken = True
                refused = await a.play("picks 7")  # the match is discarded, to be read again
                assert refused["code"] == "store"
            async with asyncio.timeout(5):
                while (await a.until(type="table"))["chairs"][1].get("here"):
                    pass
            store.broken = False
            await absent(house, anna, table, ugo)


async def test_nobody_is_replaced_while_all_are_away_at_dinner() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        anna, ugo, table = await begun(house, sit_in=10)
        for person in (anna, ugo):
            async with person.at(table) as p:
                await state(p)
            await absent(house, anna, table, person)
        await times.go_on(3_600_000)
        await asyncio.sleep(0.05)
        async with anna.at(table) as a:  # back first; Ugo has his ten seconds from now on
            await state(a)
            await times.go_on(9_000)
            await asyncio.sleep(0.05)
            assert "bot" not in (await anna.get(f"/tables/{table}"))["chairs"][1]
            await times.go_on(2_000)
            await until_replaced(a, 1)


async def test_a_table_may_wait_for_ever_and_a_clock_does_not_need_it() -> None:
    for wish in ({"sit_in": 0}, {"clock": {"kind": "bank", "seconds": 9_000}}):
        times = FakeTimes()
        async with open_house(clock=times) as house:
            anna, ugo, table = await begun(house, **wish)
            async with anna.at(table) as a:
                await state(a)
                await times.go_on(3_600_000)
                await a.quiet()
                assert "bot" not in (await ugo.get(f"/tables/{table}"))["chairs"][1]


async def test_after_a_restart_people_have_the_time_to_come_back() -> None:
    store, times = MemoryStore(), FakeTimes()
    async with open_house(store, times) as house:
        anna, ugo, table = await begun(house, bot="random")
        cookies = dict(anna.web.cookies)
    times.ms += 3_600_000
    async with open_house(store, times) as house:
        anna = await house.guest()
        anna.web.cookies.clear()
        anna.web.cookies.update(cookies)
        async with anna.at(table) as a:
            await state(a)
            await times.go_on(50_000)
            await asyncio.sleep(0.05)
            assert "bot" not in (await anna.get(f"/tables/{table}"))["chairs"][1]
            await times.go_on(11_000)
            await until_replaced(a, 1)
    assert ugo.id


async def test_resigning_and_leaving_are_in_the_table_s_history_with_their_place_in_the_log() -> (
    None
):
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house, bot="random", options={"quick": True})
        async with anna.at(table) as a:
            await state(a)
            n = (await a.play("picks 7"))["n"]
            await ugo.post(f"/tables/{table}/leave")
            chair = (await a.until(type="table"))["chairs"][1]
            assert traces(chair) == ["left"]
            assert chair["trace"][0]["n"] == n
        for person in (ugo, anna):
            await person.post(f"/tables/{table}/resign")
        while (await anna.get(f"/tables/{table}"))["status"] != "over":
            await asyncio.sleep(0.05)
    async with open_house(store) as house:  # it is kept
        shown = await (await house.guest()).get(f"/tables/{table}")
        assert [traces(chair) for chair in shown["chairs"]] == [["resigned"], ["left", "resigned"]]


def test_only_who_sits_at_the_table_waits_for_anybody() -> None:
    times = FakeTimes()
    presence = Presence(times)
    presence.enter("eve")
    assert presence.waited_for_since("ugo", {"anna", "ugo"}) is None
    times.ms += 5
    presence.enter("anna")
    presence.enter("anna")
    assert presence.waited_for_since("ugo", {"anna", "ugo"}) == times.ms
    presence.exit("anna")
    assert "anna" in presence
    presence.exit("anna")
    assert presence.waited_for_since("ugo", {"anna", "ugo"}) is None
    assert list(presence.keys()) == ["eve"]
    assert len(presence) == 1


async def test_who_looks_on_is_told_to_those_who_may_look_themselves() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house, watch="link")
        invite = (await anna.get(f"/tables/{table}"))["invite"]
        path = f"/tables/{table}/watchers"
        nobody = await anna.get(path)
        assert (nobody["names"], nobody["more"], nobody["said"]) == ([], 0, "")
        ida, eva = await account(house, "Ida"), await house.guest()
        link = f"invite={invite}"
        async with ugo.at(table), ida.at(table, link), eva.at(table, link):
            assert (await anna.get(path))["said"] == "Watching: Ida and 1 more"
            assert (await ida.get(f"{path}?{link}"))["said"] == "Watching: 1 guest"
            assert (await eva.get(f"{path}?{link}"))["said"] == "Watching: Ida"
            said = (await anna.get(f"{path}?language=it"))["said"]
            assert said == "Guardano: Ida e 1 altra persona"
            await (await house.guest()).get(path, 404)


async def test_those_who_look_on_are_named_up_to_a_dozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_WATCHERS", 1)
    async with open_house() as house:
        anna, _, table = await begun(house)
        ida, eva = await account(house, "Ida"), await account(house, "Eva")
        async with ida.at(table), eva.at(table):
            told = await anna.get(f"/tables/{table}/watchers")
            assert (len(told["names"]), told["more"]) == (1, 1)
