"""Bots in their own processes: an outside game, and bots that crash, hang or lie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import prateria
from tests.server.house import open_house, story
from tests.server.outside import installed


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path):
        yield


@pytest.mark.usefixtures("outside")
@story
async def test_an_outside_game_is_played_against_a_bot_with_no_line_changed_here() -> None:
    async with open_house() as house:
        anna = await house.guest()
        assert "duel" in [game["id"] for game in (await anna.get("/games"))["games"]]
        table = (await anna.open_table(game="duel"))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "2"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            await a.until(type="state")
            while a.state().get("outcome") is None:
                if a.state().get("legal"):
                    await a.play(a.state()["legal"][0])
                else:
                    await a.next()
        text = await anna.get(f"/tables/{table}/log")
        assert prateria.replay(text).outcome is not None


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize("bot", ["crash", "hang", "liar"])
@story
async def test_a_bot_that_fails_is_replaced_and_the_table_told(bot: str) -> None:
    async with open_house(think_ms=50, hang_ms=900) as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": bot})
        async with anna.at(table) as a:
            await anna.post(f"/tables/{table}/start")
            told = await a.until(type="notice", code="bot_replaced")
            assert told["seat"] == 1
            moved = await a.until(type="state", after=told["n"])
            assert moved["entries"][0]["by"] == "b"
            assert (await a.play(moved["legal"][0]))["type"] in ("accepted", "stale")
