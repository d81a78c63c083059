"""Under one id nothing is done twice: after a restart, and whoever else talks at the table."""

from __future__ import annotations

from pathlib import Path

from prateria.server.rooms.room import REMEMBERED
from prateria.server.store.urls import open_store
from tests.server.house import Guest, House, open_house
from tests.server.test_messages import begun


async def come_back(house: House, guest: Guest) -> Guest:
    """The same browser at the server that was started again."""
    again = Guest(house)
    house.guests.append(again)
    again.web.cookies.update(guest.web.cookies)
    return await again.arrive()


async def test_a_message_is_not_done_again_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/p.db"
    async with open_house(open_store(url)) as house:
        anna, ben, table = await begun(house)
        async with anna.at(table) as a, ben.at(table) as b:
            state = await a.until(type="state")
            await b.until(type="state")
            player = a if state["legal"] else b
            who = anna if player is a else ben
            played = {
                "type": "play",
                "id": "once",
                "based_on": player.state()["n"],
                "move": player.state()["legal"][0],
            }
            assert (await player.ask(**played))["type"] == "accepted"
            said = {"type": "say", "id": "said", "text": "hello"}
            assert (await player.ask(**said))["type"] == "accepted"
            reported = {"type": "report", "id": "report", "number": 1, "text": "rude"}
            assert (await player.ask(**reported))["type"] == "accepted"
    async with open_house(open_store(url)) as house:
        again = await come_back(house, who)
        async with again.at(table) as player:
            await player.until(type="state")
            before = player.state()["n"]
            assert (await player.ask(**played))["type"] == "duplicate"
            for message in (said, reported):
                assert (await player.ask(**message))["type"] in ("accepted", "duplicate")
            await player.quiet()
            assert player.state()["n"] == before
        store = house.server.services.store
        assert [line.text for line in await store.chat(table)] == ["hello"]
        assert len([note for note in await store.audits() if note.kind == "report"]) == 1


async def test_a_take_back_is_not_done_again_after_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/p.db"
    async with open_house(open_store(url)) as house:
        anna, ben, table = await begun(house)
        async with anna.at(table) as a, ben.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player, who = (a, anna) if a.state()["legal"] else (b, ben)
            for _ in range(3):
                answer = await player.play(player.state()["legal"][0])
                assert answer["type"] == "accepted"
                await player.quiet()
            back = {"type": "take_back", "id": "back", "based_on": player.state()["n"]}
            assert (await player.ask(**back))["type"] == "accepted"
            await player.quiet()
            n = player.state()["n"]
    async with open_house(open_store(url)) as house:
        again = await come_back(house, who)
        async with again.at(table) as player:
            await player.until(type="state")
            assert (await player.ask(**back))["type"] == "duplicate"
            # and without its id it is refused: it was based on what is no longer so
            other = await player.ask(**{**back, "id": "another"})
            assert (other["type"], other["code"]) == ("refused", "too_late")
            await player.quiet()
            assert player.state()["n"] == n


async def test_spectators_do_not_make_a_player_s_messages_forgotten() -> None:
    async with open_house() as house:
        anna, ben, table = await begun(house, watch="everyone")
        async with anna.at(table) as a, ben.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player = a if a.state()["legal"] else b
            move = player.state()["legal"][0]
            played = {"type": "play", "id": "m", "based_on": player.state()["n"], "move": move}
            assert (await player.ask(**played))["type"] == "accepted"
            for _ in range(REMEMBERED + 2):
                watcher = await house.guest()
                async with watcher.at(table) as w:
                    assert (await w.ask(type="say", text="x"))["type"] == "refused"
            assert (await player.ask(**played))["type"] == "duplicate"
