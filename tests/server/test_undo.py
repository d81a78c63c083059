"""Taking back, chat and hints at a table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from prateria.server.bots.worker import Decision
from prateria.server.rooms.messages import Carry
from prateria.server.rooms.referee import Sender
from prateria.server.wire.protocol import Play
from tests.server.house import open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun, state


async def test_an_own_pick_is_taken_back_without_asking() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            before = a.state()["view"]
            await a.play("picks 7")
            answer = await a.ask(type="take_back", based_on=a.state()["n"])
            assert answer["type"] == "accepted"
            assert a.state()["view"] == before
            entry = a.state()["entries"][-1]
            assert entry["back"] == entry["n"] - 1
            assert json.loads(store.logs[table][-1])["by"] == "a"
            too_far = await a.ask(type="take_back", based_on=a.state()["n"])
            assert (too_far["type"], too_far["code"]) == ("refused", "too_late")


async def test_further_back_when_everyone_agrees() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            before, n = a.state()["view"], a.state()["n"]
            for card in ("7", "8"):
                await a.play(f"picks {card}")
            assert (await a.ask(type="offer_back", entry=n + 1))["type"] == "accepted"
            offer = await b.until(type="offer", open=True)
            assert (offer["entry"], offer["waiting"]) == (n + 1, [ugo.id])
            assert a.state()["view"] != before
            agreed = await b.ask(type="answer_back", entry=n + 1, agree=True)
            assert agreed["type"] == "accepted"
            await a.until(type="state")
            assert a.state()["view"] == before
            assert a.state()["entries"][-1]["back"] == n + 1


async def test_a_proposal_is_off_when_somebody_says_no_or_moves() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            n = a.state()["n"]
            await a.play("picks 7")
            await a.ask(type="offer_back", entry=n + 1)
            await b.ask(type="answer_back", entry=n + 1, agree=False)
            await a.until(type="offer", open=False)
            await a.ask(type="offer_back", entry=n + 1)
            await b.quiet()
            await b.play("picks 3")
            await a.until(type="offer", open=False)
            late = await b.ask(type="answer_back", entry=n + 1, agree=True)
            assert late["code"] == "no_offer"
            luck = await a.ask(type="offer_back", entry=1)
            assert luck["code"] == "bad_request"


async def test_people_talk_and_the_newcomer_reads_it() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        eve = await house.guest()
        async with anna.at(table) as a, eve.at(table) as e:
            await a.ask(type="say", text="good luck")
            heard = await e.until(type="chat")
            assert (heard["person"], heard["text"], heard["number"]) == (anna.id, "good luck", 1)
            assert (await e.ask(type="say", text="psst"))["code"] == "forbidden"
        async with ugo.at(table) as b:
            assert (await b.until(type="chat"))["text"] == "good luck"


async def test_who_is_muted_is_not_heard_and_a_report_reaches_the_administrator() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await b.ask(type="say", text="nasty")
            await a.until(type="chat")
            assert (await a.ask(type="mute", person=ugo.id))["type"] == "accepted"
            await b.ask(type="say", text="nastier")
            await a.quiet()
            assert [f["text"] for f in a.frames if f["type"] == "chat"] == ["nasty"]
            assert (await a.ask(type="report", number=1, text="rude"))["type"] == "accepted"
            assert (await a.ask(type="report", number=9))["code"] == "not_found"
        (note,) = store.noted
        assert (note.kind, note.person, note.table) == ("report", anna.id, table)
        assert (note.speaker, note.quote, note.text) == (ugo.id, "nasty", "rude")


async def test_a_hint_says_what_a_bot_would_do_and_why_in_numbers() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            hint = await a.ask(type="hint")
            assert hint["type"] == "hinted"
            assert hint["move"] in a.state()["legal"]
            assert [move for move, _ in hint["chances"]] == a.state()["legal"]
            chances = dict(hint["chances"])
            assert chances[hint["move"]] == max(chances.values())
            assert all(0 <= chance <= 1 for _, chance in hint["chances"])
            assert hint["plan"][0] == hint["move"]
            assert len(hint["told"]) == len(hint["plan"])
            assert len(hint["points"]) == 2


async def test_a_hint_for_a_position_that_is_past_is_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            now = a.state()
            room, pool = house.server.rooms.known(table), house.server.services.bot_pool
            assert room is not None
            think = pool.think

            async def slow(*asked: Any) -> Decision:
                given = await think(*asked)
                play = Play("meanwhile", now["n"], now["legal"][0])
                await room.hear(Carry(Sender(anna.id, "Anna"), play))
                return given

            monkeypatch.setattr(pool, "think", slow)
            assert (await a.ask(type="hint"))["type"] == "stale"


async def test_a_table_may_play_without_hints() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house, hints=False)
        async with anna.at(table) as a:
            await state(a)
            assert (await a.ask(type="hint"))["code"] == "forbidden"


async def test_who_asks_is_told_with_every_state_whether_they_may_take_back_alone() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table, "undo=1") as a, ugo.at(table) as b:
            await state(a)
            await state(b)
            assert "undo" not in a.state()
            n = (await a.play("picks 7"))["n"]
            assert a.state()["undo"] == n
            await b.play("picks 7")
            await a.until(type="state")
            assert a.state()["undo"] == n  # at the same time, and it tells Anna nothing
            assert "undo" not in b.state()
            assert (await a.ask(type="take_back", based_on=n))["type"] == "accepted"
            assert "undo" not in a.state()


@pytest.mark.parametrize(
    "message", [{"type": "take_back", "based_on": 1}, {"type": "offer_back", "entry": 1}]
)
async def test_nothing_is_taken_back_at_a_live_table(message: dict[str, object]) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house, game="apache", options={"tempo": "live"})
        async with anna.at(table, "undo=1") as a:
            await state(a)
            refused = await a.ask(**message)
            assert (refused["type"], refused["code"]) == ("refused", "live")
            assert "undo" not in a.state()


async def test_who_was_muted_stays_muted_on_the_next_connection_until_unmuted() -> None:
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await b.ask(type="say", text="first")
            assert (await a.ask(type="mute", person=ugo.id))["type"] == "accepted"
        async with anna.at(table) as a, ugo.at(table) as b:
            await state(a)
            await b.ask(type="say", text="second", id="another")
            await a.ask(type="say", text="third")
            await a.quiet()
            assert [f["text"] for f in a.frames if f["type"] == "chat"] == ["third"]
            await a.ask(type="mute", person=ugo.id, muted=False)
        async with anna.at(table) as a:
            await state(a)
            await a.quiet()
            heard = [f["text"] for f in a.frames if f["type"] == "chat"]
            assert heard == ["first", "second", "third"]
