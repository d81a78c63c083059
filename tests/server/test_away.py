"""What happened at a table while its reader had the page closed."""

from __future__ import annotations

from tests.server.house import open_house
from tests.server.test_messages import begun


async def test_what_the_others_did_is_told_from_the_readers_last_move_on() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house, game="bison")
        async with anna.at(table) as a, ugo.at(table) as b:
            for player in (a, b):
                await player.until(type="state")
            first, then = (a, b) if a.state().get("legal") else (b, a)
            reader, other = (anna, ugo) if first is a else (ugo, anna)
            for move in ("chooses gather", "is done", "gains bison", "ends"):
                answer = await first.play(move)
                assert answer["type"] == "accepted", answer
                while first.state()["n"] < answer["n"]:
                    await first.next()
            left = answer["n"]
            while then.state()["n"] < left:
                await then.next()
            assert (await then.play("chooses canoes"))["type"] == "accepted"
        told = await reader.web.get(f"/tables/{table}/away?after={left}")
        before, *steps = told.json()
        assert before["told"] == []
        assert {"board", "players"} <= before["parts"].keys()
        assert "act" not in before["parts"]
        assert other.name in " ".join(steps[-1]["told"])
        assert all("board" not in step["parts"] for step in steps[1:])
        # Whoever was last here in the middle of their own turn begins after the move before that.
        assert len((await reader.web.get(f"/tables/{table}/away?after={left - 1}")).json()) > len(
            steps
        )
        stranger = await house.guest()
        assert (await stranger.web.get(f"/tables/{table}/away?after=0")).json() == []


async def test_of_a_race_against_time_nothing_is_shown_again() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house, game="apache", options={"tempo": "live"})
        assert (await anna.web.get(f"/tables/{table}/away?after=0")).json() == []
