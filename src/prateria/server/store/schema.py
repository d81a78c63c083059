"""The SQL schema, its version, and the migrations from each version to the next.

A migration is never edited once it has been released: a new one is added at the end. All missing
ones are applied in one transaction, so a store has either its old schema or the new one.
"""

from __future__ import annotations

from typing import Final

from prateria.server.store.base import StoreError
from prateria.server.store.session import Session

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            status TEXT NOT NULL,
            host TEXT NOT NULL,
            created BIGINT NOT NULL,
            changed BIGINT NOT NULL,
            public SMALLINT NOT NULL,
            setup TEXT NOT NULL,
            seats TEXT NOT NULL,
            seed TEXT NOT NULL
        )""",
        "CREATE INDEX tables_by_change ON tables (changed, id)",
        "CREATE INDEX tables_by_status ON tables (status, changed, id)",
        # Who hosts or sits, extracted from `tables.seats` so that it can be searched.
        """CREATE TABLE participants (
            person TEXT NOT NULL,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (person, table_id)
        ){clustered}""",
        "CREATE INDEX participants_by_table ON participants (table_id)",
        """CREATE TABLE lines (
            table_id TEXT NOT NULL REFERENCES tables (id),
            n BIGINT NOT NULL,
            line TEXT NOT NULL,
            PRIMARY KEY (table_id, n)
        ){clustered}""",
        """CREATE TABLE snapshots (
            table_id TEXT PRIMARY KEY REFERENCES tables (id),
            lines BIGINT NOT NULL,
            digest TEXT NOT NULL,
            position TEXT NOT NULL
        )""",
        """CREATE TABLE persons (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            colour TEXT NOT NULL,
            created BIGINT NOT NULL,
            password TEXT,
            banned SMALLINT NOT NULL
        )""",
        # Guests do not own their names.
        "CREATE UNIQUE INDEX accounts_by_name ON persons (folded) WHERE password IS NOT NULL",
        """CREATE TABLE tokens (
            hash TEXT PRIMARY KEY,
            person TEXT NOT NULL REFERENCES persons (id),
            name TEXT NOT NULL,
            scopes TEXT NOT NULL,
            created BIGINT NOT NULL
        )""",
        "CREATE INDEX tokens_by_person ON tokens (person)",
        """CREATE TABLE chat (
            table_id TEXT NOT NULL REFERENCES tables (id),
            number BIGINT NOT NULL,
            at BIGINT NOT NULL,
            person TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (table_id, number)
        ){clustered}""",
        # Read by number, not by time: a clock may jump back.
        """CREATE TABLE audits (
            number {serial} PRIMARY KEY,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL,
            person TEXT,
            table_id TEXT,
            text TEXT NOT NULL
        )""",
        """CREATE TABLE leases (
            table_id TEXT PRIMARY KEY,
            worker TEXT NOT NULL,
            until BIGINT NOT NULL
        )""",
        "CREATE INDEX leases_by_worker ON leases (worker)",
        # The last group each writer committed; see PostgresSession.has_committed.
        """CREATE TABLE writers (
            name TEXT PRIMARY KEY,
            mark BIGINT NOT NULL,
            at BIGINT NOT NULL
        )""",
    ),
    (
        "CREATE INDEX persons_banned ON persons (id) WHERE banned = 1",
        """CREATE TABLE mutes (
            person TEXT NOT NULL,
            other TEXT NOT NULL,
            PRIMARY KEY (person, other)
        ){clustered}""",
    ),
    (
        # Which message caused a line: under one id nothing is ever done twice.
        "ALTER TABLE lines ADD COLUMN sender TEXT",
        "ALTER TABLE lines ADD COLUMN message TEXT",
        "ALTER TABLE chat ADD COLUMN message TEXT",
        """CREATE UNIQUE INDEX chat_by_message ON chat (table_id, person, message)
            WHERE message IS NOT NULL""",
        "ALTER TABLE audits ADD COLUMN message TEXT",
        """CREATE UNIQUE INDEX audits_by_message ON audits (person, table_id, message)
            WHERE message IS NOT NULL""",
        """CREATE TABLE sessions (
            hash TEXT PRIMARY KEY,
            person TEXT NOT NULL REFERENCES persons (id),
            created BIGINT NOT NULL,
            seen BIGINT NOT NULL,
            agent TEXT NOT NULL,
            ended BIGINT
        )""",
        "CREATE INDEX sessions_by_person ON sessions (person)",
        "CREATE INDEX sessions_by_end ON sessions (ended) WHERE ended IS NOT NULL",
        "ALTER TABLE persons ADD COLUMN admin SMALLINT NOT NULL DEFAULT 0",
        # Which administrator did it; who said what, in a report of chat.
        "ALTER TABLE audits ADD COLUMN actor TEXT",
        "ALTER TABLE audits ADD COLUMN speaker TEXT",
        "ALTER TABLE audits ADD COLUMN quote TEXT",
        # Cookies from before sessions: a guest's is still valid, an account must log in again.
        """INSERT INTO sessions (hash, person, created, seen, agent)
            SELECT 'before sessions ' || id, id, created, created, '' FROM persons
            WHERE password IS NULL""",
    ),
    (
        # When a report was dealt with, and by whom.
        "ALTER TABLE audits ADD COLUMN settled BIGINT",
        "ALTER TABLE audits ADD COLUMN settler TEXT",
        "CREATE INDEX open_reports ON audits (number) WHERE kind = 'report' AND settled IS NULL",
    ),
    (
        # When a table that plays needs a worker though nobody asks for it; NULL: not before.
        "ALTER TABLE tables ADD COLUMN due BIGINT",
        "UPDATE tables SET due = 0 WHERE status = 'playing'",
        "CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL",
    ),
)
VERSION: Final = len(MIGRATIONS)

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "tables": (
        *("id", "game", "status", "host", "created", "changed", "public"),
        *("setup", "seats", "seed", "due"),
    ),
    "participants": ("person", "table_id"),
    "lines": ("table_id", "n", "line", "sender", "message"),
    "snapshots": ("table_id", "lines", "digest", "position"),
    "persons": ("id", "name", "colour", "created", "password", "banned", "folded", "admin"),
    "mutes": ("person", "other"),
    "tokens": ("hash", "person", "name", "scopes", "created"),
    "sessions": ("hash", "person", "created", "seen", "agent", "ended"),
    "chat": ("table_id", "number", "at", "person", "text", "message"),
    "audits": (
        *("at", "kind", "person", "table_id", "text", "message"),
        *("actor", "speaker", "quote", "settled", "settler"),
    ),
    "leases": ("table_id", "worker", "until"),
    "writers": ("name", "mark", "at"),
}
"""The columns of every table, in the order of the records of `base`. All statements are made from
them (`statements`); a table comes after those it refers to. The database numbers the audits."""

KEPT: Final = tuple(table for table in COLUMNS if table not in ("leases", "writers"))
"""The tables that a backup contains; the others mean nothing without the workers that wrote
them."""


def migrate(session: Session) -> None:
    """Migrate the store to this version's schema, or refuse a newer one."""
    session.begin()
    try:
        session.lock_schema()
        session.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        for migration in MIGRATIONS[_known(schema_version(session)) :]:
            for statement in migration:
                session.run(statement.format(**session.words))
        session.run("DELETE FROM schema_version")
        session.run("INSERT INTO schema_version (version) VALUES (?)", (VERSION,))
    except BaseException:
        session.rollback()
        raise
    session.commit()


def schema_version(session: Session) -> int:
    """A store's schema version; 0 before its first migration."""
    row = session.row("SELECT max(version) FROM schema_version")
    return 0 if row is None or row[0] is None else int(row[0])


def _known(version: int) -> int:
    if version > VERSION:
        raise StoreError(
            f"the store has schema {version} and this Prateria knows schemas up to {VERSION}:"
            " it was used by a newer Prateria, and needs that one or a later one"
        )
    return version
