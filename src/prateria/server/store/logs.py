"""A table's log in SQL: appended without gaps, read completely or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Final

from prateria.server.store.base import (
    SENT_KEPT,
    Append,
    Conflict,
    Loaded,
    Sent,
    SentLine,
    Snapshot,
    StoreError,
)
from prateria.server.store.rows import table_of
from prateria.server.store.session import Session
from prateria.server.store.statements import portions, select

_NEXT: Final = "SELECT coalesce(max(n), -1) + 1 FROM lines WHERE table_id = ?"
"""The number of a log's next line."""


def appends(table: str, first: int, lines: Sequence[str], sent: Sent | None) -> Iterator[AppendJob]:
    """Lines as appends of no more than one statement each."""
    for some in portions(lines):
        yield AppendJob(table, first, tuple(some), sent)
        first, sent = first + len(some), None


class AppendJob(Append):
    """An append as a job of the writer, which runs several of them together."""

    __slots__ = ()

    def __call__(self, session: Session) -> None:
        append_alike(session, [self])


def append_alike(session: Session, appends: Sequence[Append]) -> None:
    """Run appends of equally many lines together. Conflict if one of them comes too late."""
    lines = len(appends[0].lines)
    rows = [_values(append) for append in appends]
    if len(rows) > 1:
        if session.run_many(_statement(lines), rows) != lines * len(rows):
            raise Conflict("one of them came too late")
    elif session.run(_statement(lines), rows[0]) != lines:
        first, table = appends[0].first, appends[0].table
        raise Conflict(f"line {first} is not the next one of table {table}")


def firsts_of(appends: Sequence[Append]) -> dict[str, int] | None:
    """The number of the first new line of each log that is appended to, or None if what is for one
    log does not go on where the last ended."""
    firsts: dict[str, int] = {}
    ends: dict[str, int] = {}
    for append in appends:
        firsts.setdefault(append.table, append.first)
        if ends.get(append.table, append.first) != append.first:
            return None
        ends[append.table] = append.first + len(append.lines)
    return firsts


def rows_of(append: Append) -> Iterator[tuple[str, int, str, str | None, str | None]]:
    """The new rows: table, number, line, sender, message."""
    for n, line in enumerate(append.lines, append.first):
        yield append.table, n, line, *(append.sender if n == append.first else (None, None))


def append_all(appends: Sequence[Append], session: Session) -> None:
    for append in appends:
        append_alike(session, [append])


def _values(append: Append) -> tuple[object, ...]:
    numbered = chain.from_iterable(enumerate(append.lines, append.first))
    return (append.table, append.first, *append.sender, *numbered, append.table, append.first)


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
