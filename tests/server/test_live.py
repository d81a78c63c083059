"""Live games: the clock's beat, measured reactions, bots that react like people."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.server.house import open_house, text_of
from tests.server.memory import MemoryStore


@pytest.mark.slow
async def test_a_live_game_beats_by_itself_and_a_grab_carries_its_measurements() -> None:
    store = MemoryStore()
    async with open_house(store, heartbeat_ms=50) as house:
        anna = await house.guest()
        options = {"tempo": "live", "beat_ms": 2000, "first": "a"}
        table = (await anna.open_table(game="apache", options=options))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            await a.until(type="state")
            while True:
                plays = [move for move in a.state().get("legal", []) if " plays " in move]
                if plays:
                    break
                await a.next()  # the clock turns a card, without anybody's action
            answer = await a.play(plays[0], reaction=3)
            assert answer["type"] in ("accepted", "stale")
        rows = [json.loads(line) for line in store.logs[table][1:]]
        assert any(row["by"] == "clock" for row in rows)
        grabs = [row["do"] for row in rows if row["by"] == "a" and "reaction=" in row["do"]]
        if answer["type"] == "accepted":
            assert "reaction=3 rtt=" in grabs[0]


@pytest.mark.slow
async def test_a_ping_behind_each_drawing_of_a_race_measures_how_long_a_card_takes() -> None:
    store = MemoryStore()
    async with open_house(store, heartbeat_ms=60_000) as house:
        anna = await house.guest()
        options = {"tempo": "live", "beat_ms": 2000, "first": "a"}
        table = (await anna.open_table(game="apache", options=options))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table, "page=1") as a:
            drawn = await a.until(type="drawn")
            while 'class="tribe can"' not in drawn.get("parts", {}).get("act", ""):
                drawn = await a.until(type="drawn")
            ping = json.loads(text_of(await a.socket.recv()))
            assert ping["type"] == "ping"
            await asyncio.sleep(0.2)  # a slow screen
            await a.send(type="pong", t=ping["t"])
            play = {"move": "a plays chief", "based_on": drawn["n"], "reaction": 10}
            play["token"] = drawn["token"]
            assert (await a.ask(type="play", **play))["type"] == "accepted"
        rows = [json.loads(line) for line in store.logs[table][1:]]
        [grab] = [row["do"] for row in rows if "reaction=10 " in row["do"]]
        longest = int(grab.split("rtt=")[1].split()[0].split("-")[1])
        assert longest >= 200


@pytest.mark.slow
async def test_a_play_meant_for_the_card_before_is_too_late_for_the_next_one() -> None:
    store = MemoryStore()
    async with open_house(store, heartbeat_ms=60_000) as house:
        anna = await house.guest()
        options = {"tempo": "live", "beat_ms": 2000, "first": "a"}
        table = (await anna.open_table(game="apache", options=options))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            racing: list[int] = []
            while len(racing) < 2:  # two cards, the same legal moves
                frame = await a.until(type="state")
                view = frame["view"]
                if view["phase"] == "race" and not any(s["has_called"] for s in view["seats"]):
                    racing.append(frame["n"])
            late = {"move": "a plays chief", "based_on": racing[0], "reaction": 1990}
            assert (await a.ask(type="play", **late))["type"] == "stale"
