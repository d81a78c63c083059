"""A table's log in SQL: appended without gaps, read completely or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Final

from prateria.server.store.base import SENT_KEPT, Loaded, Sent, SentLine, Snapshot, StoreError
from prateria.server.store.rows import table_of
from prateria.server.store.session import Session
from prateria.server.store.statements import select
from prateria.server.store.writer import AllOrNone

_NEXT: Final = "SELECT coalesce(max(n), -1) + 1 FROM lines WHERE table_id = ?"
"""The number of a log's next line."""


def append_job(table: str, first: int, lines: Sequence[str], sent: Sent | None) -> AllOrNone:
    values = chain.from_iterable((n, line) for n, line in enumerate(lines, first))
    sender = (None, None) if sent is None else (sent.person, sent.message)
    return AllOrNone(
        _statement(len(lines)),
        (table, first, *sender, *values, table, first),
        len(lines),
        f"line {first} is not the next one of table {table}",
    )


def run_all(parts: list[AllOrNone], session: Session) -> None:
    for part in parts:
        part(session)


@cache
def _statement(lines: int) -> str:
    """Numbers are only ever the next ones: a gap is impossible, a second writer violates the
    key."""
    rows = ", ".join(["(CAST(? AS BIGINT), ?)"] * lines)
    return (
        "INSERT INTO lines (table_id, n, line, sender, message)"
        " SELECT first.id, column1, column2,"
        " CASE column1 WHEN first.n THEN first.sender END,"
        " CASE column1 WHEN first.n THEN first.message END"
        " FROM (SELECT CAST(? AS TEXT) AS id, CAST(? AS BIGINT) AS n,"
        " CAST(? AS TEXT) AS sender, CAST(? AS TEXT) AS message) AS first,"
        f" (VALUES {rows}) AS new WHERE ({_NEXT}) = ?"
    )


def lines_of(session: Session, table: str, after: int) -> list[str]:
    """All of them, or StoreError.

    In a damaged file SQLite may silently end a list early, so the number of the last line is looked
    up from the other end, in the same statement.
    """
    last = "SELECT coalesce(max(n), -1) FROM lines WHERE table_id = ?"
    sql = f"SELECT line, ({last}) FROM lines WHERE table_id = ? AND n > ? ORDER BY n"
    rows = session.rows(sql, (table, table, after))
    if not rows and session.rows(last, (table,))[0][0] > after:
        rows = session.rows(sql, (table, table, after))  # the first was written just now
        wanted = after + 1
    else:
        wanted = rows[0][1] if rows else after
    if len(rows) < wanted - after:
        raise StoreError(f"the store's file is damaged: lines of table {table} are missing")
    return [line for line, _ in rows]


def load(session: Session, table: str) -> Loaded | None:
    row = session.row(select("tables", "WHERE id = ?"), (table,))
    if row is None:
        return None
    fits = f"lines <= ({_NEXT})"
    found = session.row(select("snapshots", f"WHERE table_id = ? AND {fits}"), (table, table))
    snapshot = None if found is None else Snapshot(*found)
    sql = "SELECT n, sender, message FROM lines WHERE table_id = ? AND message IS NOT NULL"
    sent = session.rows(f"{sql} ORDER BY n DESC LIMIT ?", (table, SENT_KEPT))
    return Loaded(
        row=table_of(row),
        lines=tuple(lines_of(session, table, -1)),
        snapshot=snapshot,
        sent=tuple(SentLine(n, Sent(person, message)) for n, person, message in reversed(sent)),
    )
