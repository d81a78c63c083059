"""Which bus a URL stands for: `local` is this process, `redis://host:port/number` any number of
them."""

from __future__ import annotations

from prateria.server.bus.base import Bus, BusError
from prateria.server.bus.local import LocalBus


def open_bus(url: str = "local") -> Bus:
    """The bus for this URL, not yet opened."""
    scheme = url.partition(":")[0].lower()
    if url == "local":
        return LocalBus()
    if scheme in ("redis", "rediss", "unix"):
        from prateria.server.bus.redis import RedisBus

        return RedisBus(url)
    raise BusError(f"no bus is called {scheme}: there are local and redis://host:port/number")
