"""Counters and gauges for Prometheus. Nothing in here is about one person or one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    disable_created_metrics,
    generate_latest,
)

COUNTERS: Final = {
    "prateria_forwarded_total": "connections and requests that another worker has served",
    "prateria_moves_total": "log entries appended by players, bots and clocks",
    "prateria_bot_failures_total": "bots that crashed or hung and were replaced",
    "prateria_store_errors_total": "writes or reads the store could not do",
}
COUNTERS_BY_KIND: Final = {
    "prateria_messages_total": "socket messages, by what they ask",
    "prateria_requests_total": "HTTP requests, by method",
}
GAUGES: Final = {
    "prateria_rooms": "tables in memory",
    "prateria_connections": "open sockets",
}

# Without it each counter gets a second series, the time of its creation.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one server, in a registry of their own: a process may hold several servers."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(name, told, labels, registry=self._registry)
            for group, labels in ((COUNTERS, ()), (COUNTERS_BY_KIND, ("kind",)))
            for name, told in group.items()
        }
        self._gauges = {
            name: Gauge(name, told, registry=self._registry) for name, told in GAUGES.items()
        }

    def count(self, name: str, kind: str = "") -> None:
        """Add one to a counter; those of `COUNTERS_BY_KIND` need the kind."""
        counter = self._counters[name]
        (counter.labels(kind) if kind else counter).inc()

    def text(self, gauges: Mapping[str, int]) -> str:
        """All metrics in Prometheus' text format, with the gauges' present values."""
        for name, value in gauges.items():
            self._gauges[name].set(value)
        return generate_latest(self._registry).decode()
