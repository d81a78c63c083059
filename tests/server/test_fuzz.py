"""Thousands of odd messages leave the server running and the tables as they were."""

from __future__ import annotations

import asyncio
import json
import random
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

import prateria
from prateria.server import accounts
from prateria.server.app import make_app
from prateria.server.bus.local import LocalBus
from prateria.server.server import Server
from prateria.server.settings import Settings
from tests.server.fuzz import messages, requests
from tests.server.fuzz.described import Described
from tests.server.fuzz.report import Report, Watch
from tests.server.house import CHEAP, FREELY, OpenHouse, open_house
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

FEW, MANY = 1_000, 10_000
"""Odd messages, in the quick run and in the complete one."""
CASES = 2_000
WORDS: tuple[Any, ...] = (
    "picks 7",
    "",
    "a",
    "🐎" * 50,
    "\u0000",
    "plays chief left",
    None,
    [],
    {},
    1.5,
    -1,
    2**70,
    True,
)
FIELDS = ("id", "based_on", "move", "seat", "reaction", "entry", "agree", "text", "person",
          "muted", "number", "after", "t", "x")  # fmt: skip
TYPES = ("play", "take_back", "offer_back", "answer_back", "say", "mute", "report", "resync",
         "pong", "dance")  # fmt: skip


def odd(rng: random.Random) -> str | bytes:
    kind = rng.randrange(6)
    if kind == 0:
        return rng.randbytes(rng.randrange(60))
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(40)))
    body: dict[str, Any] = {"type": rng.choice(TYPES), "id": str(rng.randrange(500))}
    if kind > 3:
        body |= {"based_on": rng.randrange(12), "move": rng.choice(WORDS[:2]), "after": 3}
        body = {name: body[name] for name in body if kind > 4 or rng.random() < 0.7}
    for _ in range(rng.randrange(4)):
        body[rng.choice(FIELDS)] = rng.choice(WORDS)
    text = json.dumps(body)
    return text if kind != 2 else text[: rng.randrange(len(text))]


async def odd_messages(number: int, game: str) -> None:
    """Anna sends them, Ugo plays on, and the store agrees with the room."""
    rng = random.Random(number)
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house, game=game)
        async with anna.at(table) as a, ugo.at(table) as b:
            await b.until(type="state")

            async def drain() -> None:
                while True:
                    await a.next()

            draining = asyncio.create_task(drain())
            for _ in range(number):
                await a.socket.send(odd(rng))
            last = a.socket.send(json.dumps({"type": "say", "id": "last", "text": "bye"}))
            await last
            while not any(frame.get("id") == "last" for frame in a.frames):
                await asyncio.sleep(0.01)
            draining.cancel()
            await asyncio.gather(draining, return_exceptions=True)
            # All but pongs are answered: a few are readable, and those have an id.
            assert len(a.frames) > number * 0.8
            await b.quiet()
            mover = b if b.state().get("legal") else a
            answer = await mover.play(mover.state()["legal"][0])
            assert answer["type"] == "accepted"
        room = await house.server.rooms.room(table)
        assert "".join(store.logs[table]) == room.match.log.dumps()


@pytest.mark.parametrize("game", ["manitou", "bison", "apache"])
async def test_odd_messages_leave_the_server_up_and_the_table_intact(game: str) -> None:
    await odd_messages(FEW // 3, game)


@pytest.mark.slow
async def test_ten_thousand_odd_messages_leave_the_server_up_and_the_table_intact() -> None:
    await odd_messages(MANY, "manitou")


# --- what reaches the rules; `bench/fuzz.py` sends as many as one likes


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
async def test_odd_messages_that_reach_the_rules_are_all_answered(
    seed: int, any_house: OpenHouse
) -> None:
    report = Report()
    with Watch(report):
        async with any_house(bot_pause_ms=0) as house:
            await messages.send_odd(house, report, Random(seed), 120 if seed == 1 else 400)
    assert report.findings == []
    unreadable = sum(report.of("socket unreadable").values())
    assert unreadable < report.cases / 2


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
async def test_odd_requests_cause_no_accident(
    seed: int, any_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "_nobody_s_hash", lambda: CHEAP.hash("nobody's"))
    report = Report()
    with Watch(report):
        async with any_house(bot_pause_ms=0) as house:
            await requests.send_odd(house, report, Random(seed), 120 if seed == 1 else 400)
    assert report.findings == []


@pytest.mark.slow
def test_schemathesis_finds_no_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every operation of the API with valid and odd arguments, on tables that exist or not."""
    server = Server(Settings(secret="s"), MemoryStore(), LocalBus(), rates=FREELY)
    server.accounts._hasher = CHEAP
    monkeypatch.setattr(accounts, "_nobody_s_hash", lambda: CHEAP.hash("nobody's"))
    report = Report()
    with TestClient(make_app(server), raise_server_exceptions=False) as web:
        attack = Described(web, report, cases=CASES, number=1)
        attack.try_all()
    assert report.findings == []
    assert attack.cases >= CASES
    assert attack.on_real_tables > attack.cases // 10


async def test_a_traceback_in_the_log_is_a_finding() -> None:
    report = Report()
    with Watch(report):
        store = MemoryStore()
        async with open_house(store) as house:
            guest = await house.guest()
            del store.rows
            await guest.web.get("/api/tables")
            store.rows = {}
    assert [finding[:10] for finding in report.findings] == ["in the log"]


def test_odd_logs_are_chained_by_the_words_of_the_page() -> None:
    """docs/log.md is enough to write a log that is accepted."""
    match = prateria.new_match("manitou", seats=2, seed="x")
    log = match.log.dumps()
    assert requests.rechained(log.splitlines()) == log.splitlines()
    assert prateria.replay("\n".join(requests.rechained(log.splitlines())) + "\n").version
