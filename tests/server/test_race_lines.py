"""Attempts to have a card before the others, or more time than the line takes: they gain
nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from prateria.core.lines import Line
from prateria.core.lines.line import UNASKED_MS
from prateria.core.rules import rule
from prateria.server.http.bot_api import _TableStream
from prateria.server.lines.transport import Known
from prateria.server.lines.wires import Wires
from prateria.server.rooms.live import BEHIND_S
from prateria.server.rooms.messages import ClockActs, Listen, TakeSnapshot
from prateria.server.wire.frame import Frame
from prateria.server.wire.protocol import OfferBack, TakeBack, plain
from tests.server.house import House, open_house
from tests.server.memory import MemoryStore
from tests.server.test_race import ANNA, UGO, Race, a_race, begun, times_of

SLOW = {"X-Tcpinfo-Rtt": "300000"}


async def to_the_beat(race: Race) -> None:
    """Continue until nobody races: the next thing is a card."""
    while race.room.match.view(None).phase != "beat":
        await race.room.hear(ClockActs(race.room.version))


@rule("A9.6")
async def test_nobody_who_asks_is_told_of_a_card_before_it_has_gone_out() -> None:
    race = await begun()
    await race.plays(ANNA, 0, "chief")
    await race.room.hear(ClockActs(race.room.version))
    await to_the_beat(race)

    def never_ready(frame: Frame, _: str) -> None:
        if frame.volley is not None:
            frame.volley.join("does not read")

    race.server.services.audience.listen("table/0", never_ready)
    turning = asyncio.create_task(race.room.hear(ClockActs(race.room.version)))
    await asyncio.sleep(0.01)
    asking = asyncio.create_task(race.room.hear(TakeSnapshot("ugo", 5)))
    await asyncio.sleep(0.02)
    assert not asking.done()
    shown = await asking
    await turning
    assert shown.update is not None
    assert shown.update.token == race.room.live.token(1)


@rule("A9.6")
async def test_a_stream_of_a_program_gets_the_card_with_all_others() -> None:
    race = await begun()
    await race.plays(ANNA, 0, "chief")
    await race.room.hear(ClockActs(race.room.version))
    await to_the_beat(race)
    stream = _TableStream(race.server.services, race.room, "ugo")
    await race.room.hear(Listen(stream, race.room.n))
    lines: list[bytes] = []

    async def read() -> None:
        async for line in stream.lines():
            lines.append(line)  # noqa: PERF401  (looked at meanwhile)

    def never_ready(frame: Frame, _: str) -> None:
        if frame.volley is not None:
            frame.volley.join("does not read")

    race.server.services.audience.listen("table/0", never_ready)
    reading = asyncio.create_task(read())
    turning = asyncio.create_task(race.room.hear(ClockActs(race.room.version)))
    await asyncio.sleep(0.03)
    assert not any(b'"token"' in line for line in lines)
    await turning
    await asyncio.sleep(0.02)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert any(b'"token"' in line for line in lines)


@pytest.mark.slow
@rule("A9.2")
async def test_whoever_watches_without_a_seat_sees_it_later() -> None:
    async with open_house(MemoryStore(), heartbeat_ms=60_000) as house, a_race(house) as (a, b):
        carl = await house.guest()
        table = next(frame["table"] for frame in a.frames if frame["type"] == "table")
        came: dict[str, float] = {}

        async def card(name: str, player: Any, n: int) -> None:
            while (frame := await player.until(type="state"))["n"] <= n or frame["view"][
                "phase"
            ] != "race":
                pass
            came[name] = time.monotonic()

        async with carl.at(table) as watcher:
            n = (await watcher.until(type="state"))["n"]
            await asyncio.gather(card("a", a, n), card("b", b, n), card("carl", watcher, n))
            began = time.monotonic()
            await carl.get(f"/tables/{table}/replay?n=1")
            assert time.monotonic() - began >= BEHIND_S
    assert came["carl"] - max(came["a"], came["b"]) > BEHIND_S - 0.1


class Wire:
    def __init__(self, trip: int) -> None:
        self._trip = trip

    def trip(self) -> int:
        return self._trip


@rule("A9.2")
def test_of_several_lines_the_shortest_counts_also_when_it_is_closed() -> None:
    wires, near, far = Wires(), Wire(20), Wire(300)
    assert wires.trip("ugo") is None
    wires.add("ugo", far)
    wires.add("ugo", near)
    assert wires.trip("ugo") == 20
    wires.remove("ugo", near, has_seen=True)
    wires.remove("ugo", near, has_seen=True)  # it is closed once more
    assert wires.trip("ugo") == 20
    wires.begin()
    assert wires.trip("ugo") == 300
    wires.add("ugo", near)
    wires.remove("ugo", near, has_seen=False)
    assert wires.trip("ugo") == 300
    wires.remove("ugo", far, has_seen=False)
    assert wires.trip("ugo") is None


async def _ping(player: Any) -> Any:
    while (frame := json.loads(await player.socket.recv()))["type"] != "ping":
        pass
    return frame


@rule("A9.2")
@pytest.mark.parametrize("watches", [False, True])
async def test_who_looks_over_a_quick_line_is_not_given_the_time_of_a_slow_one(
    *, watches: bool
) -> None:
    async with (
        open_house(
            MemoryStore(), heartbeat_ms=60_000, proxies=("127.0.0.1",), proxy_rtt=True
        ) as house,
        a_race_of_two_lines(house) as (connection, look),
    ):
        alone = connection.sender().rtt_low
        assert alone >= 100
        if watches:
            await look()
        assert (connection.sender().rtt_low < 100) is watches


class a_race_of_two_lines:  # noqa: N801  (used as a context)
    """Somebody with a line of 100 ms in a race; and what opens and closes another, quick one."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._race = a_race(house)

    async def __aenter__(self) -> tuple[Any, Any]:
        house = self._house
        await self._race.__aenter__()
        anna = house.guests[0]
        [table] = [room.table.id for room, _ in house.server.rooms._rooms.values()]
        before = set(house.server.sockets._open)
        for connection in before:  # the lines of the two players are closed
            connection.hang_up(1000)
        self._slow = anna.at(table, **SLOW)
        slow = await self._slow.__aenter__()
        ping = await _ping(slow)
        await asyncio.sleep(0.1)
        await slow.send(type="pong", t=ping["t"])
        await slow.ask(type="say", text="that was it")
        [connection] = set(house.server.sockets._open) - before
        house.server.rooms.known(table).wires.begin()  # type: ignore[union-attr]

        async def look() -> None:
            async with anna.at(table) as quick:
                await quick.until(type="state")
            await asyncio.sleep(0.05)

        return connection, look

    async def __aexit__(self, *error: Any) -> None:
        await self._slow.__aexit__(*error)
        await self._race.__aexit__(*error)


@rule("A9.2")
async def test_a_play_that_comes_without_a_socket_is_given_no_time() -> None:
    """Whoever is shown the card over a slow socket may post the play over a quick line."""
    race = await begun()
    race.room.wires.add("anna", Wire(300))
    times_of(race).ms += 700
    answer = await race.plays(ANNA, 0, "chief", reaction=None)
    assert type(answer).__name__ == "Accepted"
    entry = race.room.match.log.entry(race.room.version).action
    assert (entry.reaction, entry.rtt_low, entry.arrived) == (700, 0, 700)


@rule("A9.7")
async def test_a_proposal_to_take_back_tells_nothing_of_a_race() -> None:
    answers = []
    for has_played in (False, True):
        race = await begun()
        if has_played:
            await race.plays(ANNA, 0, "chief", reaction=300)
        n = race.room.n
        asked = [OfferBack(f"{entry - n}", entry, 1) for entry in (n, n + 1)] + [
            TakeBack("t", n, 1)
        ]
        answers.append([plain(await race.does(UGO, each)) for each in asked])
        assert race.frames == []
    assert answers[0] == answers[1]
    assert {answer["code"] for answer in answers[0]} == {"live"}


@rule("A9.2")
@pytest.mark.parametrize(("tells", "head"), [(True, SLOW), (True, {}), (False, SLOW), (False, {})])
async def test_what_a_client_writes_itself_is_not_taken_for_a_proxy_s_word(
    *, tells: bool, head: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    is_told = tells and bool(head)
    async with open_house(MemoryStore(), proxies=("127.0.0.1",), proxy_rtt=tells) as house:
        anna = await house.guest()
        table = (await anna.open_table(game="apache"))["id"]
        for _ in range(2):
            async with anna.at(table, **head) as a:
                await a.until(type="welcome")
                [connection] = house.server.sockets._open
                connection._pings.line = Line()
                connection._pings.line.note(300, 0)
                assert connection.sender().rtt_low == (300 if is_told else UNASKED_MS)
            await asyncio.sleep(0.05)
    told = [record for record in caplog.records if "round trips" in record.getMessage()]
    assert len(told) == (0 if is_told else 1)


@rule("A9.2")
async def test_who_answers_no_pings_keeps_no_trip_of_better_days() -> None:
    async with open_house(MemoryStore(), heartbeat_ms=60_000) as house:
        anna = await house.guest()
        table = (await anna.open_table(game="apache"))["id"]
        async with anna.at(table) as a:
            await a.until(type="welcome")
            [connection] = house.server.sockets._open
            connection._ask_transport = lambda: Known((300.0, 300.0))
            connection._pings.line.note(300, 0)
            assert connection.sender().rtt_low == 300
            connection._ask_transport = lambda: Known((20.0, 20.0))
            assert connection.sender().rtt_low == 20


@rule("A9.2")
async def test_all_lines_of_somebody_get_a_card_at_the_time_of_the_quickest() -> None:
    """Else whoever opens one more, that nobody has measured yet, is sent the card early over the
    slow one, and their time begins late with the other."""
    async with open_house(MemoryStore(), heartbeat_ms=60_000) as house, a_race(house) as (a, _):
        table = next(frame["table"] for frame in a.frames if frame["type"] == "table")
        anna = house.guests[0]
        async with anna.at(table) as new:
            await new.until(type="welcome")
            lines = [each for each in house.server.sockets._open if each.person.id == anna.id]
            assert len(lines) == 2
            for line, trip in zip(lines, (300, 20), strict=True):
                line._pings.line = Line()
                line._pings.line.note(trip, 0)
                line._ask_transport = lambda: Known((300.0, 300.0))
            assert [line.trip() for line in lines] == [300, 20]
            assert [line.given() for line in lines] == [20, 20]


@asynccontextmanager
async def a_measured_line() -> AsyncIterator[tuple[House, Any]]:
    """A house, and somebody's connection to a table of it, of whose line nothing is known yet."""
    async with open_house(MemoryStore(), heartbeat_ms=60_000) as house:
        anna = await house.guest()
        table = (await anna.open_table(game="apache"))["id"]
        async with anna.at(table) as a:
            await a.until(type="welcome")
            [connection] = house.server.sockets._open
            connection._pings.line = Line()
            yield house, connection


@rule("A9.2")
async def test_a_busy_server_makes_no_trip_longer() -> None:
    async with a_measured_line() as (house, connection):
        connection._ask_transport = lambda: Known((30.0, 30.0), 400)
        connection._pings._unanswered[7] = 1, house.server.services.clock.steady() - 430
        connection._pong(7)
        assert 30 <= connection._pings.line.longest < 300


@rule("A9.2")
async def test_what_a_line_can_have_produced_shows_in_the_ping_behind_the_card() -> None:
    async with a_measured_line() as (house, connection):
        for _ in range(6):  # long ones, a moment ago
            connection._pings.line.note(300, house.server.services.clock.steady())
        before, newest = connection._ping_behind(), connection._ping_behind()
        for ping, trip in ((newest, 40), (before, 300)):
            connection._pings._behind[ping.t] -= trip
            connection._pong(ping.t)
        assert connection._pings.line.longest >= 300
        assert 40 <= connection.sender().rtt_high < 140
        connection._ping_behind()
        assert connection.sender().rtt_high >= 300
