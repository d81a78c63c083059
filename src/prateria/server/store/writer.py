"""One thread that writes, committing everything that waits as one group.

A disk syncs some hundred times a second, whatever is in a commit. So the thread takes
everything that is queued, runs it in one transaction, and only when that is on disk are the
callers told, on their event loop. A group of nothing but appends is one statement where the
database can do that. A job that fails, fails alone; when the commit fails, all of its group do.
If the database is unreachable the group is tried again until its oldest job has waited for
`patience` seconds.

A caller that is cancelled while it waits does not know whether its job was done.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeVar, cast

from prateria.server.store.base import StoreError, WriterMetrics
from prateria.server.store.logs import AppendJob, append_alike
from prateria.server.store.session import Gone, Session

T = TypeVar("T")
Job = Callable[[Session], T]
"""Work inside a transaction. It may be run twice, so it changes nothing but the database."""


PAUSE: Final = 0.1
"""Seconds between two attempts to reach an unreachable database."""

_log = logging.getLogger("prateria.server")


@dataclass(frozen=True, slots=True)
class _Waiting:
    job: Job[Any]
    future: asyncio.Future[Any]
    since: float


@dataclass(frozen=True, slots=True)
class _Outcome:
    value: Any = None
    error: Exception | None = None


class Writer:
    """Belongs to the event loop that opens it."""

    def __init__(
        self,
        connect: Callable[[], Session],
        *,
        patience: float = 0.0,
        queue: int = 10_000,
        group: int = 1_000,
    ) -> None:
        self.metrics = WriterMetrics()
        self._connect = connect
        self._patience = patience
        self._group = group
        self._most = queue
        self._crowd: deque[asyncio.Future[None]] = deque()
        """Who waits for a place in the queue."""
        self._queue: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._is_open = False
        self._session: Session | None = None
        self._mark = 0
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)

    async def open(self) -> None:
        """Connect and start. An error of the database is raised, and nothing runs."""
        self._loop = asyncio.get_running_loop()
        self._session = await asyncio.to_thread(self._connect)
        self._is_open = True
        self._thread.start()

    async def close(self) -> None:
        """Finish what is queued, refuse new jobs."""
        if self._is_open:
            with self._changed:
                self._is_open = False
                self._changed.notify()
            await asyncio.to_thread(self._thread.join)

    async def submit(self, job: Job[T]) -> T:
        """The job's result when it is on disk; while the queue is full, wait for a place."""
        while self.metrics.waiting >= self._most:
            await self._place()
        future: asyncio.Future[T] = self._loop.create_future()
        with self._changed:
            self._check_open()
            self._queue.append(_Waiting(job, future, time.monotonic()))
            self.metrics.waiting += 1
            self._changed.notify()
        return await future

    async def _place(self) -> None:
        """Wait to be called to a free place in the queue."""
        self._check_open()
        called = self._loop.create_future()
        self._crowd.append(called)
        try:
            await called
        except asyncio.CancelledError:
            self._call()  # perhaps it was called
            raise

    def _call(self) -> None:
        """Call as many of those who wait as there are places."""
        free = self._most - self.metrics.waiting
        while free > 0 and self._crowd:
            called = self._crowd.popleft()
            if not called.done():
                called.set_result(None)
                free -= 1

    def _check_open(self) -> None:
        if not self._is_open:
            raise StoreError("the store is closed")

    # --- what follows runs in the thread

    def _work(self) -> None:
        while group := self._take():
            outcomes = self._write(group)
            self.metrics.groups += 1
            self.metrics.jobs += len(group)
            self.metrics.failed += sum(outcome.error is not None for outcome in outcomes)
            self.metrics.largest = max(self.metrics.largest, len(group))
            try:
                self._loop.call_soon_threadsafe(self._tell, group, outcomes)
            except RuntimeError:
                _log.warning("the event loop ended before the store was closed")
        self._drop_session()

    def _take(self) -> list[_Waiting]:
        """Everything that waits, up to a limit; empty only when the writer is closed and done."""
        with self._changed:
            while self._is_open and not self._queue:
                self._changed.wait()
            return [self._queue.popleft() for _ in range(min(len(self._queue), self._group))]

    def _write(self, group: list[_Waiting]) -> list[_Outcome]:
        deadline = group[0].since + self._patience
        committing: list[_Outcome] | None = None
        self._mark += 1
        while True:
            try:
                session = self._connected()
                if committing is not None and session.has_committed(self._mark):
                    return committing
                if appends := _appends(group):
                    committing = [_Outcome()] * len(group)  # if the answer is lost
                    if self._append(session, appends):
                        return committing
                committing = None
                committing = self._attempt(session, group)
                self._commit(session)
                return committing
            except Gone as error:
                self.metrics.repeated += 1
                self._drop_session()
                if time.monotonic() + PAUSE > deadline:
                    doubt = "" if committing is None else "; it may or may not be written"
                    return _all_fail(group, f"{error}{doubt}")
                time.sleep(PAUSE)
            except StoreError as error:
                self._forget()
                return _all_fail(group, str(error))
            except Exception as error:  # noqa: BLE001 the thread must outlive any driver
                _log.exception("the writer failed")
                self._drop_session()
                return _all_fail(group, f"the store failed: {type(error).__name__}")

    def _attempt(self, session: Session, group: list[_Waiting]) -> list[_Outcome]:
        """Run the group without savepoints, which cost two round trips each. Only when one of the
        jobs fails is it run again with them, to find out which."""
        session.begin(self._mark)
        try:
            return _run_together(session, [waiting.job for waiting in group])
        except Gone:
            raise
        except Exception as error:  # noqa: BLE001 each is told to its caller
            session.rollback()
            if len(group) == 1:
                session.begin(self._mark)
                return [_Outcome(error=error)]
        session.begin(self._mark)
        return [_run_alone(session, waiting.job) for waiting in group]

    def _append(self, session: Session, appends: list[AppendJob]) -> bool:
        start = time.perf_counter()
        is_done = session.append_at_once(appends, self._mark)
        if is_done:
            self._took(start)
        return is_done

    def _commit(self, session: Session) -> None:
        start = time.perf_counter()
        session.commit()
        self._took(start)

    def _took(self, start: float) -> None:
        spent = time.perf_counter() - start
        self.metrics.seconds += spent
        self.metrics.slowest = max(self.metrics.slowest, spent)

    def _connected(self) -> Session:
        if self._session is None:
            self._session = self._connect()
        return self._session

    def _forget(self) -> None:
        try:
            if self._session is not None:
                self._session.rollback()
        except StoreError:
            self._drop_session()

    def _drop_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    # --- and this again on the event loop

    def _tell(self, group: list[_Waiting], outcomes: list[_Outcome]) -> None:
        for waiting, outcome in zip(group, outcomes, strict=True):
            self.metrics.waiting -= 1
            if waiting.future.done():
                continue
            if outcome.error is None:
                waiting.future.set_result(outcome.value)
            else:
                waiting.future.set_exception(outcome.error)
        self._call()


def _appends(group: list[_Waiting]) -> list[AppendJob]:
    """The group's jobs if all of them are appends, else none."""
    found = [waiting.job for waiting in group if isinstance(waiting.job, AppendJob)]
    return found if len(found) == len(group) else []


def _run_together(session: Session, jobs: list[Job[Any]]) -> list[_Outcome]:
    """In their order, except that consecutive ones of the same kind are combined; raises if any
    fails."""
    outcomes: list[_Outcome] = []
    for kind, neighbours in groupby(jobs, key=type):
        if kind is AppendJob:
            appends = cast("list[AppendJob]", list(neighbours))
            for alike in _by_length(appends):
                append_alike(session, alike)
            outcomes += [_Outcome()] * len(appends)
        else:
            outcomes += [_Outcome(job(session)) for job in neighbours]
    return outcomes


def _by_length(appends: list[AppendJob]) -> Iterable[list[AppendJob]]:
    """Those of equally many lines: they have one statement."""
    alike: dict[int, list[AppendJob]] = {}
    for append in appends:
        alike.setdefault(len(append.lines), []).append(append)
    return alike.values()


def _run_alone(session: Session, job: Job[Any]) -> _Outcome:
    session.savepoint()
    try:
        value = job(session)
    except Gone:
        raise
    except Exception as error:  # noqa: BLE001 it is told to its caller
        session.undo()
        return _Outcome(error=error)
    session.release()
    return _Outcome(value)


def _all_fail(group: list[_Waiting], text: str) -> list[_Outcome]:
    return [_Outcome(error=StoreError(text)) for _ in group]
