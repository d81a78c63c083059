"""The parts of a server, put together. The app, and a test, open and close it."""

from __future__ import annotations

from prateria.server.accounts import People
from prateria.server.bots.pool import Thinkers
from prateria.server.bots.reviews import Reviews
from prateria.server.bus.base import Bus
from prateria.server.clock import Times
from prateria.server.cluster.routing import Gate
from prateria.server.gc_policy import Garbage
from prateria.server.limits import Kind, Limits, Rate
from prateria.server.metrics import Metrics
from prateria.server.rooms.lobby import Lobby
from prateria.server.rooms.rooms import Rooms
from prateria.server.services import World
from prateria.server.settings import Settings
from prateria.server.sockets.sockets import Sockets
from prateria.server.store.base import Store


class Server:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        times: Times | None = None,
        rates: dict[Kind, Rate] | None = None,
        thinkers: Thinkers | None = None,
    ) -> None:
        times = Times() if times is None else times
        metrics = Metrics()
        if thinkers is None:
            thinkers = Thinkers(settings.thinkers, settings.hang_ms, metrics)
        self.world = World(
            settings=settings,
            store=store,
            bus=bus,
            times=times,
            thinkers=thinkers,
            reviews=Reviews(),
            limits=Limits(times, rates),
            metrics=metrics,
        )
        self.people = People(store, times, settings.secret)
        self.rooms = Rooms(self.world)
        self.lobby = Lobby(self.world, self.rooms)
        self.sockets = Sockets(self.world)
        self.gate = Gate(self.world, self.rooms)
        self._garbage = Garbage()

    async def open(self) -> None:
        await self.world.store.open()
        await self.world.bus.open()
        await self.world.thinkers.open()
        await self.gate.open()
        await self.rooms.open()
        await self.sockets.open()
        await self._garbage.open()

    async def close(self) -> None:
        await self._garbage.close()
        await self.sockets.close()
        await self.gate.close()
        await self.rooms.close()
        await self.world.thinkers.close()
        await self.world.bus.close()
        await self.world.store.close()
