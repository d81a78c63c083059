"""Leases inside a transaction: who owns a table, until when."""

from __future__ import annotations

from prateria.server.store.base import Lease
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


def lease_of(session: Session, table: str) -> Lease | None:
    row = session.row(select("leases", "WHERE table_id = ?"), (table,))
    return None if row is None else Lease(*row)
