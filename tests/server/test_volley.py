"""Frames that go out together: nobody's card is sent before everybody's is ready."""

from __future__ import annotations

import asyncio
import time

from prateria.server.lines import volley
from prateria.server.lines.volley import LONGEST_MS, Volley


class Wire:
    """What was sent, in order."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.sent: dict[int, int] = {}
        self.volley = Volley(lambda: self.rows.append("released"), self.sent.__setitem__)

    async def send(self, who: str, trip: int, ready_in: float = 0.0) -> None:
        await asyncio.sleep(ready_in)
        await self.volley.turn(who, trip)
        self.rows.append(who)


async def test_cards_go_out_when_all_are_ready_to_the_slowest_line_first() -> None:
    wire = Wire()
    for who in ("near", "far", "slow"):
        wire.volley.join(who)
    wire.volley.told()
    await asyncio.gather(
        wire.send("near", 10), wire.send("slow", 40, ready_in=0.01), wire.send("far", 300)
    )
    assert wire.rows == ["released", "far", "slow", "near"]


async def test_a_card_is_on_all_screens_at_once_however_quick_the_lines_are() -> None:
    wire, at = Wire(), {}
    lines = {"near": 10, "near too": 10, "far": 110, "slow": 210}
    for who in lines:
        wire.volley.join(who)
    wire.volley.told()
    loop = asyncio.get_running_loop()
    before = loop.time()

    async def send(who: str) -> None:
        await wire.send(who, lines[who])
        at[who] = 1000 * (loop.time() - before) + lines[who] / 2
        wire.volley.sent(lines[who], who)

    await asyncio.gather(*map(send, lines))
    assert wire.rows[:3] == ["released", "slow", "far"]
    assert all(wire.sent[trip] >= least for trip, least in ((210, 0), (110, 53), (10, 106)))
    assert all(shown >= 104 for shown in at.values())
    async with asyncio.timeout(5):
        await wire.volley.released.wait()


async def test_who_is_late_is_held_up_no_less() -> None:
    wire = Wire()
    for who in ("slow", "near"):
        wire.volley.join(who)
    wire.volley.told()
    loop = asyncio.get_running_loop()
    before = loop.time()
    await asyncio.gather(wire.send("slow", 400), wire.send("near", 0, ready_in=0.08))
    assert loop.time() - before >= 0.21
    wire.volley.sent(1, "near")
    assert wire.sent == {1: 212}


async def test_a_line_slower_than_any_table_makes_up_for_holds_others_up_no_longer() -> None:
    wire = Wire()
    for who in ("stuck", "near"):
        wire.volley.join(who)
    wire.volley.told()
    await asyncio.gather(wire.send("stuck", 60_000), wire.send("near", 500))
    assert wire.volley._slowest == LONGEST_MS


async def test_a_busy_server_is_no_delay_of_whoever_was_ready() -> None:
    wire = Wire()
    wire.volley.join("ready")
    wire.volley.told()
    sending = asyncio.create_task(wire.send("ready", 5))
    while not wire.rows:
        await asyncio.sleep(0)
    time.sleep(0.05)  # something else is being done
    await sending
    wire.volley.sent(0, "ready")
    assert wire.sent[0] >= 45


async def test_spectators_are_not_waited_for_and_come_last() -> None:
    wire = Wire()
    wire.volley.join("seat")
    watching = asyncio.create_task(wire.send("watches", 900))
    await asyncio.sleep(0)
    wire.volley.told()
    assert wire.rows == []
    await asyncio.gather(wire.send("seat", 5), watching)
    assert wire.rows == ["released", "seat", "watches"]


async def test_a_client_that_does_not_read_holds_nobody_up() -> None:
    wire = Wire()
    wire.volley.join("reads")
    wire.volley.join("stuck")
    wire.volley.told()
    before = asyncio.get_running_loop().time()
    await wire.send("reads", 5)
    assert asyncio.get_running_loop().time() - before < volley.PATIENCE_S * 20
    assert wire.rows == ["released", "reads"]
    await wire.send("stuck", 5)  # passes at once
    assert wire.rows[-1] == "stuck"


async def test_who_leaves_is_not_waited_for() -> None:
    wire = Wire()
    wire.volley.join("stays")
    wire.volley.join("leaves")
    wire.volley.told()
    sending = asyncio.create_task(wire.send("stays", 5))
    await asyncio.sleep(0)
    wire.volley.leave("leaves")
    await sending
    assert wire.rows == ["released", "stays"]


async def test_where_nobody_listens_a_card_is_out_at_once() -> None:
    wire = Wire()
    wire.volley.told()
    await asyncio.sleep(0)
    assert wire.rows == ["released"]
