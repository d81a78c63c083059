"""Jobs spread over worker processes, their results in the order of the jobs.

Processes are spawned, not forked: a fork would copy the locks of the threads that draw progress.
A job whose worker was killed runs again.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from types import TracebackType
from typing import Final, Generic, TypeAlias, TypeVar

from prateria.core.errors import PrateriaError

TRIES: Final = 4
"""How often the pool is recreated if workers keep dying."""

OnProgress: TypeAlias = Callable[[int], None]
"""Called with the number of finished units of work."""

Job = TypeVar("Job")
Result = TypeVar("Result")


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """A pool of spawned processes that leave Ctrl-C to the first process."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Workers(Generic[Job, Result]):
    """Runs a function on jobs in processes; a job is taken only when a worker is nearly free.

    Leaving the context ends the processes after the jobs they are doing.
    """

    def __init__(
        self, function: Callable[[Job], Result], jobs: Iterable[Job], workers: int
    ) -> None:
        self._function = function
        self._jobs = iter(jobs)
        self._workers = workers
        self._pool = worker_pool(workers)
        self._waiting: deque[tuple[Job, Future[Result]]] = deque()
        self._made = 1

    def __enter__(self) -> Workers[Job, Result]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def results(self) -> Iterator[Result]:
        """The result of each job, in the order of the jobs."""
        while True:
            self._fill()
            if not self._waiting:
                return
            try:
                result = self._waiting[0][1].result()
            except BrokenProcessPool:
                self._start_again()
                continue
            self._waiting.popleft()
            yield result

    def finish(self) -> list[Result]:
        """After an interruption: wait for the jobs that have begun, drop the others; return the
        results that `results` has not yielded yet."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        ended = [future for _, future in self._waiting if not future.cancelled()]
        return [
            future.result()
            for future in ended
            if not isinstance(future.exception(), BrokenProcessPool)
        ]

    def _fill(self) -> None:
        free = self._workers + 1 - len(self._waiting)
        for job in islice(self._jobs, free):
            try:
                future = self._pool.submit(self._function, job)
            except BrokenProcessPool:  # a worker was killed while idle
                self._start_again()
                future = self._pool.submit(self._function, job)
            self._waiting.append((job, future))

    def _start_again(self) -> None:
        if self._made >= TRIES:
            raise PrateriaError("worker processes keep being ended from outside") from None
        self._made += 1
        self._pool.shutdown(wait=False)
        self._pool = worker_pool(self._workers)
        lost = [job for job, _ in self._waiting]
        self._waiting = deque((job, self._pool.submit(self._function, job)) for job in lost)
