"""Nobody waits for somebody else's bots, hints or replays."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

import prateria
from prateria.review import Review
from prateria.server.bots import reviews
from prateria.server.bots.pool import SOMEBODY, Asker, BotPool, Mover, Turns
from prateria.server.errors import Refusal
from prateria.server.metrics import Metrics
from prateria.server.pages.replays import page as replay_page
from prateria.server.rooms import referee, replays
from prateria.server.rooms.hints import MOST_WAITING
from prateria.server.rooms.replays import Replay
from tests.server.house import Guest, House, InlineThinkers, open_house
from tests.server.test_messages import begun

# --- bots think for those who have a move to make


async def test_moves_come_first_and_then_each_person_in_turn() -> None:
    turns, served = Turns(1), list[str]()

    async def wait(name: str, person: str | None) -> None:
        place_of_them = "eve's" if person is not None and person[0] == "e" else "ann's"
        asker = SOMEBODY if person is None else Asker(person, place_of_them)
        place = await turns.take(asker)
        served.append(name)
        turns.give(place)

    first = await turns.take(SOMEBODY)
    waiting = [
        asyncio.create_task(wait(name, person))
        for name, person in (
            ("e1", "e"),
            ("e2", "e"),
            ("e3", "e"),
            ("f1", "e as somebody else"),
            ("a1", "a"),
            ("a2", "a"),
            ("move", None),
        )
    ]
    await asyncio.sleep(0)
    assert turns.waiting("e") == 3
    gone = asyncio.create_task(wait("gone", None))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    turns.give(first)
    await asyncio.gather(*waiting)
    assert served == ["move", "e1", "a1", "f1", "a2", "e2", "e3"]


async def test_of_each_host_s_tables_one_bot_thinks_in_turn_and_where_nobody_is_last() -> None:
    """Somebody who opened eight tables for bots alone made everybody else wait a minute for each
    move."""
    turns, served = Turns(1), list[str]()

    async def wait(name: str, asker: Asker | Mover) -> None:
        place = await turns.take(asker)
        served.append(name)
        turns.give(place)

    first = await turns.take(SOMEBODY)
    waiting = [
        *(wait(name, Mover(name[0], is_watched=False)) for name in ("f1", "f2", "g1")),
        wait("hint", Asker("a")),
        *(wait(name, Mover(name[0])) for name in ("e1", "e2", "e3", "a1", "b1", "a2")),
    ]
    tasks = [asyncio.create_task(each) for each in waiting]
    await asyncio.sleep(0)
    assert turns.queue == len(waiting)
    turns.give(first)
    await asyncio.gather(*tasks)
    assert served == ["e1", "a1", "b1", "e2", "a2", "e3", "hint", "f1", "g1", "f2"]


async def test_a_table_tells_whose_it_is_and_whether_anybody_waits_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    movers, think = [], InlineThinkers.think

    async def noted(self: Any, question: Any, asker: Asker | Mover = SOMEBODY) -> Any:
        movers.append(asker)
        return await think(self, question, asker)

    monkeypatch.setattr(InlineThinkers, "think", noted)
    async with open_house() as house:
        anna = await house.guest()
        table = (await anna.open_table(options={"dealer": "b"}))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        async with anna.at(table) as a:
            await anna.post(f"/tables/{table}/start")
            await a.until(type="state")
            while not movers:
                await asyncio.sleep(0.005)
        assert movers[0] == Mover(anna.id, is_watched=True)
        movers.clear()
        await anna.post(f"/tables/{table}/resign")
        while not movers or movers[-1] != Mover(anna.id, is_watched=False):
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(
    "bot", ["search:rounds=1000000", "search:ms=1", "learned:t=1", "greedy:noise=1", " search:"]
)
async def test_a_bot_at_a_table_has_no_settings(bot: str) -> None:
    """With some settings it thought for six seconds a move, until it was ended, and everybody else
    waited."""
    async with open_house() as house:
        anna = await house.guest()
        await anna.post("/tables", {"game": "manitou", "seats": 2, "bot": bot}, 400)
        table = (await anna.open_table())["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": bot}, 400)
        await anna.post(f"/tables/{table}/fill", {"bot": "search"})


async def test_a_place_given_to_somebody_who_left_goes_to_the_next() -> None:
    turns = Turns(1)
    held = await turns.take(SOMEBODY)
    leaving = asyncio.create_task(turns.take(SOMEBODY))
    staying = asyncio.create_task(turns.take(Asker("a")))
    await asyncio.sleep(0)
    turns.give(held)
    leaving.cancel()
    assert await staying is None


class Stuck(BotPool):
    """Thinks forever, and counts who waits."""

    def __init__(self) -> None:
        super().__init__(1, 0, Metrics())
        self.waiters: dict[str, int] = {}

    def waiting(self, person: str) -> int:
        return self.waiters.get(person, 0)

    async def think(self, question: Any, asker: Asker | Mover = SOMEBODY) -> Any:
        assert isinstance(asker, Asker)
        assert asker.place == "127.0.0.1"
        self.waiters[asker.person] = self.waiters.get(asker.person, 0) + 1
        await asyncio.sleep(60)


async def test_nobody_waits_for_more_than_two_hints() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house, options={"dealer": "b"})
        pool = Stuck()
        object.__setattr__(house.server.services, "bot_pool", pool)
        async with anna.at(table) as a:
            await a.until(type="state")
            for n in range(MOST_WAITING):
                await a.send(type="hint", id=f"h{n}")
            while pool.waiting(anna.id) < MOST_WAITING:
                await asyncio.sleep(0.005)
            refused = await a.ask(type="hint")
            assert (refused["type"], refused["code"]) == ("refused", "too_fast")


# --- people who look back


async def test_nobody_waits_for_those_who_look_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many requests for a long log took all threads: nobody could log in or open a table."""
    go_on = threading.Event()
    monkeypatch.setattr(Replay, "view", lambda *_: go_on.wait(20))
    async with open_house() as house:
        ann, table = await ended(house)
        asked = [
            asyncio.create_task(ann.web.get(f"/api/replays/{table}?n=1"))
            for _ in range(replays.MOST_WAITING + 30)
        ]
        eve = await house.guest()
        wrong = {"name": "anna", "password": "wrong password"}
        try:
            async with asyncio.timeout(10):
                assert (await eve.web.post("/api/login", json=wrong)).status_code == 403
                answers = [each async for each in first(asked, 30)]
        finally:
            go_on.set()
        assert {answer.status_code for answer in answers} == {429}
        await asyncio.gather(*asked, return_exceptions=True)


async def ended(house: House) -> tuple[Guest, str]:
    """A match that is over, from a file."""
    ann = await house.guest()
    match = prateria.new_match("manitou", seats=2, seed="x")
    kept = await ann.web.post("/api/logs", content=match.log.dumps().encode())
    return ann, kept.json()["id"]


async def first(
    asked: list[asyncio.Task[httpx.Response]], count: int
) -> AsyncIterator[httpx.Response]:
    """The answers that arrive first."""
    for answer in itertools.islice(asyncio.as_completed(asked), count):
        yield await answer


async def test_a_log_is_not_longer_than_any_match(monkeypatch: pytest.MonkeyPatch) -> None:
    match = prateria.new_match("manitou", seats=2, seed="x")
    monkeypatch.setattr(replay_page, "MOST_LINES", match.version)
    async with open_house() as house:
        guest = await house.guest()
        answer = await guest.web.post("/api/logs", content=match.log.dumps().encode())
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_big")


async def test_a_log_does_not_grow_for_ever_by_taking_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            monkeypatch.setattr(referee, "MOST_ENTRIES", a.state()["n"] + 3)
            codes = []
            for _ in range(2):
                await a.play("picks 7")
                await a.quiet()
                answer = await a.ask(type="take_back", based_on=a.state()["n"])
                await a.quiet()
                codes.append(answer.get("code"))
            assert codes == [None, "too_late"]


async def test_no_address_fills_the_line_for_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review takes seconds, up to a minute, and guests cost nothing."""
    go_on = asyncio.Event()

    async def made(_: object) -> Review:
        await go_on.wait()
        return Review((), (), ())

    monkeypatch.setattr(reviews, "_made", made)
    kept = reviews.Reviews()
    eve = [
        asyncio.create_task(kept.get(f"t{n}", (), Asker(f"eve {n}", "there")))
        for n in range(reviews.MOST_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await kept.get("t", (), Asker("eve once more", "there"))
    assert refused.value.code == "too_fast"
    ann = asyncio.create_task(kept.get("t", (), Asker("ann", "here")))
    await asyncio.sleep(0)
    assert kept.queue == len(eve) + 1
    go_on.set()
    assert await ann == Review((), (), ())
    await asyncio.gather(*eve)
    assert kept.queue == 0
