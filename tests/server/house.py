"""A server on a free port of this machine, and people who come to play there."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from itertools import cycle
from typing import Any, Final, Self

import httpx
import uvicorn
import websockets
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.types import ASGIApp, Receive, Scope, Send

from prateria.server.app import make_app
from prateria.server.bots.pool import SOMEBODY, Asker, BotPool, Mover
from prateria.server.bots.worker import Decision, Question, decide
from prateria.server.bus.base import Bus
from prateria.server.bus.local import LocalBus
from prateria.server.bus.urls import open_bus
from prateria.server.clock import SystemClock
from prateria.server.cluster.routing import Router
from prateria.server.gc_policy import GcPolicy
from prateria.server.limits import Kind, Rate
from prateria.server.metrics import Metrics
from prateria.server.run import uvicorn_config
from prateria.server.server import Server
from prateria.server.settings import Settings, new_worker_name
from prateria.server.store.base import Store
from prateria.server.store.urls import open_store
from tests.server.memory import MemoryStore

Json = dict[str, Any]
FREELY: dict[Kind, Rate] = {
    "message": Rate(10**6, 10**6),
    "say": Rate(10**6, 10**6),
    "request": Rate(10**6, 10**6),
    "connect": Rate(10**6, 10**6),
    "join": Rate(10**6, 10**6),
    "create": Rate(10**6, 10**6),
    "login": Rate(10**6, 10**6),
    "logins": Rate(10**6, 10**6),
}


class FakeTimes(SystemClock):
    """Time that advances only when told to."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000
        self.wall_is_off = 0
        self._alarms: list[tuple[int, Callable[[], None]]] = []

    def wall(self) -> int:
        return self.ms + self.wall_is_off

    def steady(self) -> int:
        return self.ms

    def later(self, delay: int, act: Callable[[], None]) -> Callable[[], None]:
        alarm = (self.ms + max(delay, 0), act)
        self._alarms.append(alarm)

        def cancel() -> None:
            if alarm in self._alarms:
                self._alarms.remove(alarm)

        return cancel

    async def go_on(self, ms: int) -> None:
        self.ms += ms
        for alarm in sorted((a for a in self._alarms if a[0] <= self.ms), key=lambda a: a[0]):
            if alarm in self._alarms:
                self._alarms.remove(alarm)
                alarm[1]()
        await asyncio.sleep(0)


class House:
    """A running server and its URL; or several workers, to which guests come in turn."""

    def __init__(self, *workers: tuple[Server, int]) -> None:
        self.servers = tuple(server for server, _ in workers)
        self.ports = tuple(port for _, port in workers)
        self.server = self.servers[0]
        self.port = self.ports[0]
        self.url = f"http://127.0.0.1:{self.port}"
        self.guests: list[Guest] = []
        self._next_port = cycle(self.ports)

    def next_port(self) -> int:
        """The destination of the next request, as a proxy would choose the workers in turn."""
        return next(self._next_port)

    def client(self, **headers: str) -> httpx.AsyncClient:
        """A browser, or a program, that is still unknown."""
        # Nothing is verified over http; reading the certificates takes longer than most tests.
        return httpx.AsyncClient(
            base_url=self.url, timeout=20, transport=InTurn(self), headers=headers
        )

    def owner(self, table: str) -> Server:
        """The worker that has a table's room."""
        return next(server for server in self.servers if server.rooms.known(table) is not None)

    async def guest(self, **headers: str) -> Guest:
        guest = Guest(self)
        self.guests.append(guest)
        return await guest.arrive(**headers)


class InlineThinkers(BotPool):
    """Thinks in a thread: a process for each of hundreds of tests is expensive; the tests of
    processes request `bot_processes`."""

    def __init__(self) -> None:
        super().__init__(0, 0, Metrics())

    async def think(self, question: Question, asker: Asker | Mover = SOMEBODY) -> Decision:
        return await asyncio.to_thread(decide, question)


class Untidy(GcPolicy):
    """Leaves Python's collector alone; each full collection would cost as much as a test."""

    async def open(self) -> None: ...


class Brisk(uvicorn.Server):
    """Stops as soon as it is told to; the original checks ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told = asyncio.Event()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.told.wait()

    async def shutdown(self, sockets: Any = None) -> None:
        for listening in self.servers:
            listening.close()
        for connection in tuple(self.server_state.connections):
            connection.shutdown()
        try:
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while self.server_state.connections or self.server_state.tasks:
                    await asyncio.sleep(0.002)
        except TimeoutError:
            for task in self.server_state.tasks:
                task.cancel()
        await self.lifespan.shutdown()


SPARE: dict[bool, list[tuple[Litestar, Swing]]] = {False: [], True: []}
"""Apps that no house uses, without a shared bus and with one. Creating one takes a tenth of a
second."""
CHEAP: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Swing:
    """The middleware of an app, switched to another worker each time the app is reused."""

    def __init__(self, router: Router) -> None:
        self.router = router

    def __call__(self, app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            await Router.guard(self.router, app)(scope, receive, send)

        return guarded


def _app(server: Server, spare: list[tuple[Litestar, Swing]]) -> tuple[Litestar, Swing]:
    if spare:
        app, swing = spare.pop()
        app.state.server, swing.router = server, server.router
        return app, swing
    swing = Swing(server.router)
    setattr(server.router, "guard", swing)  # noqa: B010 so that the app is made with it
    return make_app(server), swing


@asynccontextmanager
async def open_house(
    store: Store | None = None,
    clock: SystemClock | None = None,
    rates: dict[Kind, Rate] | None = None,
    bus: Bus | None = None,
    *,
    bot_processes: bool = False,
    tidy: bool = False,
    **settings: Any,
) -> AsyncIterator[House]:
    store = MemoryStore() if store is None else store
    usual = {"secret": "the tests' secret", "port": 0, "countdown_ms": 0}
    made = Settings(**{**usual, **settings})
    bus = LocalBus() if bus is None else bus
    thinkers = None if bot_processes else InlineThinkers()
    server = Server(made, store, bus, clock, FREELY if rates is None else rates, thinkers)
    if not tidy:
        server._gc_policy = Untidy()
    async with _serving(server) as port:
        house = House((server, port))
        try:
            yield house
        finally:
            await _see_off(house)


@asynccontextmanager
async def open_pair(
    store_url: str, bus_url: str, rates: dict[Kind, Rate] | None = None, **settings: Any
) -> AsyncIterator[House]:
    """Two workers on one PostgreSQL and one Redis, in this process so that tests can reach in."""
    async with (
        open_house(
            open_store(store_url),
            None,
            rates,
            open_bus(bus_url),
            **{"worker": new_worker_name(), **settings},
        ) as here,
        open_house(
            open_store(store_url),
            None,
            rates,
            open_bus(bus_url),
            **{"worker": new_worker_name(), **settings},
        ) as there,
    ):
        house = House((here.server, here.port), (there.server, there.port))
        try:
            yield house
        finally:
            await _see_off(house)


OpenHouse = Callable[..., AbstractAsyncContextManager[House]]


@asynccontextmanager
async def _serving(server: Server) -> AsyncIterator[int]:
    server.accounts._hasher = CHEAP
    spare = SPARE[server.services.bus.is_shared]
    app, swing = _app(server, spare)
    serving = Brisk(uvicorn_config(app, server))
    task = asyncio.create_task(serving.serve())
    while not serving.started:
        await asyncio.sleep(0.001)
        if task.done():
            await task
    try:
        yield serving.servers[0].sockets[0].getsockname()[1]
    finally:
        serving.told.set()
        await task
        spare.append((app, swing))


async def _see_off(house: House) -> None:
    for guest in house.guests:
        await guest.web.aclose()


class InTurn(httpx.AsyncHTTPTransport):
    """Sends each request to the next worker of a house."""

    def __init__(self, house: House) -> None:
        super().__init__(verify=False)
        self._house = house

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(port=self._house.next_port())
        return await super().handle_async_request(request)


class Guest:
    """Somebody with a browser."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.web = house.client()
        self.id = ""
        self.name = ""

    async def arrive(self, **headers: str) -> Self:
        me = (await self.web.get("/api/me", headers=headers)).json()
        self.id, self.name = me["id"], me["name"]
        self.web.headers["x-csrf-token"] = me["csrf"]
        return self

    async def post(self, path: str, body: Json | None = None, status: int = 200) -> Json:
        answer = await self.web.post(f"/api{path}", json=body)
        assert answer.status_code == status, answer.text
        shown: Json = answer.json()
        return shown

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.web.get(f"/api{path}")
        assert answer.status_code == status, answer.text
        is_json = answer.headers["content-type"].startswith("application/json")
        return answer.json() if is_json else answer.text

    async def open_table(self, **wish: Any) -> Json:
        return await self.post("/tables", {"game": "manitou", "seats": 2, **wish}, 201)

    @asynccontextmanager
    async def at(self, table: str, query: str = "", **headers: str) -> AsyncIterator[Player]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.web.cookies.items())
        url = f"ws://127.0.0.1:{self.house.port}/api/tables/{table}/socket?{query}"
        async with websockets.connect(
            url,
            additional_headers={"cookie": cookies, **headers},
            max_size=None,
            max_queue=None,  # a client that leaves much unread would wait long for the close
            host="127.0.0.1",
            port=self.house.next_port(),
        ) as socket:
            yield Player(socket)


def text_of(frame: str | bytes) -> str:
    """A frame as text; long drawings come packed."""
    return frame if isinstance(frame, str) else zlib.decompress(frame, -15).decode()


class Player:
    """A person at a table: sends messages, keeps the frames that arrived."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.frames: list[Json] = []
        self.raw: list[str] = []
        self._ids = 0

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self) -> Json:
        """The next frame; pings are answered on the way."""
        while True:
            # Not `wait_for`: before Python 3.12 it forgets a cancellation if something arrives at
            # that moment, and `quiet` would never end where there are pings.
            async with asyncio.timeout(20):
                text = text_of(await self.socket.recv())
            frame: Json = json.loads(text)
            if frame["type"] == "ping":
                # Behind a ping the server may have closed: its last message is still read.
                with suppress(websockets.ConnectionClosed):
                    await self.send(type="pong", t=frame["t"])
                continue
            self.raw.append(text)
            self.frames.append(frame)
            return frame

    async def until(self, **wanted: Any) -> Json:
        """Wait for a frame that has these fields."""
        while True:
            frame = await self.next()
            if all(frame.get(name) == value for name, value in wanted.items()):
                return frame

    async def ask(self, **message: Any) -> Json:
        """Send a message with an id and wait for its answer."""
        self._ids += 1
        message.setdefault("id", f"m{self._ids}")
        await self.send(**message)
        return await self.until(id=message["id"])

    def state(self, seat: int | None = None) -> Json:
        """The last `state` received (name the seat if the person has several)."""
        for frame in reversed(self.frames):
            if frame["type"] == "state" and (seat is None or frame["seat"] == seat):
                return frame
        raise AssertionError("no state came")

    async def play(self, move: str, seat: int | None = None, **more: Any) -> Json:
        state = self.state(seat)
        message = {"type": "play", "move": move, "based_on": state["n"], **more}
        if "token" in state:
            message.setdefault("token", state["token"])
        if seat is not None:
            message["seat"] = seat
        return await self.ask(**message)

    async def quiet(self, seconds: float = 0.05) -> None:
        """Read whatever arrives until nothing arrives for a while."""
        while True:
            try:
                async with asyncio.timeout(seconds):
                    await self.next()
            except TimeoutError:
                return
