"""When Python looks for garbage in circles.

A full collection looks at every object of every table: a quarter of a second with 500 of them, and
left to itself Python does it every few seconds while tables are opened and played. Tables, matches
and logs are trees, freed without it; only what is left of closed connections, some 20 kB each,
needs it: every minute while that costs next to nothing, and the longer it takes the more rarely.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

YOUNG: Final = 10_000
"""New objects between two looks at the youngest."""
MIDDLE: Final = 20
NEVER: Final = 1_000_000_000
EVERY_S: Final = 60.0
SHARE: Final = 1 / 2000
"""The most that full collections may take of the time."""


class GcPolicy:
    """Full collections by the clock, and only by it, while open."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()  # what was imported stays
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self._task = asyncio.create_task(self._collect_always())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            gc.set_threshold(*self._before)
            gc.unfreeze()

    async def _collect_always(self) -> None:
        spent = 0.0
        while True:
            await asyncio.sleep(max(EVERY_S, spent / SHARE))
            began = time.perf_counter()
            gc.collect()
            spent = time.perf_counter() - began
