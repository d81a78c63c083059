"""The parts of a server, put together. The app, or a test, opens and closes it."""

from __future__ import annotations

import logging
import sys
from typing import Final

from prateria.core.version import __version__
from prateria.server.accounts import Accounts
from prateria.server.audience import Audience
from prateria.server.bots.pool import BotPool
from prateria.server.bots.reviews import Reviews
from prateria.server.bus.base import Bus
from prateria.server.clock import SystemClock
from prateria.server.cluster.routing import Router
from prateria.server.gc_policy import GcPolicy, heap_in_use
from prateria.server.health import Health
from prateria.server.limits import Kind, Limits, Rate
from prateria.server.metrics import Metrics
from prateria.server.rooms.lobby import Lobby
from prateria.server.rooms.replays import Replays
from prateria.server.rooms.rooms import Rooms
from prateria.server.server_log import facts
from prateria.server.services import Services
from prateria.server.settings import Settings
from prateria.server.sockets.sockets import Sockets
from prateria.server.store.base import Store
from prateria.server.store.urls import shown_url

LOG: Final = logging.getLogger("prateria.server")


class Server:
    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        clock: SystemClock | None = None,
        rates: dict[Kind, Rate] | None = None,
        bot_pool: BotPool | None = None,
    ) -> None:
        clock = SystemClock() if clock is None else clock
        metrics = Metrics()
        if bot_pool is None:
            bot_pool = BotPool(settings.thinkers, settings.hang_ms, metrics)
        self.services = Services(
            settings=settings,
            store=store,
            bus=bus,
            audience=Audience(),
            clock=clock,
            bot_pool=bot_pool,
            reviews=Reviews(),
            limits=Limits(clock, rates, bus),
            metrics=metrics,
            health=Health(store, clock, metrics),
            began=clock.steady(),
        )
        self.accounts = Accounts(store, clock, settings.secret, bus)
        self.rooms = Rooms(self.services)
        self.lobby = Lobby(self.services, self.rooms)
        self.replays = Replays(self.services, self.rooms, self.lobby)
        self.sockets = Sockets(self.services)
        self.router = Router(self.services, self.rooms)
        self._gc_policy = GcPolicy()

    def gauges(self) -> dict[str, float]:
        """The current figures: a value for each of `metrics.GAUGES`."""
        written = self.services.store.metrics
        return {
            "prateria_rooms": len(self.rooms),
            "prateria_connections": len(self.sockets),
            "prateria_python_blocks": sys.getallocatedblocks(),
            "prateria_heap_bytes": heap_in_use(),
            "prateria_store_waiting": written.waiting,
            "prateria_store_groups": written.groups,
            "prateria_store_jobs": written.jobs,
            "prateria_store_largest_group": written.largest,
            "prateria_store_failed": written.failed,
            "prateria_store_repeated": written.repeated,
            "prateria_store_commit_seconds": written.seconds,
            "prateria_store_slowest_commit_seconds": written.slowest,
            "prateria_bots_waiting": self.services.bot_pool.queue,
            "prateria_reviews_waiting": self.services.reviews.queue,
        }

    async def open(self) -> None:
        settings = self.services.settings
        await self.services.store.open()
        await self.services.store.claim(settings.address, alone=not self.services.bus.is_shared)
        await self.services.health.open()
        await self.services.bus.open()
        await self.services.bot_pool.open()
        await self.router.open()
        await self.rooms.open()
        await self.sockets.open()
        await self._gc_policy.open()
        known = facts(
            version=__version__, address=settings.address, store=shown_url(settings.store)
        )
        LOG.info("ready", extra=known)

    async def close(self) -> None:
        LOG.info("stopping")
        await self._gc_policy.close()
        await self.sockets.close()
        await self.router.close()
        await self.rooms.close()
        self.replays.close()
        await self.services.bot_pool.close()
        await self.services.bus.close()
        await self.services.health.close()
        await self.services.store.close()
