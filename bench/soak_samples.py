"""Measurements of a server from outside, and their evaluation."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final

import httpx
import psycopg

PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Memory:
    """In bytes. `uss` is not shared with any other process, `pss` includes a fair share of what
    is."""

    rss: int
    pss: int
    uss: int


def memory(pid: int) -> Memory:
    fields: dict[str, int] = {}
    for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, value, *_ = row.split()
        fields[name.rstrip(":")] = int(value) * 1024
    own = fields["Private_Clean"] + fields["Private_Dirty"]
    return Memory(fields["Rss"], fields["Pss"], own)


def children(pid: int) -> list[int]:
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def cpu_s(pid: int) -> float:
    """Seconds of processor time so far, to the nanosecond: ticks are too coarse for one request."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


async def gauges(url: str, *names: str) -> dict[str, float]:
    """Metrics by name, 0 for one that is missing."""
    found = dict.fromkeys(names, 0.0)
    async with httpx.AsyncClient(base_url=url, timeout=10, verify=False) as web:
        for row in (await web.get("/metrics")).text.splitlines():
            name, _, value = row.partition(" ")
            if name in found:
                found[name] = float(value)
    return found


def database_bytes(store: str) -> int:
    if store.startswith("sqlite:///"):
        path = Path(store.removeprefix("sqlite:///"))
        names = (path.name, f"{path.name}-wal", f"{path.name}-shm")
        files = [path.with_name(name) for name in names]
        return sum(file.stat().st_size for file in files if file.exists())
    sql = (
        "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c"
        " JOIN pg_namespace s ON s.oid = c.relnamespace"
        " WHERE s.nspname = current_schema() AND c.relkind = 'r'"
    )
    with psycopg.connect(store) as connection:
        row = connection.execute(sql).fetchone()
    return int(row[0]) if row else 0


@dataclass(frozen=True, slots=True)
class Sample:
    """A server at one moment; None where it was not running."""

    minute: float
    rss: int | None
    pss: int | None
    uss: int | None
    bots_rss: int | None
    processes: int | None
    descriptors: int | None
    blocks: int | None
    """Blocks of memory that Python has in use, whatever it keeps besides."""
    heap: int | None
    """Bytes in use in the C library's allocator."""
    rooms: int | None
    sockets: int | None
    database: int
    tables: int
    """Tables at which a match began so far."""
    p50_ms: float | None
    p99_ms: float | None
    messages: int
    """Requests answered since the last sample."""
    errors: int
    kills: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def percentile_ms(seconds: Sequence[float], share: float) -> float | None:
    if not seconds:
        return None
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1)


def slope(samples: Sequence[Sample], field: str, warm_up: float) -> dict[str, float] | None:
    """How a field grows after the warm-up: by least squares, in percent of its mean an hour; and
    the medians of the first and the last quarter."""
    points = [(s.minute / 60, getattr(s, field)) for s in samples if s.minute >= warm_up]
    points = [(hour, value) for hour, value in points if value is not None]
    if len(points) < 8:
        return None
    middle, mean = fmean(h for h, _ in points), fmean(v for _, v in points)
    spread = sum((h - middle) ** 2 for h, _ in points)
    rise = sum((h - middle) * (v - mean) for h, v in points) / spread
    noise = sum((v - mean - rise * (h - middle)) ** 2 for h, v in points) / (len(points) - 2)
    quarter = len(points) // 4
    return {
        "percent_an_hour": round(100 * rise / mean, 2),
        "standard_error": round(100 * (noise / spread) ** 0.5 / mean, 2),
        "mean_mb": round(mean / 1e6, 2),
        "first_quarter_median_mb": round(median(v for _, v in points[:quarter]) / 1e6, 2),
        "last_quarter_median_mb": round(median(v for _, v in points[-quarter:]) / 1e6, 2),
        "hours": round(points[-1][0] - points[0][0], 2),
    }
