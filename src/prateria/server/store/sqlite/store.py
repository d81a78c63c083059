"""SQLite: one file, nothing to configure.

The write-ahead log is synced at every commit (`synchronous=FULL`), readers never wait for the
writer, and several processes may share the file.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from prateria.server.store.backup import copy_session, copy_sqlite
from prateria.server.store.base import StoreError, WriterMetrics
from prateria.server.store.readers import Readers
from prateria.server.store.schema import migrate
from prateria.server.store.session import Session
from prateria.server.store.sql import SqlStore
from prateria.server.store.sqlite.claim import FileClaim
from prateria.server.store.sqlite.session import MEMORY, SqliteSession
from prateria.server.store.writer import Job, Writer

T = TypeVar("T")
LAST: Final = 19
"""The lowest priority of a thread."""


class SqliteStore(SqlStore):
    """A store in a file, or with MEMORY in this process only."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        write = partial(
            SqliteSession,
            self.path,
            pragmas=("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON"),
        )
        self._writer = Writer(partial(_prepared, write))
        self._readers: Readers | None = None
        self._claim: FileClaim | None = None
        if self.path != MEMORY:
            read = partial(SqliteSession, self.path, pragmas=("query_only=ON",))
            self._readers = Readers(read)

    @property
    def metrics(self) -> WriterMetrics:
        return self._writer.metrics

    async def open(self) -> None:
        if self.path != MEMORY:
            await asyncio.to_thread(_make_file, Path(self.path))
        await self._writer.open()

    async def close(self) -> None:
        await self._writer.close()
        if self._readers is not None:
            await self._readers.close()
        if self._claim is not None:
            self._claim.release()

    async def claim(self, address: str, *, alone: bool) -> None:
        if self.path != MEMORY:
            self._claim = await asyncio.to_thread(FileClaim, self.path, address, alone=alone)

    async def write(self, job: Job[T]) -> T:
        return await self._writer.submit(job)

    async def read(self, job: Job[T]) -> T:
        """There is only one connection in memory, so reads queue with the writes."""
        if self._readers is None:
            return await self._writer.submit(job)
        return await self._readers.read(job)

    async def inspect(self) -> str | None:
        """Uses a connection and a thread of its own, so that nobody waits for it; stopped if nobody
        wants to know any more."""
        if self.path == MEMORY:
            return None
        session = await asyncio.to_thread(SqliteSession, self.path, pragmas=("query_only=ON",))
        thread = ThreadPoolExecutor(1, "store-inspector", initializer=_step_back)
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, _damage, session)
        finally:
            session.connection.interrupt()
            thread.submit(session.close)
            thread.shutdown(wait=False)

    async def free_bytes(self) -> int | None:
        row = await self._row(
            "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"
        )
        return None if row is None else int(row[0])

    async def vacuum(self) -> None:
        if self.path != MEMORY:
            await self.claim("", alone=True)
            await asyncio.to_thread(_vacuum, self.path)

    async def backup(self, path: str) -> None:
        if self._readers is None:
            await self._writer.submit(lambda session: copy_session(session, path))
        else:
            # By a reader, not in a group: a transaction that writes cannot be copied.
            await self._readers.read(lambda session: copy_sqlite(_plain(session), path))


def _prepared(connect: Callable[[], SqliteSession]) -> SqliteSession:
    session = connect()
    try:
        migrate(session)
    except BaseException:
        session.close()
        raise
    return session


def _plain(session: Session) -> sqlite3.Connection:
    assert isinstance(session, SqliteSession)
    return session.connection


def _step_back() -> None:
    """The thread that calls this runs when no other wants to: reading a large file takes a whole
    processor for seconds, at the start, when all tables are opened."""
    if sys.platform == "linux":  # elsewhere it would be the whole process
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)


def _damage(session: SqliteSession) -> str | None:
    said = str(session.rows("PRAGMA quick_check(1)")[0][0])
    return None if said == "ok" else said.splitlines()[-1]


def _vacuum(path: str) -> None:
    session = SqliteSession(path)
    try:
        session.run("VACUUM")
        session.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        session.close()


def _make_file(path: Path) -> None:
    """Create the file so that only its owner may read it: it holds seeds and hashes."""
    if not path.parent.is_dir():
        hint = "" if path.is_absolute() else f"; for /{path} write sqlite:////{path}"
        raise StoreError(f"there is no folder {path.parent} for the store{hint}")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(f"the store {path} cannot be opened: {error.strerror}") from None
