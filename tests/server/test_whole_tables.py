"""Each way to set up a table, played through the HTTP API and the sockets as people would."""

from __future__ import annotations

import pytest
import websockets

from prateria.server.lines.volley import Volley
from prateria.server.rooms.clocks import DAY
from prateria.server.store.base import Status
from tests.server.house import FakeTimes, Guest, House, Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun, state
from tests.server.test_tables import alone, deal_of, played_out


async def to_the_end(player: Player) -> None:
    """Play the first legal move of each seat that has one, until the match is over."""
    await state(player)
    while player.state().get("outcome") is None:
        seats = {f["seat"]: f for f in player.frames if f["type"] == "state"}
        able = [seat for seat, frame in seats.items() if frame.get("legal")]
        if able:
            await player.play(seats[able[0]]["legal"][0], seat=able[0])
        else:
            await player.next()


async def test_a_hot_seat_is_played_to_its_end_and_once_more_one_seat_further() -> None:
    async with open_house() as house:
        anna = await house.guest()
        quick = {"quick": True}
        table = (await anna.open_table(hot_seat=True, options=quick))["id"]
        await anna.post(f"/tables/{table}/start")
        for _ in range(2):
            async with anna.at(table) as a:
                await to_the_end(a)
                await a.quiet()
            assert (await anna.get(f"/tables/{table}"))["status"] == "over"
            again = await anna.post(f"/tables/{table}/rematch")
            assert [chair["person"] for chair in again["chairs"]] == [anna.id, anna.id]
            table = again["id"]
            assert again["status"] == "playing"


async def test_whoever_is_told_that_it_is_over_may_open_the_log_at_once() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table(hot_seat=True, options={"quick": True}))["id"]
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            store, rooms = house.server.services.store, house.server.rooms
            statuses = []
            tell_updates = (room := await rooms.room(table)).tell_updates

            def told(after: int, volley: Volley | None = None) -> None:
                statuses.append(room.table.row.status)
                tell_updates(after, volley)

            room.tell_updates = told  # type: ignore[method-assign]
            await to_the_end(a)
            row = await store.table(table)
        assert statuses[-1] is Status.OVER
        assert row is not None
        assert row.status is Status.OVER


async def test_a_rematch_that_was_closed_can_be_asked_for_again() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house, bot="random", options={"quick": True})
        await ugo.post(f"/tables/{table}/resign")
        await played_out(house, anna, table)
        first = await ugo.post(f"/tables/{table}/rematch")
        await anna.post(f"/tables/{first['id']}/close")
        second = await ugo.post(f"/tables/{table}/rematch")
        assert second["id"] != first["id"]
        assert second["status"] == "open"


async def test_whoever_is_away_comes_back_by_taking_back_and_only_in_time() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        clock = {"kind": "move", "seconds": 60}
        anna, ugo, table = await begun(house, clock=clock, bot="random")
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            await a.play(a.state()["legal"][0])
            await anna.post(f"/tables/{table}/leave")
            n = a.state()["n"]
            await times.go_on(61_000)
            late = await a.ask(type="take_back", based_on=n, seat=a.state()["seat"])
            assert late["type"] == "refused"


async def test_a_rematch_is_told_to_the_others_who_find_their_seat_there() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house, bot="random", options={"quick": True})
        async with ugo.at(table) as b:
            await state(b)
            for person in (anna, ugo):
                await person.post(f"/tables/{table}/resign")
            await b.until(type="table", status="over")
            new = (await anna.post(f"/tables/{table}/rematch"))["id"]
            assert (await b.until(type="table", rematch=new))["status"] == "over"
        assert (await anna.get(f"/tables/{new}"))["status"] == "open"
        again = await ugo.post(f"/tables/{table}/rematch")
        assert (again["id"], again["status"]) == (new, "playing")
        async with anna.at(new) as a, ugo.at(new) as b:
            assert (await a.until(type="state"))["seat"] == 1
            assert (await b.until(type="state"))["seat"] == 0
            mover = a if a.state().get("legal") else b
            assert (await mover.play(mover.state()["legal"][0]))["type"] == "accepted"


async def test_a_duplicate_deal_shows_both_tables_the_same_first_view() -> None:
    """Checked in the replay: at the table itself a bot may have moved before it can be seen."""
    async with open_house(MemoryStore()) as house:
        anna = await house.guest()
        first = await alone(anna, duplicate=True)
        await played_out(house, anna, first)
        second = (await anna.post(f"/tables/{first}/twin"))["id"]
        await anna.post(f"/tables/{second}/fill", {"bot": "random"})
        await anna.post(f"/tables/{second}/start")
        await played_out(house, anna, second)
        dealt = len(deal_of((await anna.get(f"/tables/{first}/log")).splitlines()))
        for seat in ("a", "b"):
            one, two = [
                await anna.get(f"/tables/{table}/replay?n={dealt}&seat={seat}")
                for table in (first, second)
            ]
            assert one == two
            assert one["view"]["hand"]


@pytest.mark.parametrize("watch", ["everyone", "link", "nobody"])
async def test_who_may_watch_hears_the_match_and_who_may_not_is_let_go(watch: str) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house, watch=watch)
        invite = (await anna.get(f"/tables/{table}"))["invite"]
        eve = await house.guest()
        for query, may in (("", watch == "everyone"), (f"invite={invite}", watch != "nobody")):
            assert await hears(eve, table, query) is may


async def hears(guest: Guest, table: str, query: str) -> bool:
    async with guest.at(table, query) as player:
        try:
            return (await player.until(type="state"))["seat"] is None
        except websockets.ConnectionClosed as closed:
            return closed.rcvd is None or closed.rcvd.code != 4403


CLOCKS = {
    "none": {"kind": "none"},
    "move": {"kind": "move", "seconds": 50},
    "bank": {"kind": "bank", "seconds": 100, "increment": 2},
    "days": {"kind": "days", "days": 1},
}


async def back(house: House, cookies: dict[str, str]) -> Guest:
    """A person whom the server knew before the restart."""
    anna = await house.guest()
    anna.web.cookies.clear()
    anna.web.cookies.update(cookies)
    return anna


@pytest.mark.parametrize(
    ("kind", "left"), [("none", None), ("move", 30_000), ("bank", 80_000), ("days", DAY - 50_000)]
)
async def test_a_clock_of_each_kind_runs_and_a_restart_eats_no_time(
    kind: str, left: int | None
) -> None:
    """Anna takes a step after 20 seconds; 10 later the server is down for 20. Only days
    continue."""
    store, times = MemoryStore(), FakeTimes()
    async with open_house(store, times) as house:
        anna, _, table = await begun(house, clock=CLOCKS[kind], sit_in=0)
        cookies = dict(anna.web.cookies)
        async with anna.at(table) as a:
            await state(a)
            await times.go_on(20_000)
            assert (await a.play("picks 7"))["type"] == "accepted"
            await times.go_on(10_000)
    times.ms += 20_000
    async with open_house(store, times) as house:
        anna = await back(house, cookies)
        async with anna.at(table) as a:
            shown = await a.until(type="state")
            if left is None:
                assert "clocks" not in shown
                return
            assert shown["clocks"][0] == {"seat": 0, "left": left, "running": True}
            await times.go_on(left + 1)
            await a.until(type="notice", code="timeout")
