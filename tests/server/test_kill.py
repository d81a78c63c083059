"""What anybody was told has happened survives `kill -9`."""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path

import httpx
import pytest
import websockets

import prateria
from prateria.server.store.urls import open_store
from tests.server.house import FakeTimes, Player, open_house, story
from tests.server.memory import MemoryStore
from tests.server.process import Process
from tests.server.test_messages import begun

ROUNDS = int(os.environ.get("PRATERIA_KILL_ROUNDS", "5"))
TABLES = 3


class Hotseat:
    """Somebody who plays all seats of a table, and writes down what was acknowledged."""

    def __init__(self, process: Process, web: httpx.AsyncClient, rng: random.Random) -> None:
        self._process = process
        self._web = web
        self._rng = rng
        self.table = ""
        self.acknowledged: list[tuple[str, int, str]] = []
        self.seen: dict[str, int] = {}

    async def open(self) -> None:
        wish = {"game": "manitou", "seats": 2, "hot_seat": True, "options": {"quick": True}}
        table = (await self._web.post("/api/tables", json=wish)).json()["id"]
        if (await self._web.post(f"/api/tables/{table}/start")).status_code == 200:
            self.table = table

    async def play(self) -> None:
        """Play match after match until the server is gone."""
        try:
            while True:
                await self._play_one()
                await self.open()
        except (websockets.WebSocketException, httpx.TransportError, OSError):
            return

    async def _play_one(self) -> None:
        url = f"ws://127.0.0.1:{self._process.port}/api/tables/{self.table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in self._web.cookies.items())
        async with websockets.connect(url, additional_headers={"cookie": cookie}) as socket:
            player = Player(socket)
            for _ in range(2):
                await player.until(type="state")
            while player.state().get("outcome") is None:
                await self._move(player)

    async def _move(self, player: Player) -> None:
        for seat in (0, 1):
            legal = player.state(seat).get("legal")
            if legal:
                move = self._rng.choice(legal)
                based_on = player.state(seat)["n"]
                answer = await player.ask(type="play", seat=seat, move=move, based_on=based_on)
                if answer["type"] == "accepted":
                    # Luck may have followed: the move itself is the first entry after based_on.
                    entry = player.state(seat)["after"] + 1
                    self.acknowledged.append((self.table, entry, move))
                self.seen[self.table] = max(frame["n"] for frame in player.frames)
                return


@pytest.mark.slow
@story
async def test_killed_at_random_moments_every_acknowledged_entry_is_there(
    lasting_url: str, tmp_path: Path
) -> None:
    rng = random.Random(1)
    url = lasting_url
    process = Process(url, tmp_path)
    await process.start()
    async with httpx.AsyncClient(base_url=process.url, timeout=20) as web:
        web.headers["x-csrf-token"] = (await web.get("/api/me")).json()["csrf"]
        players = [Hotseat(process, web, rng) for _ in range(TABLES)]
        for player in players:
            await player.open()
        try:
            for _ in range(ROUNDS):
                playing = [asyncio.create_task(player.play()) for player in players]
                await asyncio.sleep(rng.uniform(0.1, 0.6))
                process.kill()
                await asyncio.gather(*playing)
                await process.start()
            before = [len(player.acknowledged) for player in players]
            playing = [asyncio.create_task(player.play()) for player in players]
            await asyncio.sleep(1)
        finally:
            process.kill()
        await asyncio.gather(*playing)
        assert sum(len(player.acknowledged) for player in players) > sum(before) > 20
    async with open_store(url) as store:
        for player in players:
            for table, seen in player.seen.items():
                assert prateria.replay("".join(await store.lines(table))).version >= seen
            for table, n, move in player.acknowledged:
                assert json.loads((await store.lines(table))[n])["do"] == move


@story
async def test_a_match_goes_on_after_a_restart_bots_too() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        cookies = dict(anna.web.cookies)
        table = (await anna.open_table(seats=3))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
    written = len(store.logs[table])
    async with open_house(store) as house:
        while len(store.logs[table]) == written:  # the bots choose while Anna is not there
            await asyncio.sleep(0.02)
        anna = await house.guest()
        anna.web.cookies.clear()
        anna.web.cookies.update(cookies)
        async with anna.at(table) as a:
            await a.until(type="state")
            assert (await a.play(a.state()["legal"][0]))["type"] == "accepted"


@story
async def test_a_database_that_is_gone_for_a_while_stops_play_and_lets_it_go_on() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        table = (await anna.open_table(seats=2))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            await a.until(type="state")
            store.broken = True
            refused = await a.play(a.state()["legal"][0])
            assert refused["code"] in ("store", "store_gone")
            await asyncio.sleep(1.2)
            store.broken = False
            await asyncio.sleep(1.2)
            await a.quiet()
            assert (await a.play(a.state()["legal"][0]))["type"] == "accepted"
            assert "".join(store.logs[table]).startswith('{"prateria"')


@story
async def test_a_clock_that_jumps_back_an_hour_changes_nothing() -> None:
    store, times = MemoryStore(), FakeTimes()
    async with open_house(store, times) as house:
        anna, _, table = await begun(house, clock={"kind": "days", "days": 1})
        async with anna.at(table) as a:
            await a.until(type="state")
            await times.go_on(5000)
            await a.play("picks 7")
            times.wall_is_off -= 3_600_000
            assert (await a.play("picks 8"))["type"] == "accepted"
        ats = [json.loads(line)["at"] for line in store.logs[table][1:]]
        assert ats == sorted(ats)
