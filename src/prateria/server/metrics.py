"""Counters and gauges for Prometheus. Nothing in here is about a particular person or table."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

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


class _Durations(Collector):
    """A histogram. The library's own takes three microseconds for each duration, and each move has
    several."""

    def __init__(self, name: str, told: str) -> None:
        self._name = name
        self._told = told
        self._sum = 0.0
        self._numbers = [0] * (len(BUCKETS) + 1)

    def add(self, seconds: float) -> None:
        self._sum += seconds
        self._numbers[bisect_left(BUCKETS, seconds)] += 1

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = (*map(str, BUCKETS), "+Inf")
        rows = list(zip(bounds, accumulate(self._numbers), strict=True))
        yield HistogramMetricFamily(self._name, self._told, buckets=rows, sum_value=self._sum)


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
        self._new: defaultdict[tuple[str, str], int] = defaultdict(int)
        """What was counted since the metrics were last asked for, by name and kind."""
        self._durations = {name: _Durations(name, told) for name, told in HISTOGRAMS.items()}
        for durations in self._durations.values():
            self._registry.register(durations)
        self._gauges = {
            name: Gauge(name, told, registry=self._registry) for name, told in GAUGES.items()
        }

    def time(self, name: str, seconds: float) -> None:
        """Record a duration in a histogram."""
        self._durations[name].add(seconds)

    def count(self, name: str, kind: str = "") -> None:
        """Add one to a counter; those of `COUNTERS_BY_KIND` need the kind."""
        self._new[name, kind] += 1

    def text(self, gauges: Mapping[str, float]) -> str:
        """All metrics in Prometheus' text format, with the gauges' present values."""
        new, self._new = self._new, defaultdict(int)
        for (name, kind), number in new.items():
            counter = self._counters[name]
            (counter.labels(kind) if kind else counter).inc(number)
        for name, gauge in self._gauges.items():
            gauge.set(gauges[name])
        return generate_latest(self._registry).decode()
