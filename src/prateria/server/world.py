"""All that a part of the server may need, in one place, made once by the app."""

from __future__ import annotations

from dataclasses import dataclass

from prateria.server.bots import Thinkers
from prateria.server.bus.base import Bus
from prateria.server.limits import Limits
from prateria.server.metrics import Metrics
from prateria.server.reviews import Reviews
from prateria.server.settings import Settings
from prateria.server.store.base import Store
from prateria.server.times import Times


@dataclass(frozen=True, slots=True)
class World:
    settings: Settings
    store: Store
    bus: Bus
    times: Times
    thinkers: Thinkers
    reviews: Reviews
    limits: Limits
    metrics: Metrics
