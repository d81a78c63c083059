"""Everything that anybody was told survives `kill -9`."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from tests.server.house import FakeTimes, open_house
from tests.server.kill_rounds import Rounds, kill_rounds
from tests.server.memory import MemoryStore
from tests.server.test_messages import begun

ROUNDS = int(os.environ.get("PRATERIA_KILL_ROUNDS", "20"))


def is_whole(done: Rounds) -> None:
    verdict = done.verdict
    assert not verdict.faults, verdict.examples
    assert verdict.looked_up["play"] >= done.rounds, "too little was played for this to count"


@pytest.mark.slow
async def test_killed_while_people_play_nothing_they_were_told_is_lost(tmp_path: Path) -> None:
    is_whole(await kill_rounds(f"sqlite:///{tmp_path}/kill.db", tmp_path, 2, seed=2))


@pytest.mark.slow
async def test_killed_twenty_times_at_random_moments_every_acknowledged_entry_is_there(
    lasting_url: str, tmp_path: Path
) -> None:
    is_whole(await kill_rounds(lasting_url, tmp_path, ROUNDS, seed=ROUNDS, in_start=0.1))


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


@pytest.mark.slow
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
