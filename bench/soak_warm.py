"""Fills a server's caches up to their bounds, so that what grows afterwards is a leak.

The server keeps the latest drawings, replays and reviews, some thousands of them. At the pace of a
soak they take hours to fill, and until then memory grows legitimately. And a process keeps the size
of its busiest moment, so a crowd comes first, larger than any that comes later.
"""

from __future__ import annotations

import asyncio
import random
from typing import Final

from bench.soak_life import Site
from prateria.core.matches.begin import new_match
from tests.server.visitor import SEATS, Refused, Visitor

MATCHES: Final = {"bison": 240, "apache": 90, "manitou": 90}
"""Bison draws its land, which is never the same twice."""
MOMENTS: Final = 4
REVIEWS: Final = 66
EACH: Final = 15
"""How many logs one person may upload at once."""
AT_ONCE: Final = 4
VISITORS: Final = 1_100
"""The framework caches the last 1,024 cookies."""
PLACES: Final = 100
"""The addresses they come from: each is limited in what it may request."""
CROWD: Final = 48
CROWD_TABLES: Final = 4
CROWD_ACTS: Final = 40


def finished(game: str, number: int) -> str:
    """The log of a match played at random."""
    rng = random.Random(f"{game} {number}")
    match = new_match(game, seats=2 + number % 3, seed=f"warm-up {number}")
    while match.actors:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return match.log.dumps()


async def warm_up(site: Site) -> None:
    """Upload logs, look at moments of them, have some reviewed; come and go."""
    games = [(game, n) for game, count in MATCHES.items() for n in range(count)]
    site.rng.shuffle(games)
    groups = [games[at : at + EACH] for at in range(0, len(games), EACH)]
    reviewing = asyncio.Semaphore(REVIEWS)
    places = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(
        *(_bring(site, group, n, places, reviewing) for n, group in enumerate(groups))
    )
    await asyncio.gather(*(_come(site, number, places) for number in range(VISITORS)))
    await asyncio.gather(*(_crowd(site, number) for number in range(CROWD)))
    site.notes.latencies.clear()


async def _bring(
    site: Site,
    games: list[tuple[str, int]],
    number: int,
    places: asyncio.Semaphore,
    reviewing: asyncio.Semaphore,
) -> None:
    async with places:
        visitor = Visitor(site.process.port, site.notes, site.rng, f"127.0.6.{number + 1}")
        try:
            await visitor.arrive()
            for game, n in games:
                log = await asyncio.to_thread(finished, game, n)
                await _look(site, visitor, log, reviewing)
        finally:
            await visitor.leave()


async def _crowd(site: Site, number: int) -> None:
    """Open tables of all games, play a while and leave: their rooms stay for a minute."""
    visitor = Visitor(site.process.port, site.notes, site.rng, f"127.0.8.{number + 1}")
    games = [*SEATS]
    try:
        await visitor.arrive()
        for n in range(CROWD_TABLES):
            table = await visitor.begin_alone(games[(number + n) % len(games)])
            await visitor.play(table, CROWD_ACTS)
    finally:
        await visitor.leave()


async def _come(site: Site, number: int, places: asyncio.Semaphore) -> None:
    async with places:
        address = f"127.0.7.{number % PLACES + 1}"
        visitor = Visitor(site.process.port, site.notes, site.rng, address)
        try:
            await visitor.arrive()
            await visitor.request("GET", "/api/me")  # now with a cookie
        finally:
            await visitor.leave()


async def _look(site: Site, visitor: Visitor, log: str, reviewing: asyncio.Semaphore) -> None:
    kept = await visitor.web.post("/api/logs", content=log.encode())
    table = kept.json()["id"]
    last = log.count("\n") - 3
    for _ in range(MOMENTS):
        await visitor.request("GET", f"/api/replays/{table}?n={site.rng.randint(0, last)}")
    if not reviewing.locked():
        await reviewing.acquire()  # never given back: this many and no more
        try:
            await visitor.request("GET", f"/api/replays/{table}/review")
        except Refused as error:
            site.notes.errors[str(error)[:80]] += 1
