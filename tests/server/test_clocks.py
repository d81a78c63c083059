"""Clocks: pure first, then at a table with a clock that tests wind."""

from __future__ import annotations

import asyncio

from prateria.core.contract.game import CHANCE
from prateria.server.rooms.clocks import DAY, GRACE, ClockRule, new_clocks
from tests.server.house import FakeTimes, Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

MOVE = ClockRule(kind="move", seconds=30)
BANK = ClockRule(kind="bank", seconds=60, increment=5)
DAYS = ClockRule(kind="days", days=2)


def test_a_move_s_clock_starts_full_with_every_own_step() -> None:
    clocks = new_clocks(MOVE, 2).after(CHANCE, (0,), 0)
    assert clocks.due((0, 1)) == 30_000
    clocks = clocks.after(0, (0,), 20_000)
    assert clocks.due((0, 1)) == 50_000
    clocks = clocks.after(0, (1,), 25_000)
    assert clocks.out(54_999) == ()
    assert clocks.out(55_000) == (1,)


def test_a_bank_is_used_up_and_gains_its_increment_when_the_turn_is_over() -> None:
    clocks = new_clocks(BANK, 2).after(CHANCE, (0,), 0)
    clocks = clocks.after(0, (0,), 10_000)
    assert clocks.dials[0].left == 50_000
    clocks = clocks.after(0, (1,), 20_000)
    assert clocks.dials[0].left == 45_000
    assert clocks.dials[0].left_at(90_000) == 45_000
    assert clocks.out(80_000) == (1,)


def test_who_chooses_at_the_same_time_goes_on_running() -> None:
    clocks = new_clocks(BANK, 2).after(CHANCE, (0, 1), 0)
    clocks = clocks.after(0, (1,), 10_000)
    assert clocks.dials[1].left_at(15_000) == 45_000


def test_a_restart_eats_nobody_s_time() -> None:
    clocks = new_clocks(BANK, 2).after(CHANCE, (0,), 1_000)
    assert clocks.resumed(1_000).due((0,)) == 61_000


def test_days_go_on_but_leave_an_hour_after_a_restart() -> None:
    clocks = new_clocks(DAYS, 2).after(CHANCE, (0,), 0)
    assert clocks.resumed(DAY).dials[0].left_at(DAY) == DAY
    assert clocks.resumed(5 * DAY).due((0,)) == 5 * DAY + GRACE


def test_without_clocks_nothing_is_ever_due() -> None:
    clocks = new_clocks(ClockRule(), 2).after(CHANCE, (0,), 0)
    assert clocks.due((0, 1)) is None
    assert clocks.out(10**12) == ()


async def moved(player: Player, n: int) -> None:
    while player.state()["n"] <= n:
        await player.next()


async def test_when_time_runs_out_a_bot_moves_and_after_the_third_it_takes_the_seat() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        anna, ugo, table = await begun(house, clock={"kind": "move", "seconds": 30}, bot="random")
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            assert a.state()["clocks"][0] == {"seat": 0, "left": 30_000, "running": True}
            for missed in (1, 2, 3):
                n = a.state()["n"]
                assert (await b.play(b.state()["legal"][0]))["type"] == "accepted"
                await moved(a, n)
                n = a.state()["n"]
                await times.go_on(29_999)
                await asyncio.sleep(0.05)
                assert (await b.play(b.state()["legal"][0]))["type"] == "accepted"
                await moved(a, n)
                n = a.state()["n"]
                await times.go_on(2)
                code = "bot_sits_in" if missed == 3 else "timeout"
                await a.until(type="notice", code=code)
            shown = await anna.get(f"/tables/{table}")
            assert shown["chairs"][0]["bot"] == "random"
            again = await anna.post(f"/tables/{table}/back")
            assert "bot" not in again["chairs"][0]
            await anna.post(f"/tables/{table}/leave")
        async with anna.at(table) as a:  # back again
            await a.until(type="state")
            assert "bot" not in (await anna.get(f"/tables/{table}"))["chairs"][0]


async def test_the_clocks_of_a_table_survive_a_restart_of_the_server() -> None:
    store, times = MemoryStore(), FakeTimes()
    bank = {"kind": "bank", "seconds": 100, "increment": 0}
    async with open_house(store, times) as house:
        anna, _, table = await begun(house, clock=bank)
        cookies = dict(anna.web.cookies)
        async with anna.at(table) as a:
            await a.until(type="state")
            await times.go_on(40_000)
            await a.play("picks 7")
            await times.go_on(10_000)
    times.ms += DAY  # down for a day
    async with open_house(store, times) as house:
        anna = await house.guest()
        anna.web.cookies.clear()
        anna.web.cookies.update(cookies)
        async with anna.at(table) as a:
            face = (await a.until(type="state"))["clocks"][0]
            assert face == {"seat": 0, "left": 60_000, "running": True}
