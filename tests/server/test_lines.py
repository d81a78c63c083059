"""Open connections: one that is not read, malformed, or no longer allowed is closed, at every
worker."""

from __future__ import annotations

import asyncio
import gc
import json
import socket as sockets_of_python
from contextlib import suppress
from typing import Any
from weakref import ref

import pytest
import websockets
from websockets.frames import Frame, Opcode

from prateria.server.http import bounded
from prateria.server.limits import Rate
from prateria.server.lines.transport import Data
from prateria.server.sockets import sockets
from prateria.server.store.base import Audit
from tests.server.house import Guest, House, OpenHouse, Player, open_house
from tests.server.test_messages import begun
from tests.server.test_security import account


async def closing(player: Player) -> tuple[int | None, str]:
    """The code with which a socket is closed, and the code of its last error."""
    last: Any = {}
    with suppress(websockets.ConnectionClosed):
        while True:
            last = await player.next()
    return player.socket.close_code, last.get("code", "")


async def upgraded(house: House, guest: Guest, table: str, query: str = "") -> Any:
    """The bare connection of a socket, with a small buffer, that nobody reads."""
    bare = sockets_of_python.socket()
    bare.setsockopt(sockets_of_python.SOL_SOCKET, sockets_of_python.SO_RCVBUF, 2048)
    bare.setblocking(False)
    await asyncio.get_running_loop().sock_connect(bare, ("127.0.0.1", house.next_port()))
    reader, writer = await asyncio.open_connection(sock=bare, limit=4096)
    cookies = "; ".join(f"{name}={value}" for name, value in guest.web.cookies.items())
    head = (
        f"GET /api/tables/{table}/socket?{query} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookies}\r\n\r\n"
    )
    writer.write(head.encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame of a client, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


async def emptied(house: House) -> None:
    async with asyncio.timeout(5):
        while any(len(server.sockets) for server in house.servers):
            await asyncio.sleep(0.02)


async def test_who_reads_nothing_is_let_go_however_much_waits_for_them(
    monkeypatch: pytest.MonkeyPatch, any_house: OpenHouse
) -> None:
    monkeypatch.setattr(bounded, "UNREAD_S", 0.3)
    begin = bounded.BoundedSocket.connection_made

    def with_a_small_buffer(self: bounded.BoundedSocket, transport: Any) -> None:
        begin(self, transport)
        bare = transport.get_extra_info("socket")
        bare.setsockopt(sockets_of_python.SOL_SOCKET, sockets_of_python.SO_SNDBUF, 2048)

    monkeypatch.setattr(bounded.BoundedSocket, "connection_made", with_a_small_buffer)
    async with any_house() as house:
        anna, _, table = await begun(house)
        _, writer = await upgraded(house, anna, table, "after=0")
        resync = frame(1, json.dumps({"type": "resync", "after": 0}).encode())
        with suppress(ConnectionError):
            for _ in range(200):  # many messages are answered, and no answer is read
                writer.write(resync)
                await asyncio.sleep(0)
        await emptied(house)
        writer.transport.abort()


async def test_who_says_nothing_more_is_let_go(any_house: OpenHouse) -> None:
    async with any_house(heartbeat_ms=50) as house:
        anna, _, table = await begun(house)
        _, writer = await upgraded(house, anna, table)
        async with asyncio.timeout(5):
            while not any(len(server.sockets) for server in house.servers):
                await asyncio.sleep(0.01)
        await emptied(house)
        writer.transport.abort()


async def test_an_answer_that_is_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "UNREAD_S", 0.2)
    async with open_house() as house:
        bare = sockets_of_python.socket()
        bare.setsockopt(sockets_of_python.SOL_SOCKET, sockets_of_python.SO_RCVBUF, 2048)
        bare.setblocking(False)
        await asyncio.get_running_loop().sock_connect(bare, ("127.0.0.1", house.port))
        _, writer = await asyncio.open_connection(sock=bare, limit=4096)
        asked = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        with suppress(ConnectionError):
            async with asyncio.timeout(10):
                while not writer.transport.is_closing():
                    writer.write(asked * 20)
                    await asyncio.sleep(0.02)
        metrics = (await (await house.guest()).web.get("/metrics")).text
        assert '"unread"}' in metrics


@pytest.mark.parametrize(
    ("sent", "code"),
    [(frame(1, b"\xff\xfe"), 1007), (frame(3, b""), 1002), (frame(8, b"\x00"), 1002)],
    ids=["no text", "no such opcode", "half a code"],
)
async def test_what_is_no_frame_closes_the_line_and_is_no_accident(
    sent: bytes, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        reader, writer = await upgraded(house, anna, table)
        writer.write(sent)
        async with asyncio.timeout(5):
            said = await reader.read(-1)
        assert said[-200:].find(bytes([0x88])) >= 0
        assert code.to_bytes(2, "big") in said
        writer.close()
        await emptied(house)
    assert capfd.readouterr().err == ""


# --- tokens and bans


async def test_an_ended_token_closes_the_sockets_it_opened(
    monkeypatch: pytest.MonkeyPatch, any_house: OpenHouse
) -> None:
    monkeypatch.setattr(sockets, "BANS_S", 0.02)
    async with any_house() as house:
        anna = await account(house, "Anna")
        table = (await anna.open_table())["id"]
        shown = await anna.post("/tokens", {"name": "p", "scopes": ["play"]}, 201)
        other = await anna.post("/tokens", {"name": "q", "scopes": ["play"]}, 201)
        program, stays = Guest(house), Guest(house)
        head = {"authorization": f"Bearer {shown['token']}"}
        async with (
            program.at(table, **head) as p,
            stays.at(table, authorization=f"Bearer {other['token']}") as q,
        ):
            await p.until(type="table")
            (card,) = [row for row in await anna.get("/tokens") if row["name"] == "p"]
            assert (await anna.web.delete(f"/api/tokens/{card['hash']}")).status_code == 204
            assert await closing(p) == (4403, "token")
            assert (await q.ask(type="say", text="still here"))["type"] == "accepted"


@pytest.mark.parametrize("how", ["token", "ban"])
@pytest.mark.parametrize("which", ["tables", "table"])
async def test_a_program_s_streams_end_with_its_token_and_with_a_ban(
    which: str, how: str, monkeypatch: pytest.MonkeyPatch, any_house: OpenHouse
) -> None:
    monkeypatch.setattr(sockets, "BANS_S", 0.02)
    async with any_house() as house:
        anna = await account(house, "Anna")
        table = (await anna.post("/tables", {"game": "manitou", "seats": 2}, 201))["id"]
        await anna.post(f"/tables/{table}/fill", {"bot": "random"})
        await anna.post(f"/tables/{table}/start")
        shown = (await anna.post("/tokens", {"name": "bot", "scopes": ["bot"]}, 201))["token"]
        path = "/api/bot/stream" if which == "tables" else f"/api/bot/tables/{table}/stream"
        async with (
            house.client(authorization=f"Bearer {shown}") as program,
            program.stream("GET", path) as stream,
        ):
            lines = stream.aiter_lines()
            await anext(lines)
            if how == "ban":
                store = house.server.services.store
                note = Audit(0, "ban", anna.id, None, "")
                await store.set_banned(anna.id, note, banned=True)
            else:
                (card,) = await anna.get("/tokens")
                await anna.web.delete(f"/api/tokens/{card['hash']}")
            async with asyncio.timeout(5):
                async for _ in lines:
                    pass


# --- a limit per address


async def test_behind_a_proxy_each_client_has_so_many_open_lines(any_house: OpenHouse) -> None:
    async with any_house(proxies=("127.0.0.1",), connections=4) as house:
        anna, _, table = await begun(house)
        eve = {"x-forwarded-for": "203.0.113.7, 198.51.100.1"}
        ben = {"x-forwarded-for": "203.0.113.7, 198.51.100.2"}
        opened = [anna.at(table, **eve) for _ in range(4)]
        players = [await each.__aenter__() for each in opened]
        for player in players:
            await player.until(type="state")
        async with anna.at(table, **eve) as refused:
            assert (await refused.next())["code"] == "too_fast"
            assert (await closing(refused))[0] == 4403
        async with anna.at(table, **ben) as other:
            await other.until(type="state")
        await opened[0].__aexit__(None, None, None)
        await asyncio.sleep(0.1)
        async with anna.at(table, **eve) as again:
            await again.until(type="state")
        for each in opened[1:]:
            await each.__aexit__(None, None, None)


async def test_who_floods_through_another_worker_slows_down_nobody_else(
    any_house: OpenHouse,
) -> None:
    async with any_house() as house:
        anna, ugo, table = await begun(house)
        eve = await house.guest()
        async with anna.at(table) as a, ugo.at(table) as b, eve.at(table) as e, eve.at(table) as f:
            await a.until(type="state")
            await b.until(type="state")

            async def flood(player: Player) -> None:
                for n in range(3000):
                    await player.socket.send(f'{{"type":"resync","after":{n}}}')

            async def drain(player: Player) -> None:
                while True:
                    await player.next()

            flooding = [asyncio.create_task(work(p)) for p in (e, f) for work in (flood, drain)]
            for player in (a, b):
                for _ in range(3):
                    assert (await player.ask(type="say", text="hm"))["type"] == "accepted"
            for task in flooding:
                task.cancel()
            await asyncio.gather(*flooding, return_exceptions=True)
            for player in (e, f):
                assert player.socket.close_code is None
                player.socket.transport.abort()


async def test_a_line_that_is_closed_is_freed_without_a_search_for_garbage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: list[ref[Any]] = []
    for kind in (bounded.BoundedSocket, bounded.BoundedProtocol):

        def begin(self: Any, transport: Any, before: Any = kind.connection_made) -> None:
            known.append(ref(self))
            before(self, transport)

        monkeypatch.setattr(kind, "connection_made", begin)
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        gc.collect()
        gc.disable()
        try:
            known.clear()
            async with anna.at(table) as a, ugo.at(table, "page=1") as b:
                await a.until(type="state")
                await b.until(type="drawn")
            async with anna.at("nowhere") as refused:
                await closing(refused)
            _, writer = await upgraded(house, anna, table)
            writer.transport.abort()
            _, writer = await upgraded(house, anna, table)
            writer.write(frame(1, b"\xff"))  # not text
            await emptied(house)
            writer.transport.abort()
            assert len(known) == 10  # each of them first a request
            async with asyncio.timeout(5):
                while any(each() is not None for each in known):
                    await asyncio.sleep(0.02)
        finally:
            gc.enable()


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("is_text", [True, False])
def test_what_is_written_without_a_detour_comes_to_the_same_bytes(
    length: int, *, is_text: bool
) -> None:
    data = b"x" * length
    usual = Frame(Opcode.TEXT if is_text else Opcode.BINARY, data).serialize(mask=False)
    assert bounded._head(length, is_text=is_text) + data == usual


async def test_a_move_is_answered_in_one_piece_with_what_it_has_brought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[list[str]] = []
    write = bounded.BoundedSocket.write

    def watched(self: bounded.BoundedSocket, messages: Any) -> bool:
        written.append([json.loads(data)["type"] for data, _ in messages])
        return write(self, messages)

    monkeypatch.setattr(bounded.BoundedSocket, "write", watched)
    async with open_house() as house:
        anna, ugo, table = await begun(house)
        async with anna.at(table) as a, ugo.at(table) as b:
            await a.until(type="state")
            await b.until(type="state")
            player, other = (a, b) if a.state()["legal"] else (b, a)
            n = player.state()["n"]
            assert (await player.play(player.state()["legal"][0]))["type"] == "accepted"
            while other.state()["n"] == n:
                await other.until(type="state")
            assert player.state()["n"] > n  # it came before the answer
        assert ["state", "accepted"] in written


async def test_to_a_client_that_does_not_read_nothing_is_written_without_a_detour() -> None:
    async with open_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            (connection,) = house.server.sockets._open
            assert connection._write_now is not None
            made = gc.get_objects()
            found = [each for each in made if issubclass(type(each), bounded.BoundedSocket)]
            (socket,) = [each for each in found if not each.disconnected]
            socket.writable.clear()
            assert not connection._write_now([Data(b"{}")])
            (await house.server.rooms.room(table)).notice("bot_sits_in")  # it waits, and then comes
            socket.writable.set()
            assert (await a.until(type="notice"))["code"] == "bot_sits_in"


PING, PONG, CONTINUED = 9, 10, 0


@pytest.mark.parametrize(
    "odd",
    [frame(PING, b"x" * 125), frame(PONG, b""), bytes([CONTINUED, 0x80]) + bytes(4)],
    ids=["pings", "pongs", "empty parts of a message"],
)
async def test_who_sends_frames_without_end_is_cut_off(odd: bytes, any_house: OpenHouse) -> None:
    """A ping is answered at once: the answers of one connection took 30 MB of memory a second."""
    async with any_house() as house:
        anna, _, table = await begun(house)
        _, writer = await upgraded(house, anna, table)
        if odd[0] == CONTINUED:
            writer.write(bytes([0x01, 0x80]) + bytes(4))  # the first part
        sent = 0
        with suppress(ConnectionError):
            async with asyncio.timeout(10):
                while sent < 4_000_000:
                    writer.write(odd * 500)
                    await writer.drain()
                    sent += 500 * len(odd)
                    await asyncio.sleep(0)
        assert sent < 4_000_000
        writer.transport.abort()
        await emptied(house)
        async with house.client() as web:
            texts = [(await web.get("/metrics")).text for _ in house.ports]
        assert any('refused_total{kind="frames"}' in text for text in texts)


async def test_answers_that_wait_to_be_read_stop_the_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = []
    monkeypatch.setattr(bounded, "ODD_FRAMES", Rate(10**6, 10**6))
    look = bounded.BoundedSocket.handle_ping

    def noted(self: bounded.BoundedSocket) -> None:
        taken.append(self.transport.get_write_buffer_size())
        look(self)

    monkeypatch.setattr(bounded.BoundedSocket, "handle_ping", noted)
    async with open_house() as house:
        anna, _, table = await begun(house)
        _, writer = await upgraded(house, anna, table)
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while True:
                    writer.write(frame(PING, b"x" * 125) * 500)
                    await writer.drain()
        assert max(taken) < 200_000
        writer.transport.abort()
        await emptied(house)


async def test_many_messages_at_once_are_all_answered(any_house: OpenHouse) -> None:
    """Also in parts, with pings between them, and more than is parsed at a time."""
    async with any_house() as house:
        anna, _, table = await begun(house)
        async with anna.at(table) as a:
            await a.until(type="state")
            wanted = {f"{n}": {"type": "say", "id": f"{n}", "text": "x" * 400} for n in range(60)}
            for n, message in enumerate(wanted.values()):
                text = json.dumps(message)
                whole: Any = text if n % 3 else [text[:100], text[100:200], text[200:]]
                await a.socket.send(whole)
                if n % 10 == 0:
                    await a.socket.ping()
            while wanted:
                answer = await a.until(type="accepted")
                del wanted[answer["id"]]
            await asyncio.wait_for(await a.socket.ping(), 5)
