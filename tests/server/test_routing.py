"""Routing between workers, here two of them in one process on one bus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
import websockets

from prateria.cli import main
from prateria.core.errors import SetupError
from prateria.server.bus.base import Stop
from prateria.server.bus.local import LocalBus
from prateria.server.cluster import forwarding as tunnel
from prateria.server.cluster import routing as gate
from prateria.server.cluster.forwarding import Taken
from prateria.server.limits import Rate
from prateria.server.rooms import rooms
from prateria.server.rooms.tables import read_table
from prateria.server.run import check_workers
from prateria.server.settings import Settings, new_worker_name
from prateria.server.sockets.connection import Connection
from prateria.server.store.base import Lease, TableRow
from tests.server.house import FREELY, Guest, House, Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_bot_api import token
from tests.server.test_messages import begun, state
from tests.server.test_tables import alone


@pytest.fixture(autouse=True)
def _long_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a lease is lost when a test says so: on a busy machine a process that is not given its
    turn for two seconds would lose all of them to the other worker."""
    monkeypatch.setattr(rooms, "LEASE_MS", 60_000)


class SharedBus(LocalBus):
    """As if other processes were connected to it. It can lose frames, and report it."""

    is_shared = True

    def __init__(self) -> None:
        super().__init__()
        self._told: list[Any] = []
        self.lost: str | None = None
        """The beginning of channels whose frames are lost."""

    async def close(self) -> None:
        """The other house still uses it."""

    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        if self.lost is None or not channel.startswith(self.lost):
            super().publish(channel, frame, sender)

    def on_gap(self, act: Any) -> Stop:
        self._told.append(act)
        return lambda: self._told.remove(act)

    def gap(self) -> None:
        for act in tuple(self._told):
            act()


@asynccontextmanager
async def two_houses(bus: SharedBus, store: MemoryStore) -> AsyncIterator[tuple[House, House]]:
    async with (
        open_house(store, bus=bus, worker="here") as here,
        open_house(store, bus=bus, worker="there") as there,
    ):
        yield here, there


async def as_at(guest: Guest, house: House) -> Guest:
    """The same person at the other house."""
    same = Guest(house)
    house.guests.append(same)
    same.web.cookies.update(dict(guest.web.cookies))
    return await same.arrive()


async def closing(player: Player) -> int | None:
    try:
        while True:
            await player.next()
    except websockets.ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


async def test_sockets_and_requests_are_served_by_the_owner() -> None:
    async with two_houses(SharedBus(), MemoryStore()) as (here, there):
        anna, ugo, table = await begun(here)
        away = await as_at(ugo, there)
        async with anna.at(table) as a, away.at(table) as u:
            await state(a)
            await state(u)
            assert (await u.play("picks 7"))["type"] == "accepted"
            assert u.socket.response is not None
            assert len(u.socket.response.headers.get_all("x-request-id")) == 1
            assert (await a.until(type="state"))["n"] == u.state()["n"]
            card = await away.get(f"/tables/{table}")
            assert card["n"] == u.state()["n"]
            await away.post(f"/tables/{table}/leave")
            assert (await a.until(type="table"))["chairs"][1]["away"]
        assert len(here.server.rooms) == 1
        assert len(there.server.rooms) == 0


async def test_what_is_refused_there_is_refused_here_in_the_same_words() -> None:
    async with two_houses(SharedBus(), MemoryStore()) as (here, there):
        anna = await here.guest()
        table = (await anna.open_table())["id"]
        eve = await there.guest()
        refused = await eve.get(f"/tables/{table}", 404)
        assert refused == await (await here.guest()).get(f"/tables/{table}", 404)
        eve.web.headers.pop("x-csrf-token")
        forged = await eve.web.post(f"/api/tables/{table}/sit", json={})
        assert forged.json()["error"]["code"] == "csrf"
        shown = await (await as_at(anna, there)).web.get(f"/api/tables/{table}")
        assert "content-security-policy" in shown.headers
        async with eve.at(table) as e:
            assert (await e.next())["type"] == "error"
            assert await closing(e) == 4403


async def test_a_program_may_come_to_any_worker() -> None:
    async with two_houses(SharedBus(), MemoryStore()) as (here, there):
        anna = await here.guest()
        table = (await anna.open_table(options={"dealer": "b"}))["id"]
        key = {"authorization": f"Bearer {await token(here, 'Robo')}"}
        async with httpx.AsyncClient(
            base_url=there.url, headers=key, timeout=20, verify=False
        ) as program:
            async with program.stream("GET", "/api/bot/stream") as stream:
                await anna.post(f"/tables/{table}/call", {"name": "Robo", "seat": 1})
                await anna.post(f"/tables/{table}/start")
                told = json.loads(await anext(stream.aiter_lines()))
                assert told["status"] == "playing"
            async with program.stream("GET", "/api/bot/stream") as stream:
                again = json.loads(await anext(stream.aiter_lines()))
                assert again["table"] == table
                assert again["n"] == told["n"] > 0
            async with program.stream("GET", f"/api/bot/tables/{table}/stream") as stream:
                shown = json.loads(await anext(stream.aiter_lines()))
                posted = await program.post(
                    f"/api/bot/tables/{table}/moves",
                    json={"id": "1", "based_on": shown["n"], "move": shown["legal"][0]},
                )
                assert posted.json()["type"] == "accepted"
        assert len(there.server.rooms) == 0


async def test_who_asks_for_a_rematch_second_comes_to_the_same_table_wherever_it_is() -> None:
    store = MemoryStore()
    async with two_houses(SharedBus(), store) as (here, _):
        anna = await here.guest()
        table = (await anna.open_table(hot_seat=True, options={"quick": True}))["id"]
        await anna.post(f"/tables/{table}/start")
        await anna.post(f"/tables/{table}/resign")
        while store.rows[table].status.value != "over":
            await asyncio.sleep(0.02)
        new = (await anna.post(f"/tables/{table}/rematch"))["id"]
        store.leases[new] = Lease(new, "there", store.leases[new].until)
        await here.server.rooms.sweep()
        assert (await anna.post(f"/tables/{table}/rematch"))["id"] == new


async def test_a_table_that_another_worker_took_is_let_go_and_found_again() -> None:
    store = MemoryStore()
    async with two_houses(SharedBus(), store) as (here, there):
        anna, _, table = await begun(here)
        async with anna.at(table) as a:
            await state(a)
            seen = a.state()["n"]
            store.leases[table] = Lease(table, "there", store.leases[table].until)
            await here.server.rooms.sweep()
            assert await closing(a) == 1012
        assert len(here.server.rooms) == 0
        async with anna.at(table, f"after={seen}") as a:
            await state(a)
            assert (await a.play("picks 7"))["type"] == "accepted"
        assert len(there.server.rooms) == 1


class SlowStore(MemoryStore):
    """One whose next change of a table can be held up, as by a connection that hangs."""

    def __init__(self) -> None:
        super().__init__()
        self.held: asyncio.Event | None = None
        self.reached = asyncio.Event()

    async def change_table(self, row: TableRow, was: TableRow) -> None:
        held, self.held = self.held, None
        if held is not None:
            self.reached.set()
            await held.wait()
        await super().change_table(row, was)


async def test_a_change_that_comes_late_takes_nobody_s_seat() -> None:
    store = SlowStore()
    async with two_houses(SharedBus(), store) as (here, there):
        anna, ugo, eve = await here.guest(), await here.guest(), await there.guest()
        opened = await anna.open_table(public=True)
        table = opened["id"]
        store.held = late = asyncio.Event()
        sitting = asyncio.create_task(ugo.web.post(f"/api/tables/{table}/sit", json={}))
        await store.reached.wait()
        # Its worker is not able to keep the lease, and another one takes the table.
        store.leases[table] = Lease(table, "there", store.leases[table].until)
        seated = await eve.post(f"/tables/{table}/sit", {})
        assert seated["chairs"][1]["person"] == eve.id
        late.set()
        assert (await sitting).status_code == 503
        shown = await here.server.rooms.look(table)
        assert shown.seats_of(eve.id) == read_table(store.rows[table]).seats_of(eve.id) == (1,)


async def test_that_a_table_was_taken_while_somebody_was_there_is_no_error_of_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    async with two_houses(SharedBus(), store) as (here, _):
        anna, _, table = await begun(here)
        async with anna.at(table) as a:
            await state(a)
            store.leases[table] = Lease(table, "there", store.leases[table].until)
            await here.server.rooms.sweep()
            await closing(a)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_the_table_of_a_worker_that_is_not_heard_is_waited_for_and_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "ANSWER_MS", 200)
    store = MemoryStore()
    async with open_house(store) as house:
        anna = await house.guest()
        cookies = dict(anna.web.cookies)
        table = (await anna.open_table(public=True))["id"]
    async with two_houses(SharedBus(), store) as (here, _):
        anna = await here.guest()
        anna.web.cookies.clear()
        anna.web.cookies.update(cookies)
        lease = Lease(table, "ghost", here.server.services.clock.wall() + 700)
        store.leases[table] = lease
        asked = [anna.get(f"/tables/{table}") for _ in range(5)]
        assert {card["id"] for card in await asyncio.gather(*asked)} == {table}
        assert here.server.services.clock.wall() >= lease.until
        assert store.leases[table].worker == "here"


async def test_the_table_of_a_worker_that_never_answers_but_keeps_its_lease_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "PATIENCE_MS", 400)
    monkeypatch.setattr(gate, "ANSWER_MS", 200)
    store = MemoryStore()
    async with two_houses(SharedBus(), store) as (here, _):
        anna = await here.guest()
        table = (await anna.open_table(public=True))["id"]
        far = here.server.services.clock.wall() + 60_000
        store.leases[table] = Lease(table, "ghost", far)
        await here.server.rooms.sweep()
        refused = await anna.get(f"/tables/{table}", 503)
        assert refused["error"]["code"] == "elsewhere"
        async with anna.at(table) as a:
            assert (await a.next())["code"] == "elsewhere"
            assert await closing(a) == 1012


async def test_after_a_gap_of_the_bus_visitors_come_again_and_see_what_they_missed() -> None:
    bus = SharedBus()
    async with two_houses(bus, MemoryStore()) as (here, there):
        anna, ugo, table = await begun(here)
        away = await as_at(ugo, there)
        async with anna.at(table) as a, away.at(table) as u:
            await state(a)
            await state(u)
            seen = u.state()["n"]
            bus.lost = "worker/"
            assert (await a.play("picks 7"))["type"] == "accepted"
            bus.lost = None
            bus.gap()
            assert await closing(u) == 1012
            async with away.at(table, f"after={seen}") as u2:
                await state(u2)
                assert [entry["n"] for entry in u2.state()["entries"]] == [seen + 1]


class GapAtTheDoor(SharedBus):
    """Its first worker misses something just when it has accepted a connection of the second."""

    has_gaped = False

    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        super().publish(channel, frame, sender)
        is_door = channel == "worker/there" and isinstance(tunnel.read(frame), Taken)
        if is_door and not self.has_gaped:
            self.has_gaped = True
            self._told[0]()


async def test_a_visit_that_is_cut_before_it_is_let_in_is_not_taken_for_served() -> None:
    async with two_houses(GapAtTheDoor(), MemoryStore()) as (here, there):
        _, ugo, table = await begun(here)
        away = await as_at(ugo, there)
        async with away.at(table) as u:
            await state(u)


class LateAnswer(SharedBus):
    """The first worker's answer about the first connection it is asked to serve arrives after the
    second has given up waiting."""

    late: str | None = None
    """That connection."""

    def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
        if channel == "worker/there" and self.late in (None, tunnel.read(frame).connection):
            self.late = tunnel.read(frame).connection
            delay = 2 * gate.ANSWER_MS / 1000
            asyncio.get_running_loop().call_later(delay, super().publish, channel, frame, sender)
        else:
            super().publish(channel, frame, sender)


async def test_what_is_asked_again_because_the_answer_was_late_is_done_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "ANSWER_MS", 100)
    bus = LateAnswer()
    async with two_houses(bus, MemoryStore()) as (here, there):
        anna = await here.guest()
        table = await alone(anna)
        away = await as_at(anna, there)
        await away.post(f"/tables/{table}/resign")
        assert bus.late is not None


async def test_one_frame_that_is_lost_is_noticed_at_the_next() -> None:
    bus = SharedBus()
    async with two_houses(bus, MemoryStore()) as (here, there):
        anna, ugo, table = await begun(here)
        away = await as_at(ugo, there)
        async with anna.at(table) as a, away.at(table) as u:
            await state(a)
            await state(u)
            bus.lost = "worker/there"
            assert (await a.play("picks 7"))["type"] == "accepted"
            await a.quiet()
            bus.lost = None
            assert (await a.play("picks 8"))["type"] == "accepted"
            assert await closing(u) == 1012


async def test_in_doubt_whether_the_lease_is_ours_nothing_is_done() -> None:
    store = MemoryStore()
    async with open_house(store, bus=SharedBus(), worker="here") as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await state(a)
            written = len(store.logs[table])
            house.server.rooms._renewed -= rooms.LEASE_MS
            refused = await a.play("picks 7")
            assert refused["code"] == "store"
            assert len(store.logs[table]) == written
            await house.server.rooms.sweep()
            assert (await a.play("picks 7"))["type"] == "accepted"


async def test_a_worker_that_ends_tells_its_visitors_to_come_again() -> None:
    bus, store = SharedBus(), MemoryStore()
    async with open_house(store, bus=bus, worker="there") as there:
        async with open_house(store, bus=bus, worker="here") as here:
            _, ugo, table = await begun(here)
            away = await as_at(ugo, there)
            u = await (connecting := away.at(table)).__aenter__()
            await state(u)
        assert await closing(u) in (1001, 1012)
        await connecting.__aexit__(None, None, None)
        async with away.at(table) as again:
            await state(again)


async def test_who_asks_too_often_is_refused_before_anybody_is_asked_for_the_table() -> None:
    bus, store, rates = SharedBus(), MemoryStore(), {**FREELY, "request": Rate(6, 1)}
    async with (
        open_house(store, bus=bus, worker="here") as here,
        open_house(store, bus=bus, worker="there", rates=rates) as there,
    ):
        table = (await (await here.guest()).open_table())["id"]
        async with there.client() as web:
            got = [(await web.get(f"/api/tables/{table}")).status_code for _ in range(12)]
        assert (set(got[:6]), set(got[6:])) == ({403}, {429})
        server = there.server
        assert "prateria_forwarded_total 6.0\n" in server.services.metrics.text(server.gauges())
        url = f"{there.url.replace('http', 'ws')}/api/tables/{table}/socket"
        async with websockets.connect(url) as socket:
            assert json.loads(await socket.recv())["code"] == "too_fast"
            assert await closing(Player(socket)) == 4403


async def test_of_what_a_client_sends_little_is_on_the_way_while_its_table_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free, taken_in = asyncio.Event(), 0

    async def receive(_: Connection, __: str | bytes) -> None:
        nonlocal taken_in
        await free.wait()
        taken_in += 1

    class Counting(SharedBus):
        frames = 0

        def publish(self, channel: str, frame: bytes, sender: str = "") -> None:
            self.frames += channel == "worker/here"
            super().publish(channel, frame, sender)

    bus = Counting()
    async with two_houses(bus, MemoryStore()) as (here, there):
        _, ugo, table = await begun(here)
        async with (await as_at(ugo, there)).at(table) as u:
            await state(u)
            monkeypatch.setattr(Connection, "receive", receive)
            before, sent = bus.frames, 4 * tunnel.MOST_UNDER_WAY
            for n in range(sent):
                await u.socket.send(f'{{"type":"resync","after":{n}}}')
            await asyncio.sleep(0.3)
            assert bus.frames - before <= tunnel.MOST_UNDER_WAY
            free.set()
            async with asyncio.timeout(10):
                while taken_in < sent:
                    await asyncio.sleep(0.01)


# --- settings


def test_several_workers_say_what_they_need() -> None:
    alone = Settings(secret="s")
    check_workers(alone)
    two = replace(alone, workers=2)
    with pytest.raises(SetupError, match=r"--store postgresql.* and --bus redis"):
        check_workers(two)
    with pytest.raises(SetupError, match="add --bus redis"):
        check_workers(replace(two, store="postgresql://x/y"))
    with pytest.raises(SetupError, match="add --store postgresql"):
        check_workers(replace(two, bus="redis://x"))
    check_workers(replace(two, bus="redis://x", store="postgresql://x/y"))
    with pytest.raises(SetupError, match="at least one"):
        check_workers(replace(alone, workers=0))


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--workers", "2"), "--store postgresql"),
        (
            ("--bus", "redis://127.0.0.1:1/0", "--store", "sqlite::memory:"),
            "Redis cannot be reached",
        ),
        (("--bus", "pigeon://coop"), "no bus is called pigeon"),
        (("--store", "papyrus://scroll"), "no store is called papyrus"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(
    flags: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PRATERIA_SECRET", "not kept" * 4)
    assert main(["serve", *flags]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_no_two_workers_have_one_name() -> None:
    assert len({new_worker_name() for _ in range(50)}) == 50
