"""Chat: however long it is, the table stays open."""

from __future__ import annotations

import pytest

from prateria.server.limits import Rate
from prateria.server.rooms import chat
from prateria.server.rooms.chat import PAGE
from prateria.server.sockets.connection import MOST_WAITING
from prateria.server.store.base import ChatMessage
from tests.server.house import FREELY, OpenHouse, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun


async def test_a_long_chat_never_closes_the_table_and_is_read_page_by_page() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ben, table = await begun(house, watch="nobody")
        for n in range(1, 2 * MOST_WAITING):
            await store.say(ChatMessage(table, n, n, ben.id, f"line {n}"))
        last = 2 * MOST_WAITING - 1
        async with anna.at(table) as a:
            while a.frames[-1:] == [] or a.frames[-1].get("number") != last:
                await a.next()
            shown = [frame["number"] for frame in a.frames if frame["type"] == "chat"]
            assert shown == list(range(last - PAGE + 1, last + 1))
        earlier = await anna.get(f"/tables/{table}/chat?before={shown[0]}")
        assert [line["number"] for line in earlier] == list(range(shown[0] - PAGE, shown[0]))
        assert earlier[0]["name"] == ben.name
        await anna.get(f"/tables/{table}/chat?before=0", 400)
        stranger = await house.guest()
        await stranger.get(f"/tables/{table}/chat?before=9", 404)


async def test_earlier_lines_leave_out_those_who_are_muted() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ben, table = await begun(house)
        for n in (1, 2, 3):
            who = ben if n == 2 else anna
            await store.say(ChatMessage(table, n, n, who.id, "x"))
        async with anna.at(table) as a:
            await a.ask(type="mute", person=ben.id)
        earlier = await anna.get(f"/tables/{table}/chat?before=4")
        assert [line["number"] for line in earlier] == [1, 3]


@pytest.mark.parametrize("text", ["nul \0", "a\nb", "\x7f"])
async def test_a_control_character_is_refused_at_once_and_nothing_is_tried_again(text: str) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.send(type="say", id="m", text=text)
            assert (await a.until(type="error"))["code"] == "unreadable"
            assert (await a.ask(type="say", text="👨‍👩‍👧 ok"))["type"] == "accepted"
            blank = await a.ask(type="say", text="   ")
            assert blank["code"] == "bad_request"


async def test_nobody_floods_a_table_with_words(any_house: OpenHouse) -> None:
    async with any_house(rates={**FREELY, "say": Rate(3, 1)}) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            answers = [await a.ask(type="say", text=f"{n}") for n in range(5)]
            assert [answer["type"] for answer in answers] == ["accepted"] * 3 + ["refused"] * 2
            assert answers[-1]["code"] == "too_fast"


async def test_nobody_floods_the_administrator_with_reports() -> None:
    async with open_house(rates={**FREELY, "say": Rate(4, 1)}) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.ask(type="say", text="hello")
            answers = [await a.ask(type="report", number=1) for _ in range(5)]
            assert [answer["type"] for answer in answers] == ["accepted"] * 3 + ["refused"] * 2
            assert answers[-1]["code"] == "too_fast"


async def test_nobody_mutes_more_people_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of muted people is read each time somebody comes: a million would stop the
    server."""
    monkeypatch.setattr(chat, "MOST_MUTED", 3)
    store = MemoryStore()
    async with open_house(store) as house:
        anna, _, table = await begun(house)
        for _ in range(2):
            async with anna.at(table) as a:
                await a.quiet()
                answers = [await a.ask(type="mute", person=f"p{n}") for n in range(5)]
                assert answers[-1]["code"] == "too_big"
                assert (await a.ask(type="mute", person="p1"))["type"] == "accepted"
        assert len(store.mutes) == 3
    async with open_house(rates={**FREELY, "say": Rate(3, 1)}) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            answers = [await a.ask(type="mute", person=f"p{n}") for n in range(5)]
            assert answers[-1]["code"] == "too_fast"


async def test_phrases_are_offered_in_the_readers_language_but_not_in_a_race() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        for language, thanks in (("en", "Thank you!"), ("it", "Grazie!"), ("de", "Danke!")):
            html = (await anna.web.get(f"/tables/{table}?lang={language}")).text
            assert f'data-say=":thanks:">{thanks}</button>' in html
        gathers = (await anna.open_table())["id"]
        assert 'data-say=":hello:"' in (await anna.web.get(f"/join/{gathers}")).text
        live = {"game": "apache", "seats": 2, "bot": "random", "options": {"tempo": "live"}}
        race = (await anna.post("/tables/now", live, 201))["id"]
        assert "data-say" not in (await anna.web.get(f"/tables/{race}")).text
