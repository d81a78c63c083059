"""A game without numbers is played in the browser by people and the random bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from prateria.core import registry
from tests.laws.duel import Duel
from tests.server.house import open_house
from tests.server.test_whole_tables import to_the_end


@pytest.fixture(autouse=True)
def plain() -> Iterator[None]:
    game = Duel()
    game.meta = replace(game.meta, id="plain", name="Plain")
    game.numbers, game.face = None, None
    registry.register(game)
    yield
    registry.forget("plain")


async def test_a_bot_of_any_level_plays_it_at_random() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table(game="plain", bot="level:3"))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "level:3"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as player:
            await to_the_end(player)
            assert not [f for f in player.frames if f.get("code") == "bot_replaced"]


async def test_a_hint_is_refused_with_the_reason() -> None:
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table(game="plain", hot_seat=True))["id"]
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as player:
            await player.until(type="state")
            refused = await player.ask(type="hint", id="h", seat=0)
            assert refused["code"] == "no_hint"
            assert "No bot can give hints" in refused["message"]
