"""Rounds of play and `kill -9` on one store: a few of them in the tests, hundreds overnight."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from prateria.server.store.urls import open_store
from tests.server.ledger import Verdict
from tests.server.postgres import Cluster
from tests.server.process import Process
from tests.server.visitor import LOST, SEATS, Notes, Visitor

TABLES: Final = 4
ON_ACTS: Final = 5
STALLED_S: Final = 60.0
"""A server that answers nobody for this long after its start is stuck."""


@dataclass(slots=True)
class Rounds:
    """What happened so far."""

    rounds: int = 0
    in_play: int = 0
    in_start: int = 0
    postmaster: int = 0
    backend: int = 0
    seconds: list[float] = field(default_factory=list)
    """For each round."""
    verdict: Verdict = field(default_factory=Verdict)
    met: Counter[str] = field(default_factory=Counter)

    @property
    def kills(self) -> int:
        return self.in_play + self.in_start

    def as_json(self) -> dict[str, Any]:
        ordered = sorted(self.seconds)
        return {
            "rounds": self.rounds,
            "kills_in_play": self.in_play,
            "kills_in_start": self.in_start,
            "postmaster_crashes": self.postmaster,
            "backend_kills": self.backend,
            "seconds_a_round": {
                "median": round(ordered[len(ordered) // 2], 2),
                "longest": round(ordered[-1], 2),
            },
            **self.verdict.as_json(),
            "met": dict(self.met),
        }


class Table:
    """A person who plays one match after the other, of all games, on one screen."""

    def __init__(self, visitor: Visitor, rng: random.Random) -> None:
        self.visitor = visitor
        self.tables: list[str] = []
        self._rng = rng

    async def play_on(self) -> None:
        """Play until the server is gone."""
        try:
            while True:
                if not self.tables or await self.visitor.play(self.tables[-1], 10**6):
                    game = self._rng.choice([*SEATS])
                    self.tables.append(await self.visitor.begin_alone(game))
        except LOST:
            return


class PostmasterCrash:
    """The whole database stops as if the power failed."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    async def happen(self, rng: random.Random) -> None:
        await asyncio.to_thread(self._cluster.crash)
        await asyncio.sleep(rng.uniform(0, 0.2))
        if rng.random() < 0.5:  # otherwise the server dies while the database is unreachable
            await asyncio.to_thread(self._cluster.start)
            await asyncio.sleep(rng.uniform(0, 0.5))

    async def end(self) -> None:
        if not self._cluster.is_running:
            await asyncio.to_thread(self._cluster.start)


class BackendKill:
    """A process of the database is killed; it resets itself, which breaks all connections."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    async def happen(self, rng: random.Random) -> None:
        self._cluster.kill_backend(rng)
        await asyncio.sleep(rng.uniform(0, 0.7))

    async def end(self) -> None:
        await asyncio.to_thread(self._cluster.wait_for_reset)


Crash = PostmasterCrash | BackendKill


def _drawn_crash(cluster: Cluster | None, chance: float, rng: random.Random) -> Crash | None:
    if cluster is None or rng.random() >= chance:
        return None
    return rng.choice((PostmasterCrash, BackendKill))(cluster)


async def kill_rounds(
    url: str,
    folder: Path,
    rounds: int,
    seed: int,
    *,
    in_start: float = 0.0,
    cluster: Cluster | None = None,
    crashes: float = 0.0,
    tell: Callable[[Rounds], None] = lambda _: None,
) -> Rounds:
    """One server after the other on one store, each killed while people play, and then checked.

    Of the rounds, `in_start` also kill the next server while it starts, and `crashes` also crash
    the database while people play.
    """
    rng, notes, done = random.Random(seed), Notes(), Rounds()
    process = Process(url, folder)
    await process.start()
    visitors = [Visitor(process.port, notes, rng, f"127.0.1.{n + 1}") for n in range(TABLES)]
    people = [Table(visitor, rng) for visitor in visitors]
    try:
        for visitor in visitors:
            await visitor.arrive()
        for _ in range(rounds):
            began = time.perf_counter()
            crash = _drawn_crash(cluster, crashes, rng)
            await _one_round(process, people, notes, rng, crash)
            done.in_play += 1
            done.postmaster += isinstance(crash, PostmasterCrash)
            done.backend += isinstance(crash, BackendKill)
            if rng.random() < in_start:
                await _kill_in_start(process, rng)
                done.in_start += 1
            await process.start()
            now = [person.tables[-1] for person in people if person.tables]
            async with open_store(url) as store:
                done.verdict.add(await notes.ledger.check(store, now))
            done.rounds += 1
            done.seconds.append(time.perf_counter() - began)
            done.met = notes.answers + notes.errors
            tell(done)
        await _nothing_is_stuck(people)
    finally:
        process.kill()
        for visitor in visitors:
            await visitor.leave()
    done.verdict = await _whole_verdict(url, notes)
    return done


async def _one_round(
    process: Process, people: list[Table], notes: Notes, rng: random.Random, crash: Crash | None
) -> None:
    before = notes.ledger.done
    playing = [asyncio.create_task(person.play_on()) for person in people]
    async with asyncio.timeout(STALLED_S):
        while notes.ledger.done == before:
            await asyncio.sleep(0.01)  # they reconnect and go on, every time
    await asyncio.sleep(rng.uniform(0, 0.3))
    if crash is not None:
        await crash.happen(rng)
    process.kill()
    if crash is not None:
        await crash.end()
    await asyncio.gather(*playing)


async def _kill_in_start(process: Process, rng: random.Random) -> None:
    process.launch()
    await asyncio.sleep(rng.uniform(0, 0.4))
    process.kill()


async def _nothing_is_stuck(people: list[Table]) -> None:
    """Neither the current tables nor any earlier ones."""
    for person in people:
        for table in person.tables:
            await person.visitor.play(table, ON_ACTS)


async def _whole_verdict(url: str, notes: Notes) -> Verdict:
    """Everything that was ever sent, at the end: what was there after a round may have vanished
    since."""
    async with open_store(url) as store:
        return await notes.ledger.check(store)
