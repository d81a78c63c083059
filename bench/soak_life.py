"""The behaviour of people in the soak: they come, play, chat, watch, look at replays, give up,
leave."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.server.process import Process
from tests.server.visitor import LOST, SEATS, Notes, Refused, Visitor

BOTS: Final = ("random", "greedy", "level:1", "level:2")
LENGTHS: Final = (20, 60, 400)
"""After this many acts a person leaves, whether the match is over or not."""
FORGOTTEN_S: Final = 150.0
"""A table that was left this long ago is in nobody's memory."""


class Site:
    """A server and everything that happens there."""

    def __init__(
        self, name: str, store: str, folder: Path, seed: int, pause: float, pace: float
    ) -> None:
        self.name = name
        self.pace = pace
        self._next = 0.0
        self.pause = pause
        """The mean time to think about a move, in seconds."""
        self.store = store
        self.rng = random.Random(f"{name} {seed}")
        folder.mkdir(parents=True, exist_ok=True)
        self.process = Process(store, folder, fresh=True)
        self.notes = Notes()
        self.up = asyncio.Event()
        self.down_at = 0.0
        """When it was last killed."""
        self.began: set[str] = set()
        """All tables at which a match began."""
        self.playing: set[str] = set()
        self.left: deque[tuple[float, str]] = deque(maxlen=2000)
        """Tables people have gone from, and when."""
        self.returns: list[float] = []
        """Seconds to open the page of a table that was put away."""
        self.finished = 0

    async def turn(self) -> None:
        """Wait until something new may begin: a fixed number a minute, however fast the machine is
        just now, and however many people are idle. So the number of open rooms stays about the
        same."""
        self._next = max(time.monotonic(), self._next + self.pace)
        await asyncio.sleep(self._next - time.monotonic())

    def lost(self, error: BaseException) -> None:
        """A connection broke: only a kill may cause that."""
        if time.monotonic() - self.down_at > 15 and self.up.is_set():
            self.notes.errors[f"{type(error).__name__}: {error}"[:120]] += 1
        else:
            self.notes.answers["cut by a kill"] += 1


class Person:
    """One visitor after another at one address."""

    def __init__(self, site: Site, address: str) -> None:
        self._site = site
        self._rng = random.Random(site.rng.random())
        self._address = address
        self._doings: dict[Callable[[Visitor], Awaitable[None]], int] = {
            self._play_alone: 30,
            self._play_bots: 25,
            self._play_together: 15,
            self._watch: 10,
            self._look_back: 15,
            self._open_only: 5,
        }

    async def live(self) -> None:
        """Until cancelled."""
        while True:
            await self._site.up.wait()
            visitor = Visitor(self._site.process.port, self._site.notes, self._rng, self._address)
            try:
                await visitor.arrive()
                for _ in range(self._rng.randint(2, 6)):
                    await self._do_something(visitor)
            except LOST as error:
                self._site.lost(error)
                await asyncio.sleep(1)
            except Refused as error:
                self._site.notes.errors[str(error)[:80]] += 1
                await asyncio.sleep(1)
            finally:
                await visitor.leave()

    async def _do_something(self, visitor: Visitor) -> None:
        (doing,) = self._rng.choices([*self._doings], [*self._doings.values()])
        await self._site.turn()
        await doing(visitor)
        await asyncio.sleep(self._rng.uniform(0, 2))

    # --- what there is to do

    async def _play_alone(self, visitor: Visitor) -> None:
        table = await visitor.begin_alone(self._rng.choice([*SEATS]))
        await self._play(visitor, table)

    async def _play_bots(self, visitor: Visitor) -> None:
        table = await visitor.begin_alone(self._rng.choice([*SEATS]), self._rng.choice(BOTS))
        await self._play(visitor, table)
        if table in self._site.playing or self._rng.random() < 0.5:
            with suppress(Refused):  # the match may be over
                how = self._rng.choice(("resign", "leave"))
                await visitor.request("POST", f"/api/tables/{table}/{how}")

    async def _play_together(self, visitor: Visitor) -> None:
        table = await visitor.open(self._rng.choice([*SEATS]), seats=2)
        friend = Visitor(self._site.process.port, self._site.notes, self._rng, self._address)
        try:
            await friend.arrive()
            await friend.request("POST", f"/api/tables/{table}/sit", {})
            await visitor.request("POST", f"/api/tables/{table}/start")
            self._site.notes.ledger.see(table, 0)
            # If one goes first, the other sees a bot sit in; nobody waits forever.
            both = (self._play(visitor, table), self._play(friend, table))
            await asyncio.gather(*both)
        finally:
            await friend.leave()

    async def _watch(self, visitor: Visitor) -> None:
        if not self._site.playing:
            return
        table = self._rng.choice(sorted(self._site.playing))
        until = time.monotonic() + self._rng.uniform(1, 10)
        async with visitor.at(table) as line:
            with suppress(TimeoutError):
                async with asyncio.timeout(until - time.monotonic()):
                    while not line.is_over:
                        await line.next()

    async def _look_back(self, visitor: Visitor) -> None:
        """Open the page of a table that was left long ago."""
        now, left = time.monotonic(), self._site.left
        old = [table for at, table in left if now - at > FORGOTTEN_S]
        if old:
            began = time.perf_counter()
            await visitor.request("GET", f"/tables/{self._rng.choice(old)}")
            self._site.returns.append(time.perf_counter() - began)

    async def _open_only(self, visitor: Visitor) -> None:
        await visitor.open(self._rng.choice([*SEATS]))

    async def _play(self, visitor: Visitor, table: str) -> None:
        """Through kills, until the match is over or the person loses interest."""
        site, acts = self._site, self._rng.choice(LENGTHS)
        site.began.add(table)
        site.playing.add(table)
        for _ in range(10):
            try:
                if await visitor.play(table, acts, site.pause):
                    site.finished += 1
                    await self._after(visitor, table)
                break
            except LOST as error:
                site.lost(error)
                await asyncio.sleep(self._rng.uniform(0, 1))
                await site.up.wait()
        site.playing.discard(table)
        site.left.append((time.monotonic(), table))

    async def _after(self, visitor: Visitor, table: str) -> None:
        """Look at the match again, in all available ways."""
        ask = visitor.request
        await ask("GET", f"/replays/{table}")
        for _ in range(3):
            await ask("GET", f"/api/replays/{table}?n={self._rng.randint(0, 40)}")
        await ask("GET", f"/api/tables/{table}/log")
        if self._rng.random() < 0.4:
            await ask("GET", f"/api/replays/{table}/review")
        if self._rng.random() < 0.25:
            await ask("POST", f"/api/tables/{table}/rematch")
