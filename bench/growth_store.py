"""What the moves of `growth.py` cost the store: lines, bytes, and PostgreSQL's own work."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from bench.load import TICKS
from tests.server.postgres import Cluster, binaries


class Sqlite:
    """A file; the server's own process writes it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.url = f"sqlite:///{path}"

    def work(self) -> dict[str, float]:
        return {}

    def held(self) -> dict[str, float]:
        """What it holds, once the server has closed it."""
        with sqlite3.connect(self._path) as store:
            lines, texts = store.execute("SELECT count(*), sum(length(line)) FROM lines").fetchone()
        return {
            "lines": lines,
            "bytes_per_line": round(texts / lines, 1),
            "store_bytes_per_line": round(self._path.stat().st_size / lines, 1),
        }


class Postgres:
    """A database of its own on this machine."""

    def __init__(self, url: str) -> None:
        self.url = url

    def work(self) -> dict[str, float]:
        """What it has done so far: bytes of its write-ahead log, commits, CPU seconds."""
        with psycopg.connect(self.url) as asking:
            row = asking.execute(
                "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), xact_commit, pg_backend_pid()"
                " FROM pg_stat_database WHERE datname = current_database()"
            ).fetchone()
        assert row is not None
        parent = _fields(row[2])[1]
        own = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return {
            "wal_bytes": float(row[0]),
            "commits": float(row[1]),
            "database_cpu_s": sum(_cpu(pid) for pid in own),
        }

    def held(self) -> dict[str, float]:
        with psycopg.connect(self.url) as asking:
            row = asking.execute(
                "SELECT count(*), sum(length(line)), pg_total_relation_size('lines'),"
                " pg_database_size(current_database()) FROM lines"
            ).fetchone()
        assert row is not None
        return {
            "lines": row[0],
            "bytes_per_line": round(float(row[1] / row[0]), 1),
            "store_bytes_per_line": round(row[2] / row[0], 1),
        }


def _fields(pid: int | str) -> list[int]:
    text = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [int(field) for field in ("0", *text[1:])]


def _cpu(pid: str) -> float:
    with contextlib.suppress(OSError):  # a connection that has just ended
        fields = _fields(pid)
        return (fields[11] + fields[12]) / TICKS
    return 0.0


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    programs = binaries()
    if programs is None:
        raise SystemExit("there is no PostgreSQL on this machine")
    cluster = Cluster(programs)
    cluster.start()
    try:
        yield Postgres(cluster.url())
    finally:
        cluster.remove()


def per_move(before: dict[str, float], after: dict[str, float], moves: int) -> dict[str, Any]:
    return {f"{key}_per_move": round((after[key] - before[key]) / moves, 5) for key in after}
