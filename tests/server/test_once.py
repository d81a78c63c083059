"""Under one id nothing is done twice: after a restart, and whoever else chats at the table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from prateria.server.rooms import room
from prateria.server.rooms.room import REMEMBERED
from prateria.server.store.base import ChatMessage
from tests.server.house import Guest, House, OpenHouse, open_house
from tests.server.test_messages import begun


async def come_back(house: House, guest: Guest) -> Guest:
    """The same browser at the server that was started again."""
    again = Guest(house)
    house.guests.append(again)
    again.web.cookies.update(guest.web.cookies)
    return await again.arrive()


async def test_a_message_is_not_done_again_after_a_restart(same_house: OpenHouse) -> None:
    async with same_house() as house:
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
    async with same_house() as house:
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


async def test_a_take_back_is_not_done_again_after_a_restart(same_house: OpenHouse) -> None:
    async with same_house() as house:
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
    async with same_house() as house:
        again = await come_back(house, who)
        async with again.at(table) as player:
            await player.until(type="state")
            assert (await player.ask(**back))["type"] == "duplicate"
            # and without its id it is refused: it was based on an outdated state
            other = await player.ask(**{**back, "id": "another"})
            assert (other["type"], other["code"]) == ("refused", "too_late")
            await player.quiet()
            assert player.state()["n"] == n


@pytest.mark.slow
async def test_spectators_do_not_make_a_player_s_messages_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = 8
    monkeypatch.setattr(room, "REMEMBERED", few)
    async with open_house() as house:
        anna, ben, table = await begun(house, watch="everyone")
        async with anna.at(table) as a, ben.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player = a if a.state()["legal"] else b
            move = player.state()["legal"][0]
            played = {"type": "play", "id": "m", "based_on": player.state()["n"], "move": move}
            assert (await player.ask(**played))["type"] == "accepted"
            for _ in range(few + 2):
                watcher = await house.guest()
                async with watcher.at(table) as w:
                    assert (await w.ask(type="say", text="x"))["type"] == "refused"
            assert (await player.ask(**played))["type"] == "duplicate"


async def test_one_id_at_two_tables_is_two_messages(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna, _, first = await begun(house)
        second = (await anna.open_table())["id"]
        for table in (first, second):
            async with anna.at(table) as a:
                assert (await a.ask(type="say", id="1", text="hello"))["type"] == "accepted"
                report = {"type": "report", "id": "2", "number": 1, "text": f"at {table}"}
                assert (await a.ask(**report))["type"] == "accepted"
        noted = await house.server.services.store.audits()
        assert {note.table for note in noted if note.kind == "report"} == {first, second}


async def test_what_is_said_at_the_same_moment_at_two_owners_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, any_house: OpenHouse
) -> None:
    """A worker that froze and lost its table gives a line a number that is taken: it is not said,
    and the sender is told."""
    async with any_house() as house:
        anna, ben, table = await begun(house)
        store = house.owner(table).services.store
        async with anna.at(table) as a:
            await a.until(type="state")
            await a.ask(type="say", text="first")
            await store.say(ChatMessage(table, 2, 0, ben.id, "by another owner"))
            with monkeypatch.context() as patch:

                async def before(*_: object, **__: object) -> list[ChatMessage]:
                    return [ChatMessage(table, 1, 0, anna.id, "first")]

                patch.setattr(type(store), "chat", before)
                answer = await a.ask(type="say", id="s", text="second")
                assert (answer["type"], answer["code"]) == ("refused", "store")
            assert (await a.ask(type="say", id="s", text="second"))["type"] == "accepted"
        said = [line.text for line in await store.chat(table)]
        assert said == ["first", "by another owner", "second"]


async def test_an_id_counts_however_much_was_sent_since(any_house: OpenHouse) -> None:
    async with any_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            move = {"type": "play", "id": "m", "based_on": a.state()["n"], "move": "picks 7"}
            assert (await a.ask(**move))["type"] == "accepted"
            for n in range(REMEMBERED + 2):
                await a.ask(type="report", id=f"x{n}", number=99, text="-")
            n = a.state()["n"]
            again = await a.ask(**move)
            assert again["type"] == "duplicate"
            assert again["answer"] == {"type": "accepted", "n": n, "id": "m"}
            await a.quiet()
            assert a.state()["n"] == n


async def test_a_proposal_that_was_carried_out_is_not_carried_out_again(
    any_house: OpenHouse,
) -> None:
    """With bots, who agree to everything, it is done at once."""
    async with any_house() as house:
        anna = await house.guest()
        wish = {"game": "manitou", "seats": 2, "hot_seat": True}
        table = (await anna.post("/tables", wish, 201))["id"]
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            await a.until(type="state", seat=1)
            n = a.state()["n"]
            for _ in range(2):
                seat = next(s for s in (0, 1) if a.state(s).get("legal"))
                await a.play(a.state(seat)["legal"][0], seat)
            back = {"type": "offer_back", "id": "b", "entry": n + 1, "seat": 0}
            assert (await a.ask(**back))["type"] == "accepted"
            for number in range(REMEMBERED + 2):
                await a.ask(type="report", id=f"x{number}", number=99, text="-")
            await a.quiet()
            n = a.state()["n"]
            assert (await a.ask(**back))["type"] == "duplicate"
            await a.quiet()
            assert a.state()["n"] == n


async def test_one_id_on_two_lines_at_once_is_done_once(any_house: OpenHouse) -> None:
    """The same browser twice, at two workers: both send, it is done once, both get the same
    answer."""
    async with any_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as one, anna.at(table) as two:
            await one.until(type="state")
            await two.until(type="state")
            n = one.state()["n"]
            for kind in (
                {"type": "play", "id": "p", "based_on": n, "move": "picks 7"},
                {"type": "say", "id": "s", "text": "hello"},
            ):
                answers = await asyncio.gather(one.ask(**kind), two.ask(**kind))
                assert sorted(answer["type"] for answer in answers) == ["accepted", "duplicate"]
            await one.quiet()
            assert one.state()["n"] == n + 1
        said = await house.server.services.store.chat(table)
        assert [line.text for line in said] == ["hello"]


@pytest.mark.parametrize("wrong", [0, -1, 2**70, 1.5, None, True, [], {}, "", "x" * 65, "\0", "\n"])
async def test_an_id_that_is_none_is_told_and_does_nothing(wrong: Any) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            n = a.state()["n"]
            await a.send(type="play", id=wrong, based_on=n, move="picks 7")
            assert (await a.until(type="error"))["code"] == "unreadable"
            assert (await a.ask(type="say", text="still here"))["n"] == n


async def test_another_message_under_an_old_id_is_answered_like_the_old_one(
    same_house: OpenHouse,
) -> None:
    async with same_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            n = a.state()["n"]
            move = {"type": "play", "id": "m", "based_on": n, "move": "picks 7"}
            assert (await a.ask(**move))["type"] == "accepted"
            assert (await a.ask(**{**move, "move": "picks 8"}))["type"] == "duplicate"
    async with same_house() as house:
        again = await come_back(house, anna)
        async with again.at(table) as a:
            await a.until(type="state")
            assert (await a.ask(**{**move, "move": "picks 8"}))["type"] == "duplicate"
            assert a.state()["n"] == n + 1
            # based on a later entry, it is a new message of a client that counts from one
            later = {**move, "move": "picks 8", "based_on": n + 1}
            assert (await a.ask(**later))["type"] == "accepted"
