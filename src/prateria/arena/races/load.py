"""How busy the machine was while something was measured: figures of a busy one prove little."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from prateria.arena.races.server import Guest

LOOK_S: Final = 0.05
ASK_EVERY: Final = 10
"""Ask the server after this many looks."""


@dataclass(frozen=True, slots=True)
class Load:
    """Each the median and what 99 of 100 were below, in milliseconds."""

    loop_ms: tuple[float, float]
    """How much later than asked for this process was woken."""
    server_ms: tuple[float, float]
    """How long the server took to answer a request, beside the races."""


class Watch:
    """Takes samples for as long as it runs."""

    def __init__(self, port: int) -> None:
        self._guest = Guest(port, 0)
        self._late: list[float] = []
        self._answered: list[float] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        jobs = [asyncio.create_task(job()) for job in (self._look, self._ask)]
        try:
            yield
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            since = loop.time()
            await asyncio.sleep(LOOK_S)
            self._late.append(1000 * (loop.time() - since - LOOK_S))

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(ASK_EVERY * LOOK_S)
            since = loop.time()
            await self._guest.ask("GET", "/api/health")
            self._answered.append(1000 * (loop.time() - since))

    def load(self) -> Load:
        return Load(_spread(self._late), _spread(self._answered))


def _spread(samples: Sequence[float]) -> tuple[float, float]:
    if not samples:
        return 0.0, 0.0
    ranked = sorted(samples)
    return round(ranked[len(ranked) // 2], 1), round(ranked[len(ranked) * 99 // 100], 1)
