"""Where games are played: in this process, in worker processes, or on a Ray cluster. The results
are the same.

Work goes out in batches of games that take about two seconds, so that the cost of sending them does
not matter, and comes back in the order it went out. A batch whose worker was killed is played
again.
"""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from prateria.arena.bout import Bout, play_bout
from prateria.arena.schedule import Contest, Pairing
from prateria.core.errors import PrateriaError, SetupError
from prateria.processes import TRIES, Workers

BATCH_SECONDS: Final = 2.0
LARGEST_BATCH: Final = 500
PLACES: Final = ("inline", "processes", "ray")

PairingBatch: TypeAlias = tuple[Pairing, ...]
BoutStream: TypeAlias = Iterator[Sequence[Bout]]


def play_batch(contest: Contest, batch: PairingBatch, logs: str | None) -> tuple[list[Bout], float]:
    """All games of a batch, and the seconds they took."""
    began = perf_counter()
    folder = None if logs is None else Path(logs)
    bouts = [play_bout(contest, pairing, folder) for pairing in batch]
    return bouts, perf_counter() - began


class Batches:
    """Cuts the games into batches that grow until they take long enough.

    A batch is made when a worker is free, so games that have become unnecessary by then are never
    played.
    """

    def __init__(self, pairings: Iterable[Pairing], skip: Callable[[Pairing], bool]) -> None:
        self._pairings = iter(pairings)
        self._skip = skip
        self._size = 1

    def next(self) -> PairingBatch:
        wanted = (pairing for pairing in self._pairings if not self._skip(pairing))
        return tuple(islice(wanted, self._size))

    def took(self, games: int, seconds: float) -> None:
        """Adjust the batch size to how long a batch took."""
        fit = int(BATCH_SECONDS * games / max(seconds, 1e-6))
        self._size = max(1, min(fit, 2 * self._size, LARGEST_BATCH))


def inline(contest: Contest, batches: Batches, logs: str | None, workers: int) -> BoutStream:  # noqa: ARG001
    """Game by game in this process, so that Ctrl-C need not wait long."""
    while batch := batches.next():
        for pairing in batch:
            yield play_batch(contest, (pairing,), logs)[0]


def processes(contest: Contest, batches: Batches, logs: str | None, workers: int) -> BoutStream:
    """In worker processes of this machine."""
    play = partial(play_batch, contest, logs=logs)
    with Workers(play, iter(batches.next, ()), workers) as work:
        for bouts, seconds in work.results():
            batches.took(len(bouts), seconds)
            yield bouts


def on_ray(contest: Contest, batches: Batches, logs: str | None, workers: int) -> BoutStream:
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
