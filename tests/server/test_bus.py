"""What every bus promises: one suite, run inside one process and between two over a real Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from prateria.server.bus.base import Bus, BusError
from prateria.server.bus.local import LocalBus
from prateria.server.bus.urls import open_bus
from tests.server.redis_server import RedisServer


@dataclass
class Ends:
    """Two ends of one bus. In one process they are the same."""

    here: Bus
    there: Bus


class Ear:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[bytes, str]] = []

    def __call__(self, frame: bytes, sender: str) -> None:
        self.heard.append((frame, sender))

    async def until(self, count: int) -> list[bytes]:
        while len(self.heard) < count:
            await asyncio.sleep(0.002)
        return [frame for frame, _ in self.heard]


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.slow)])
async def ends(request: pytest.FixtureRequest) -> AsyncIterator[Ends]:
    """An open bus of each kind."""
    made = _ends(request)
    await made.here.open()
    await made.there.open()
    yield made
    await made.here.close()
    await made.there.close()


def _ends(request: pytest.FixtureRequest) -> Ends:
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("shared_redis")
        return Ends(open_bus(server.url()), open_bus(server.url()))
    bus = LocalBus()
    return Ends(bus, bus)


async def test_what_is_published_is_heard_with_who_said_it(ends: Ends) -> None:
    near, far = Ear(), Ear()
    ends.here.listen("person/a", near)
    ends.there.listen("person/a", far)
    await ends.there.settle()
    ends.here.publish("person/a", b"hello \xff\x00", "žofie")
    await near.until(1)
    await far.until(1)
    assert near.heard == far.heard == [(b"hello \xff\x00", "žofie")]


async def test_frames_arrive_in_their_order_and_once(ends: Ends) -> None:
    ear = Ear()
    ends.there.listen("lobby", ear)
    await ends.there.settle()
    sent = [str(number).encode() * (number % 7) for number in range(2_000)]
    for frame in sent:
        ends.here.publish("lobby", frame)
    assert await ear.until(len(sent)) == sent
    ends.here.publish("lobby", b"last")
    assert (await ear.until(len(sent) + 1))[-1] == b"last"


async def test_a_long_frame_arrives_whole(ends: Ends) -> None:
    ear, frame = Ear(), bytes(range(256)) * 4_000
    ends.there.listen("lobby", ear)
    await ends.there.settle()
    ends.here.publish("lobby", frame)
    assert await ear.until(1) == [frame]


async def test_who_stops_listening_hears_no_more_and_the_others_do(ends: Ends) -> None:
    one, other = Ear(), Ear()
    stop = ends.there.listen("lobby", one)
    ends.there.listen("lobby", other)
    await ends.there.settle()
    ends.here.publish("lobby", b"1")
    await one.until(1)
    await other.until(1)
    stop()
    stop()
    ends.here.publish("lobby", b"2")
    assert await other.until(2) == [b"1", b"2"]
    assert one.heard == [(b"1", "")]


async def test_other_channels_are_not_heard(ends: Ends) -> None:
    ear = Ear()
    ends.there.listen("person/a", ear)
    await ends.there.settle()
    for channel in ("person/b", "person/", "person/a/b", "table/a"):
        ends.here.publish(channel, b"not for you")
    ends.here.publish("person/a", b"for you")
    assert await ear.until(1) == [b"for you"]


async def test_one_can_listen_again(ends: Ends) -> None:
    ear = Ear()
    for number in range(5):
        stop = ends.there.listen("lobby", ear)
        await ends.there.settle()
        ends.here.publish("lobby", b"%d" % number)
        await ear.until(number + 1)
        stop()


async def test_one_may_stop_while_hearing(ends: Ends) -> None:
    last = Ear()

    def once(frame: bytes, sender: str) -> None:
        stop()

    stop = ends.there.listen("lobby", once)
    ends.there.listen("lobby", last)
    await ends.there.settle()
    ends.here.publish("lobby", b"1")
    ends.here.publish("lobby", b"2")
    assert await last.until(2) == [b"1", b"2"]


async def test_it_knows_whether_somebody_listens(ends: Ends) -> None:
    assert not await ends.here.is_heard("person/a")
    stop = ends.there.listen("person/a", Ear())
    await ends.there.settle()
    assert await ends.here.is_heard("person/a")
    stop()
    while await ends.here.is_heard("person/a"):
        await asyncio.sleep(0.005)


async def test_a_closed_bus_tells_nobody_anything(ends: Ends) -> None:
    ear = Ear()
    ends.there.listen("lobby", ear)
    await ends.there.settle()
    await ends.there.close()
    ends.here.publish("lobby", b"1")
    await asyncio.sleep(0.05)
    assert ear.heard == []


# --- additional promises of a bus between processes


async def test_two_houses_on_one_redis_do_not_hear_each_other(shared_redis: RedisServer) -> None:
    here, there = open_bus(shared_redis.url(1)), open_bus(shared_redis.url(2))
    await here.open()
    await there.open()
    ear, own = Ear(), Ear()
    there.listen("lobby", ear)
    here.listen("lobby", own)
    await there.settle()
    here.publish("lobby", b"1")
    there.publish("lobby", b"2")
    await asyncio.sleep(0.1)
    assert ear.heard == [(b"2", "")]
    assert own.heard == [(b"1", "")]
    await here.close()
    await there.close()


async def test_after_redis_was_away_all_who_asked_are_told_and_frames_arrive_again(
    redis_server: RedisServer,
) -> None:
    here, there = open_bus(redis_server.url()), open_bus(redis_server.url())
    await here.open()
    await there.open()
    ear, own, gaps = Ear(), Ear(), Ear()
    there.listen("lobby", ear)
    here.listen("lobby", own)
    stop = there.on_gap(lambda: gaps(b"gap", ""))
    await there.settle()
    here.publish("lobby", b"before")
    await ear.until(1)
    redis_server.kill()
    await gaps.until(1)
    there.listen("new", ear)
    here.publish("lobby", b"meanwhile")
    assert await own.until(2) == [b"before", b"meanwhile"]
    await asyncio.to_thread(redis_server.start)
    await there.settle()
    while len(ear.heard) < 3:
        here.publish("lobby", b"after")
        here.publish("new", b"new")
        await asyncio.sleep(0.05)
    assert {frame for frame, _ in ear.heard} == {b"before", b"after", b"new"}
    stop()
    stop()
    await here.close()
    await there.close()


async def test_a_bus_that_cannot_be_opened_says_why(shared_redis: RedisServer) -> None:
    with pytest.raises(BusError, match="cannot be reached"):
        await open_bus("redis://127.0.0.1:1/0").open()
    with pytest.raises(BusError, match="no bus is called carrier-pigeon"):
        open_bus("carrier-pigeon://coop")
    with pytest.raises(BusError, match="not a Redis URL"):
        open_bus("redis://127.0.0.1:port/0")


def test_the_bus_of_one_process_is_not_shared() -> None:
    assert not open_bus().is_shared
    assert not open_bus("local").is_shared
