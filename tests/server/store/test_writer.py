"""The writer commits in groups, waits when it is full, and ends cleanly."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import pytest

from prateria.server.store.base import Conflict, StoreError
from prateria.server.store.session import Gone, Session
from prateria.server.store.sqlite.session import MEMORY, SqliteSession
from prateria.server.store.urls import open_store
from prateria.server.store.writer import Writer
from tests.server.store.samples import line, table


class Moody(SqliteSession):
    """A session whose next commits fail, as often as requested, before or after they are
    written."""

    def __init__(self, failures: list[StoreError], *, writes_anyway: bool = False) -> None:
        super().__init__(MEMORY)
        self.run("CREATE TABLE done (n INTEGER)")
        self.failures = failures
        self.writes_anyway = writes_anyway
        self.is_written = False
        self.asked = 0

    def commit(self) -> None:
        if self.failures:
            if self.writes_anyway:
                super().commit()
                self.is_written = True
            else:
                self.rollback()
            raise self.failures.pop(0)
        super().commit()

    def has_committed(self, mark: int) -> bool:
        self.asked += 1
        return self.is_written

    def close(self) -> None:
        """Stays open, so that the same one is found when the writer connects again."""

    def done(self) -> list[int]:
        return [n for (n,) in self.rows("SELECT n FROM done ORDER BY n")]


def add(n: int, session: Session) -> int:
    if n < 0:
        raise ValueError(n)
    session.run("INSERT INTO done VALUES (?)", (n,))
    return n


async def write(writer: Writer, *numbers: int) -> list[int | BaseException]:
    jobs = (writer.submit(partial(add, n)) for n in numbers)
    return await asyncio.gather(*jobs, return_exceptions=True)


async def test_appends_at_once_share_their_commits(lasting_url: str) -> None:
    async with open_store(lasting_url) as store:
        for n in range(100):
            await store.create_table(table(f"t{n}"))
        before = store.metrics.groups
        for n in range(5):
            await asyncio.gather(*(store.append(f"t{i}", n, [line(n)]) for i in range(100)))
        assert store.metrics.groups - before <= 100
        assert store.metrics.jobs == 600
        assert store.metrics.largest >= 50
        assert store.metrics.seconds > 0


async def test_an_append_that_comes_too_late_is_told_which_alone_and_in_company(
    lasting_url: str,
) -> None:
    async with open_store(lasting_url) as store:
        await store.create_table(table("a"))
        await store.create_table(table("b"))
        await store.append("a", 0, [line(0)])
        with pytest.raises(Conflict, match="line 0 is not the next one of table a"):
            await store.append("a", 0, [line(0)])
        appends = (store.append(name, 0, [line(0)]) for name in ("a", "b"))
        late, fine = await asyncio.gather(*appends, return_exceptions=True)
        assert str(late) == "line 0 is not the next one of table a"
        assert fine is None
        assert await store.lines("b") == [line(0)]


async def test_a_job_that_fails_fails_alone() -> None:
    session = Moody([])
    writer = Writer(lambda: session)
    await writer.open()
    answers = await write(writer, 1, -2, 3, -4, 5)
    assert [repr(answer) for answer in answers] == [
        "1",
        "ValueError(-2)",
        "3",
        "ValueError(-4)",
        "5",
    ]
    assert session.done() == [1, 3, 5]
    assert (writer.metrics.jobs, writer.metrics.failed) == (5, 2)
    await writer.close()


async def test_when_the_commit_fails_nothing_is_claimed() -> None:
    session = Moody([StoreError("the disk is full")])
    writer = Writer(lambda: session)
    await writer.open()
    answers = await write(writer, 1, 2)
    assert [str(answer) for answer in answers] == ["the disk is full"] * len(answers)
    assert all(type(answer) is StoreError for answer in answers)
    assert session.done() == []
    assert await write(writer, 3) == [3]
    await writer.close()


async def test_a_group_is_repeated_when_the_database_was_away() -> None:
    session = Moody([Gone("away"), Gone("still away")])
    writer = Writer(lambda: session, patience=5)
    await writer.open()
    assert await write(writer, 1) == [1]
    assert session.done() == [1]
    assert (writer.metrics.repeated, session.asked) == (2, 2)
    await writer.close()


async def test_a_group_whose_answer_was_lost_is_not_written_twice() -> None:
    session = Moody([Gone("away")], writes_anyway=True)
    writer = Writer(lambda: session, patience=5)
    await writer.open()
    assert await write(writer, 1) == [1]
    assert session.done() == [1]
    await writer.close()


async def test_patience_ends_and_doubt_is_told() -> None:
    session = Moody([Gone("away")] * 100)
    writer = Writer(lambda: session, patience=0.3)
    await writer.open()
    start = time.monotonic()
    (answer,) = await write(writer, 1)
    assert type(answer) is StoreError
    assert str(answer) == "away; it may or may not be written"
    assert 0.1 < time.monotonic() - start < 2
    session.failures.clear()
    assert await write(writer, 2) == [2]
    await writer.close()


async def test_a_full_queue_makes_callers_wait_and_loses_none() -> None:
    session = Moody([])
    writer = Writer(lambda: session, queue=5, group=3)
    await writer.open()
    assert await write(writer, *range(50)) == list(range(50))
    assert writer.metrics.largest <= 3
    await writer.close()


async def test_closing_finishes_what_is_queued() -> None:
    session = Moody([])
    writer = Writer(lambda: session, group=2)
    await writer.open()
    answers = asyncio.ensure_future(write(writer, *range(40)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await writer.close()
    assert await answers == list(range(40))
    with pytest.raises(StoreError, match="closed"):
        await writer.submit(partial(add, 1))


async def test_a_caller_that_left_does_not_disturb_the_others() -> None:
    session = Moody([])
    writer = Writer(lambda: session, queue=2)
    await writer.open()
    for n in range(10):
        task = asyncio.ensure_future(writer.submit(partial(add, n)))
        await asyncio.sleep(0)
        task.cancel()
        assert await write(writer, 100 + n) == [100 + n]
    await writer.close()


async def test_the_event_loop_goes_on_while_the_writer_works(lasting_url: str) -> None:
    async with open_store(lasting_url) as store:
        slow = asyncio.ensure_future(store.write(lambda _: time.sleep(0.6)))
        reading = asyncio.ensure_future(store.read(lambda _: time.sleep(0.6)))
        longest, last = 0.0, time.monotonic()
        while not (slow.done() and reading.done()):
            await asyncio.sleep(0.005)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
        assert longest < 0.4
