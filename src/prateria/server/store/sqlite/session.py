"""A connection to an SQLite database, and the meaning of its errors."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import ClassVar, Final

from prateria.server.store.base import Append, Conflict, StoreError
from prateria.server.store.logs import firsts_of, rows_of
from prateria.server.store.session import Row, Session

MEMORY: Final = ":memory:"
BUSY: Final = 5.0
"""Seconds to wait for another process that is writing."""
AGAIN: Final = 0.01
"""Seconds before a busy file is tried again."""

_TEXTS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the store's file may only be read",
    sqlite3.SQLITE_CORRUPT: "the store's file is damaged",
    sqlite3.SQLITE_NOTADB: "the store's file is not an SQLite database, or damaged",
    sqlite3.SQLITE_BUSY: "another process has been writing to the store for too long",
    sqlite3.SQLITE_LOCKED: "another connection has been writing to the store for too long",
    sqlite3.SQLITE_CANTOPEN: "the store's file cannot be opened",
    sqlite3.SQLITE_IOERR: "the store's file cannot be read or written",
    sqlite3.SQLITE_TOOBIG: "that is too long to be stored",
}
_CONFLICTS: Final = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
}


_APPEND: Final = """
    INSERT INTO lines (table_id, n, line, sender, message)
    SELECT value ->> 0, value ->> 1,
        CASE WHEN value ->> 5 = (SELECT coalesce(max(n), -1) + 1 FROM lines
            WHERE table_id = value ->> 0) THEN value ->> 2 END,
        value ->> 3, value ->> 4
    FROM json_each(?)"""
"""Rows with the number of the first line that is appended to their log. Fails as a whole if that is
not the next one of any log: a line is never NULL."""
HAS_APPEND: Final = sqlite3.sqlite_version_info >= (3, 38)
"""Whether SQLite reads JSON like this."""


class SqliteSession(Session):
    """A connection with explicit transactions."""

    words: ClassVar[Mapping[str, str]] = {
        "serial": "INTEGER",  # an integer key numbers itself
        "clustered": " WITHOUT ROWID",  # the lines of one log lie together
    }

    def __init__(self, path: str, *, pragmas: Iterable[str] = ()) -> None:
        with _errors():
            self.connection = sqlite3.connect(
                path,
                timeout=BUSY,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
        self._path = path
        self._file = None if path == MEMORY else _identity(path)
        """Which file it is: SQLite would go on writing to a file that has been removed or
        replaced."""
        try:
            for pragma in ("foreign_keys=ON", "cell_size_check=ON", *pragmas):
                self._set(pragma)
        except BaseException:
            self.close()
            raise

    def _set(self, pragma: str) -> None:
        """Set a pragma. If two connections give a new file its write-ahead log at once, SQLite
        refuses one of them without waiting, so we wait."""
        patience = time.monotonic() + BUSY
        with _errors():
            while True:
                try:
                    self.connection.execute(f"PRAGMA {pragma}")
                except sqlite3.OperationalError as error:
                    is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                    if not is_busy or time.monotonic() > patience:
                        raise
                    time.sleep(AGAIN)
                else:
                    return

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        _check(values)
        with _errors():
            return self.connection.execute(sql, values).rowcount

    def run_many(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        for values in rows:
            _check(values)
        with _errors():
            return self.connection.executemany(sql, rows).rowcount

    def append_at_once(self, appends: Sequence[Append], mark: int) -> bool:  # noqa: ARG002
        """While SQLite works, the event loop runs; to go on, this thread must wait for it, for five
        milliseconds if it is busy. So it is asked once a group and not once a line."""
        firsts = firsts_of(appends)
        if firsts is None or not HAS_APPEND:
            return False
        rows = [(*row, firsts[append.table]) for append in appends for row in rows_of(append)]
        text = json.dumps(rows, ensure_ascii=False)
        if "\\u0000" in text:
            return False
        self._check_file()
        try:
            with _errors():
                return self.connection.execute(_APPEND, (text,)).rowcount == len(rows)
        except StoreError:
            return False

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        with _errors():
            return self.connection.execute(sql, values).fetchall()

    def portions(self, sql: str, size: int = 1000) -> Iterator[list[Row]]:
        with _errors():
            cursor = self.connection.execute(sql)
            while rows := cursor.fetchmany(size):
                yield rows

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        if self.connection.in_transaction:  # a store in memory reads inside the writer's
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            self.rollback()

    def begin(self, mark: int | None = None) -> None:  # noqa: ARG002 a failed commit is certain
        self._check_file()
        self.run("BEGIN IMMEDIATE")

    def _check_file(self) -> None:
        if self._file is not None and self._file != _identity(self._path):
            raise StoreError(f"the store's file was removed or replaced ({self._path})")

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        if self.connection.in_transaction:
            self.run("ROLLBACK")

    def has_committed(self, mark: int) -> bool:  # noqa: ARG002
        return False

    def close(self) -> None:
        self.connection.close()


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 asked at every commit
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check(values: Sequence[object]) -> None:
    """PostgreSQL cannot store this character, and a backup must fit there, too."""
    for value in values:
        if isinstance(value, str) and "\0" in value:
            raise StoreError("that cannot be stored: a text with the character NUL")


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _translated(error) from error
    except (UnicodeError, OverflowError) as error:
        raise StoreError(f"that cannot be stored: {error}") from None


def _translated(error: sqlite3.Error) -> StoreError:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in _CONFLICTS:
        return Conflict(f"somebody else has written there ({error})")
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return StoreError("the table or person it belongs to is not in the store")
    text = _TEXTS.get(code & 0xFF)
    if "decode" in str(error):  # bytes that were never text of ours
        text = _TEXTS[sqlite3.SQLITE_CORRUPT]
        error = sqlite3.OperationalError("a text is not valid text")
    return StoreError(f"{text} ({error})" if text else str(error))
