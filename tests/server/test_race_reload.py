"""What a race survives: a store that fails, a restart; and a match that begins with one."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from prateria.server.rooms import referee
from prateria.server.rooms.messages import Carry, ClockActs, Load, Start
from prateria.server.rooms.room import Room
from prateria.server.wire.protocol import Play
from tests.server.memory import MemoryStore
from tests.server.test_race import ANNA, UGO, begun, times_of


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
