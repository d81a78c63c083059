"""Bots in their own processes: an outside game, and bots that crash, hang or lie."""

from __future__ import annotations

import asyncio
import gc
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import httpx
import msgspec
import pytest
from cachetools import LRUCache

import prateria
from prateria.bots.random import RandomBot
from prateria.server.bots import pool as bots
from prateria.server.bots import worker
from prateria.server.bots.worker import Question
from prateria.server.metrics import Metrics
from prateria.server.wire.encode import encode
from tests.server.hotseat import Hotseat, nothing_is_lost
from tests.server.house import open_house
from tests.server.outside import installed
from tests.server.process import Process


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path):
        yield


@pytest.mark.usefixtures("outside")
async def test_an_outside_game_is_played_against_a_bot_with_no_line_changed_here() -> None:
    async with open_house(bot_processes=True) as house:
        anna = await house.guest()
        assert "duel" in [game["id"] for game in (await anna.get("/games"))["games"]]
        table = (await anna.open_table(game="duel"))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "2"})
        await anna.post(f"/tables/{table}/start")
        async with anna.at(table) as a:
            await a.until(type="state")
            while a.state().get("outcome") is None:
                if a.state().get("legal"):
                    await a.play(a.state()["legal"][0])
                else:
                    await a.next()
        text = await anna.get(f"/tables/{table}/log")
        assert prateria.replay(text).outcome is not None


@pytest.mark.slow
@pytest.mark.usefixtures("outside")
async def test_prateria_serve_finds_an_installed_game_and_plays_it(tmp_path: Path) -> None:
    """In a separate process that was told nothing about the game: it is merely installed."""
    url = f"sqlite:///{tmp_path}/outside.db"
    process = Process(url, tmp_path, fresh=True)
    await process.start()
    try:
        async with httpx.AsyncClient(base_url=process.url, timeout=20, verify=False) as web:
            web.headers["x-csrf-token"] = (await web.get("/api/me")).json()["csrf"]
            person = Hotseat(process, web, random.Random(1), "duel")
            await person.open()
            assert await person.play_at(person.tables[0], 1000)
    finally:
        process.kill()
    await nothing_is_lost(url, [person])


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize("bot", ["crash", "hang", "liar"])
async def test_a_bot_that_fails_is_replaced_and_the_table_told(bot: str) -> None:
    async with open_house(bot_processes=True, think_ms=50, hang_ms=900) as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": bot})
        async with anna.at(table) as a:
            await anna.post(f"/tables/{table}/start")
            told = await a.until(type="notice", code="bot_replaced")
            assert told["seat"] == 1
            moved = await a.until(type="state", after=told["n"])
            assert moved["entries"][0]["by"] == "b"
            assert (await a.play(moved["legal"][0]))["type"] in ("accepted", "stale")


async def test_a_process_whose_stopping_is_called_off_is_stopped_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopping, stopped = asyncio.Event(), bots._Process.stop
    ended: list[bots._Process] = []

    async def slow_at_first(process: bots._Process) -> None:
        if not stopping.is_set():
            stopping.set()
            await asyncio.Event().wait()
        await stopped(process)
        ended.append(process)

    monkeypatch.setattr(bots._Process, "stop", slow_at_first)
    thinkers = bots.BotPool(1, 60_000, Metrics())
    await thinkers.open()
    nonsense = Question("no such game", "random", 0, msgspec.Raw(b"{}"), (), ("a",), 50, 1)
    thinking = asyncio.create_task(thinkers.think(nonsense))
    await stopping.wait()
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    await thinkers.close()
    assert len(ended) == 1


def test_where_bots_think_what_was_imported_is_never_looked_through_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full collection that became due while a bot was thinking would delay its answer."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    before = gc.get_freeze_count()
    try:
        worker.main()
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()


async def test_a_bot_goes_on_from_what_it_thought_before(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(spec: str) -> RandomBot:
        made.append(spec)
        return RandomBot()

    monkeypatch.setattr("prateria.server.bots.worker.bots.make", make)
    monkeypatch.setattr(worker, "_seated", LRUCache(2))
    match = prateria.new_match("manitou", seats=2, seed="kept")
    seat = match.actors[0]
    legal = tuple(map(match.game.notation.format_action, match.legal(seat)))
    view = msgspec.Raw(encode(match.view(seat)))
    question = Question("manitou", "random", seat, view, (), legal, 50, 1)
    for player in ("", "", "anna", "anna", "ugo", "anna"):
        worker.decide(msgspec.structs.replace(question, player=player))
    assert len(made) == 4


async def test_a_seat_is_thought_for_where_it_was_before() -> None:
    class Known:
        def __init__(self, player: str) -> None:
            self._player = player

        def knows(self, player: str) -> bool:
            return player == self._player

    turns = bots.Turns(3)
    for _ in range(3):
        assert await turns.take(bots.SOMEBODY) is None
    anna, ugo = cast("list[bots._Process]", [Known("anna"), Known("ugo")])
    for process in (anna, ugo, None):
        turns.give(process)
    assert await turns.take(bots.SOMEBODY, "anna") is anna
    assert await turns.take(bots.SOMEBODY, "eva") is None
    assert await turns.take(bots.SOMEBODY, "eva") is ugo
