"""A backup is one file, consistent, made while running, and fits every store."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from prateria.server.store.backup import backup, restore
from prateria.server.store.base import (
    Audit,
    ChatMessage,
    Lease,
    Person,
    Snapshot,
    StoreError,
    Token,
)
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from tests.server.conftest import NewUrl
from tests.server.store.samples import line, log, table


async def fill(store: SqlStore) -> None:
    for n in range(3):
        await store.create_table(table(f"t{n}", people=("bob",), changed=n))
        await store.append(f"t{n}", 0, log(1_500 * n))
    await store.save_snapshot(Snapshot("t1", 1_000, "digest", "position ž"))
    await store.say(ChatMessage("t0", 1, 5, "ann", "hello"))
    await store.save_person(Person("p", "Ann", "red", 5, "hash"))
    await store.save_token(Token("h", "p", "bot", "play", 5))
    for n in range(3):
        await store.note(Audit(9 - n, "ban", None, "t0", f"text {n}"))
    await store.take_lease("t0", "worker", 0, 10**15)


async def contents(store: SqlStore) -> list[object]:
    return [
        *[await store.load(f"t{n}") for n in range(3)],
        *[await store.lines(f"t{n}") for n in range(3)],
        await store.tables(person="bob"),
        await store.person_named("ANN"),
        await store.tokens_of("p"),
        await store.audits(),
    ]


@pytest.mark.slow
async def test_a_backup_restores_into_every_store(
    new_url: NewUrl, lasting_url: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "backup.db")
    async with open_store(new_url()) as old, open_store(lasting_url) as new:
        await fill(old)
        await backup(old, path)
        await restore(path, new)
        assert await contents(new) == await contents(old)
        free = await new.take_lease("t0", "other", 0, 10**15)
        assert free == Lease("t0", "other", 10**15), "leases die with their workers"
        await new.note(Audit(1, "new", None, None, ""))
        assert (await new.audits())[0].kind == "new"
    assert [file.name for file in tmp_path.glob("*backup*")] == ["backup.db"]


async def test_a_backup_made_while_writing_is_of_one_moment(
    lasting_url: str, tmp_path: Path
) -> None:
    """Two logs grow in turns, so at any moment their lengths differ by one at most."""
    async with open_store(lasting_url) as store:
        await store.create_table(table("a"))
        await store.create_table(table("b"))
        await store.append("a", 0, log(3_000))
        await store.append("b", 0, log(3_000))
        done = False

        async def play() -> int:
            n = 3_000
            while not done:
                await store.append("a", n, [line(n)])
                await store.append("b", n, [line(n)])
                n += 1
            return n

        playing = asyncio.ensure_future(play())
        paths = [str(tmp_path / f"backup{n}") for n in range(4)]
        for path in paths:
            await asyncio.sleep(0.05)
            await store.backup(path)
        done = True
        assert await playing > 3_000
    lengths = []
    for path in paths:
        async with open_store("sqlite::memory:") as copy:
            await restore(path, copy)
            a, b = await copy.lines("a"), await copy.lines("b")
        assert a == log(len(a))
        assert b == log(len(b))
        assert len(a) - len(b) in (0, 1)
        lengths.append(len(a))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


async def test_a_backup_is_restored_into_an_empty_store_only(url: str, tmp_path: Path) -> None:
    async with open_store(url) as store:
        await store.save_person(Person("p", "Ann", "red", 5))
        await store.backup(str(tmp_path / "b"))
        with pytest.raises(StoreError, match="not empty"):
            await restore(str(tmp_path / "b"), store)


async def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello " * 1000)
    sqlite3.connect(tmp_path / "empty").executescript("CREATE TABLE x (y)").connection.close()
    async with open_store("sqlite::memory:") as store:
        for name, words in (
            ("text", "not an SQLite database"),
            ("empty", "not a backup of Prateria"),
            ("nothing", "there is no backup"),
        ):
            with pytest.raises(StoreError, match=words):
                await restore(str(tmp_path / name), store)


async def test_a_backup_that_cannot_be_written_leaves_nothing(url: str, tmp_path: Path) -> None:
    async with open_store(url) as store:
        with pytest.raises(StoreError, match="cannot be written"):
            await store.backup(str(tmp_path / "no" / "backup"))
    assert not list(tmp_path.glob(".*.part"))


async def test_a_backup_is_never_written_over_something(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    async with open_store(f"sqlite:///{path}") as store:
        await store.create_table(table())
        with pytest.raises(StoreError, match="already a file"):
            await store.backup(str(path))
        (tmp_path / "backup-wal").touch()
        with pytest.raises(StoreError, match="already a file"):
            await store.backup(str(tmp_path / "backup"))
        assert await store.table("t") == table()


async def test_a_backup_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    async with open_store("sqlite::memory:") as store:
        await store.backup(str(tmp_path / "b"))
        with sqlite3.connect(tmp_path / "b") as file:
            file.execute("UPDATE schema_version SET version = 99")
        file.close()
        with pytest.raises(StoreError, match="newer Prateria"):
            await restore(str(tmp_path / "b"), store)
