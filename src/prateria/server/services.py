"""Everything that a part of the server may need, in one place, created once by the app."""

from __future__ import annotations

from dataclasses import dataclass

from prateria.server.audience import Audience
from prateria.server.bots.pool import BotPool
from prateria.server.bots.reviews import Reviews
from prateria.server.bus.base import Bus
from prateria.server.clock import SystemClock
from prateria.server.health import Health
from prateria.server.limits import Limits
from prateria.server.metrics import Metrics
from prateria.server.settings import Settings
from prateria.server.store.base import Store


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    store: Store
    bus: Bus
    audience: Audience
    clock: SystemClock
    bot_pool: BotPool
    reviews: Reviews
    limits: Limits
    metrics: Metrics
    health: Health
    began: int
    """When the server was started, by the steady clock."""

    @property
    def served(self) -> int:
        """For how many milliseconds it has been up."""
        return self.clock.steady() - self.began
