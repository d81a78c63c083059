"""Outside programs: a token, a stream, posted moves; and the runner that does it for them."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path

import httpx

import prateria
from prateria.server.limits import Rate
from tests.server.house import FREELY, House, open_house
from tests.server.test_security import account

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


async def token(house: House, name: str) -> str:
    guest = await account(house, name)
    shown = await guest.post("/tokens", {"name": "bot", "scopes": ["bot"]}, 201)
    return str(shown["token"])


async def test_a_program_listens_is_called_to_a_seat_and_plays() -> None:
    async with open_house() as house:
        headers = {"authorization": f"Bearer {await token(house, 'Robo')}"}
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        await anna.post(f"/tables/{table}/call", {"name": "Robo", "seat": 1}, 409)
        async with httpx.AsyncClient(
            base_url=house.url, headers=headers, timeout=10, verify=False
        ) as program:
            async with program.stream("GET", "/api/bot/stream") as stream:
                assert stream.headers["content-type"].startswith("application/x-ndjson")
                await anna.post(f"/tables/{table}/call", {"name": "robo", "seat": 1})
                await anna.post(f"/tables/{table}/start")
                lines = stream.aiter_lines()
                begun = json.loads(await anext(lines))
                assert (begun["type"], begun["table"]) == ("table", table)
            async with program.stream("GET", f"/api/bot/tables/{table}/stream") as stream:
                state = json.loads(await anext(stream.aiter_lines()))
                assert (state["type"], state["seat"]) == ("state", 1)
            path = f"/api/bot/tables/{table}/moves"
            move = {"id": "1", "based_on": state["n"], "move": state["legal"][0]}
            assert (await program.post(path, json=move)).json()["type"] == "accepted"
            assert (await program.post(path, json=move)).json()["type"] == "duplicate"
            refused = (await program.post(path, json={**move, "id": "2", "move": "x"})).json()
            assert refused["type"] in ("refused", "stale")


async def test_streams_are_for_tokens_with_the_scope() -> None:
    async with open_house() as house:
        anna = await house.guest()
        await anna.get("/bot/stream", 403)


async def test_streams_are_opened_as_often_as_sockets_and_no_oftener() -> None:
    async with (
        open_house(rates={**FREELY, "connect": Rate(2, 1)}) as house,
        house.client(authorization=f"Bearer {await token(house, 'Robo')}") as program,
    ):
        told = []
        for _ in range(3):
            async with program.stream("GET", "/api/bot/stream") as answer:
                told.append(answer.status_code)
        assert told == [200, 200, 429]


async def test_the_example_of_the_documentation_plays_a_match(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 12
    (tmp_path / "my_bot.py").write_text(code, "utf-8")
    async with open_house() as house:
        secret = await token(house, "Robo")
        anna = await house.guest()
        table = (await anna.open_table(options={"quick": True}, bot="random"))["id"]
        command = [sys.executable, "-m", "prateria", "bot", "run", str(tmp_path / "my_bot.py")]
        process = await asyncio.create_subprocess_exec(
            *command, "--server", house.url, "--token", secret, "--matches", "1"
        )
        while (
            await anna.web.post(f"/api/tables/{table}/call", json={"name": "Robo", "seat": 1})
        ).status_code != 200:
            await asyncio.sleep(0.1)
        await anna.post(f"/tables/{table}/start")
        await anna.post(f"/tables/{table}/leave")
        assert await process.wait() == 0
        match = prateria.replay(await anna.get(f"/tables/{table}/log"))
        assert sum(entry.by == 1 for entry in match.log.entries) > 10
