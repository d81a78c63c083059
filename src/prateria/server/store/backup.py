"""Backups: whatever the store, a backup is one SQLite file, and any kind of store can be restored
from it.

It appears under its name only when it is complete and on disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from prateria.server.store.base import StoreError
from prateria.server.store.files import sync, sync_folder
from prateria.server.store.schema import COLUMNS, KEPT, VERSION, migrate, schema_version
from prateria.server.store.session import Session
from prateria.server.store.sql import SqlStore
from prateria.server.store.sqlite.session import MEMORY, SqliteSession
from prateria.server.store.statements import insert, select


async def backup(store: SqlStore, path: str) -> None:
    """A consistent copy of an open store, which may be in use meanwhile."""
    await store.backup(path)


async def restore(path: str, store: SqlStore) -> None:
    """Fill an open store from a backup. Refused if there is anything in it already."""
    source = await asyncio.to_thread(_open_backup, path)
    try:
        await store.write(lambda session: _fill(source, session))
    finally:
        source.close()


def copy_session(source: Session, path: str) -> None:
    """Copy table by table, as of one moment."""

    def fill(target: SqliteSession) -> None:
        migrate(target)
        target.begin()
        with source.snapshot():
            _copy(source, target)
        target.commit()

    _make_backup(path, fill)


def copy_sqlite(source: sqlite3.Connection, path: str) -> None:
    """Copy page by page: the fastest way from SQLite to SQLite, also as of one moment."""

    def fill(target: SqliteSession) -> None:
        try:
            source.backup(target.connection)
        except sqlite3.Error as error:
            raise StoreError(f"the backup failed: {error}") from None
        target.run("PRAGMA journal_mode=DELETE")  # all of it in the one file
        target.run("DELETE FROM leases")
        target.run("DELETE FROM writers")

    _make_backup(path, fill)


def _make_backup(path: str, fill: Callable[[SqliteSession], None]) -> None:
    final = Path(path)
    _check_free(final)
    part = final.with_name(f".{final.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        session = SqliteSession(os.fspath(part))
        try:
            fill(session)
        finally:
            session.close()
        sync(part)
        part.replace(final)
        sync_folder(final.parent)
    except OSError as error:
        raise StoreError(f"the backup {path} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def _check_free(path: Path) -> None:
    """Never overwrite anything: it could be a store in use, or its log would be taken for ours."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-journal"):
        if path.with_name(name).exists():
            raise StoreError(f"there is already a file {path.with_name(name)}")


def _open_backup(path: str) -> SqliteSession:
    """The backup, checked; an older schema is migrated in a copy in memory: no backup is
    changed."""
    if not Path(path).is_file():
        raise StoreError(f"there is no backup {path}")
    session = SqliteSession(path, pragmas=("query_only=ON",))
    try:
        if not session.rows("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'"):
            raise StoreError(f"{path} is not a backup of Prateria")
        if session.rows("PRAGMA quick_check(1)") != [("ok",)]:
            raise StoreError(f"the backup {path} is damaged")
        if schema_version(session) != VERSION:
            session = _migrated(session)
    except BaseException:
        session.close()
        raise
    return session


def _migrated(session: SqliteSession) -> SqliteSession:
    copy = SqliteSession(MEMORY)
    session.connection.backup(copy.connection)
    session.close()
    migrate(copy)
    return copy


def _fill(source: Session, target: Session) -> None:
    for table in KEPT:
        if target.row(f"SELECT 1 FROM {table} LIMIT 1") is not None:
            raise StoreError("the store is not empty: a backup is restored into a new one")
    with source.snapshot():
        _copy(source, target)


def _copy(source: Session, target: Session) -> None:
    for table in KEPT:
        order = "number" if table == "audits" else ", ".join(COLUMNS[table][:2])
        for rows in source.portions(select(table, f"ORDER BY {order}")):
            target.run_many(insert(table), rows)
