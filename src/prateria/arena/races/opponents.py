"""How bots of each level race against somebody at a table as *Play now* opens it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

from prateria.arena.network import reaction
from prateria.arena.races.house import House
from prateria.arena.races.racers import Racer
from prateria.bots.levels import pace_of
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, live_of

LEVELS: Final = ("1", "2", "3", "4", "5")
TABLES: Final = 12
"""How many tables are played at side by side with bots of a level. In a match, which takes four
minutes, two bots have about 15 sound plays."""
LOOK_S: Final = 0.5

Order: TypeAlias = list[tuple[int, int, bool]]
"""A pow-wow: seat, time that counted and mark of each play, the first one first."""


@dataclass(frozen=True, slots=True)
class BotRow:
    level: str
    plays: int
    median_ms: float
    meant_ms: float
    """The median of the level's reactions, as the game gives them."""
    first: int
    """Of the races in which both played: how often a bot was first, and how often the person."""
    last: int


class Opponents:
    """Two bots at each of a few tables, and a person who plays on every card."""

    def __init__(self, game: AnyGame, house: House, plays: int) -> None:
        self._game = game
        self._house = house
        self._wanted = plays

    async def row(self, level: str) -> BotRow:
        orders: list[Order] = []
        seed = 0
        while _bot_plays(orders) < self._wanted:
            racers = [self._racer(seed + side) for side in range(TABLES)]
            jobs = [asyncio.create_task(self._against(f"level:{level}", each)) for each in racers]
            while not all(job.done() for job in jobs):
                await asyncio.sleep(LOOK_S)
                if _bot_plays([*orders, *_orders(racers)]) >= self._wanted:
                    break
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            orders += _orders(racers)
            seed += len(racers)
        times = [ms for order in orders for seat, ms, _ in order if seat != 0]
        firsts = [order[0][0] for order in orders if len(order) > 1 and _has_person(order)]
        return BotRow(
            level=level,
            plays=len(times),
            median_ms=median(times),
            meant_ms=_meant(self._game, level),
            first=sum(seat != 0 for seat in firsts),
            last=sum(seat == 0 for seat in firsts),
        )

    def _racer(self, seed: int) -> Racer:
        people = Quick(90_000 + seed)
        plan = [reaction(people) for _ in range(200)]
        return Racer(self._game, 0, lambda _, race: plan[race % len(plan)])

    async def _against(self, bots: str, racer: Racer) -> None:
        guests, table = await self._house.open(3, {}, bots)
        async with AsyncExitStack() as stack:
            house = self._house
            await racer.run(await house.connect(stack, guests[0], table, house.port))


def _orders(racers: Sequence[Racer]) -> list[Order]:
    return [order for racer in racers for order in racer.seen.orders.values()]


def _bot_plays(orders: Sequence[Order]) -> int:
    return sum(seat != 0 for order in orders for seat, _, _ in order)


def _has_person(order: Order) -> bool:
    return any(seat == 0 for seat, _, _ in order)


def _meant(game: AnyGame, level: str) -> float:
    """The median that the game gives a level, from many draws."""
    rng, live = Quick(5), live_of(game)
    return median([live.reaction_ms(pace_of(f"level:{level}"), rng) for _ in range(4_001)])
