"""Messages of the socket that reach the rules: real ones, and real ones with one thing wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any, Final

import msgspec
import websockets

from prateria.server.wire import protocol
from tests.server.fuzz.report import CLOSING, Report
from tests.server.fuzz.values import odd_json, odd_object, odd_text, odd_value
from tests.server.house import Guest, House, Json, text_of

GAMES: Final = ("manitou", "bison", "apache")
ANSWER_S: Final = 20.0
ODD_MOVES: Final = ("dances", "picks 7", "plays chief left", "ring", "a", "")
BITS: Final = ("board", "hand:1", "card:7", "x", "a1", "seat:0", "🐎", "\0", "")


class Socket:
    """A person at a table who sends something odd and waits for its answer."""

    def __init__(self, socket: Any, report: Report, *, is_page: bool) -> None:
        self._socket = socket
        self._report = report
        self.is_page = is_page
        self.states: dict[int | None, Json] = {}
        self.n = 0
        self.moves: list[str] = []
        self.is_over = False
        self._inbox: asyncio.Queue[Json | websockets.ConnectionClosed] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())

    @property
    def is_open(self) -> bool:
        return self._socket.close_code is None

    async def _read(self) -> None:
        """Always: a client that leaves things unread is cut off."""
        try:
            while True:
                frame: Json = json.loads(text_of(await self._socket.recv()))
                if frame["type"] == "ping":
                    await self._socket.send(json.dumps({"type": "pong", "t": frame["t"]}))
                self._take_in(frame)
                self._inbox.put_nowait(frame)
        except websockets.ConnectionClosed as closed:
            self._inbox.put_nowait(closed)

    async def next(self) -> Json:
        async with asyncio.timeout(ANSWER_S):
            item = await self._inbox.get()
        if isinstance(item, websockets.ConnectionClosed):
            raise item
        return item

    def stop(self) -> None:
        self._reading.cancel()

    def _take_in(self, frame: Json) -> None:
        self.n = max(self.n, frame["n"])
        if frame["type"] == "state":
            self.states[frame["seat"]] = frame
            self.moves = list(frame.get("legal", ())) or self.moves
            self.is_over = self.is_over or frame.get("outcome") is not None
        elif frame["type"] == "drawn":
            self.moves = [way["move"] for way in frame.get("ways") or ()] or self.moves
            self.is_over = self.is_over or frame.get("over", False)

    async def settle(self) -> None:
        """Read everything that arrives at once."""
        with suppress(TimeoutError, websockets.ConnectionClosed):
            while True:
                async with asyncio.timeout(0.1):
                    await self.next()

    async def send(self, sent: str | bytes) -> None:
        """One case, from sending to its answer."""
        kind, wanted = _expected(sent, is_page=self.is_page)
        try:
            await self._socket.send(sent)
            answer = await self._answer(wanted)
        except TimeoutError:
            self._report.find("no answer", sent)
            answer = "nothing"
        except websockets.ConnectionClosed as closed:
            code = None if closed.rcvd is None else closed.rcvd.code
            if code not in CLOSING:
                self._report.find(f"closed with {code}", sent)
            answer = f"closed {code}"
        self._report.count(f"socket {kind}", answer)

    async def _answer(self, wanted: Json | None) -> str:
        if wanted is None:
            return "none is due"
        while True:
            frame = await self.next()
            if frame["type"] == "error" or all(frame.get(k) == v for k, v in wanted.items()):
                code = frame.get("code", "")
                if code in ("internal", "store", "elsewhere"):
                    self._report.find("an accident", frame)
                return f"{frame['type']} {code}".strip()


def _expected(sent: str | bytes, *, is_page: bool) -> tuple[str, Json | None]:
    """How the server will interpret a message, and what is certain about its answer."""
    size = len(sent if isinstance(sent, bytes) else sent.encode())
    if size > protocol.FRAME_LIMIT:
        return "too long", {"type": "error"}
    try:
        message = protocol.read(sent)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return "unreadable", {"type": "error"}
    kind = type(message).__name__.lower()
    match message:
        case protocol.Pong() | protocol.Resync():
            return kind, None
        case protocol.Look():
            is_numbered = is_page and message.look > 0
            return kind, {"type": "drawn", "look": message.look} if is_numbered else None
        case _:
            return kind, {"id": message.id}


def real(rng: Random, socket: Socket, others: list[Socket]) -> Json:
    """A message that somebody could really send."""
    n, own = socket.n, socket.moves
    foreign = [move for other in others for move in other.moves]
    identity = f"m{rng.randrange(10**9)}" if rng.random() < 0.9 else f"r{rng.randrange(30)}"
    entry = rng.randrange(max(1, n) + 1)
    move = rng.choice(own or foreign or list(ODD_MOVES))
    if rng.random() < 0.3:
        move = rng.choice([*foreign[:40], *ODD_MOVES])
    if rng.random() < 0.02:
        return {"type": "hint", "id": identity}
    based = rng.choice((n, n, n, n - 1, 0, n + 1, entry))
    return rng.choice(
        (
            *({"type": "play", "id": identity, "based_on": max(0, based), "move": move},) * 5,
            {"type": "play", "id": identity, "based_on": n, "move": move, "seat": rng.randrange(4)},
            {"type": "play", "id": identity, "based_on": n, "move": move, "reaction": 3},
            {"type": "take_back", "id": identity, "based_on": max(0, based)},
            {"type": "offer_back", "id": identity, "entry": entry},
            {"type": "offer_back", "id": identity, "entry": entry, "seat": rng.randrange(4)},
            {"type": "answer_back", "id": identity, "entry": entry, "agree": rng.random() < 0.3},
            {"type": "say", "id": identity, "text": rng.choice(("hm", "👍", "a" * 500))},
            {"type": "mute", "id": identity, "person": "nobody", "muted": rng.random() < 0.5},
            {"type": "report", "id": identity, "number": rng.randrange(9), "text": "rude"},
            {"type": "resync", "after": entry},
            _look(rng) if socket.is_page else {"type": "pong", "t": rng.randrange(9)},
        )
    )


def _look(rng: Random) -> Json:
    """Only pages send looks; each look has a number of its own."""
    number = rng.randrange(1, 10**7)
    return {"type": "look", "look": number, "picked": [rng.choice(BITS)], "looked": "x"}


def odd(rng: Random, socket: Socket, others: list[Socket]) -> str | bytes:
    """A real message, most often with something wrong that only the rules can notice; now and then
    something that is not a message at all."""
    body = real(rng, socket, others)
    how = rng.random()
    if how < 0.45:
        body = _oddly_meant(body, rng)
    elif how < 0.65:
        for _ in range(rng.choice((1, 1, 1, 2))):
            body = odd_object(body, rng)
    elif how < 0.7 and "id" in body:
        body["id"] = odd_value(rng)
    text = json.dumps(body, ensure_ascii=rng.random() < 0.5)
    return odd_json(text, rng) if how > 0.95 else text


FITTING: Final[dict[str, tuple[Any, ...]]] = {
    "seat": (*range(8), None),
    "based_on": (0, 1, 10**7),
    "entry": (0, 1, 10**7),
    "after": (0, 1, 10**7),
    "number": (0, 1, 10**7),
    "look": (0, 10**7),
    "reaction": (0, 3_600_000, None),
    "muted": (True, False),
    "agree": (True, False),
    "looked": ("", "x" * 80, "\0", "🐎", "a1 b2"),
    "picked": ((), ("x",) * 40, ("\0", ""), ("🐎",)),
    "person": ("x" * 64, "🐎", "nobody"),
    "id": ("x" * 64, "🐎" * 30, " ", "\u202e", "0"),
}
"""Values that a message may have, though nobody would send them."""


def _oddly_meant(body: Json, rng: Random) -> Json:
    """Can be parsed, but means nothing, or something else."""
    name = rng.choice(["move"] if "move" in body and rng.random() < 0.6 else list(body))
    if name == "move":
        return {**body, "move": odd_text(body["move"], rng)[:500]}
    if name == "text":
        clean = "".join(c for c in odd_text(body["text"], rng) if c >= " " and c != "\x7f")
        return {**body, "text": clean[:500] or "-"}
    return {**body, name: rng.choice(FITTING[name])} if name in FITTING else body


@asynccontextmanager
async def _table(house: House, rng: Random, report: Report) -> AsyncIterator[list[Socket]]:
    """Two who play, one of them also on a page, and one who watches, through any worker."""
    anna, ugo, eve = [await house.guest() for _ in range(3)]
    wish = {"game": rng.choice(GAMES), "seats": 2, "tempo": rng.choice(("quick", "calm"))}
    opened = await anna.post("/tables", wish, 201)
    table = opened["id"]
    await ugo.post(f"/tables/{table}/sit", {"invite": opened["invite"]})
    await anna.post(f"/tables/{table}/start")
    lines: list[tuple[Guest, str]] = [
        (anna, "undo=1"),
        (ugo, ""),
        (anna, "page=1"),
        (eve, "after=0"),
    ]
    async with AsyncExitStack() as stack:
        sockets = []
        for guest, query in lines:
            player = await stack.enter_async_context(guest.at(table, query))
            sockets.append(Socket(player.socket, report, is_page="page" in query))
            stack.callback(sockets[-1].stop)
        for socket in sockets:
            await socket.settle()
        yield sockets


async def send_odd(house: House, report: Report, rng: Random, cases: int) -> None:
    """Send this many messages, at tables of all games one after the other."""
    sent = 0
    while sent < cases:
        async with _table(house, rng, report) as sockets:
            for number in range(min(400, cases - sent)):
                live = [socket for socket in sockets if socket.is_open]
                if not live or (number > 30 and any(socket.is_over for socket in live)):
                    break
                socket = rng.choice(live)
                others = [other for other in live if other is not socket]
                await socket.send(odd(rng, socket, others))
                sent += 1
            for socket in sockets:  # clients that are still there are still served
                if socket.is_open:
                    await socket.settle()
                    await socket.send(json.dumps({"type": "report", "id": "last", "number": 0}))
                    sent += 1
