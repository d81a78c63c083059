"""Live games: the clock's beat, measured reactions, bots that react like people."""

from __future__ import annotations

import json

from tests.server.house import open_house, story
from tests.server.memory import MemoryStore


@story
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
                await a.next()  # the clock turns a card, with nobody's doing
            answer = await a.play(plays[0], reaction=3)
            assert answer["type"] in ("accepted", "stale")
        rows = [json.loads(line) for line in store.logs[table][1:]]
        assert any(row["by"] == "clock" for row in rows)
        grabs = [row["do"] for row in rows if row["by"] == "a" and "reaction=" in row["do"]]
        if answer["type"] == "accepted":
            assert "reaction=3 rtt=" in grabs[0]
