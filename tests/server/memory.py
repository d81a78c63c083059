"""A store in memory, for tests: keeps every promise of `Store` except durability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

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
    SentLine,
    Snapshot,
    Status,
    Store,
    StoreError,
    TableRow,
    Token,
    WriterMetrics,
    folded,
)


class MemoryStore(Store):
    """`broken` makes every call fail, as a full disk or a lost database would."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[str]] = {}
        self.people: dict[str, Person] = {}
        self.kept_tokens: dict[str, Token] = {}
        self.mutes: set[tuple[str, str]] = set()
        self.said: list[ChatMessage] = []
        self.noted: list[Audit] = []
        self.sent: dict[str, list[SentLine]] = {}
        self.sessions: dict[str, BrowserSession] = {}
        self.leases: dict[str, Lease] = {}
        self.resting: dict[str, int | None] = {}
        """Tables that play and that nobody needs before that time."""
        self.snapshots: dict[str, Snapshot] = {}
        self.broken = False

    @property
    def metrics(self) -> WriterMetrics:
        return WriterMetrics()

    def _check(self) -> None:
        if self.broken:
            raise StoreError("the disk is full")

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def claim(self, address: str, *, alone: bool) -> None: ...

    async def create_table(self, row: TableRow) -> None:
        self._check()
        if row.id in self.rows:
            raise Conflict(row.id)
        self.rows[row.id] = row

    async def change_table(self, row: TableRow, was: TableRow) -> None:
        self._check()
        old = self.rows[row.id]
        kept = replace(was, host=old.host, created=old.created, seed=old.seed)
        if old.status is Status.CLOSED or old != kept:
            raise Conflict(f"table {row.id} was closed, or changed by another worker")
        self.rows[row.id] = replace(row, host=old.host, created=old.created, seed=old.seed)

    async def table(self, table: str) -> TableRow | None:
        self._check()
        return self.rows.get(table)

    async def tables(
        self,
        *,
        status: Status | None = None,
        person: str | None = None,
        public: bool | None = None,
        limit: int = 50,
        before: int | None = None,
    ) -> list[TableRow]:
        self._check()
        found = [
            row
            for row in self.rows.values()
            if status in (None, row.status)
            and (person is None or row.host == person or f'"{person}"' in row.seats)
            and public in (None, row.public)
            and (before is None or row.changed < before)
        ]
        return sorted(found, key=lambda row: -row.changed)[:limit]

    async def append(
        self, table: str, first: int, lines: Sequence[str], sent: Sent | None = None
    ) -> None:
        self._check()
        log = self.logs.setdefault(table, [])
        if len(log) != first:
            raise Conflict(f"{table} has {len(log)} lines")
        log.extend(lines)
        if sent is not None:
            self.sent.setdefault(table, []).append(SentLine(first, sent))

    async def lines(self, table: str, *, after: int = -1) -> list[str]:
        self._check()
        return self.logs.get(table, [])[after + 1 :]

    async def last_lines(self, tables: Collection[str]) -> dict[str, str]:
        self._check()
        return {table: self.logs[table][-1] for table in tables if self.logs.get(table)}

    async def load(self, table: str) -> Loaded | None:
        self._check()
        row = self.rows.get(table)
        if row is None:
            return None
        lines, snapshot = tuple(self.logs.get(table, ())), self.snapshots.get(table)
        return Loaded(row, lines, snapshot, tuple(self.sent.get(table, ())))

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        self._check()
        self.snapshots[snapshot.table] = snapshot

    async def save_person(self, person: Person) -> None:
        self._check()
        old = self.people.get(person.id, person)
        self.people[person.id] = replace(person, banned=old.banned, admin=old.admin)

    async def person(self, person: str) -> Person | None:
        self._check()
        return self.people.get(person)

    async def person_named(self, name: str) -> Person | None:
        self._check()
        wanted = folded(name)
        for person in self.people.values():
            if person.password is not None and folded(person.name) == wanted:
                return person
        return None

    async def persons(self, ids: Collection[str]) -> dict[str, Person]:
        self._check()
        return {each: self.people[each] for each in ids if each in self.people}

    async def banned(self) -> set[str]:
        self._check()
        return {person.id for person in self.people.values() if person.banned}

    async def mute(self, person: str, other: str, *, muted: bool) -> None:
        self._check()
        (self.mutes.add if muted else self.mutes.discard)((person, other))

    async def muted_by(self, person: str) -> set[str]:
        self._check()
        return {other for muter, other in self.mutes if muter == person}

    async def save_token(self, token: Token) -> None:
        self._check()
        self.kept_tokens[token.hash] = token

    async def token(self, hashed: str) -> Token | None:
        self._check()
        return self.kept_tokens.get(hashed)

    async def known_tokens(self, hashes: Collection[str]) -> set[str]:
        self._check()
        return {hashed for hashed in hashes if hashed in self.kept_tokens}

    async def tokens_of(self, person: str) -> list[Token]:
        self._check()
        return [token for token in self.kept_tokens.values() if token.person == person]

    async def drop_token(self, hashed: str) -> None:
        self._check()
        self.kept_tokens.pop(hashed, None)

    async def save_newcomer(self, person: Person, session: BrowserSession) -> None:
        self._check()
        known = self.people.setdefault(person.id, person)
        if known.password is None:
            await self.save_session(session)

    async def rename_person(self, person: str, name: str, colour: str) -> None:
        self._check()
        self.people[person] = replace(self.people[person], name=name, colour=colour)

    async def register_person(self, person: Person) -> bool:
        named = await self.person_named(person.name)
        if named is not None and named.id != person.id:
            raise Conflict("another account has the name")
        known = self.people.get(person.id)
        if known is not None and (known.password is not None or known.banned):
            return False
        self.people[person.id] = person
        return True

    async def change_password(self, person: str, before: str, after: str) -> bool:
        self._check()
        known = self.people.get(person)
        if known is None or known.password != before:
            return False
        self.people[person] = replace(known, password=after)
        return True

    async def save_session(self, session: BrowserSession) -> None:
        self._check()
        self.sessions[session.hash] = session

    async def session(self, hashed: str) -> BrowserSession | None:
        self._check()
        return self.sessions.get(hashed)

    async def sessions_of(self, person: str) -> list[BrowserSession]:
        self._check()
        return [s for s in self.sessions.values() if s.person == person and s.ended is None]

    async def end_sessions(self, person: str, now: int, *, but: str | None = None) -> None:
        for session in await self.sessions_of(person):
            if session.hash != but:
                self.sessions[session.hash] = replace(session, ended=now)

    async def ended_sessions(self, since: int) -> set[str]:
        self._check()
        return {s.hash for s in self.sessions.values() if s.ended is not None and s.ended >= since}

    async def probe(self, now: int) -> None:
        self._check()

    async def inspect(self) -> str | None:
        return None

    async def say(self, message: ChatMessage) -> None:
        number, sent = (message.table, message.number), message.message
        if any((said.table, said.number) == number for said in self.said):
            raise Conflict("the number is taken")
        if sent and await self.has_said(message.table, message.person, sent):
            raise Conflict("said already")
        self.said.append(message)

    async def has_said(self, table: str, person: str, message: str) -> bool:
        self._check()
        key = (table, person, message)
        return any((said.table, said.person, said.message) == key for said in self.said)

    async def chat(
        self, table: str, *, before: int | None = None, limit: int = 50
    ) -> list[ChatMessage]:
        self._check()
        said = [said for said in self.said if said.table == table]
        return [line for line in said if before is None or line.number < before][-limit:]

    async def chat_line(self, table: str, number: int) -> ChatMessage | None:
        self._check()
        found = [said for said in self.said if (said.table, said.number) == (table, number)]
        return found[0] if found else None

    async def note(self, audit: Audit) -> None:
        self._check()
        for noted in self.noted:
            same = (noted.person, noted.table, noted.message)
            if noted.message and same == (audit.person, audit.table, audit.message):
                raise Conflict("noted already")
        self.noted.append(audit)

    async def audits(
        self, *, kind: str | None = None, but: str | None = None, limit: int = 100
    ) -> list[Audit]:
        self._check()
        kept = [noted for noted in self.noted[::-1] if noted.kind != but]
        return [noted for noted in kept if kind in (None, noted.kind)][:limit]

    async def reports(
        self, *, settled: bool = False, before: int | None = None, limit: int = 30
    ) -> list[Reported]:
        self._check()
        found = [
            Reported(number, note)
            for number, note in enumerate(self.noted, 1)
            if note.kind == "report" and (note.settled is not None) == settled
        ]
        return [each for each in found[::-1] if before is None or each.number < before][:limit]

    async def settle(self, report: int, audit: Audit) -> bool:
        if not any(each.number == report for each in await self.reports(limit=len(self.noted))):
            return False
        note = replace(self.noted[report - 1], settled=audit.at, settler=audit.actor)
        self.noted[report - 1] = note
        await self.note(audit)
        return True

    async def set_banned(self, person: str, audit: Audit, *, banned: bool) -> None:
        self.people[person] = replace(self.people[person], banned=banned)
        await self.note(audit)

    async def set_admin(self, person: str, audit: Audit, *, admin: bool) -> None:
        self.people[person] = replace(self.people[person], admin=admin)
        await self.note(audit)

    async def close_table(self, table: str, audit: Audit) -> bool:
        row = self.rows.get(table)
        if row is None or row.status not in (Status.OPEN, Status.PLAYING):
            return False
        self.rows[table] = replace(row, status=Status.CLOSED, changed=audit.at)
        await self.note(audit)
        return True

    async def table_counts(self) -> dict[Status, int]:
        self._check()
        return dict(Counter(row.status for row in self.rows.values()))

    async def take_lease(self, table: str, worker: str, now: int, until: int) -> Lease:
        self._check()
        held = self.leases.get(table)
        if held is None or held.worker == worker or held.until < now:
            self.leases[table] = Lease(table, worker, until)
            self.resting.pop(table, None)
        return self.leases[table]

    async def lease(self, table: str) -> Lease | None:
        self._check()
        return self.leases.get(table)

    async def renew_leases(self, worker: str, now: int, until: int) -> list[str]:
        self._check()
        held = [table for table, lease in self.leases.items() if lease.worker == worker]
        for table in held:
            self.leases[table] = replace(self.leases[table], until=until)
        return held

    async def claim_leases(self, worker: str, now: int, until: int, limit: int) -> list[str]:
        self._check()
        playing = [row.id for row in self.rows.values() if row.status is Status.PLAYING]
        due = [t for t in playing if (at := self.resting.get(t, 0)) is not None and at <= now]
        free = [t for t in due if t not in self.leases or self.leases[t].until <= now]
        for table in free[:limit]:
            self.leases[table] = Lease(table, worker, until)
        return free[:limit]

    async def closed_among(self, tables: Collection[str]) -> set[str]:
        self._check()
        return {table for table in tables if self.rows[table].status is Status.CLOSED}

    async def release(self, table: str, worker: str, due: int | None) -> None:
        self._check()
        if table in self.leases and self.leases[table].worker == worker:
            del self.leases[table]
            self.resting[table] = due

    async def drop_lease(self, table: str, worker: str) -> None:
        if table in self.leases and self.leases[table].worker == worker:
            del self.leases[table]

    async def drop_leases(self, worker: str) -> None:
        for table, lease in tuple(self.leases.items()):
            if lease.worker == worker:
                del self.leases[table]

    async def backup(self, path: str) -> None:
        raise StoreError("a store in memory has no backup")
