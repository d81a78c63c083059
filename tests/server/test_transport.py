"""What the system's transport knows of a line: from the kernel, or from a trusted proxy."""

from __future__ import annotations

import socket
import sys
import time

import pytest

from prateria.core.rules import rule
from prateria.server.lines import transport
from tests.server.house import open_house
from tests.server.memory import MemoryStore
from tests.server.test_race import a_race
from tests.server.test_routing import SharedBus, as_at, two_houses

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells a socket's trips"
)


@needs_linux
def test_the_kernel_knows_the_round_trip_of_a_socket() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        socket.create_connection(listening.getsockname()) as client,
        listening.accept()[0] as served,
    ):
        for _ in range(5):
            served.sendall(b"ping")
            client.recv(4)
            client.sendall(b"pong")
            served.recv(4)
        found = transport.of_socket(served)
    assert found.trip is not None
    least, usual = found.trip
    assert 0 <= least <= usual < 50


@needs_linux
def test_the_kernel_knows_how_long_data_has_waited_to_be_read() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        socket.create_connection(listening.getsockname()) as client,
        listening.accept()[0] as served,
    ):
        began = time.monotonic()
        client.sendall(b"a play")
        time.sleep(0.1)
        served.recv(6)
        waited = transport.of_socket(served).waited
        assert 50 < waited <= 1000 * (time.monotonic() - began)


@needs_linux
@rule("A9.2")
async def test_a_play_came_when_the_kernel_took_it_however_busy_the_server_is() -> None:
    async with open_house(MemoryStore(), heartbeat_ms=60_000) as house, a_race(house) as (a, _):
        [room] = [room for room, _ in house.server.rooms._rooms.values()]
        await a.quiet(0.1)  # the pings are answered
        began, card = time.monotonic(), a.state()
        await a.send(
            type="play", id="p", based_on=card["n"], move="a plays chief", token=card["token"]
        )
        sent = 1000 * (time.monotonic() - began)
        time.sleep(0.5)  # nobody reads anything meanwhile
        assert (await a.until(type="accepted"))["id"] == "p"
        arrived = room.match.log.entry(room.version).action.arrived
        since_card = room.now() - room.live._sent[0] - 1000 * (time.monotonic() - began)
    assert arrived <= since_card + sent + 250


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("230500", (230.5, 230.5)),
        ("0", (0.0, 0.0)),
        ("", None),
        ("-1", None),
        ("12.5", None),
        ("1e9", None),
        ("999999999", None),
        ("²", None),
    ],
)
def test_a_proxy_tells_microseconds(text: str, found: tuple[float, float] | None) -> None:
    assert transport.told_by_proxy({transport.HEADER: text}) == found


def test_where_nothing_is_known_nothing_is_said() -> None:
    assert transport.of_socket(None) == (None, 0)
    assert transport.told_by_proxy({}) is None
    assert transport.ask({"type": "websocket"}) is None


@needs_linux
@pytest.mark.parametrize(("proxies", "is_told"), [((), False), (("127.0.0.1",), True)])
async def test_only_a_named_proxy_is_believed(proxies: tuple[str, ...], is_told: bool) -> None:
    async with open_house(MemoryStore(), proxies=proxies, proxy_rtt=True) as house:
        anna = await house.guest()
        table = (await anna.open_table())["id"]
        async with anna.at(table, **{"X-Tcpinfo-Rtt": "123000"}) as a:
            await a.until(type="welcome")
            [connection] = house.server.sockets._open
            ask = connection._ask_transport
            assert ask is not None
            found = ask()
    assert found.trip is not None
    assert (found.trip == (123.0, 123.0)) is is_told
    assert found.waited < 1_000


@needs_linux
async def test_the_transport_of_a_forwarded_line_is_known_too() -> None:
    async with two_houses(SharedBus(), MemoryStore()) as (here, there):
        anna = await here.guest()
        table = (await anna.open_table())["id"]
        same = await as_at(anna, there)
        async with same.at(table) as a:
            await a.ask(type="say", text="here I am")
            [connection] = here.server.sockets._open
            ask = connection._ask_transport
            assert ask is not None
            found = ask()
            assert found.trip is not None
            assert 0 < found.trip[0] < 1_000
            assert found.waited < 1_000
