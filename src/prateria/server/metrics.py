"""Counts for Prometheus, in its text format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

HELP: Final = {
    "prateria_forwarded_total": "connections and requests that another worker has served",
    "prateria_moves_total": "log entries appended by players, bots and clocks",
    "prateria_messages_total": "socket messages, by what they ask",
    "prateria_requests_total": "HTTP requests, by method",
    "prateria_bot_failures_total": "bots that crashed or hung and were replaced",
    "prateria_store_errors_total": "writes or reads the store could not do",
    "prateria_rooms": "tables in memory",
    "prateria_connections": "open sockets",
}


class Metrics:
    """Counters by name and label. Nothing in here is about one person or one table."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        self._counts[name, label] += by

    def text(self, gauges: Mapping[str, int]) -> str:
        rows: list[str] = []
        for name, help_text in HELP.items():
            kind = "gauge" if name in gauges else "counter"
            rows += [f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"]
            if name in gauges:
                rows.append(f"{name} {gauges[name]}")
            for (metric, label), number in sorted(self._counts.items()):
                if metric == name:
                    rows.append(
                        f'{name}{{kind="{label}"}} {number}' if label else f"{name} {number}"
                    )
        return "\n".join(rows) + "\n"
