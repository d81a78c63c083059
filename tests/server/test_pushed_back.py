"""Logs requested too early, streams refused, messages sent again while the store is unreachable,
updates that cannot be written: nothing leaks, and nothing is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest
import websockets

from prateria.core.errors import WireError
from prateria.server.bus.local import LocalBus
from prateria.server.rooms.messages import Leave
from prateria.server.rooms.room import Room
from prateria.server.store.base import StoreError
from prateria.server.wire import frame
from tests.server.house import Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_bot_api import token
from tests.server.test_messages import begun
from tests.server.test_whole_tables import to_the_end


class GapBus(LocalBus):
    """Records who registers for gaps, like a bus between processes."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[Callable[[], None]] = []

    def on_gap(self, act: Callable[[], None]) -> Callable[[], None]:
        self.gaps.append(act)
        return lambda: self.gaps.remove(act) if act in self.gaps else None


async def test_who_has_all_seats_of_a_duplicate_deal_gets_no_log_before_the_second_table() -> None:
    """On one screen all views are theirs, but the log contains what lies face down, and the
    seed."""
    async with open_house() as house:
        anna = await house.guest()
        opened = await anna.open_table(hot_seat=True, duplicate=True, options={"quick": True})
        table = opened["id"]
        await anna.post(f"/tables/{table}/start")
        paths = (f"/api/tables/{table}/log", f"/replays/{table}/log")
        assert [(await anna.web.get(path)).status_code for path in paths] == [403, 403]
        async with anna.at(table) as player:
            await to_the_end(player)
            await player.quiet()
        second = (await anna.post(f"/tables/{table}/twin"))["id"]
        await anna.post(f"/tables/{second}/start")
        assert [(await anna.web.get(path)).status_code for path in paths] == [403, 403]


async def test_a_program_that_is_refused_a_stream_leaves_nothing_behind() -> None:
    bus = GapBus()
    async with open_house(bus=bus) as house:
        headers = {"authorization": f"Bearer {await token(house, 'Robo')}"}
        anna = await house.guest()
        table = (await anna.open_table(hot_seat=True))["id"]
        await anna.post(f"/tables/{table}/start")
        before = len(bus.gaps)
        async with httpx.AsyncClient(base_url=house.url, headers=headers, verify=False) as program:
            refused = await program.get(f"/api/bot/tables/{table}/stream")
        assert refused.status_code == 403
        assert len(bus.gaps) == before
        assert not house.server.services.audience.is_wanted(f"{table}/all")


async def test_a_program_that_cannot_come_back_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_house() as house:
        headers = {"authorization": f"Bearer {await token(house, 'Robo')}"}
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        async with httpx.AsyncClient(base_url=house.url, headers=headers, verify=False) as program:
            async with program.stream("GET", "/api/bot/stream"):
                await anna.post(f"/tables/{table}/call", {"name": "robo", "seat": 1})
                await anna.post(f"/tables/{table}/start")
            room = house.server.rooms.known(table)
            assert room is not None
            robo = room.table.chairs[1].person or ""
            await room.hear(Leave(robo, resigned=False))

            async def fail(*_: object) -> None:
                raise StoreError("full")

            monkeypatch.setattr(Room, "save", fail)
            assert (await program.get(f"/api/bot/tables/{table}/stream")).status_code == 503
        assert not house.server.services.audience.is_wanted(f"{table}/1")
        assert robo not in room.present
        monkeypatch.undo()


async def test_a_message_that_was_carried_out_is_a_duplicate_also_while_the_store_is_away() -> None:
    store = MemoryStore()
    async with open_house(store) as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            n, move = a.state()["n"], a.state()["legal"][0]
            play = {"type": "play", "id": "A", "based_on": n, "move": move}
            assert (await a.ask(**play))["type"] == "accepted"
            store.broken = True
            await a.ask(type="take_back", id="B", based_on=n + 1)
            assert (await a.ask(**play))["type"] == "duplicate"
            store.broken = False


async def closed(player: Player) -> None:
    async with asyncio.timeout(5):
        while True:
            await player.next()


async def test_a_socket_whose_updates_cannot_be_written_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: object) -> bytes:
        raise WireError("planted")

    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            monkeypatch.setattr(frame, "encode_without_ruleset", fail)
            await a.send(type="resync", after=0)
            with pytest.raises(websockets.ConnectionClosed):
                await closed(a)
            assert a.socket.close_code == 1011
