"""Where games are played: here, in processes, or on a Ray cluster. The results are the same.

Work goes out in batches of games that take about two seconds, so that sending it about is no
matter, and comes back in the order it went out. A batch whose worker was killed is played again.
"""

from __future__ import annotations

import importlib
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from prateria.arena.bout import Bout, play_bout
from prateria.arena.schedule import Contest, Pairing
from prateria.core.errors import PrateriaError, SetupError

BATCH_SECONDS: Final = 2.0
LARGEST_BATCH: Final = 500
TRIES: Final = 4
"""How often a batch is sent out if workers keep dying."""
PLACES: Final = ("inline", "processes", "ray")

Batch: TypeAlias = tuple[Pairing, ...]
Played: TypeAlias = Iterator[Sequence[Bout]]


def play_batch(contest: Contest, batch: Batch, logs: str | None) -> tuple[list[Bout], float]:
    """All games of a batch, and the seconds they took."""
    began = perf_counter()
    folder = None if logs is None else Path(logs)
    bouts = [play_bout(contest, pairing, folder) for pairing in batch]
    return bouts, perf_counter() - began


class Batches:
    """Cuts the games into batches that grow until they take long enough.

    A batch is made when a worker is free, so what is skipped meanwhile is never played.
    """

    def __init__(self, pairings: Iterable[Pairing], skip: Callable[[Pairing], bool]) -> None:
        self._pairings = iter(pairings)
        self._skip = skip
        self._size = 1

    def next(self) -> Batch:
        wanted = (pairing for pairing in self._pairings if not self._skip(pairing))
        return tuple(islice(wanted, self._size))

    def took(self, games: int, seconds: float) -> None:
        """Learn from a batch how many games make a good one."""
        fit = int(BATCH_SECONDS * games / max(seconds, 1e-6))
        self._size = max(1, min(fit, 2 * self._size, LARGEST_BATCH))


def inline(contest: Contest, batches: Batches, logs: str | None, workers: int) -> Played:  # noqa: ARG001
    """Game by game in this process, so that Ctrl-C need not wait long."""
    while batch := batches.next():
        for pairing in batch:
            yield play_batch(contest, (pairing,), logs)[0]


def processes(contest: Contest, batches: Batches, logs: str | None, workers: int) -> Played:
    """Spawned, not forked: a fork would copy the threads' locks of whoever draws progress."""
    pool = worker_pool(workers)
    waiting: deque[tuple[Batch, Future[tuple[list[Bout], float]]]] = deque()
    tries = 0
    try:
        while True:
            while len(waiting) < workers + 1 and (batch := batches.next()):
                waiting.append((batch, pool.submit(play_batch, contest, batch, logs)))
            if not waiting:
                return
            try:
                bouts, seconds = waiting[0][1].result()
            except BrokenProcessPool:
                tries += 1
                if tries >= TRIES:
                    raise PrateriaError("worker processes keep being ended from outside") from None
                pool = worker_pool(workers)
                lost = [batch for batch, _ in waiting]
                waiting = deque(
                    (batch, pool.submit(play_batch, contest, batch, logs)) for batch in lost
                )
                continue
            waiting.popleft()
            batches.took(len(bouts), seconds)
            yield bouts
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def worker_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the workers leave it to the first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(contest: Contest, batches: Batches, logs: str | None, workers: int) -> Played:
    """On the cluster that RAY_ADDRESS names, or one started here and ended afterwards."""
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        ray.init(
            num_cpus=None if _has_address() else workers,
            include_dashboard=False,
            log_to_driver=False,
            configure_logging=False,
        )
    task = ray.remote(max_retries=TRIES, num_cpus=1)(play_batch)
    waiting: deque[Any] = deque()
    try:
        while True:
            while len(waiting) < workers + 1 and (batch := batches.next()):
                waiting.append(task.remote(contest, batch, logs))
            if not waiting:
                return
            try:
                bouts, seconds = ray.get(waiting.popleft())
            except ray.exceptions.WorkerCrashedError:
                raise PrateriaError("workers of the cluster keep being ended") from None
            batches.took(len(bouts), seconds)
            yield bouts
    finally:
        for reference in waiting:
            ray.cancel(reference, force=False)
        if started:
            ray.shutdown()


def _has_address() -> bool:
    import os

    return bool(os.environ.get("RAY_ADDRESS"))


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise SetupError("Ray is not installed: pip install 'prateria[ray]'") from None


EXECUTORS: Final = {"inline": inline, "processes": processes, "ray": on_ray}
