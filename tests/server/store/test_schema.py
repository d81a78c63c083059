"""A store knows its schema's version; an older one is brought up, a newer one refused."""

from __future__ import annotations

import pytest

from prateria.server.store import schema
from prateria.server.store.base import StoreError
from prateria.server.store.session import Row
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from prateria.server.store.writer import Job
from tests.server.store.samples import table


async def version(store: SqlStore) -> int:
    return await store.read(schema.schema_version)


def rows(sql: str) -> Job[list[Row]]:
    return lambda session: session.rows(sql)


def add_migration(monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, statements))
    monkeypatch.setattr(schema, "VERSION", len(schema.MIGRATIONS))


async def test_a_store_is_opened_again_and_again(lasting_url: str) -> None:
    for _ in range(3):
        async with open_store(lasting_url) as store:
            assert await version(store) == schema.VERSION


async def test_a_newer_schema_is_refused(lasting_url: str) -> None:
    async with open_store(lasting_url) as store:
        await store.write(lambda session: session.run("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreError, match="schema 99 and this Prateria knows schemas up to"):
        await open_store(lasting_url).open()


async def test_an_older_store_is_brought_up(
    lasting_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(lasting_url) as store:
        await store.create_table(table())
    add_migration(monkeypatch, "ALTER TABLE tables ADD COLUMN extra TEXT")
    async with open_store(lasting_url) as store:
        assert await version(store) == schema.VERSION
        assert await store.table("t") == table()
        assert await store.read(rows("SELECT extra FROM tables")) == [(None,)]


async def test_a_migration_that_fails_changes_nothing(
    lasting_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(lasting_url) as store:
        await store.create_table(table())
    with monkeypatch.context() as patch:
        add_migration(patch, "CREATE TABLE half (n BIGINT)", "no SQL")
        with pytest.raises(StoreError):
            await open_store(lasting_url).open()
    async with open_store(lasting_url) as store:
        assert await version(store) == schema.VERSION
        with pytest.raises(StoreError):
            await store.read(rows("SELECT * FROM half"))


async def test_a_backup_holds_every_column_of_what_it_keeps() -> None:
    passing = {"leases", "writers", "schema_version"}
    async with open_store("sqlite::memory:") as store:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table'"
        tables = {name for (name,) in await store.read(rows(sql))}
        assert tables - passing == set(schema.KEPT)
        for name, columns in schema.KEPT.items():
            info = f"SELECT name FROM pragma_table_info('{name}')"
            found = {column for (column,) in await store.read(rows(info))}
            assert found - {"number" if name == "audits" else ""} == set(columns)
