"""A person at a server that may die at any moment: plays, chats, takes back, and records each
answer.

Messages without an answer are sent again under the same id when the table is visited again.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import msgspec
import websockets

from tests.server.house import Json
from tests.server.ledger import Act, Ledger

LOST: Final = (websockets.WebSocketException, httpx.TransportError, OSError, TimeoutError)
"""What a client meets when the server is killed."""
PATIENCE_S: Final = 20.0
IDLE_S: Final = 1.0
SEATS: Final = {"manitou": (2, 5), "bison": (2, 4), "apache": (2, 5)}
"""By game: the fewest and the most players."""
CHANCES: Final = {"play": 80, "take_back": 8, "say": 8, "hint": 2, "again": 2}
"""The probabilities of a person's next act, in percent."""


class Refused(Exception):
    """The server's answer to a request was not the expected one."""


class Notes:
    """The experience of all visitors of a run: how long answers took, and what went wrong."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.latencies: list[float] = []
        """Seconds from a message to its answer, since somebody last emptied the list."""
        self.answers: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()


class Line:
    """A socket at a table, and the latest state of each seat."""

    def __init__(self, socket: Any, ledger: Ledger, table: str) -> None:
        self._socket = socket
        self._ledger = ledger
        self.table = table
        self.seats: tuple[int, ...] = ()
        self.states: dict[int | None, Json] = {}
        self.n = 0

    async def next(self) -> Json:
        async with asyncio.timeout(PATIENCE_S):
            frame: Json = msgspec.json.decode(await self._socket.recv())
        match frame["type"]:
            case "ping":
                await self.send({"type": "pong", "t": frame["t"]})
            case "welcome":
                self.seats = tuple(frame["seats"])
            case "state":
                self.states[frame["seat"]] = frame
            case _:
                pass
        self.n = max(self.n, frame["n"])
        self._ledger.see(self.table, self.n)
        return frame

    async def begin(self) -> None:
        """Read the first frames: a state for each seat."""
        while not self.states or any(seat not in self.states for seat in self.seats):
            await self.next()

    async def send(self, message: Json) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def ask(self, message: Json) -> Json:
        await self.send(message)
        while (frame := await self.next()).get("id") != message["id"]:
            pass
        return frame

    @property
    def is_over(self) -> bool:
        return any(state.get("outcome") is not None for state in self.states.values())

    def turn(self) -> Json | None:
        """The state of one of our seats that may act."""
        return next((s for at, s in self.states.items() if at is not None and s.get("legal")), None)


class Visitor:
    """A guest with an address of their own, so that limits count them alone."""

    def __init__(self, port: int, notes: Notes, rng: random.Random, address: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.notes = notes
        self.id = ""
        self._port = port
        self._rng = rng
        self._address = address
        self._sent = 0
        self._unanswered: dict[str, tuple[Json, Act]] = {}
        self._answered: dict[str, tuple[Json, Act]] = {}
        """By table: the last message that was done. It may be sent again to check that nothing
        happens."""
        # A connection that was quiet is not used again: the server may be closing it just now.
        limits = httpx.Limits(keepalive_expiry=IDLE_S)
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False, limits=limits)
        self.web = httpx.AsyncClient(
            base_url=self.url, timeout=PATIENCE_S, transport=transport, follow_redirects=True
        )

    async def arrive(self) -> None:
        me = await self.request("GET", "/api/me")
        self.id = me["id"]
        self.web.headers["x-csrf-token"] = me["csrf"]

    async def leave(self) -> None:
        await self.web.aclose()

    async def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """The answer, parsed if it is JSON; Refused unless the status is as expected."""
        answer = await self.web.request(method, path, json=body)
        if answer.status_code == 429:
            await asyncio.sleep(1)
            answer = await self.web.request(method, path, json=body)
        if answer.is_error:
            self.notes.answers[f"{answer.status_code} {method}"] += 1
            raise Refused(f"{answer.status_code} {method} {path}: {answer.text[:200]}")
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    # --- tables

    async def open(self, game: str, **wish: Any) -> str:
        fewest, most = SEATS[game]
        body = {"game": game, "seats": self._rng.randint(fewest, most), "public": True, **wish}
        opened: str = (await self.request("POST", "/api/tables", body))["id"]
        return opened

    async def begin_alone(self, game: str, bot: str | None = None) -> str:
        """A match at one screen, or with a bot against it."""
        table = await self.open(game, hot_seat=bot is None)
        if bot is not None:
            await self.request("POST", f"/api/tables/{table}/fill", {"bot": bot})
        await self.request("POST", f"/api/tables/{table}/start")
        self.notes.ledger.see(table, 0)
        return table

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Line]:
        url = f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in self.web.cookies.items())
        async with websockets.connect(
            url,
            additional_headers={"cookie": cookie},
            local_addr=(self._address, 0),
            max_size=None,
            proxy=None,
            ping_interval=None,
            compression=None,
        ) as socket:
            line = Line(socket, self.notes.ledger, table)
            await line.begin()
            yield line

    async def play(self, table: str, acts: int, pause: float = 0.0) -> bool:
        """Perform this many acts, or play to the end; returns whether it is over."""
        async with self.at(table) as line:
            for _ in range(acts):
                if table in self._unanswered:
                    await self._deliver(line, *self._unanswered[table])
                    continue
                if line.is_over:
                    return True
                if line.turn() is None:  # others are thinking
                    await line.next()
                    continue
                await self._act(line)
                if pause:
                    await asyncio.sleep(self._rng.uniform(0, 2 * pause))
            return line.is_over

    # --- messages

    async def _act(self, line: Line) -> None:
        (kind,) = self._rng.choices([*CHANCES], [*CHANCES.values()])
        match kind:
            case "hint":
                await self._ask_hint(line)
            case "again":
                await self._repeat(line)
            case _:
                await self._deliver(line, *self._made(kind, line))

    def _made(self, kind: str, line: Line) -> tuple[Json, Act]:
        self._sent += 1
        state = line.turn()
        assert state is not None
        message: Json = {"type": kind, "id": f"{kind[0]}{self._sent}"}
        if kind == "say":
            message["text"] = f"line {self._sent} of {self.id}"
            return message, Act("say", self.id, message["id"], message["text"])
        message |= {"seat": state["seat"], "based_on": state["n"]}
        if kind == "take_back":
            message["seat"] = self._rng.choice(line.seats)
            return message, Act("take_back", self.id, message["id"], "")
        message["move"] = self._rng.choice(state["legal"])
        return message, Act("play", self.id, message["id"], message["move"])

    async def _deliver(self, line: Line, message: Json, act: Act) -> None:
        """Until it is answered; recorded before it is sent, and again before the next one is."""
        if line.table not in self._unanswered:
            self.notes.ledger.sent(line.table, act)
            self._unanswered[line.table] = (message, act)
        while True:
            answer = await self._timed(line, message)
            if answer.get("code") not in ("too_fast", "store"):
                break
            await asyncio.sleep(0.2)
        told = answer["answer"] if answer["type"] == "duplicate" else answer
        self.notes.ledger.settle(act, "done" if told["type"] == "accepted" else "refused")
        del self._unanswered[line.table]
        if act.fate == "done":
            self._answered[line.table] = (message, act)

    async def _timed(self, line: Line, message: Json) -> Json:
        began = time.perf_counter()
        answer = await line.ask(message)
        self.notes.latencies.append(time.perf_counter() - began)
        what = answer["type"]
        self.notes.answers[f"{what} {answer['code']}" if "code" in answer else what] += 1
        return answer

    async def _repeat(self, line: Line) -> None:
        """A message that was done under this id is not done again: the store will show."""
        if line.table in self._answered:
            message, act = self._answered[line.table]
            answer = await self._timed(line, message)
            known = answer["type"] == "duplicate" or answer.get("code") == "too_fast"
            if not known and not (act.kind == "say" and answer["type"] == "accepted"):
                self.notes.errors[f"an id sent again was answered {answer['type']}"] += 1

    async def _ask_hint(self, line: Line) -> None:
        self._sent += 1
        state = line.turn()
        assert state is not None
        await self._timed(line, {"type": "hint", "id": f"h{self._sent}", "seat": state["seat"]})
