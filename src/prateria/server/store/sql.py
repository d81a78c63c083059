"""The store in SQL, written once for every database.

The sessions hide what differs between databases; the code here runs on all of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import astuple, replace
from functools import partial
from types import TracebackType
from typing import Final, Self, TypeVar

from prateria.server.store import logs
from prateria.server.store.base import (
    Audit,
    BrowserSession,
    ChatMessage,
    Conflict,
    Lease,
    Loaded,
    Person,
    Reported,
    Sent,
    Snapshot,
    Status,
    Store,
    StoreError,
    TableRow,
    Token,
    folded,
)
from prateria.server.store.leases import be_due, beyond, lease_of, release, take_lease
from prateria.server.store.rows import (
    due_of,
    person_of,
    person_values,
    session_values,
    table_of,
    table_values,
    write_participants,
)
from prateria.server.store.schema import COLUMNS
from prateria.server.store.session import Row, Session
from prateria.server.store.statements import insert, portions, select, upsert
from prateria.server.store.writer import Job

T = TypeVar("T")

_NEVER: Final = 2**62
"""A number larger than that of any line of chat."""
_AT_ONCE: Final = 200
"""Tables in one statement."""

_FREE: Final = (
    "SELECT tables.id FROM tables LEFT JOIN leases ON leases.table_id = tables.id"
    " WHERE tables.due <= ? AND (leases.until IS NULL OR leases.until <= ? OR leases.until > ?)"
    " ORDER BY random() LIMIT ?"
)
"""Tables that need a worker: however many there are, only those that are due are looked at."""
_SAVE_PERSON: Final = upsert("persons", "id", but=("banned", "admin"))
_SAVE_SESSION: Final = upsert("sessions", "hash", "WHERE sessions.ended IS NULL")


class SqlStore(Store):
    """All members of a store except those that open, close and copy it."""

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @abstractmethod
    async def write(self, job: Job[T]) -> T:
        """Run a job in the writer's thread; return its result when it is on disk."""

    @abstractmethod
    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads."""

    async def _run(self, sql: str, *values: object) -> int:
        return await self.write(lambda session: session.run(sql, values))

    async def _rows(self, sql: str, *values: object) -> list[Row]:
        return await self.read(lambda session: session.rows(sql, values))

    async def _row(self, sql: str, *values: object) -> Row | None:
        return await self.read(lambda session: session.row(sql, values))

    # --- tables and logs

    async def create_table(self, row: TableRow) -> None:
        def job(session: Session) -> None:
            session.run(insert("tables"), table_values(row))
            write_participants(session, row)

        await self.write(job)

    async def change_table(self, row: TableRow, was: TableRow) -> None:
        values, before = (
            (each.game, each.status.value, each.changed, int(each.public), each.setup, each.seats)
            for each in (row, was)
        )

        def job(session: Session) -> None:
            found = session.row("SELECT host FROM tables WHERE id = ?", (row.id,))
            if found is None:
                raise StoreError(f"there is no table {row.id}")
            done = session.run(
                "UPDATE tables SET game = ?, status = ?, changed = ?, public = ?, setup = ?,"
                " seats = ?, due = ? WHERE id = ? AND status <> ? AND game = ? AND status = ?"
                " AND changed = ? AND public = ? AND setup = ? AND seats = ?",
                (*values, due_of(row), row.id, Status.CLOSED.value, *before),
            )
            if not done:
                raise Conflict(f"table {row.id} was closed, or changed by another worker")
            session.run("DELETE FROM participants WHERE table_id = ?", (row.id,))
            write_participants(session, replace(row, host=found[0]))

        await self.write(job)

    async def table(self, table: str) -> TableRow | None:
        row = await self._row(select("tables", "WHERE id = ?"), table)
        return None if row is None else table_of(row)

    async def tables(
        self,
        *,
        status: Status | None = None,
        person: str | None = None,
        public: bool | None = None,
        limit: int = 50,
        before: int | None = None,
    ) -> list[TableRow]:
        """A listing: its rows have an empty seed."""
        wanted: list[tuple[str, object]] = []
        if status is not None:
            wanted.append(("status = ?", status.value))
        if public is not None:
            wanted.append(("public = ?", int(public)))
        if before is not None:
            wanted.append(("changed < ?", before))
        if person is not None:
            tables = "SELECT table_id FROM participants WHERE person = ?"
            wanted.append((f"id IN ({tables})", person))
        where = "WHERE " + " AND ".join(clause for clause, _ in wanted) if wanted else ""
        rows = await self._rows(
            select("tables", f"{where} ORDER BY changed DESC, id DESC LIMIT ?"),
            *(value for _, value in wanted),
            limit,
        )
        return [replace(table_of(row), seed="") for row in rows]

    async def append(
        self, table: str, first: int, lines: Sequence[str], sent: Sent | None = None
    ) -> None:
        """Conflict also when `first` is not the next number: a log has no gaps."""
        parts = [*logs.appends(table, first, lines, sent)]
        if len(parts) == 1:
            await self.write(parts[0])
        elif parts:
            await self.write(partial(logs.append_all, parts))

    async def lines(self, table: str, *, after: int = -1) -> list[str]:
        return await self.read(lambda session: logs.lines_of(session, table, after))

    async def last_lines(self, tables: Collection[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        last = "SELECT line FROM lines WHERE table_id = tables.id ORDER BY n DESC LIMIT 1"
        sql = f"SELECT id, ({last}) FROM tables WHERE id IN ({', '.join('?' * _AT_ONCE)})"
        for some in batched(sorted(tables), _AT_ONCE):
            rows = await self._rows(sql, *some, *[""] * (_AT_ONCE - len(some)))
            found.update((table, line) for table, line in rows if line is not None)
        return found

    async def load(self, table: str) -> Loaded | None:
        def job(session: Session) -> Loaded | None:
            with session.snapshot():
                return logs.load(session, table)

        return await self.read(job)

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        """Only the latest per table: one older than the stored one changes nothing."""
        await self._run(
            upsert("snapshots", "table_id", "WHERE excluded.lines >= snapshots.lines"),
            *(snapshot.table, snapshot.lines, snapshot.digest, snapshot.position),
        )

    # --- people

    async def save_person(self, person: Person) -> None:
        """Conflict: another account has the name."""
        await self._run(_SAVE_PERSON, *person_values(person))

    async def save_newcomer(self, person: Person, session: BrowserSession) -> None:
        def job(connection: Session) -> None:
            # Written even without a change: that locks the row until this is done.
            same = "ON CONFLICT (id) DO UPDATE SET id = excluded.id"
            connection.run(f"{insert('persons')} {same}", person_values(person))
            row = connection.row("SELECT password FROM persons WHERE id = ?", (session.person,))
            if row is None or row[0] is None:
                connection.run(_SAVE_SESSION, session_values(session))

        await self.write(job)

    async def rename_person(self, person: str, name: str, colour: str) -> None:
        await self._run(
            "UPDATE persons SET name = ?, folded = ?, colour = ? WHERE id = ?",
            *(name, folded(name), colour, person),
        )

    async def register_person(self, person: Person) -> bool:
        is_guest = "WHERE persons.password IS NULL AND persons.banned = 0"
        sql = upsert("persons", "id", is_guest, but=("banned", "admin"))
        return await self._run(sql, *person_values(person)) == 1

    async def change_password(self, person: str, before: str, after: str) -> bool:
        sql = "UPDATE persons SET password = ? WHERE id = ? AND password = ?"
        return await self._run(sql, after, person, before) == 1

    async def person(self, person: str) -> Person | None:
        row = await self._row(select("persons", "WHERE id = ?"), person)
        return None if row is None else person_of(row)

    async def person_named(self, name: str) -> Person | None:
        row = await self._row(
            select("persons", "WHERE folded = ? AND password IS NOT NULL"), folded(name)
        )
        return None if row is None else person_of(row)

    async def persons(self, ids: Collection[str]) -> dict[str, Person]:
        rows: list[Row] = []
        for some in portions(sorted(set(ids))):
            sql = select("persons", f"WHERE id IN ({', '.join('?' * len(some))})")
            rows += await self._rows(sql, *some)
        return {row[0]: person_of(row) for row in rows}

    async def banned(self) -> set[str]:
        return {person for (person,) in await self._rows("SELECT id FROM persons WHERE banned = 1")}

    async def mute(self, person: str, other: str, *, muted: bool) -> None:
        await self._run(
            f"{insert('mutes')} ON CONFLICT DO NOTHING"
            if muted
            else "DELETE FROM mutes WHERE person = ? AND other = ?",
            *(person, other),
        )

    async def muted_by(self, person: str) -> set[str]:
        rows = await self._rows("SELECT other FROM mutes WHERE person = ?", person)
        return {other for (other,) in rows}

    async def save_token(self, token: Token) -> None:
        await self._run(
            upsert("tokens", "hash"),
            *(token.hash, token.person, token.name, token.scopes, token.created),
        )

    async def token(self, hashed: str) -> Token | None:
        row = await self._row(select("tokens", "WHERE hash = ?"), hashed)
        return None if row is None else Token(*row)

    async def known_tokens(self, hashes: Collection[str]) -> set[str]:
        found: set[str] = set()
        for some in portions(sorted(hashes)):
            sql = f"SELECT hash FROM tokens WHERE hash IN ({', '.join('?' * len(some))})"
            found.update(hashed for (hashed,) in await self._rows(sql, *some))
        return found

    async def tokens_of(self, person: str) -> list[Token]:
        sql = select("tokens", "WHERE person = ? ORDER BY created, hash")
        return [Token(*row) for row in await self._rows(sql, person)]

    async def drop_token(self, hashed: str) -> None:
        await self._run("DELETE FROM tokens WHERE hash = ?", hashed)

    # --- sessions

    async def save_session(self, session: BrowserSession) -> None:
        """One that has ended stays so."""
        await self._run(_SAVE_SESSION, *session_values(session))

    async def session(self, hashed: str) -> BrowserSession | None:
        row = await self._row(select("sessions", "WHERE hash = ?"), hashed)
        return None if row is None else BrowserSession(*row)

    async def sessions_of(self, person: str) -> list[BrowserSession]:
        rest = "WHERE person = ? AND ended IS NULL ORDER BY seen DESC, hash"
        return [BrowserSession(*row) for row in await self._rows(select("sessions", rest), person)]

    async def end_sessions(self, person: str, now: int, *, but: str | None = None) -> None:
        await self._run(
            "UPDATE sessions SET ended = ? WHERE person = ? AND ended IS NULL AND hash <> ?",
            *(now, person, but or ""),
        )

    async def ended_sessions(self, since: int) -> set[str]:
        rows = await self._rows("SELECT hash FROM sessions WHERE ended >= ?", since)
        return {hashed for (hashed,) in rows}

    # --- chat and audit

    async def say(self, message: ChatMessage) -> None:
        await self._run(
            insert("chat"),
            *(message.table, message.number, message.at, message.person, message.text),
            message.message,
        )

    async def has_said(self, table: str, person: str, message: str) -> bool:
        sql = "SELECT 1 FROM chat WHERE table_id = ? AND person = ? AND message = ?"
        return await self._row(sql, table, person, message) is not None

    async def chat(
        self, table: str, *, before: int | None = None, limit: int = 50
    ) -> list[ChatMessage]:
        sql = select("chat", "WHERE table_id = ? AND number < ? ORDER BY number DESC LIMIT ?")
        rows = await self._rows(sql, table, _NEVER if before is None else before, limit)
        return [ChatMessage(*row) for row in reversed(rows)]

    async def chat_line(self, table: str, number: int) -> ChatMessage | None:
        row = await self._row(select("chat", "WHERE table_id = ? AND number = ?"), table, number)
        return None if row is None else ChatMessage(*row)

    async def note(self, audit: Audit) -> None:
        await self._run(insert("audits"), *astuple(audit))

    async def audits(
        self, *, kind: str | None = None, but: str | None = None, limit: int = 100
    ) -> list[Audit]:
        """The latest first, in the order they were recorded, whatever the clock said."""
        asked = [("kind = ?", kind), ("kind <> ?", but)]
        wanted = [(test, value) for test, value in asked if value is not None]
        where = " AND ".join(["number > 0", *(test for test, _ in wanted)])
        sql = select("audits", f"WHERE {where} ORDER BY number DESC LIMIT ?")
        rows = await self._rows(sql, *(value for _, value in wanted), limit)
        return [Audit(*row) for row in rows]

    async def reports(
        self, *, settled: bool = False, before: int | None = None, limit: int = 30
    ) -> list[Reported]:
        null = "IS NOT NULL" if settled else "IS NULL"
        rows = await self._rows(
            f"SELECT number, {', '.join(COLUMNS['audits'])} FROM audits WHERE kind = 'report'"
            f" AND settled {null} AND number < ? ORDER BY number DESC LIMIT ?",
            *(_NEVER if before is None else before, limit),
        )
        return [Reported(number, Audit(*rest)) for number, *rest in rows]

    async def settle(self, report: int, audit: Audit) -> bool:
        sql = (
            "UPDATE audits SET settled = ?, settler = ?"
            " WHERE number = ? AND kind = 'report' AND settled IS NULL"
        )
        return await self._with_note(audit, sql, audit.at, audit.actor, report)

    async def set_banned(self, person: str, audit: Audit, *, banned: bool) -> None:
        await self._with_note(
            audit, "UPDATE persons SET banned = ? WHERE id = ?", int(banned), person
        )

    async def set_admin(self, person: str, audit: Audit, *, admin: bool) -> None:
        await self._with_note(
            audit, "UPDATE persons SET admin = ? WHERE id = ?", int(admin), person
        )

    async def close_table(self, table: str, audit: Audit) -> bool:
        running = (Status.OPEN.value, Status.PLAYING.value)
        changes = "status = ?, changed = ?, due = NULL"
        sql = f"UPDATE tables SET {changes} WHERE id = ? AND status IN (?, ?)"
        return await self._with_note(audit, sql, Status.CLOSED.value, audit.at, table, *running)

    async def _with_note(self, audit: Audit, sql: str, *values: object) -> bool:
        """Change something and record it, both or, if there is nothing to change, neither."""

        def job(session: Session) -> bool:
            if not session.run(sql, values):
                return False
            session.run(insert("audits"), astuple(audit))
            return True

        return await self.write(job)

    async def table_counts(self) -> dict[Status, int]:
        rows = await self._rows("SELECT status, count(*) FROM tables GROUP BY status")
        return {Status(status): count for status, count in rows}

    # --- ownership

    async def take_lease(self, table: str, worker: str, now: int, until: int) -> Lease:
        """A lease that lasts more than twice as long as the one requested counts as expired: it was
        given before the clock was put back, and its worker, if alive, would have renewed it by the
        new time."""

        def job(session: Session) -> Lease:
            take_lease(session, table, worker, now, until)
            found = lease_of(session, table)
            if found is None:
                raise StoreError(f"the lease of {table} was dropped just now")
            if found.worker == worker:
                be_due(session, table)
            return found

        return await self.write(job)

    async def lease(self, table: str) -> Lease | None:
        return await self.read(lambda session: lease_of(session, table))

    async def renew_leases(self, worker: str, now: int, until: int) -> list[str]:  # noqa: ARG002
        """Including those that have expired and that nobody took: they are still ours."""

        def job(session: Session) -> list[str]:
            session.run("UPDATE leases SET until = ? WHERE worker = ?", (until, worker))
            rows = session.rows("SELECT table_id FROM leases WHERE worker = ?", (worker,))
            return [table for (table,) in rows]

        return await self.write(job)

    async def claim_leases(self, worker: str, now: int, until: int, limit: int) -> list[str]:
        free = await self._rows(_FREE, now, now, beyond(now, until), limit)
        if not free:
            return []

        def job(session: Session) -> list[str]:
            # In the same order for all workers, to avoid deadlocks.
            for table in sorted(table for (table,) in free):
                take_lease(session, table, worker, now, until)
            held = [lease_of(session, table) for (table,) in free]
            return [lease.table for lease in held if lease and lease.worker == worker]

        return await self.write(job)

    async def closed_among(self, tables: Collection[str]) -> set[str]:
        found: set[str] = set()
        # One statement however many they are: each connection keeps hundreds of them prepared.
        sql = f"SELECT id FROM tables WHERE id IN ({', '.join('?' * _AT_ONCE)}) AND status = ?"
        for some in batched(sorted(tables), _AT_ONCE):
            nothing = ("",) * (_AT_ONCE - len(some))
            rows = await self._rows(sql, *some, *nothing, Status.CLOSED.value)
            found.update(table for (table,) in rows)
        return found

    async def release(self, table: str, worker: str, due: int | None) -> None:
        await self.write(lambda session: release(session, table, worker, due))

    async def drop_lease(self, table: str, worker: str) -> None:
        await self._run("DELETE FROM leases WHERE table_id = ? AND worker = ?", table, worker)

    async def drop_leases(self, worker: str) -> None:
        await self._run("DELETE FROM leases WHERE worker = ?", worker)

    # --- care

    async def probe(self, now: int) -> None:
        await self._run(upsert("writers", "name"), "probe", 0, now)

    async def inspect(self) -> str | None:
        return None

    async def free_bytes(self) -> int | None:
        """The free bytes inside the store's file; None if the database manages that itself."""
        return None

    async def vacuum(self) -> None:
        """Return free space to the disk. AlreadyServed: a server would have to wait too long."""


def batched(values: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]
