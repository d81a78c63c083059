"""A race of hands on the server: silence while it is open (A9.7), tokens (A9.6), bots."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from msgspec import structs

from prateria.core.chance import Quick
from prateria.core.contract.game import live_of
from prateria.core.rules import rule
from prateria.server.bus.local import LocalBus
from prateria.server.rooms import hints, referee
from prateria.server.rooms.live import MOST_LAG, SCREEN_MS, Measured
from prateria.server.rooms.messages import (
    BotMoves,
    Carry,
    ClockActs,
    Leave,
    Retell,
    Start,
    TakeSnapshot,
)
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import Wish, away, chair_of, new_table
from prateria.server.server import Server
from prateria.server.settings import Settings
from prateria.server.store.base import Person
from prateria.server.wire.frame import Frame, Update, update_frame
from prateria.server.wire.protocol import Hint, Play, Refused, Say, plain
from tests.server.house import FakeTimes, Guest, House, Player, open_house
from tests.server.memory import MemoryStore
from tests.server.test_routing import SharedBus, two_houses

ANNA, UGO = Person("anna", "Anna", "red", 0), Person("ugo", "Ugo", "blue", 0)
OPTIONS: dict[str, bool | int | str] = {"tempo": "live", "beat_ms": 4500, "first": "a"}


class Ear:
    """A person who listens to a seat, or watches."""

    def __init__(self, room: Room, seat: int | None) -> None:
        self.room, self.seat = room, seat
        self.asked: list[Any] = []

    def listen(self, after: int | None) -> None: ...

    def send_updates(self, after: int | None) -> None:
        since = self.room.n if after is None else after
        frame = update_frame(self.room.update(self.seat, since))
        self.asked.append(json.dumps(plain(replace_token(frame))))


def replace_token(frame: Any) -> Any:
    """A frame without its token, which is drawn by lot."""
    return structs.replace(frame, token="")


@dataclass
class Race:
    """A live table of two in this process, in a race, with everything that others are told about
    it."""

    server: Server
    room: Room
    frames: list[str]

    async def does(self, person: Person, message: Any) -> Any:
        return await self.room.hear(Carry(referee.Sender(person.id, person.name), message))

    async def plays(self, person: Person, seat: int, role: str, **more: Any) -> Any:
        token = more.pop("token", self.room.live.token(seat))
        based_on = more.pop("based_on", self.room.n)
        move = f"{'ab'[seat]} plays {role}"
        message = Play(f"{role} {based_on} {token}", based_on, move, seat, token=token, **more)
        return await self.does(person, message)

    async def looks(self, seat: int | None) -> str:
        """What a person gets who requests the table again."""
        ear = Ear(self.room, seat)
        await self.room.hear(Retell(ear, self.room.n - 1))
        return str(ear.asked[-1])


async def begun() -> Race:
    times = FakeTimes()
    server = Server(Settings(secret="s", countdown_ms=0), MemoryStore(), LocalBus(), times)
    table = new_table(Wish(game="apache", seats=2, options=dict(OPTIONS)), ANNA, 0)
    row = replace(table.row, id="table", seed="seed")
    table = structs.replace(table, row=row, chairs=(chair_of(ANNA), chair_of(UGO)))
    await server.services.store.create_table(row)
    room = Room(server.services, table)
    frames: list[str] = []

    def hear(frame: Frame, _: str) -> None:
        message = frame.message
        told = update_frame(message) if isinstance(message, Update) else message
        frames.append(json.dumps(plain(replace_token(told) if hasattr(told, "token") else told)))

    await room.hear(Start("anna"))
    times.ms += 4_500
    await room.hear(ClockActs(room.version))
    assert room.match.view(None).phase == "race"
    for channel in ("table/1", "table/watch", "table/all"):
        server.services.audience.listen(channel, hear)
    return Race(server, room, frames)


def times_of(race: Race) -> Any:
    return race.server.services.clock


@rule("A9.7")
async def test_whether_somebody_has_played_changes_nothing_that_others_are_told() -> None:
    race = await begun()
    n, eyes = race.room.n, (1, None)
    before = [await race.looks(seat) for seat in eyes]
    face = plain((await race.room.hear(TakeSnapshot("ugo", 5))).face)
    assert (await race.plays(ANNA, 0, "chief")).n == n
    assert race.frames == []
    assert [await race.looks(seat) for seat in eyes] == before
    assert plain((await race.room.hear(TakeSnapshot("ugo", 5))).face) == face
    assert (race.room.n, race.room.actors) == (n, (0, 1, -2))
    assert race.room.version == n + 1


@rule("A9.7")
async def test_what_is_said_meanwhile_names_the_last_entry_that_all_were_told() -> None:
    race = await begun()
    n = race.room.n
    await race.plays(ANNA, 0, "chief")
    await race.does(UGO, Say("hi", "hello"))
    assert [json.loads(frame)["n"] for frame in race.frames] == [n]


@rule("A9.7")
async def test_nobody_finds_out_by_guessing_the_number_of_the_next_entry() -> None:
    silent, played = await begun(), await begun()
    await played.plays(ANNA, 0, "chief")
    for race in (silent, played):
        answer = await race.plays(UGO, 1, "chief", based_on=race.room.n + 1)
        assert type(answer).__name__ == "Stale"


@rule("A9.7")
async def test_whoever_has_played_sees_their_own_play_and_nobody_else_s() -> None:
    race = await begun()
    await race.plays(UGO, 1, "hunter")
    await race.plays(ANNA, 0, "chief")
    mine = json.loads(await race.looks(0))
    assert [seat["has_called"] for seat in mine["view"]["seats"]] == [True, False]
    assert mine["view"]["call"] == "chief"
    assert mine["actors"] == ["b", "clock"]


@rule("A9.7")
async def test_all_is_told_when_the_pow_wow_closes() -> None:
    race = await begun()
    n = race.room.n
    await race.plays(ANNA, 0, "chief", reaction=300)
    await race.plays(UGO, 1, "hunter", reaction=400)
    race.frames.clear()
    await race.room.hear(ClockActs(race.room.version))
    frame = json.loads(race.frames[0])
    assert (frame["after"], frame["n"]) == (n, race.room.version)
    assert [entry["by"] for entry in frame["entries"]][:3] == ["a", "b", "clock"]
    assert not race.room.is_hushed or race.room.match.view(None).phase == "race"


@rule("A9.6")
async def test_a_play_names_the_token_of_its_card() -> None:
    race = await begun()
    for token in ("", "guessed", race.room.live.token(1)):
        answer = await race.plays(ANNA, 0, "chief", token=token)
        assert (type(answer).__name__, answer.code) == ("Refused", "wrong_card")
    assert race.room.version == race.room.n
    before = race.room.live.token(0)
    assert type(await race.plays(ANNA, 0, "chief")).__name__ == "Accepted"
    await race.room.hear(ClockActs(race.room.version))
    while race.room.match.view(None).phase != "race":
        await race.room.hear(ClockActs(race.room.version))
    assert race.room.live.token(0) != before
    answer = await race.plays(ANNA, 0, "chief", token=before)
    assert answer.code == "wrong_card"


@rule("A9.6")
async def test_a_token_is_sent_to_its_seat_only() -> None:
    race = await begun()
    tokens = [race.room.update(seat, 0).token for seat in (0, 1, None)]
    assert len({*tokens}) == 3
    assert tokens[2] == ""


@rule("A9.5")
async def test_a_bot_s_reaction_counts_to_the_millisecond_however_late_it_is_woken() -> None:
    race = await begun()
    live = race.room.live
    action = live.action(0, "a plays chief", Measured(700, is_own=True), race.room.now() + 900)
    assert (action.reaction, action.arrived) == (700, 700)
    action = live.action(0, "a plays chief", Measured(700), race.room.now() + 900)
    assert (action.reaction, action.arrived) == (700, 900)


@rule("A9.5")
async def test_a_bot_is_given_what_a_screen_takes_to_show_a_card() -> None:
    race = await begun()
    drawn = live_of(race.room.match.game).reaction_ms("hard", Quick(7))
    assert race.room.live.reaction("level:5", Quick(7)) == drawn + SCREEN_MS
    assert 10 <= SCREEN_MS <= 0.1 * 520 / 2


@rule("A9.2")
async def test_a_seat_s_time_begins_with_its_own_card() -> None:
    race = await begun()
    live, at = race.room.live, race.room.now()
    live.released(at)
    live.sent(0, at + 101, 100)
    live.sent(0, at + 130, 110)  # one more window, and late
    live.sent(1, at + 90)
    plays = [
        live.action(seat, f"{'ab'[seat]} plays chief", Measured(600), at + 900) for seat in (0, 1)
    ]
    assert [play.arrived for play in plays] == [900 - 101, 900 - MOST_LAG]


@rule("A9.1")
async def test_whoever_is_sent_the_card_later_has_the_closing_window_all_the_same() -> None:
    due: list[int] = []
    for held in (0, 100):
        race = await begun()
        live = race.room.live
        live.sent(1, live._began + held, held)
        await race.plays(ANNA, 0, "chief", reaction=500)
        due.append(live.due({0: 200, 1: 10}, race.room.now()) or 0)
    assert due[1] == due[0] + 101  # and a 64th


@rule("A9.7")
async def test_the_answer_to_a_play_sent_again_has_no_number_that_tells() -> None:
    race = await begun()
    n = race.room.n
    await race.plays(UGO, 1, "hunter")
    await race.plays(ANNA, 0, "chief")
    message = Play("hunter", n, "a plays chief", 0)
    race.room._answers.clear()
    [sent] = [sent for (who, sent) in race.room._stored_ids if who == "anna"]
    for based_on in (n, n + 1, n + 2, n + 3):
        again = structs.replace(message, id=sent, based_on=based_on)
        answer = await race.does(ANNA, again)
        assert type(answer).__name__ == "Duplicate"
        assert answer.answer.n == n


@rule("A9.7")
async def test_a_hint_is_the_same_whether_somebody_has_played_or_not() -> None:
    race = await begun()
    before = race.room.question(1, "greedy")
    await race.plays(ANNA, 0, "chief")
    assert race.room.question(1, "greedy") == before


async def test_there_are_no_hints_in_a_race() -> None:
    race = await begun()
    given = await hints.answer(race.room, referee.Sender("anna", "Anna"), Hint("help", 0))
    assert isinstance(given, Refused)
    assert given.code == "live"


@rule("A9.7")
async def test_whose_time_runs_out_is_told_when_the_pow_wow_closes() -> None:
    race = await begun()
    room = race.room
    setup = structs.replace(room.table.setup, clock=structs.replace(room.table.setup.clock))
    room.table = structs.replace(room.table, setup=setup)
    clocks = room.begun().clocks
    rule_ = structs.replace(clocks.rule, kind="move", seconds=1)
    dials = tuple(replace(dial, left=0, since=room.now()) for dial in clocks.dials)
    room.begun().clocks = room.begun().logged = replace(clocks, rule=rule_, dials=dials)
    await room.hear(
        BotMoves(
            0,
            room.match.parse("a plays chief", 0),
            room.n,
            timed_out=True,
            accepted=lambda: None,
            reaction=400,
        )
    )
    assert room.version == room.n + 1
    assert race.frames == []
    assert room.table.chairs[0].missed == 0
    await room.hear(ClockActs(room.version))
    assert room.table.chairs[0].missed == 1
    assert any('"timeout"' in frame for frame in race.frames)


async def test_whoever_leaves_after_a_play_does_not_come_back_by_it() -> None:
    race = await begun()
    room = race.room
    room.table = away(room.table, 0, "left", room.n, 0)
    await race.plays(ANNA, 0, "chief")
    await room.hear(Leave("anna", resigned=False))
    await room.hear(ClockActs(room.version))
    assert room.table.chairs[0].away


# --- over sockets ---------------------------------------------------------------------------


@asynccontextmanager
async def a_race(
    house: House, bots: str | None = None, *, waits: bool = False
) -> AsyncIterator[list[Player]]:
    """Two people, or one and a bot, at a live table, with the first card open. The beat before it,
    in which their lines are measured, takes seconds: it is skipped unless somebody waits for it."""
    guests: list[Guest] = [await house.guest() for _ in range(1 if bots else 2)]
    table = await guests[0].open_table(game="apache", options=dict(OPTIONS), watch="everyone")
    if bots:
        await guests[0].post(f"/tables/{table['id']}/fill", {"bot": bots})
    else:
        await guests[1].post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
        for guest in guests:
            await guest.post(f"/tables/{table['id']}/ready", {"ready": True})
    await guests[0].post(f"/tables/{table['id']}/start")
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(guest.at(table["id"])) for guest in guests]
        if not waits:
            room = await house.server.rooms.room(table["id"])
            await room.hear(ClockActs(room.version))
        for player in players:
            await player.until(type="state")
            while player.state()["view"]["phase"] != "race":
                await player.until(type="state")
        yield players


@pytest.mark.slow
@rule("A9.7")
async def test_a_socket_hears_nothing_of_another_s_play_but_pings() -> None:
    async with (
        open_house(MemoryStore(), heartbeat_ms=1_000) as house,
        a_race(house, waits=True) as (a, b),
    ):
        await b.quiet(0.5)
        heard = len(b.frames)
        assert (await a.play("a plays chief", reaction=400))["type"] == "accepted"
        n = b.state()["n"]
        pings: list[int] = []
        async with asyncio.timeout(5):
            while len(pings) < 2:
                frame = json.loads(await b.socket.recv())
                assert frame["type"] == "ping"
                pings.append(frame["n"])
        assert pings == [n, n]
        assert len(b.frames) == heard


@pytest.mark.slow
@rule("A9.1")
async def test_a_bot_has_the_closing_window_of_a_person_s_play() -> None:
    store = MemoryStore()
    async with open_house(store, heartbeat_ms=200) as house, a_race(house, "level:1") as (a,):
        while a.state()["view"]["phase"] == "race" and a.state()["view"]["call"] is None:
            await a.play("a plays chief", reaction=300)
            await a.next()
        while a.state()["view"]["phase"] == "race":
            await a.until(type="state")
        rows = [json.loads(line) for line in next(iter(store.logs.values()))[1:]]
        close = next(row for row in rows if row["do"].startswith("closes"))
        played = next(row for row in rows if row["do"].startswith("a plays"))
        meanwhile = rows[rows.index(played) : rows.index(close)]
        has_acted = any(row["by"] == "b" for row in meanwhile)  # the turner's click is an answer
        assert has_acted or close["at"] - played["at"] >= 1_400


@rule("A9.7")
async def test_another_worker_does_not_tell_how_long_the_log_of_a_race_is() -> None:
    async with two_houses(SharedBus(), MemoryStore()) as (here, there), a_race(here) as (a, _):
        table = next(frame["table"] for frame in a.frames if frame["type"] == "table")
        await a.play("a plays chief", reaction=400)
        assert (await there.server.rooms.glimpse(table)).n == 0


@rule("A9.2")
async def test_reports_are_believed_at_new_tables_as_the_rules_say_today() -> None:
    async with open_house(MemoryStore()) as house:
        anna = await house.guest()
        wish = {"game": "apache", "seats": 2, "options": {"tempo": "live", "by_bounds": True}}
        await anna.post("/tables", wish, 400)
        del wish["options"]["by_bounds"]  # type: ignore[attr-defined]
        table = await anna.post("/tables", wish, 201)
        assert "by_bounds" not in table["options"]
        wish["options"]["by_bounds"] = True  # type: ignore[index]
        await anna.post(f"/tables/{table['id']}/setup", wish, 400)
