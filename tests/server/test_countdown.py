"""Before the first card of a live match people get ready; nobody, no bot either, acts before it."""

from __future__ import annotations

import asyncio

from prateria.core.rules import rule
from tests.server.house import FakeTimes, Guest, House, Player, open_house

LIVE = {"tempo": "live", "beat_ms": 4500, "first": "b"}


async def begun(house: House, bot: str | None = None) -> tuple[Guest, Guest, str]:
    """A live table that has just begun, at which nobody's page is open yet."""
    anna, ugo = await house.guest(), await house.guest()
    card = await anna.open_table(game="apache", seats=2, options=LIVE)
    table = str(card["id"])
    if bot is None:
        await ugo.post(f"/tables/{table}/sit", {"invite": card["invite"]})
    else:
        await anna.post(f"/tables/{table}/fill", {"bot": bot})
    await anna.post(f"/tables/{table}/start")
    return anna, ugo, table


async def begins_in(player: Player) -> int:
    """As it was told last."""
    await asyncio.sleep(0.05)
    faces = [frame for frame in player.frames if frame["type"] == "table"]
    return int(faces[-1]["begins_in"])


@rule("A9.1")
async def test_the_first_card_comes_a_moment_after_everybody_is_there() -> None:
    times = FakeTimes()
    async with open_house(clock=times, countdown_ms=4000) as house:
        anna, ugo, table = await begun(house)
        await times.go_on(1000)
        async with anna.at(table) as a:
            await a.until(type="state")
            await a.quiet()
            assert await begins_in(a) == 13_000
            await times.go_on(500)
            async with ugo.at(table) as b:
                await b.until(type="state")
                await a.quiet()
                assert (await begins_in(a), await begins_in(b)) == (4_000, 4_000)
                early = await b.play("b turns")
                assert (early["type"], early["code"]) == ("refused", "opening")
                await times.go_on(3_900)
                await a.quiet()
                assert a.state()["view"]["phase"] == "beat"
                await times.go_on(100)
                for player in (a, b):
                    while player.state()["view"]["phase"] != "race":
                        await player.next()


@rule("A9.1")
async def test_the_others_do_not_wait_for_ever_and_a_bot_does_not_turn_before() -> None:
    times = FakeTimes()
    async with open_house(clock=times, countdown_ms=4000) as house:
        _, _, table = await begun(house, bot="random")
        room = await house.server.rooms.room(table)
        await asyncio.sleep(0.1)
        await times.go_on(13_900)
        await asyncio.sleep(0.1)
        assert room.match.view(None).phase == "beat"
        await times.go_on(100)
        while room.match.view(None).phase != "race":
            await asyncio.sleep(0.01)
        assert room.live.begins_in(room.now()) is None
