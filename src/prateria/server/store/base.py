"""What the server asks of a store, whatever it is made of.

A call that writes returns when the data is on disk, fsynced, and not before. `append` has the
primary key (table, n): two writers of one match cannot both succeed, and the second gets
`Conflict`. Nothing here knows a game: log lines and positions are text.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

SENT_KEPT: Final = 512
"""How many of the latest messages that changed a match are known by id after a restart."""


class StoreError(Exception):
    """The store cannot do it now: disk full, database gone. Nothing was written."""

    is_noted = False
    """Whether it was counted and logged; several handlers on its way may try."""


class AlreadyServed(StoreError):
    """Another server has the store. `address` is where it can be reached, if it said so."""

    def __init__(self, address: str) -> None:
        at = f" at {address}" if address else ""
        super().__init__(
            f"another Prateria serves this store already{at}. Use that one, or stop it first; a "
            "second server needs a store of its own (--store), or a bus that both share (--bus)"
        )
        self.address = address


class Conflict(StoreError):
    """Somebody else has written there. The caller's picture is outdated: load again."""


class Status(StrEnum):
    """A table gathers players, plays, is over, or was closed before its end."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is stored. `setup` and `seats` are JSON texts that the rooms read."""

    id: str
    game: str
    status: Status
    host: str
    """The id of the person who opened it."""
    created: int
    """Milliseconds since 1970, as all times here."""
    changed: int
    public: bool
    setup: str = field(repr=False)
    """Secret, because it contains the invitation."""
    seats: str
    seed: str = field(repr=False)
    """Secret until the match is over. Never in a listing, never in a log file."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position after a number of log lines. Only a cache: checked by its digest, else ignored."""

    table: str
    lines: int
    digest: str
    position: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Person:
    """A guest or an account. `password` is an Argon2 hash, or None for a guest; `colour` is the one
    they would like to play, or ""."""

    id: str
    name: str
    colour: str
    created: int
    password: str | None = field(default=None, repr=False)
    banned: bool = False
    admin: bool = False
    """Whether they may use the admin page."""


@dataclass(frozen=True, slots=True)
class Token:
    """An access token for programs: only its hash is kept."""

    hash: str = field(repr=False)
    person: str
    name: str
    scopes: str
    created: int


@dataclass(frozen=True, slots=True)
class BrowserSession:
    """A browser in which somebody is signed in: only the hash of its cookie's secret is stored."""

    hash: str = field(repr=False)
    person: str
    created: int
    seen: int
    """When it was last used, to within some time."""
    agent: str
    """The browser's user agent."""
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """The sender of a message, and the id they gave it."""

    person: str
    message: str


@dataclass(frozen=True, slots=True)
class Append:
    """The next lines of a log, to be written all or not at all. `sent` is the message that made the
    first of them."""

    table: str
    first: int
    lines: tuple[str, ...]
    sent: Sent | None = None

    @property
    def sender(self) -> tuple[str | None, str | None]:
        """The person and the message that made the first line."""
        return (None, None) if self.sent is None else (self.sent.person, self.sent.message)


@dataclass(frozen=True, slots=True)
class SentLine:
    """The first log line that a message caused."""

    n: int
    sent: Sent


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One line of chat, with the id its sender gave it."""

    table: str
    number: int
    at: int
    person: str
    text: str
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """Something an administrator should be able to read later: a ban, a report, a closed table."""

    at: int
    kind: str
    person: str | None
    table: str | None
    text: str
    message: str | None = None
    """The id of the message that caused it, if any."""
    actor: str | None = None
    """The administrator who did it, if it was done on the page."""
    speaker: str | None = None
    """In a report: who said it."""
    quote: str | None = None
    """In a report: what was said."""
    settled: int | None = None
    """In a report: when it was dealt with."""
    settler: str | None = None
    """In a report: the administrator who dealt with it, if that was done on the page."""


@dataclass(frozen=True, slots=True)
class Reported:
    """A chat report, with the number used to mark it as dealt with."""

    number: int
    note: Audit


@dataclass(frozen=True, slots=True)
class Lease:
    """Which worker owns a table, until when."""

    table: str
    worker: str
    until: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """Everything needed to open a room."""

    row: TableRow
    lines: tuple[str, ...]
    """The whole log: a snapshot is trusted only if it fits."""
    snapshot: Snapshot | None = None
    sent: tuple[SentLine, ...] = field(default=())
    """Which of the latest lines came from messages, oldest first."""


@dataclass(slots=True)
class WriterMetrics:
    """What the writer has done since it was opened."""

    groups: int = 0
    jobs: int = 0
    failed: int = 0
    """Jobs of those that failed."""
    largest: int = 0
    """Jobs in the largest group."""
    seconds: float = 0.0
    """Total seconds spent in commits."""
    slowest: float = 0.0
    """Seconds of the slowest commit."""
    waiting: int = 0
    """Jobs that wait, or are being written."""
    repeated: int = 0
    """Attempts that found the database unreachable."""


def folded(name: str) -> str:
    """A name as it is compared: case-folded, in a normal form of Unicode."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Store(ABC):
    """All members but `metrics` are coroutines; each may raise StoreError."""

    @property
    @abstractmethod
    def metrics(self) -> WriterMetrics: ...

    @abstractmethod
    async def open(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def claim(self, address: str, *, alone: bool) -> None:
        """Until it is closed, or this process dies, the store is served from here: with `alone` by
        nobody else, otherwise together with others that say so. AlreadyServed if that is
        impossible."""

    # --- tables and logs

    @abstractmethod
    async def create_table(self, row: TableRow) -> None: ...

    @abstractmethod
    async def change_table(self, row: TableRow, was: TableRow) -> None:
        """Write all of a row except its id, host, created and seed. Conflict: it was closed, which
        is final, or it is not as it `was`: another worker has changed it since."""

    @abstractmethod
    async def table(self, table: str) -> TableRow | None: ...

    @abstractmethod
    async def tables(
        self,
        *,
        status: Status | None = None,
        person: str | None = None,
        public: bool | None = None,
        limit: int = 50,
        before: int | None = None,
    ) -> list[TableRow]:
        """Newest first by `changed`; `person`: tables where that id has a seat or is the host."""

    @abstractmethod
    async def append(
        self, table: str, first: int, lines: Sequence[str], sent: Sent | None = None
    ) -> None:
        """Log lines, numbered from `first` (the header is line 0), with the message that caused
        them. All of them or none."""

    @abstractmethod
    async def lines(self, table: str, *, after: int = -1) -> list[str]:
        """The log lines with a number above `after`, in order."""

    @abstractmethod
    async def last_lines(self, tables: Collection[str]) -> dict[str, str]:
        """The last log line of each of these tables, of those that have a log."""

    @abstractmethod
    async def load(self, table: str) -> Loaded | None: ...

    @abstractmethod
    async def save_snapshot(self, snapshot: Snapshot) -> None: ...

    # --- people

    @abstractmethod
    async def save_person(self, person: Person) -> None:
        """Somebody already stored keeps their rights (`banned`, `admin`): the caller's picture of
        them may be some seconds old."""

    @abstractmethod
    async def save_newcomer(self, person: Person, session: BrowserSession) -> None:
        """Store both or neither: without the session nobody could be that person again. Somebody
        already stored is left unchanged, and an account gets no session this way."""

    @abstractmethod
    async def rename_person(self, person: str, name: str, colour: str) -> None:
        """Nothing else is written: other facts about the person may have changed meanwhile."""

    @abstractmethod
    async def register_person(self, person: Person) -> bool:
        """Somebody new, or a guest, becomes an account; False if they are one already, or banned.
        Conflict: another account has the name."""

    @abstractmethod
    async def change_password(self, person: str, before: str, after: str) -> bool:
        """Replace one hash by another; False if the old one was not current."""

    @abstractmethod
    async def person(self, person: str) -> Person | None: ...

    @abstractmethod
    async def person_named(self, name: str) -> Person | None:
        """The account with this name, whatever its capitals; guests do not own their names."""

    async def person_called(self, who: str) -> Person | None:
        """The person with this id, else the account with this name. In this order: a name may be
        chosen to look like somebody else's id, an id cannot be chosen."""
        return await self.person(who) or await self.person_named(who)

    @abstractmethod
    async def persons(self, ids: Collection[str]) -> dict[str, Person]:
        """Those of them who are stored, by id."""

    @abstractmethod
    async def banned(self) -> set[str]:
        """The ids of all who are banned."""

    @abstractmethod
    async def mute(self, person: str, other: str, *, muted: bool) -> None:
        """From now on a person hears nothing from another, or hears them again."""

    @abstractmethod
    async def muted_by(self, person: str) -> set[str]:
        """The people whom a person does not hear."""

    @abstractmethod
    async def save_token(self, token: Token) -> None: ...

    @abstractmethod
    async def token(self, hashed: str) -> Token | None: ...

    @abstractmethod
    async def known_tokens(self, hashes: Collection[str]) -> set[str]:
        """Which of these still exist."""

    @abstractmethod
    async def tokens_of(self, person: str) -> list[Token]: ...

    @abstractmethod
    async def drop_token(self, hashed: str) -> None: ...

    # --- sessions

    @abstractmethod
    async def save_session(self, session: BrowserSession) -> None: ...

    @abstractmethod
    async def session(self, hashed: str) -> BrowserSession | None: ...

    @abstractmethod
    async def sessions_of(self, person: str) -> list[BrowserSession]:
        """Those that have not ended, the most recently used first."""

    @abstractmethod
    async def end_sessions(self, person: str, now: int, *, but: str | None = None) -> None:
        """All of a person's sessions, except the one with this hash."""

    @abstractmethod
    async def ended_sessions(self, since: int) -> set[str]:
        """The hashes of those that ended at that time or later."""

    # --- chat and audit

    @abstractmethod
    async def say(self, message: ChatMessage) -> None:
        """Conflict: the number is taken, or the sender has said something under this id."""

    @abstractmethod
    async def has_said(self, table: str, person: str, message: str) -> bool:
        """Whether a person has said something at a table under this id."""

    @abstractmethod
    async def chat(
        self, table: str, *, before: int | None = None, limit: int = 50
    ) -> list[ChatMessage]:
        """The latest lines, or the latest before a number; in order."""

    @abstractmethod
    async def chat_line(self, table: str, number: int) -> ChatMessage | None: ...

    @abstractmethod
    async def note(self, audit: Audit) -> None:
        """Conflict: the person has already sent a note about this table under this id."""

    @abstractmethod
    async def audits(
        self, *, kind: str | None = None, but: str | None = None, limit: int = 100
    ) -> list[Audit]:
        """All entries of the audit trail, or those of one kind, or those of all kinds `but` one."""

    @abstractmethod
    async def reports(
        self, *, settled: bool = False, before: int | None = None, limit: int = 30
    ) -> list[Reported]:
        """Chat reports that are open, or that have been settled; the latest first."""

    # --- what an administrator does, each together with its note

    @abstractmethod
    async def set_banned(self, person: str, audit: Audit, *, banned: bool) -> None: ...

    @abstractmethod
    async def set_admin(self, person: str, audit: Audit, *, admin: bool) -> None: ...

    @abstractmethod
    async def settle(self, report: int, audit: Audit) -> bool:
        """Mark a report as dealt with, by the note's actor at its time. False, and no note, if
        there is no such report or it was already dealt with."""

    @abstractmethod
    async def close_table(self, table: str, audit: Audit) -> bool:
        """False, and no note, if it neither gathers players nor plays."""

    @abstractmethod
    async def table_counts(self) -> dict[Status, int]:
        """How many tables there are."""

    # --- ownership

    @abstractmethod
    async def take_lease(self, table: str, worker: str, now: int, until: int) -> Lease:
        """The current lease: ours if it was free, already ours, or had expired. A table that plays
        is due at once while somebody has it: they may die."""

    @abstractmethod
    async def lease(self, table: str) -> Lease | None:
        """The current lease, expired or not."""

    @abstractmethod
    async def renew_leases(self, worker: str, now: int, until: int) -> list[str]:
        """All of a worker's at once; returns the tables that are still its own."""

    @abstractmethod
    async def claim_leases(self, worker: str, now: int, until: int, limit: int) -> list[str]:
        """Take tables that are due and that nobody owns, at most this many; returns those that are
        ours now. They are chosen at random, so that workers who ask together seldom want the same
        ones."""

    @abstractmethod
    async def closed_among(self, tables: Collection[str]) -> set[str]:
        """Which of these an administrator has closed, whenever that was: by another machine's clock
        it may seem long ago."""

    @abstractmethod
    async def release(self, table: str, worker: str, due: int | None) -> None:
        """Put a table away: the lease is dropped, and nobody claims the table before it is `due`
        (None: until somebody has asked for it). Nothing is done if the lease is another's."""

    @abstractmethod
    async def drop_lease(self, table: str, worker: str) -> None: ...

    @abstractmethod
    async def drop_leases(self, worker: str) -> None: ...

    # --- care

    @abstractmethod
    async def probe(self, now: int) -> None:
        """Write something meaningless; StoreError says why that is impossible."""

    @abstractmethod
    async def inspect(self) -> str | None:
        """Read everything and say what is damaged; None if nothing is, or if the database checks
        that itself."""

    @abstractmethod
    async def backup(self, path: str) -> None:
        """A consistent copy of everything into a file, while running."""
