"""What a race survives: a store that fails, a restart; and a match that begins with one."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from prateria.core.contract.game import CLOCK
from prateria.core.rules import rule
from prateria.server.bus.local import LocalBus
from prateria.server.lines import volley
from prateria.server.rooms import referee
from prateria.server.rooms.driver import Driver
from prateria.server.rooms.messages import Carry, ClockActs, Load, Start
from prateria.server.rooms.room import Room
from prateria.server.server import Server
from prateria.server.settings import Settings
from prateria.server.wire.frame import Frame
from prateria.server.wire.protocol import Play
from tests.server.house import FakeTimes
from tests.server.memory import MemoryStore
from tests.server.test_race import ANNA, UGO, begun, times_of
from tests.server.test_race_lines import to_the_beat


async def test_a_race_goes_on_when_the_store_failed_for_a_moment() -> None:
    race = await begun()
    room, store = race.room, race.server.services.store
    assert isinstance(store, MemoryStore)
    await race.plays(ANNA, 0, "chief")
    token, n, seen = room.live.token(1), room.n, await race.looks(None)
    times_of(race).ms += 700
    at = room.now()
    store.broken = True
    play = Play("p", n, "b plays hunter", 1, reaction=0, token=token)
    assert type(await race.does(UGO, play)).__name__ == "Refused"
    store.broken = False
    assert type(await race.does(UGO, play)).__name__ == "Accepted"
    assert room.n == n
    assert room.version == n + 2
    assert await race.looks(None) == seen
    assert room.now() == at
    entry = room.match.log.entry(room.version)
    assert entry.action.arrived >= 700


async def test_whoever_was_slower_before_a_restart_is_no_faster_after_it() -> None:
    race = await begun()
    times_of(race).ms += 800
    await race.plays(ANNA, 0, "chief", reaction=800)
    again = Room(race.server.services, race.room.table)
    await again.hear(Load())
    times_of(race).ms += 50
    token = again.live.token(1)
    play = Play("new", again.n, "b plays hunter", 1, reaction=0, token=token)
    answer = await again.hear(Carry(referee.Sender("ugo", "Ugo"), play))
    assert type(answer).__name__ == "Accepted"
    assert again.match.log.entry(again.version).action.arrived >= 850


async def test_a_race_that_a_match_begins_with_is_silent_too() -> None:
    race = await begun()
    position = race.room.match.position
    setup = structs.replace(race.room.table.setup, position=position)
    row = replace(race.room.table.row, id="other", status=type(race.room.table.row.status).OPEN)
    await race.server.services.store.create_table(row)
    room = Room(race.server.services, structs.replace(race.room.table, row=row, setup=setup))
    await room.hear(Start("anna"))
    assert room.match.view(None).phase == "race"
    n = room.n
    play = Play("p", n, "a plays chief", 0, token=room.live.token(0))
    assert (await room.hear(Carry(referee.Sender("anna", "Anna"), play))).n == n
    assert (room.n, room.version) == (n, n + 1)


async def test_no_phase_after_a_restart_is_taken_for_one_of_before() -> None:
    """A bot that decided to do nothing in one race must not stay idle in another."""
    race = await begun()
    known = []
    for _ in range(3):
        await race.plays(ANNA, 0, "chief")
        while True:
            known.append(race.room.live.phase)
            await race.room.hear(ClockActs(race.room.version))
            if race.room.live.is_race:
                break
    again = Room(race.server.services, race.room.table)
    await again.hear(Load())
    for _ in range(4):
        await again.hear(ClockActs(again.version))
        assert again.live.phase not in known


@rule("A9.7")
async def test_what_was_played_before_a_restart_is_told_to_nobody_else_before_the_end() -> None:
    race, silent = await begun(), await begun()
    await race.plays(ANNA, 0, "chief", reaction=300)
    looks = []
    for each in (race, silent):
        again = Room(each.server.services, each.room.table)
        await again.hear(Load())
        each.room = again
        looks.append([await each.looks(seat) for seat in (1, None)])
    assert looks[0] == looks[1]
    assert race.room.n == silent.room.n == race.room.version - 1
    mine = json.loads(await race.looks(0))
    assert [seat["has_called"] for seat in mine["view"]["seats"]] == [True, False]
    frames: list[Any] = []
    race.server.services.audience.listen("table/1", lambda frame, _: frames.append(frame.message))
    await race.room.hear(ClockActs(race.room.version))
    assert [entry.by for entry in frames[0].entries][:2] == [0, CLOCK]


@rule("A9.7")
async def test_clocks_do_not_tell_after_a_restart_who_has_played() -> None:
    shown = []
    for plays in (False, True):
        race = await begun()
        setup = race.room.table.setup
        clock = structs.replace(setup.clock, kind="game", seconds=60)
        race.room.table = structs.replace(
            race.room.table, setup=structs.replace(setup, clock=clock)
        )
        times_of(race).ms += 300
        if plays:
            await race.plays(ANNA, 0, "chief", reaction=300)
        again = Room(race.server.services, race.room.table)
        await again.hear(Load())
        shown.append([(dial.seat, dial.running) for dial in again.update(1, again.n).clocks])
    assert shown[0] == shown[1] != []


@rule("A9.7")
async def test_a_replay_tells_nothing_of_a_race_also_before_anybody_has_opened_its_table() -> None:
    race = await begun()
    await race.plays(ANNA, 0, "chief")
    again = Server(Settings(secret="s"), race.server.services.store, LocalBus(), FakeTimes())
    replay = await again.replays.open("table", "ugo", None, "here")
    assert len(replay.lines) == 1 + race.room.n
    await again.close()


@rule("A9.6")
async def test_a_replay_has_no_card_that_has_not_gone_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(volley, "PATIENCE_S", 0.3)
    race = await begun()
    await race.plays(ANNA, 0, "chief")
    await race.room.hear(ClockActs(race.room.version))
    await to_the_beat(race)
    rooms = race.server.rooms
    rooms._rooms["table"] = (race.room, Driver(race.room))

    def never_ready(frame: Frame, _: str) -> None:
        if frame.volley is not None:
            frame.volley.join("does not read")

    race.server.services.audience.listen("table/0", never_ready)
    turning = asyncio.create_task(race.room.hear(ClockActs(race.room.version)))
    await asyncio.sleep(0.01)
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    await race.server.replays.open("table", "ugo", None, "here")
    assert loop.time() - began >= 0.05
    assert turning.done()
    await rooms._rooms.pop("table")[1].close()
