"""Counters and gauges for Prometheus. Nothing in here is about a particular person or table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

COUNTERS: Final = {
    "prateria_forwarded_total": "connections and requests that another worker has served",
    "prateria_moves_total": "log entries appended by players, bots and clocks",
    "prateria_bot_failures_total": "bots that crashed or hung and were replaced",
    "prateria_store_errors_total": "writes or reads the store could not do, each counted once",
}
COUNTERS_BY_KIND: Final = {
    "prateria_messages_total": "socket messages, by what they ask",
    "prateria_requests_total": "HTTP requests, by method",
    "prateria_refused_total": "what was refused, by reason: codes of refusals, or limits",
}
GAUGES: Final = {
    "prateria_rooms": "tables in memory",
    "prateria_connections": "open sockets",
    "prateria_python_blocks": "blocks of memory that Python has in use",
    "prateria_heap_bytes": "bytes in use in the C library's allocator",
    "prateria_store_waiting": "changes that wait to be written",
    "prateria_store_groups": "groups of changes that were written together",
    "prateria_store_jobs": "changes that were written or failed",
    "prateria_store_largest_group": "changes in the largest group",
    "prateria_store_failed": "changes of those that failed, conflicts included",
    "prateria_store_repeated": "attempts to write that found the database unreachable",
    "prateria_store_commit_seconds": "time spent in commits, all together",
    "prateria_store_slowest_commit_seconds": "the slowest commit",
    "prateria_bots_waiting": "questions that wait for a bot",
    "prateria_reviews_waiting": "people who wait for a review",
}
HISTOGRAMS: Final = {
    "prateria_request_seconds": "from a request to its answer",
    "prateria_message_seconds": "from a socket's message to its answer",
    "prateria_write_seconds": "from a move until it is on disk",
}
BUCKETS: Final = (*(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0),)

# Without it each counter gets a second series, the time of its creation.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one server, in a registry of their own: a process may hold several servers."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, CPU and descriptors of this process
        self._counters = {
            name: Counter(name, told, labels, registry=self._registry)
            for group, labels in ((COUNTERS, ()), (COUNTERS_BY_KIND, ("kind",)))
            for name, told in group.items()
        }
        self._found: dict[tuple[str, str], Counter] = {}
        """Those that have counted something, by name and kind: the kinds are few."""
        self._histograms = {
            name: Histogram(name, told, buckets=BUCKETS, registry=self._registry)
            for name, told in HISTOGRAMS.items()
        }
        self._gauges = {
            name: Gauge(name, told, registry=self._registry) for name, told in GAUGES.items()
        }

    def time(self, name: str, seconds: float) -> None:
        """Record a duration in a histogram."""
        self._histograms[name].observe(seconds)

    def count(self, name: str, kind: str = "") -> None:
        """Add one to a counter; those of `COUNTERS_BY_KIND` need the kind."""
        counter = self._found.get((name, kind))
        if counter is None:
            counter = self._counters[name]
            counter = self._found[name, kind] = counter.labels(kind) if kind else counter
        counter.inc()

    def text(self, gauges: Mapping[str, float]) -> str:
        """All metrics in Prometheus' text format, with the gauges' present values."""
        for name, gauge in self._gauges.items():
            gauge.set(gauges[name])
        return generate_latest(self._registry).decode()
