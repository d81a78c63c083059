"""Reviews of finished matches, each made in a separate process, one at a time: a review takes
seconds of thought, and nobody's move should wait for that."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from cachetools import LRUCache

from prateria.core.texts import mark
from prateria.review import Review
from prateria.server.bots.pool import Asker
from prateria.server.errors import Refusal, too_fast
from prateria.server.server_log import facts, words_of

LOG: Final = logging.getLogger("prateria.server")
KEPT: Final = 16_000
"""Entries of the matches whose reviews are kept, all together."""
LONGEST_S: Final = 60
MOST_WAITING: Final = 4
"""At most this many people from one address may wait for a review."""


class Reviews:
    """An LRU cache of reviews. A log that has ended does not change, so they stay right."""

    def __init__(self) -> None:
        self._reviews: LRUCache[str, Review] = LRUCache(KEPT, lambda one: 1 + len(one.chances))
        self._lock = asyncio.Lock()
        self._waiting: dict[str, tuple[str, str]] = {}
        """Who waits, for the review of which table, and from where."""

    @property
    def queue(self) -> int:
        """How many people are waiting for a review."""
        return len(self._waiting)

    async def get(self, table: str, lines: Sequence[str], asker: Asker) -> Review:
        """Return the review of a table's whole log; Refusal if it cannot be made, if the person
        already waits for another, or if too many from their address wait."""
        if table in self._reviews:
            return self._reviews[table]
        person, waiting = asker.person, self._waiting
        before = waiting.get(person)
        beside = sum(place == asker.place for who, (_, place) in waiting.items() if who != person)
        if (before is not None and before[0] != table) or beside >= MOST_WAITING:
            raise too_fast()
        waiting[person] = table, asker.place
        try:
            async with self._lock:
                if table in self._reviews:
                    return self._reviews[table]
                review = await _made(lines)
                with suppress(ValueError):  # longer than all that is kept together
                    self._reviews[table] = review
                return review
        finally:
            self._waiting.pop(person, None)


async def _made(lines: Sequence[str]) -> Review:
    pipe, wrong = asyncio.subprocess.PIPE, b""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "prateria.review", stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        async with asyncio.timeout(LONGEST_S):
            said, wrong = await process.communicate("".join(lines).encode())
        return msgspec.json.decode(said, type=Review)
    except (TimeoutError, OSError, ValueError) as error:
        told = wrong.decode(errors="replace").strip().rpartition("\n")[2] or words_of(error)
        LOG.warning("a review failed", extra=facts(cause=told))
        raise Refusal(503, "no_review", mark("The review has failed; try again.")) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
