"""Retention: removes old data that nobody needs, some at a time, even while a server runs.

A table is taken by a lease before it is removed, as a worker takes it before opening it: one that a
server has in memory is left for the next time. A match that is being played is never removed, nor
anybody who is banned: without their row, their cookie would be a newcomer's.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from prateria.server.store.base import Status
from prateria.server.store.leases import lease_of, take_lease
from prateria.server.store.session import Session
from prateria.server.store.sql import SqlStore

TABLES_AT_ONCE: Final = 10
ROWS_AT_ONCE: Final = 500
PAUSE_S: Final = 0.05
"""The pause between two batches, so that a server's own changes get their turn."""
PRUNER: Final = "prune"
LEASE_MS: Final = 2_500

_ENDED: Final = ", ".join(f"'{status.value}'" for status in Status if status is not Status.PLAYING)
_OLD_TABLE: Final = f"""tables.status IN ({_ENDED}) AND tables.changed < ? AND NOT EXISTS (
    SELECT 1 FROM leases WHERE leases.table_id = tables.id AND leases.until > ?)"""
_OF_TABLES: Final = ("lines", "chat", "snapshots")
_OLD_SESSION: Final = """ended < ? OR (ended IS NULL AND seen < ? AND EXISTS (
    SELECT 1 FROM persons WHERE persons.id = sessions.person AND password IS NOT NULL))"""
"""A guest's session is their whole identity: it goes with the guest."""
_UNNEEDED: Final = f"""banned = 0 AND admin = 0 AND created < ?
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = persons.id AND seen >= ?)
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.person = persons.id)
    AND NOT EXISTS (SELECT 1 FROM participants JOIN tables ON tables.id = participants.table_id
        WHERE participants.person = persons.id AND NOT ({_OLD_TABLE}))"""
_PEOPLE: Final = {
    "guests": f"password IS NULL AND {_UNNEEDED}",
    "accounts": f"password IS NOT NULL AND {_UNNEEDED}",
}


@dataclass(frozen=True, slots=True)
class Retention:
    """What to remove: everything last used before a given time. People only if requested."""

    before: int
    now: int
    guests: bool = False
    accounts: bool = False

    @property
    def people(self) -> tuple[str, ...]:
        asked = (("guests", self.guests), ("accounts", self.accounts))
        return tuple(kind for kind, is_asked in asked if is_asked)

    @property
    def of_tables(self) -> tuple[int, int]:
        """The values of `_OLD_TABLE`."""
        return self.before, self.now

    @property
    def of_people(self) -> tuple[int, ...]:
        """The values of `_UNNEEDED`."""
        return self.before, self.before, *self.of_tables


async def count(store: SqlStore, what: Retention) -> Counter[str]:
    """What `prune` would remove, by kind."""
    return await store.read(partial(_count, what))


async def prune(store: SqlStore, what: Retention, clock: Callable[[], int]) -> Counter[str]:
    """Remove it, one transaction a batch; return what was removed, by kind.

    Whether a lease has expired is decided by the clock, batch by batch: there may be many.
    """
    removed: Counter[str] = Counter()
    for batch in _batches(what):
        while some := await store.write(partial(batch, replace(what, now=clock()))):
            removed += some
            await asyncio.sleep(PAUSE_S)
    return removed


def _count(what: Retention, session: Session) -> Counter[str]:
    old = f"SELECT id FROM tables WHERE {_OLD_TABLE}"
    asked: list[tuple[str, str, tuple[int, ...]]] = [
        ("tables", f"tables WHERE {_OLD_TABLE}", what.of_tables),
        *((each, f"{each} WHERE table_id IN ({old})", what.of_tables) for each in _OF_TABLES),
        ("sessions", f"sessions WHERE {_OLD_SESSION}", (what.before, what.before)),
        *((kind, f"persons WHERE {_PEOPLE[kind]}", what.of_people) for kind in what.people),
        ("audits", "audits WHERE at < ?", (what.before,)),
    ]
    found: Counter[str] = Counter()
    for kind, rest, values in asked:
        found[kind] = session.rows(f"SELECT count(*) FROM {rest}", values)[0][0]
    return +found


def _batches(what: Retention) -> Iterator[Callable[[Retention, Session], Counter[str]]]:
    """Jobs to repeat until they find nothing more. People after tables, which refer to them."""
    yield _prune_tables
    yield partial(_prune_rows, "sessions", "hash", _OLD_SESSION)
    for kind in what.people:
        yield partial(_prune_people, kind)
    yield partial(_prune_rows, "audits", "number", "at < ?")


def _prune_tables(what: Retention, session: Session) -> Counter[str]:
    sql = f"SELECT id FROM tables WHERE {_OLD_TABLE} ORDER BY changed, id LIMIT ?"
    tables = [table for (table,) in session.rows(sql, (*what.of_tables, TABLES_AT_ONCE))]
    taken = [table for table in sorted(tables) if _take(session, table, what)]
    removed: Counter[str] = Counter()
    if taken:
        for name, key in (*((each, "table_id") for each in _OF_TABLES), ("tables", "id")):
            removed[name] = _delete(session, name, key, taken)
        _delete(session, "leases", "table_id", taken)
    return +removed


def _take(session: Session, table: str, what: Retention) -> bool:
    """Whether it is ours now, and still old: a worker may have had it since it was found."""
    take_lease(session, table, PRUNER, what.now, what.now + LEASE_MS)
    lease = lease_of(session, table)
    if lease is None or lease.worker != PRUNER:
        return False
    is_old = "SELECT 1 FROM tables WHERE id = ? AND status <> ? AND changed < ?"
    if session.row(is_old, (table, Status.PLAYING.value, what.before)) is None:
        _delete(session, "leases", "table_id", [table])
        return False
    return True


def _prune_rows(
    table: str, key: str, which: str, what: Retention, session: Session
) -> Counter[str]:
    sql = f"SELECT {key} FROM {table} WHERE {which} LIMIT ?"
    values = [what.before] * which.count("?")
    found = [row[0] for row in session.rows(sql, (*values, ROWS_AT_ONCE))]
    return +Counter({table: _delete(session, table, key, found)})


def _prune_people(kind: str, what: Retention, session: Session) -> Counter[str]:
    sql = f"SELECT id FROM persons WHERE {_PEOPLE[kind]} LIMIT ?"
    people = [row[0] for row in session.rows(sql, (*what.of_people, ROWS_AT_ONCE))]
    for table, key in (("sessions", "person"), ("mutes", "person"), ("mutes", "other")):
        _delete(session, table, key, people)
    return +Counter({kind: _delete(session, "persons", "id", people)})


def _delete(session: Session, table: str, key: str, values: list[object] | list[str]) -> int:
    if not values:
        return 0
    places = ", ".join("?" * len(values))
    return session.run(f"DELETE FROM {table} WHERE {key} IN ({places})", values)
