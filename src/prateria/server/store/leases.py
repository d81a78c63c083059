"""Leases inside a transaction: who owns a table, until when."""

from __future__ import annotations

from prateria.server.store.base import Lease, Status
from prateria.server.store.session import Session
from prateria.server.store.statements import select, upsert


def beyond(now: int, until: int) -> int:
    """A lease that runs longer than this was taken by a clock that was wrong."""
    return now + 2 * (until - now)


def take_lease(session: Session, table: str, worker: str, now: int, until: int) -> None:
    is_free = "leases.worker = excluded.worker OR leases.until <= ? OR leases.until > ?"
    session.run(
        upsert("leases", "table_id", f"WHERE {is_free}"),
        (table, worker, until, now, beyond(now, until)),
    )


def be_due(session: Session, table: str) -> None:
    """Whoever has the table may die: somebody must have it at once then, if it plays."""
    session.run(
        "UPDATE tables SET due = 0 WHERE id = ? AND status = ? AND (due IS NULL OR due <> 0)",
        (table, Status.PLAYING.value),
    )


def release(session: Session, table: str, worker: str, due: int | None) -> None:
    """Drop a worker's own lease, and write when the table needs a worker again."""
    if session.run("DELETE FROM leases WHERE table_id = ? AND worker = ?", (table, worker)):
        session.run(
            "UPDATE tables SET due = ? WHERE id = ? AND status = ?",
            (due, table, Status.PLAYING.value),
        )


def lease_of(session: Session, table: str) -> Lease | None:
    row = session.row(select("leases", "WHERE table_id = ?"), (table,))
    return None if row is None else Lease(*row)
