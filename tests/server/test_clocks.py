"""Clocks: first pure, then at a table with a clock that tests control."""

from __future__ import annotations

from prateria.core.contract.game import CHANCE
from prateria.server.rooms.clocks import DAY, GRACE, ClockRule, new_clocks
from prateria.server.rooms.tables import read_table
from tests.server.house import FakeTimes, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

MOVE = ClockRule(kind="move", seconds=30)
BANK = ClockRule(kind="bank", seconds=60, increment=5)
DAYS = ClockRule(kind="days", days=2)


def test_a_clock_is_of_the_turn_however_many_steps_that_has() -> None:
    clocks = new_clocks(MOVE, 2).after(CHANCE, (0,), 0)
    assert clocks.due((0, 1)) == 30_000
    clocks = clocks.after(0, (0,), 20_000)
    assert clocks.due((0, 1)) == 30_000
    clocks = clocks.after(0, (1,), 25_000)
    assert (clocks.shown(0, 25_000), clocks.shown(1, 26_000)) == (30_000, 29_000)
    assert clocks.out(54_999) == ()
    assert clocks.out(55_000) == (1,)
    clocks = clocks.after(1, (0,), 40_000)
    assert clocks.due((0, 1)) == 70_000


def test_the_bot_s_steps_for_who_is_late_give_no_new_time() -> None:
    clocks = new_clocks(MOVE, 2).after(CHANCE, (0, 1), 0)
    clocks = clocks.after(1, (0, 1), 1_000).after(0, (0, 1), 30_000).after(0, (0, 1), 30_500)
    assert clocks.out(30_500) == (0, 1)


def test_after_luck_a_turn_is_a_new_one() -> None:
    """The last of a season may be the first of the next."""
    clocks = new_clocks(MOVE, 2).after(CHANCE, (0,), 0)
    clocks = clocks.after(0, (0,), 20_000, drawn=True)
    assert (clocks.due((0, 1)), clocks.dials[0].began) == (50_000, 20_000)
    bank = new_clocks(BANK, 2).after(CHANCE, (0,), 0).after(0, (0,), 20_000, drawn=True)
    assert bank.shown(0, 20_000) == 45_000


def test_who_takes_the_end_of_their_turn_back_has_the_time_they_had_left() -> None:
    clocks = new_clocks(MOVE, 2).after(CHANCE, (0, 1), 0).after(0, (1,), 20_000)
    clocks = clocks.after(0, (0, 1), 25_000, reopened=True)
    assert (clocks.shown(0, 25_000), clocks.dials[0].began) == (10_000, 0)
    bank = new_clocks(BANK, 2).after(CHANCE, (0, 1), 0).after(0, (1,), 20_000)
    assert bank.shown(0, 25_000) == 45_000
    assert bank.after(0, (0, 1), 25_000, reopened=True).shown(0, 25_000) == 40_000


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
    assert clocks.resumed(5 * DAY, GRACE // 4).due((0,)) == 5 * DAY + GRACE * 3 // 4
    assert clocks.resumed(5 * DAY, 2 * GRACE).due((0,)) == 5 * DAY


def test_without_clocks_nothing_is_ever_due() -> None:
    clocks = new_clocks(ClockRule(), 2).after(CHANCE, (0,), 0)
    assert clocks.due((0, 1)) is None
    assert clocks.out(10**12) == ()


MINUTE = {"kind": "move", "seconds": 60}


async def test_when_time_runs_out_a_bot_makes_the_whole_turn_and_the_log_says_so_once() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        anna, ugo, table = await begun(house, clock=MINUTE, bot="random")
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            assert a.state()["clocks"][0] == {"seat": 0, "left": 60_000, "running": True}
            await times.go_on(59_999)
            for card in ("7", "8"):  # small steps do not stop the clock
                assert (await a.play(f"picks {card}"))["type"] == "accepted"
            await times.go_on(2)
            late = await a.play("picks 9")
            assert (late["type"], late.get("code")) in {("refused", "out_of_time"), ("stale", None)}
            assert (await a.ask(type="take_back", based_on=a.state()["n"]))["type"] == "refused"
            while a.state().get("legal"):
                await a.next()
            await a.quiet()
            notices = [f for f in a.frames if f["type"] == "notice"]
            assert {(f["code"], f["seat"]) for f in notices} == {("timeout", 0), ("timeout", 1)}
            assert len(notices) == 2
        row = await house.server.services.store.table(table)
        assert row is not None
        chairs = read_table(row).chairs
        assert [(chair.missed, len(chair.trace)) for chair in chairs] == [(1, 1), (1, 1)]
        for page in (f"/tables/{table}", f"/replays/{table}"):
            html = (await anna.web.get(page)).text
            said = f"<span>{anna.name} ran out of time: a bot plays this turn.</span>"
            assert html.count(said) == 1
        earlier = (await anna.web.get(f"/tables/{table}/log?before=1000")).text
        assert earlier.count(said) == 1
        assert said not in (await anna.web.get(f"/tables/{table}/log?before=2")).text


async def test_after_the_third_turn_in_a_row_a_bot_takes_the_seat_until_they_are_back() -> None:
    times = FakeTimes()
    async with open_house(clock=times) as house:
        wish = {"clock": MINUTE, "bot": "random", "options": {"quick": True}}
        anna, ugo, table = await begun(house, **wish)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            for code in ("timeout", "timeout", "bot_sits_in"):
                while not a.state().get("legal"):
                    await b.quiet(0.01)
                    if b.state().get("legal"):
                        assert (await b.play(b.state()["legal"][0]))["type"] == "accepted"
                    await a.quiet(0.01)
                await times.go_on(60_001)
                assert (await a.until(type="notice"))["code"] == code
                while a.state().get("legal"):
                    await a.next()
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
