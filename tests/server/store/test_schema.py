"""A store knows its schema's version; an older one is migrated, a newer one refused."""

from __future__ import annotations

from hashlib import sha256

import pytest

from prateria.server.store import schema
from prateria.server.store.base import Person, StoreError
from prateria.server.store.session import Row, Session
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from prateria.server.store.writer import Job
from tests.server.store.samples import log, table

SETUP = '{"quick": true}'


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


def tables_and_columns(session: Session) -> dict[str, set[str]]:
    """The tables of an SQLite store as they are, without its schema version."""
    names = session.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    info = "SELECT name FROM pragma_table_info(?)"
    found = {name: {column for (column,) in session.rows(info, (name,))} for (name,) in names}
    del found["schema_version"]
    return found


async def test_the_list_of_columns_is_that_of_the_migrations() -> None:
    async with open_store("sqlite::memory:") as store:
        found = await store.read(tables_and_columns)
    found["audits"].remove("number")  # given by the database
    assert found == {name: set(columns) for name, columns in schema.COLUMNS.items()}
    assert set(found) - set(schema.KEPT) == {"leases", "writers"}


async def test_a_store_of_the_first_schema_is_brought_up_with_all_that_is_in_it(
    lasting_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        patch.setattr(schema, "VERSION", 1)
        async with open_store(lasting_url) as store:
            for name, status in (("t", "open"), ("u", "playing")):
                row = (name, "manitou", status, "ann", 1_000, 1_000, 1, SETUP, "[]", "secret")
                await store._run(f"INSERT INTO tables VALUES ({', '.join('?' * 10)})", *row)
            for n, line in enumerate(log(3)):
                await store._run("INSERT INTO lines VALUES (?, ?, ?)", "t", n, line)
            for person in (
                ("p", "Ann", "ann", "red", 5, "hash", 1),
                ("g", "", "", "red", 6, None, 0),
            ):
                await store._run("INSERT INTO persons VALUES (?, ?, ?, ?, ?, ?, ?)", *person)
            assert await version(store) == 1
    async with open_store(lasting_url) as store:
        assert await version(store) == schema.VERSION
        assert await store.table("t") == table()
        assert await store.lines("t") == log(3)
        # Nobody knows yet when it needs a worker: so it is looked at.
        assert await store.claim_leases("a", 2_000, 4_500, 9) == ["u"]
        assert await store.banned() == {"p"}
        assert await store.person("p") == Person("p", "Ann", "red", 5, "hash", banned=True)
        # A guest's cookie from before sessions is valid, an account's is not.
        assert [each.hash for each in await store.sessions_of("g")] == ["before sessions g"]
        assert await store.sessions_of("p") == []
        await store.mute("p", "q", muted=True)
        assert await store.muted_by("p") == {"q"}


RELEASED = {
    1: "3d98c13e1c32a55a",
    2: "ba60b64b8a31b42f",
    3: "f7bf03f62b779b3d",
    4: "fe567eb54c8c560e",
    5: "a5f4c7f41e83c53e",
}


def digest(migration: tuple[str, ...]) -> str:
    return sha256("\0".join(migration).encode()).hexdigest()[:16]


def test_a_migration_is_never_edited_but_a_new_one_added() -> None:
    """Stores that have already run it would differ from new ones. A new migration adds a line
    here."""
    assert {n: digest(each) for n, each in enumerate(schema.MIGRATIONS, 1)} == RELEASED
