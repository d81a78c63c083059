"""Whether the server can do its job: write. Answered by a probe that really writes."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from prateria.core.texts import mark
from prateria.server.clock import SystemClock
from prateria.server.metrics import Metrics
from prateria.server.server_log import facts
from prateria.server.store.base import Conflict, Store, StoreError

LOG: Final = logging.getLogger("prateria.server")
PROBE_S: Final = 5.0
"""A store that takes longer than this counts as lost."""
KEPT_MS: Final = 1_000
"""How long an answer is reused, so that frequent checks cause no more work."""
QUIET_MS: Final = 10_000
"""The same problem is logged once in this time."""
SILENT: Final = mark("the store does not answer")


class Health:
    """What is wrong with the store, if anything."""

    def __init__(self, store: Store, clock: SystemClock, metrics: Metrics) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._damage: str | None = None
        self._answer: tuple[int, str | None] | None = None
        self._told: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Look for damage in the background: it takes as long as reading everything."""
        self._task = asyncio.create_task(self._inspect())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _inspect(self) -> None:
        try:
            self._damage = await self._store.inspect()
        except StoreError as error:
            self.note(error)
            return
        if self._damage is not None:
            known = facts(cause=self._damage)
            LOG.error("the store is damaged; restore a backup (prateria admin)", extra=known)

    async def trouble(self) -> str | None:
        """What is wrong now, in words; None if a probe was written."""
        now = self._clock.steady()
        if self._answer is None or now - self._answer[0] >= KEPT_MS:
            self._answer = (now, await self._probe())
        return self._answer[1] or self._damage

    async def _probe(self) -> str | None:
        try:
            async with asyncio.timeout(PROBE_S):
                await self._store.probe(self._clock.wall())
        except TimeoutError:
            self.note(StoreError(SILENT))
            return SILENT
        except StoreError as error:
            self.note(error)
            return str(error)
        return None

    def note(self, error: StoreError) -> None:
        """Count a problem with the store, and log it with its cause, now and then."""
        if isinstance(error, Conflict):  # another writer was faster: not the store's fault
            return
        if error.is_noted:  # already counted further down
            return
        error.is_noted = True
        self._metrics.count("prateria_store_errors_total")
        text, now = str(error), self._clock.steady()
        if now - self._told.get(text, -QUIET_MS) >= QUIET_MS:
            if len(self._told) > 100:
                self._told.clear()
            self._told[text] = now
            LOG.error("the store fails", extra=facts(cause=text))
