"""Thousands of odd messages leave the server up and the tables as they were."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient

from prateria.server.app import make_app
from prateria.server.bus.local import LocalBus
from prateria.server.server import Server
from prateria.server.settings import Settings
from tests.server.house import FREELY, open_house, story
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

MESSAGES = 2000
CASES = 40
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


@story
async def test_two_thousand_odd_messages_leave_the_server_up_and_the_table_intact() -> None:
    rng = random.Random(5)
    store = MemoryStore()
    async with open_house(store) as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await b.until(type="state")

            async def drain() -> None:
                while True:
                    await a.next()

            draining = asyncio.create_task(drain())
            for _ in range(MESSAGES):
                await a.socket.send(odd(rng))
            draining.cancel()
            await asyncio.gather(draining, return_exceptions=True)
            await a.quiet(0.3)
            await b.quiet()
            answer = await b.play(b.state()["legal"][0])
            assert answer["type"] == "accepted"
        room = await house.server.rooms.room(table)
        assert "".join(store.logs[table]) == room.match.log.dumps()


@pytest.mark.slow
def test_schemathesis_finds_no_accident() -> None:
    """Every operation of the API with fitting and odd arguments, as a guest."""
    server = Server(Settings(secret="s"), MemoryStore(), LocalBus(), rates=FREELY)
    with TestClient(make_app(server), raise_server_exceptions=False) as web:
        csrf = web.get("/api/me").json()["csrf"]
        schema = schemathesis.openapi.from_dict(web.get("/api/schema/openapi.json").json())
        for result in schema.get_all_operations():
            assert isinstance(result, schemathesis.core.result.Ok)
            operation = result.ok()
            if not operation.path.endswith("/stream"):  # those do not end
                _try_all(web, csrf, operation)


def _try_all(web: TestClient[Any], csrf: str, operation: Any) -> None:
    @settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def tries(case: Any) -> None:
        arguments = case.as_transport_kwargs(base_url="http://testserver.local")
        arguments["headers"] = {**dict(arguments.get("headers") or {}), "x-csrf-token": csrf}
        arguments.pop("cookies", None)
        answer = web.request(**arguments)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == {"error"}

    tries()
