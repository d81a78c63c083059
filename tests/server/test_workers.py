"""Several workers: one table is played through all of them, and none of them is indispensable."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
import websockets

import prateria
from prateria.server.store.urls import open_store
from tests.server.house import Json, Player
from tests.server.postgres import Cluster
from tests.server.redis_server import RedisServer
from tests.server.workers import Somebody, Worker, workers

pytestmark = pytest.mark.slow
WITHIN_S = 5.0 + 3.0
"""Five seconds are promised; a machine busy with other tests may take three more."""
PATIENCE_S = 30.0
ROUNDS = 3
THINKS_S = 0.02
"""A rover that moved without a pause would only meet the limit of messages for each person."""


@pytest.fixture
def store_url(cluster: Cluster) -> str:
    return cluster.new_schema()


async def begun(here: Worker, there: Worker, **wish: object) -> tuple[Somebody, Somebody, str]:
    """A table that Anna opened here and Ugo joined there; the cards are dealt."""
    anna, ugo = await Somebody.arrive(here), await Somebody.arrive(there)
    made = {"game": "manitou", "seats": 2, "options": {"dealer": "b"}, **wish}
    table = (await anna.post(here, "/tables", made))["id"]
    invite = (await anna.get(here, f"/tables/{table}"))["invite"]
    await ugo.post(there, f"/tables/{table}/sit", {"invite": invite})
    started = await anna.post(there, f"/tables/{table}/start")
    assert started["status"] == "playing"
    return anna, ugo, table


async def move(player: Player) -> Json:
    return await player.play(player.state()["legal"][0])


async def closing(player: Player) -> int | None:
    """The code with which the server closes the connection."""
    try:
        while True:
            await player.next()
    except websockets.ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


async def test_a_table_is_played_from_any_worker(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(3)) as (here, there):
        anna, ugo, table = await begun(here, there)
        async with anna.at(here, table) as a, ugo.at(there, table) as u:
            await a.until(type="state")
            await u.until(type="state")
            for _ in range(3):
                for player, other in ((a, u), (u, a)):
                    if player.state().get("legal"):
                        assert (await move(player))["type"] == "accepted"
                        n = player.state()["n"]
                        await other.until(type="state", n=n)
            assert (await u.ask(type="say", text="from there"))["type"] == "accepted"
            assert (await a.until(type="chat"))["text"] == "from there"
            refused = await u.ask(type="play", move="plays nothing", based_on=u.state()["n"])
            assert refused["type"] == "refused"
            shown = await ugo.get(there, f"/tables/{table}")
            assert [chair["here"] for chair in shown["chairs"]] == [True, True]
            assert shown["n"] == a.state()["n"]
        await ugo.get(there, "/tables/no-such-table", 404)
        assert await there.metric("prateria_forwarded_total") >= 3
        assert await here.metric("prateria_forwarded_total") == 0


async def test_a_table_is_served_by_the_server_whose_slot_its_id_names(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    bus = shared_redis.url(3)
    servers = [Worker(tmp_path, store_url, bus, "--slot", slot) for slot in ("a", "b")]
    try:
        await asyncio.gather(*(server.ready() for server in servers))
        here, there = servers
        people = [await Somebody.arrive(here) for _ in range(2)]
        wish = {"game": "manitou", "seats": 2}
        ids = [
            (await somebody.post(server, "/tables/now", wish))["id"]
            for somebody, server in zip(people, servers, strict=True)
        ]
        assert [table.partition("-")[0] for table in ids] == ["a", "b"]
        for somebody, server, table in zip(people, servers, ids, strict=True):
            async with somebody.at(server, table) as player:
                await player.until(type="state")
        assert [await server.metric("prateria_forwarded_total") for server in servers] == [0, 0]
        async with people[0].at(there, ids[0]) as player:  # at the wrong one it is forwarded
            await player.until(type="state")
        assert await there.metric("prateria_forwarded_total") == 1
    finally:
        for server in servers:
            server.kill()


async def test_when_the_owner_is_killed_its_table_goes_on_at_another_within_five_seconds(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(4)) as (here, there):
        anna, ugo, table = await begun(here, there)
        acknowledged: list[tuple[int, str]] = []

        async def play(player: Player) -> None:
            state = player.state()
            chosen = state["legal"][0]
            assert (await player.play(chosen))["type"] == "accepted"
            acknowledged.append((state["n"] + 1, chosen))

        async with anna.at(here, table) as a, ugo.at(there, table) as u:
            await a.until(type="state")
            await u.until(type="state")
            await play(a)
            await u.until(type="state", n=a.state()["n"])
            await play(u)
            seen = u.state()["n"]
            here.kill()
            killed = time.monotonic()
            assert await closing(u) == 1012
        async with (
            ugo.at(there, table, f"after={seen}") as u,
            anna.at(there, table, f"after={seen}") as a,
        ):
            assert (await u.until(type="state"))["n"] == seen
            await a.until(type="state")
            await play(u if u.state().get("legal") else a)
            assert time.monotonic() - killed < WITHIN_S
        async with open_store(store_url) as store:
            lines = await store.lines(table)
        for number, chosen in acknowledged:
            assert json.loads(lines[number])["do"] == chosen


async def test_bots_go_on_at_another_worker_though_nobody_is_there(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(5)) as (here, there):
        anna = await Somebody.arrive(here)
        wish = {"game": "apache", "seats": 3, "options": {"tempo": "live", "beat_ms": 2000}}
        table = (await anna.post(here, "/tables", wish))["id"]
        await anna.post(here, f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(here, f"/tables/{table}/start")
        await anna.post(here, f"/tables/{table}/leave")
        async with open_store(store_url) as store:
            await asyncio.sleep(1)
            here.kill()
            killed, written = time.monotonic(), len(await store.lines(table))
            while len(await store.lines(table)) == written:
                assert time.monotonic() - killed < WITHIN_S
                await asyncio.sleep(0.05)
            lease = await store.lease(table)
            assert lease is not None
            assert str(there.process.pid) in lease.worker
            text = "".join(await store.lines(table))
        assert prateria.replay(text).version >= written - 1


async def test_a_worker_that_hangs_loses_its_tables_and_knows_it(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(6)) as (here, there):
        anna, ugo, table = await begun(here, there)
        async with anna.at(here, table) as a:
            await a.until(type="state")
            here.signal(signal.SIGSTOP)
            stopped = time.monotonic()
            async with ugo.at(there, table) as u:
                await u.until(type="state")
                assert time.monotonic() - stopped < WITHIN_S
                here.signal(signal.SIGCONT)
                # Anna's connection was to the old owner: it is told to come again.
                assert await closing(a) == 1012
                async with anna.at(here, table) as again:
                    await again.until(type="state")
                    assert (await move(again))["type"] == "accepted"
                    await u.until(type="state", n=again.state()["n"])
        assert await here.metric("prateria_forwarded_total") >= 1


async def test_a_worker_that_is_stopped_hands_its_tables_over_at_once(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(7)) as (here, there):
        _, ugo, table = await begun(here, there)
        here.signal(signal.SIGTERM)
        await asyncio.to_thread(here.process.wait, 20)
        began = time.monotonic()
        async with ugo.at(there, table) as u:
            await u.until(type="state")
            assert time.monotonic() - began < 1.5


async def test_while_redis_is_away_the_owners_guests_play_on_and_the_others_come_back(
    store_url: str, redis_server: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, redis_server.url()) as (here, there):
        anna, ugo, table = await begun(here, there)
        async with anna.at(here, table) as a, ugo.at(there, table) as u:
            await a.until(type="state")
            await u.until(type="state")
            seen = u.state()["n"]
            redis_server.kill()
            assert await closing(u) == 1012
            assert (await move(a))["type"] == "accepted"
            await asyncio.to_thread(redis_server.start)
            state: Json = {}
            while not state:
                try:  # as a page does: repeatedly, while the bus is not back yet
                    async with ugo.at(there, table, f"after={seen}") as again:
                        state = await again.until(type="state")
                        assert state["after"] == seen
                        assert state["n"] == a.state()["n"] > seen
                        if again.state().get("legal"):
                            assert (await move(again))["type"] == "accepted"
                except websockets.ConnectionClosed:
                    await asyncio.sleep(0.1)


class Rover:
    """Plays all seats of tables through any worker that is there, and records what was promised."""

    def __init__(self, somebody: Somebody, rng: random.Random) -> None:
        self._somebody = somebody
        self._rng = rng
        self._table = ""
        self.acknowledged: list[tuple[str, int, str]] = []

    async def play(self, live: list[Worker], enough: asyncio.Event) -> None:
        while not enough.is_set():
            worker = self._rng.choice(live)
            try:
                if not self._table:
                    await self._open(worker)
                async with self._somebody.at(worker, self._table) as player:
                    await player.until(type="state", seat=0)
                    await player.until(type="state", seat=1)
                    while not enough.is_set() and player.state().get("outcome") is None:
                        await self._move(player)
                        await asyncio.sleep(THINKS_S)
                    if player.state().get("outcome") is not None:
                        self._table = ""
            except (websockets.WebSocketException, httpx.TransportError, AssertionError, OSError):
                await asyncio.sleep(0.05)

    async def _open(self, worker: Worker) -> None:
        wish = {"game": "manitou", "seats": 2, "hot_seat": True}
        table = (await self._somebody.post(worker, "/tables", wish))["id"]
        await self._somebody.post(worker, f"/tables/{table}/start")
        self._table = table

    async def _move(self, player: Player) -> None:
        seat = next(s for s in (0, 1) if player.state(s).get("legal"))
        chosen = self._rng.choice(player.state(seat)["legal"])
        if (await player.play(chosen, seat))["type"] == "accepted":
            entry = player.state(seat)["after"] + 1
            self.acknowledged.append((self._table, entry, chosen))


async def everybody_goes_on(rovers: list[Rover], playing: list[asyncio.Task[None]]) -> None:
    """Until each of them has been promised something more."""
    had = [len(rover.acknowledged) for rover in rovers]
    async with asyncio.timeout(PATIENCE_S):
        while any(len(r.acknowledged) == n for r, n in zip(rovers, had, strict=True)):
            await asyncio.sleep(0.05)
            for stopped in filter(asyncio.Task.done, playing):
                stopped.result()
                raise AssertionError("a rover stopped before it was told to")


async def test_workers_are_killed_again_and_again_and_nothing_acknowledged_is_lost(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    rng, bus = random.Random(2), shared_redis.url(8)
    async with workers(2, tmp_path, store_url, bus) as live:
        rovers = [Rover(await Somebody.arrive(live[0]), rng) for _ in range(6)]
        for _ in range(ROUNDS):
            enough = asyncio.Event()
            playing = [asyncio.create_task(rover.play(live, enough)) for rover in rovers]
            await asyncio.sleep(rng.uniform(0.2, 0.8))
            live.pop(rng.randrange(len(live))).kill()
            new = Worker(tmp_path, store_url, bus)
            await new.ready()
            live.append(new)
            await everybody_goes_on(rovers, playing)
            enough.set()
            await asyncio.gather(*playing)
    async with open_store(store_url) as store:
        done = [entry for rover in rovers for entry in rover.acknowledged]
        logs = {table: await store.lines(table) for table in {table for table, _, _ in done}}
    for lines in logs.values():
        prateria.replay("".join(lines))
    for table, number, chosen in done:
        assert json.loads(logs[table][number])["do"] == chosen


async def test_one_command_starts_several_workers_and_replaces_one_that_dies(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    house = Worker(tmp_path, store_url, shared_redis.url(9), "--workers", "2")
    try:
        await house.ready()
        names = await _worker_names(house, store_url, 2)
        victim = next(iter(names))
        os.kill(int(victim.split("-")[-2]), signal.SIGKILL)
        again = await _worker_names(house, store_url, 3, names)
        assert len(again - names) >= 1
    finally:
        house.signal(signal.SIGTERM)
        house.process.wait(30)
    assert house.process.returncode == 0, house.log
    async with httpx.AsyncClient(base_url=house.url, verify=False) as web:
        with pytest.raises(httpx.TransportError):
            await web.get("/api/health")


async def _worker_names(
    house: Worker, store_url: str, count: int, known: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Open tables until this many different workers have owned one."""
    names = set(known)
    async with open_store(store_url) as store:
        while len(names) < count:
            try:
                anna = await Somebody.arrive(house)
                table = (await anna.post(house, "/tables", {"game": "manitou", "seats": 2}))["id"]
            except (httpx.TransportError, AssertionError):
                await asyncio.sleep(0.1)
                continue
            lease = await store.lease(table)
            if lease is not None:
                names.add(lease.worker)
    return frozenset(names)


async def test_what_is_sent_again_after_the_owner_was_killed_is_done_once(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(10)) as (here, there):
        anna, _, table = await begun(here, there)
        async with anna.at(here, table) as a:
            await a.until(type="state")
            sent: list[Json] = []
            for message in (
                {"type": "play", "id": "1", "move": "picks 7"},
                {"type": "play", "id": "2", "move": "picks 8"},
                {"type": "take_back", "id": "3"},
                {"type": "say", "id": "4", "text": "hello"},
                {"type": "report", "id": "5", "number": 1, "text": "rude"},
            ):
                if message["type"] in ("play", "take_back"):
                    message["based_on"] = a.state()["n"]
                assert (await a.ask(**message))["type"] == "accepted"
                sent.append(message)
            n = a.state()["n"]
            here.kill()
        async with anna.at(there, table) as a:
            await a.until(type="state")
            answers = [(await a.ask(**message))["type"] for message in sent]
            # Only the store knows what was said: it is accepted, and not said again.
            assert answers == ["duplicate"] * 3 + ["accepted"] * 2
            await a.quiet()
            assert a.state()["n"] == n
    async with open_store(store_url) as store:
        assert [line.text for line in await store.chat(table)] == ["hello"]
        assert len([note for note in await store.audits() if note.kind == "report"]) == 1


async def test_whoever_signs_out_at_one_worker_is_out_at_the_other_within_seconds(
    store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(12)) as (here, there):
        anna, _, table = await begun(here, there)
        async with anna.at(there, table) as a, anna.at(here, table) as b:
            await a.until(type="state")
            await b.until(type="state")
            await anna.post(here, "/logout")
            ended = time.monotonic()
            assert await closing(a) == 4403
            assert await closing(b) == 4403
            assert time.monotonic() - ended < WITHIN_S
        for worker in (here, there):
            await anna.get(worker, "/tables", 403)


async def test_every_worker_tells_that_the_database_is_away_and_play_goes_on_after(
    cluster: Cluster, store_url: str, shared_redis: RedisServer, tmp_path: Path
) -> None:
    async with workers(2, tmp_path, store_url, shared_redis.url(13)) as (here, there):
        anna, _, table = await begun(here, there)
        async with anna.at(here, table) as a:
            await a.until(type="state")
            message = {"type": "play", "id": "x", "move": "picks 7", "based_on": a.state()["n"]}
            cluster.crash()
            try:
                await a.send(**message)  # its answer waits for the database, or does not come
                async with httpx.AsyncClient(verify=False, timeout=20) as web, asyncio.timeout(20):
                    for worker in (here, there):
                        while (told := await web.get(f"{worker.url}/api/health")).is_success:
                            await asyncio.sleep(0.1)  # what was looked up is valid for a second
                        assert told.json()["store"]
            finally:
                await asyncio.to_thread(cluster.start)
        for worker in (here, there):
            await worker.ready()
        answer = {"code": "store"}
        while answer.get("code") == "store":  # the table may have another owner by now
            with suppress(websockets.ConnectionClosed):
                async with anna.at(there, table) as a:
                    answer = await a.ask(**message)
        assert answer["type"] in ("accepted", "duplicate")
        async with open_store(store_url) as store:
            lines = await store.lines(table)
        assert [json.loads(line).get("do") for line in lines].count("a picks 7") == 1
