"""Disk full, file damaged, database gone: StoreError with a clear message, and then it
continues."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

import psycopg
import pytest

from prateria.server.store.base import AlreadyServed, Append, Conflict, Sent, SentLine, StoreError
from prateria.server.store.postgres import PostgresSession, PostgresStore
from prateria.server.store.session import Gone, Session
from prateria.server.store.sqlite.session import SqliteSession
from prateria.server.store.sqlite.store import SqliteStore
from tests.server.postgres import Cluster
from tests.server.store.samples import line, log, table

ROOT = Path(__file__).resolve().parents[3]

FILLS_THE_DISK = """
import asyncio, resource, sys
from prateria.server.store.base import StoreError
from prateria.server.store.sqlite.store import SqliteStore
from tests.server.store.samples import table

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def main():
    async with SqliteStore(sys.argv[1]) as store:
        await store.create_table(table())
        limit(400_000)
        stored = 0
        try:
            while stored < 1_000:
                await store.append("t", stored, ["x" * 4_000])
                stored += 1
        except StoreError as error:
            print(error)
        for _ in range(3):
            try:
                await store.append("t", stored, ["x" * 100_000] * 5)
            except StoreError:
                print("refused")
        assert len(await store.lines("t")) == stored
        limit(resource.RLIM_INFINITY)
        await store.append("t", stored, ["y"])
        assert len(await store.lines("t")) == stored + 1
        print("stored", stored > 10)

asyncio.run(main())
"""


# --- SQLite


async def test_on_a_full_disk_nothing_is_written_and_later_it_is(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "store.db") as store:
        await store.create_table(table())
        await store.append("t", 0, log(5))
        pages = await store.write(partial(pragma, "page_count"))
        await store.write(partial(pragma, f"max_page_count={pages}"))
        with pytest.raises(StoreError, match="the disk is full"):
            await store.append("t", 5, ["x" * 100_000])
        assert await store.lines("t") == log(5)
        await store.write(partial(pragma, "max_page_count=1000000"))
        await store.append("t", 5, [line(5)])
        assert await store.lines("t") == log(6)


def test_a_file_that_may_not_grow_is_a_full_disk(tmp_path: Path) -> None:
    """The operating system refuses the write, in the middle of a transaction or of its commit."""
    done = subprocess.run(
        [sys.executable, "-c", FILLS_THE_DISK, str(tmp_path / "store.db")],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    first, *others = done.stdout.splitlines()
    assert "disk is full" in first or "cannot be read or written" in first
    assert others == ["refused"] * 3 + ["stored True"]


async def test_a_file_that_may_only_be_read_is_told(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "store.db") as store:
        await store.create_table(table())
        with pytest.raises(StoreError, match="may only be read"):
            await store.read(lambda session: session.run("DELETE FROM tables"))
        assert await store.table("t") == table()


async def test_a_damaged_file_is_told_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(b"this is no database" * 1000)
    with pytest.raises(StoreError, match="not an SQLite database"):
        await SqliteStore(path).open()
    assert path.read_bytes() == b"this is no database" * 1000


async def test_damage_met_while_running_fails_that_call_only(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    async with SqliteStore(path) as store:
        await store.create_table(table())
        await store.append("t", 0, ["x" * 1_000 for _ in range(500)])
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(os.urandom(size // 2))
    async with SqliteStore(path) as store:
        with pytest.raises(StoreError, match="damaged"):
            await store.lines("t")
        assert await store.table("t") == table()


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        await SqliteStore(tmp_path / "no" / "store.db").open()


async def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "store.db") as store:
        await store.create_table(table())
        modes = {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {0o600}


def pragma(name: str, session: Session) -> object:
    return session.rows(f"PRAGMA {name}")[0][0]


async def test_every_commit_is_synced(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "store.db") as store:
        names = ("journal_mode", "synchronous", "foreign_keys", "fullfsync")
        found = [await store.write(partial(pragma, name)) for name in names]
    assert found == ["wal", 2, 1, 1]


# --- PostgreSQL


@pytest.mark.slow
async def test_an_absence_of_the_database_is_waited_for(cluster: Cluster) -> None:
    """As long as necessary: a whole table survives ten seconds of it (test_trouble.py)."""
    async with PostgresStore(cluster.new_schema(), patience=60) as store:
        await store.create_table(table())
        await asyncio.to_thread(cluster.crash)
        writing = asyncio.ensure_future(store.append("t", 0, log(1)))
        reading = asyncio.ensure_future(store.table("t"))
        await asyncio.sleep(2)
        assert not writing.done()
        assert not reading.done()
        await asyncio.to_thread(cluster.start)
        await writing
        assert await reading == table()
        assert await store.lines("t") == log(1)


@pytest.mark.slow
async def test_a_long_absence_fails_clearly_and_ends_by_itself(cluster: Cluster) -> None:
    async with PostgresStore(cluster.new_schema(), patience=0.5) as store:
        await store.create_table(table())
        await store.append("t", 0, log(3))
        await asyncio.to_thread(cluster.crash)
        try:
            start = time.monotonic()
            with pytest.raises(StoreError, match="cannot be reached"):
                await store.append("t", 3, [line(3)])
            with pytest.raises(StoreError, match="cannot be reached"):
                await store.lines("t")
            assert time.monotonic() - start < 5
        finally:
            await asyncio.to_thread(cluster.start)
        await store.append("t", 3, [line(3)])
        assert await store.lines("t") == log(4)


async def test_a_connection_that_was_cut_is_opened_anew(cluster: Cluster) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    async with PostgresStore(cluster.new_schema()) as store:
        await store.create_table(table())
        for n in range(3):
            session = PostgresSession(cluster.url())
            session.rows(f"{cut} AND application_name = 'prateria'")
            session.close()
            await store.append("t", n, [line(n)])
            assert len(await store.lines("t")) == n + 1


async def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    store = PostgresStore("postgresql://ann:sesame@127.0.0.1:1/x", patience=0.1)
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        await store.open()
    assert "sesame" not in str(caught.value)


class Forgetful(PostgresSession):
    """Loses its connection just after the database has committed, before the answer came."""

    left: ClassVar[int]

    def commit(self) -> None:
        super().commit()
        self._forget()

    def append_at_once(self, appends: Sequence[Append], mark: int) -> bool:
        is_done = super().append_at_once(appends, mark)
        self._forget()
        return is_done

    def _forget(self) -> None:
        if Forgetful.left:
            Forgetful.left -= 1
            self.connection.close()
            raise Gone("the answer was lost")


async def test_a_commit_whose_answer_was_lost_counts_once(cluster: Cluster) -> None:
    url = cluster.new_schema()
    async with PostgresStore(url) as store:
        await store.create_table(table())
    store = PostgresStore(url)
    store._writer._connect = partial(Forgetful, url, writer=store._name)
    Forgetful.left = 3
    async with store:
        for n in range(5):
            await store.append("t", n, [line(n)])
        assert await store.lines("t") == log(5)
        assert (Forgetful.left, store.metrics.repeated) == (0, 3)
        Forgetful.left = 1
        await store.write(lambda session: session.run("UPDATE tables SET changed = changed + 1"))
        assert [row.changed for row in await store.tables()] == [table().changed + 1]
        assert (Forgetful.left, store.metrics.repeated) == (0, 4)


class Counting(PostgresSession):
    """Counts what is sent to the database."""

    sent: ClassVar[int] = 0

    def append_at_once(self, appends: Sequence[Append], mark: int) -> bool:
        Counting.sent += 1
        return super().append_at_once(appends, mark)

    def run(self, sql: str, values: Sequence[object] = ()) -> int:
        Counting.sent += 1
        return super().run(sql, values)


async def test_appends_of_many_tables_are_one_statement(cluster: Cluster) -> None:
    store = PostgresStore(cluster.new_schema())
    store._writer._connect = partial(Counting, store._url, writer=store._name)
    sent = Sent("ann", "m1")
    async with store:
        for name in "abc":
            await store.create_table(table(name))
        Counting.sent = 0
        parts = [Append(name, 0, tuple(log(3)), sent) for name in "abc"]
        parts.append(Append("b", 3, tuple(log(5)[3:])))  # goes on where the one before ended
        session = PostgresSession(store._url, writer=store._name)
        assert session.append_at_once(parts, 7)
        session.close()
        await store.append("a", 3, [line(3)])
        assert Counting.sent == 1
        assert [len(await store.lines(name)) for name in "abc"] == [4, 5, 3]
        loaded = await store.load("b")
        assert loaded is not None
        assert loaded.sent == (SentLine(0, sent),)


LATE = [
    [Append("a", 1, (line(1),)), Append("b", 1, (line(1),))],  # b has no line yet
    [Append("a", 0, (line(0),)), Append("b", 0, (line(0),))],  # a has that one
    [Append("b", 0, (line(0),)), Append("b", 2, (line(2),))],  # a gap
    [Append("b", 0, ("\0",))],
    [Append("b", 0, ("\ud800",))],
    [Append("nowhere", 0, (line(0),))],
]


@pytest.mark.parametrize("late", LATE)
async def test_of_appends_in_one_statement_all_are_written_or_none(
    cluster: Cluster, late: list[Append]
) -> None:
    url = cluster.new_schema()
    async with PostgresStore(url) as store:
        await store.create_table(table("a"))
        await store.create_table(table("b"))
        await store.append("a", 0, [line(0)])
        session = PostgresSession(url, writer=store._name)
        assert not session.append_at_once(late, 99)
        assert not session.has_committed(99)
        session.close()
        assert [len(await store.lines(name)) for name in "ab"] == [1, 0]


@pytest.mark.parametrize("late", LATE)
async def test_the_same_in_a_file(tmp_path: Path, late: list[Append]) -> None:
    async with SqliteStore(tmp_path / "s.db") as store:
        await store.create_table(table("a"))
        await store.create_table(table("b"))
        await store.append("a", 0, [line(0)])
        session = SqliteSession(store.path)
        assert not session.append_at_once(late, 99)
        session.close()
        assert [len(await store.lines(name)) for name in "ab"] == [1, 0]


async def test_a_group_of_appends_is_one_statement_in_a_file(tmp_path: Path) -> None:
    sent = Sent("ann", "m1")
    odd = '{"do":"“ž” \\u0041 \\\\ \\" \t 🦬"}\n'
    parts = [Append(name, 0, (line(0), odd, line(2)), sent) for name in "abc"]
    parts.append(Append("b", 3, tuple(log(5)[3:])))  # goes on where the one before ended
    async with SqliteStore(tmp_path / "s.db") as store:
        for name in "abc":
            await store.create_table(table(name))
        session = SqliteSession(store.path)
        assert session.append_at_once(parts, 7)
        session.close()
        assert [len(await store.lines(name)) for name in "abc"] == [3, 5, 3]
        assert await store.lines("a") == [line(0), odd, line(2)]
        loaded = await store.load("b")
        assert loaded is not None
        assert loaded.sent == (SentLine(0, sent),)


async def test_whoever_comes_too_late_is_told_and_holds_up_nobody(cluster: Cluster) -> None:
    async with PostgresStore(cluster.new_schema()) as store:
        for name in "abc":
            await store.create_table(table(name))
        jobs = [
            store.append(name, first, [line(0)])
            for name, first in zip("abc", (0, 1, 0), strict=True)
        ]
        told = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(each) for each in told] == [type(None), Conflict, type(None)]
        assert [len(await store.lines(name)) for name in "abc"] == [1, 0, 1]


async def test_a_mark_tells_whether_a_group_was_written(cluster: Cluster) -> None:
    url = cluster.new_schema()
    async with PostgresStore(url):
        pass
    writer = PostgresSession(url, writer="w")
    writer.register()
    writer.begin(1)
    writer.commit()
    writer.begin(2)
    writer.rollback()
    later = PostgresSession(url, writer="w")
    assert later.has_committed(1)
    assert not later.has_committed(2)
    writer.begin(3)
    later.run("SET lock_timeout = '0.2s'")
    with pytest.raises(StoreError, match="for too long"):  # it waits for the one under way
        later.has_committed(3)
    writer.close()
    assert not later.has_committed(3)
    later.close()


def test_a_commit_that_was_a_rollback_is_an_error(cluster: Cluster) -> None:
    session = PostgresSession(cluster.new_schema())
    session.begin()
    session.run("CREATE TABLE half (n BIGINT)")
    with pytest.raises(StoreError):
        session.run("no SQL")
    with pytest.raises(StoreError, match="did not write it"):
        session.commit()
    session.close()


async def test_nothing_of_a_closed_store_is_left_in_the_database(cluster: Cluster) -> None:
    url = cluster.new_schema()
    async with PostgresStore(url) as store:
        await store.create_table(table())
    session = PostgresSession(url)
    assert session.rows("SELECT * FROM writers") == []
    session.close()


def break_all(cluster: Cluster) -> None:
    """All connections of stores break, as when the database is restarted."""
    with psycopg.connect(cluster.url()) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND application_name LIKE 'prateria%'"
        )


@pytest.mark.slow
async def test_whoever_serves_a_database_still_does_when_it_was_started_again(
    cluster: Cluster,
) -> None:
    url = cluster.new_schema()
    async with PostgresStore(url) as one, PostgresStore(url) as other:
        await one.claim("http://one", alone=True)
        break_all(cluster)
        await one.probe(1)
        with pytest.raises(AlreadyServed, match="already at http://one"):
            await other.claim("http://other", alone=True)


@pytest.mark.slow
async def test_whoever_lost_a_database_to_another_writes_no_more(cluster: Cluster) -> None:
    url = cluster.new_schema()
    async with PostgresStore(url, patience=0.3) as one:
        await one.claim("http://one", alone=True)
        break_all(cluster)
        async with PostgresStore(url) as other:
            await other.claim("http://other", alone=True)
            with pytest.raises(StoreError, match="already at http://other"):
                await one.probe(1)
            await other.probe(1)
        await one.probe(1)
