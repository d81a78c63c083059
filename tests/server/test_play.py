"""Whole matches over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

import prateria
from prateria.core import registry
from prateria.server.store.base import Sent
from tests.server.house import Guest, Json, Player, open_house
from tests.server.memory import MemoryStore


async def two_at_a_table(anna: Guest, ugo: Guest, **wish: object) -> str:
    table = await anna.open_table(**wish)
    await ugo.post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
    return str(table["id"])


async def test_two_people_play_a_whole_match() -> None:
    async with open_house() as house:
        anna, ugo = await house.guest(), await house.guest()
        table = await two_at_a_table(anna, ugo, options={"quick": True})
        async with anna.at(table) as a, ugo.at(table) as b:
            await anna.post(f"/tables/{table}/start")
            players = (a, b)
            for player in players:
                await player.until(type="state")
            while a.state().get("outcome") is None:
                await move_one(players)
                for player in players:
                    await player.quiet(0.01)
            assert a.state()["outcome"] == b.state()["outcome"]
        text = await anna.get(f"/tables/{table}/log")
        match = prateria.replay(text)
        assert match.outcome is not None
        assert a.state()["n"] == match.version


async def move_one(players: tuple[Player, ...]) -> Json:
    for player in players:
        legal = player.state().get("legal", [])
        if legal:
            answer = await player.play(legal[len(legal) // 2])
            assert answer["type"] in ("accepted", "stale")
            return answer
    raise AssertionError("nobody can move")


class SlowStore(MemoryStore):
    """Takes its time to write, like a disk."""

    async def append(
        self, table: str, first: int, lines: Sequence[str], sent: Sent | None = None
    ) -> None:
        await asyncio.sleep(0.002)
        await super().append(table, first, lines, sent)


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.ids())
async def test_every_game_is_played_to_its_end(game: str, caplog: pytest.LogCaptureFixture) -> None:
    """By three bots, which choose at the same time where the game lets them: none of them is ever
    asked about a position that is still being written."""
    async with open_house(SlowStore()) as house:
        anna = await house.guest()
        table = (await anna.open_table(game=game, seats=3, bot="random"))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
        await anna.post(f"/tables/{table}/resign")
        while (await anna.get(f"/tables/{table}"))["status"] != "over":
            await asyncio.sleep(0.1)
        assert prateria.replay(await anna.get(f"/tables/{table}/log")).outcome is not None
    assert "trying again" not in caplog.text
