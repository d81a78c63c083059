"""All rooms of this process: opened on demand, owned by lease, put away when idle.

A table has one owner, who renews the leases of all its tables in one statement, several times while
they run. One that is not renewed for `LEASE_MS` may be taken by any worker, and tables that play
are: a few at a time, so that the survivors of a crash share its tables.

A table where nobody is and nothing happens soon has no owner. The store knows when it needs one: a
hundred thousand that are played by the day cost nothing until somebody comes or a clock runs out.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from cachetools import LRUCache
from msgspec import structs

from prateria.core import registry
from prateria.core.texts import mark
from prateria.server.errors import Refusal, elsewhere, not_found
from prateria.server.rooms.driver import Driver
from prateria.server.rooms.loading import Rest
from prateria.server.rooms.messages import Close, Load
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import Table, read_table
from prateria.server.server_log import facts
from prateria.server.services import Services
from prateria.server.store.base import Lease, Status, StoreError

LOG: Final = logging.getLogger("prateria.server")
LEASE_MS: Final = 2500
SWEEP_MS: Final = 750
"""Three renewals per lease; a dead worker's tables are taken within a lease and a sweep."""
CLAIM: Final = 10
"""How many tables are claimed at once."""
PAUSE_MS: Final = 50
"""Between two claims wait up to so long: others want to claim, too."""
LEFT: Final = 5000
"""For how many tables that were put away the server remembers whose turn it is."""
WORTH_KEEPING: Final = 20
"""A room that is put away leaves a snapshot if this many entries are new."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A table of another worker, as far as the store shows it, with the public members of a
    room."""

    table: Table
    n: int
    present: Counter[str] = field(default_factory=Counter)


class Rooms:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, tuple[Room, Driver]] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._resting: dict[str, Rest] = {}
        """Tables that were put away while a clock ran or a proposal was open, and stay ours."""
        self._left: LRUCache[str, tuple[int, ...]] = LRUCache(LEFT)
        """Who may act at tables that were put away."""
        self._tasks: list[asyncio.Task[None]] = []
        self._renewed = 0
        """When the leases were last renewed, by the steady clock."""
        self.on_lost: Callable[[str], None] = lambda _: None
        """Called with a table that another worker has taken."""

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self) -> None:
        """Continue every match that is being played; requests that arrive meanwhile come first."""
        self._renewed = self._services.clock.steady()
        self._tasks = [
            asyncio.create_task(self._wake_all()),
            asyncio.create_task(self._sweep_always()),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        for room, driver in tuple(self._rooms.values()):
            await driver.close()
            _keep(room)
        while any(room.is_busy for room, _ in self._rooms.values()):
            await asyncio.sleep(0.01)
        self._rooms.clear()
        try:
            await self._services.store.drop_leases(self._services.settings.worker)
        except StoreError as error:  # they expire by themselves
            self._services.health.note(error)

    def known(self, table_id: str) -> Room | None:
        """The room of a table if it is open in this process."""
        found = self._rooms.get(table_id)
        return None if found is None else found[0]

    def acting(self, table_id: str) -> tuple[int, ...]:
        """The seats that may act at a table that plays, as far as everybody may know and this
        process does."""
        room = self.known(table_id)
        if room is None:
            actors = self._left.get(table_id, ())
        else:
            actors = room.actors if room.is_playing else ()
        return tuple([actor for actor in actors if actor >= 0])

    async def look_who_acts(self, table_id: str) -> None:
        """Open a table that nobody needed since this process began, so that `acting` is known."""
        if table_id in self._rooms or table_id in self._left:
            return
        try:
            await self.room(table_id)
        except Refusal:  # another worker's, or it cannot be read: that is not tried each time
            self._left[table_id] = ()
        except StoreError as error:
            self._services.health.note(error)

    async def room(self, table_id: str) -> Room:
        """The room of a table, opened if necessary. Refused if another worker has it."""
        known = self._rooms.get(table_id)
        if known is not None:
            return known[0]
        task = self._opening.get(table_id)
        if task is None:
            task = asyncio.create_task(self._open_room(table_id))
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def look(self, table_id: str) -> Table:
        """The current state of a table, without opening its room."""
        known = self._rooms.get(table_id)
        if known is not None:
            return known[0].table
        row = await self._services.store.table(table_id)
        if row is None:
            raise not_found(mark("There is no such table."))
        return read_table(row)

    async def glimpse(self, table_id: str) -> Room | Glimpse:
        """The room of a table if it is here, otherwise what the store shows of it."""
        known = self._rooms.get(table_id)
        if known is not None:
            return known[0]
        table = await self.look(table_id)
        if table.row.status is Status.PLAYING and registry.get(table.row.game).live is not None:
            return Glimpse(table, 0)  # the number of entries may be a secret of a race
        lines = len(await self._services.store.lines(table_id))
        ending = table.row.status is Status.OVER
        return Glimpse(table, max(0, lines - 1 - ending))

    async def create(self, table: Table) -> Room:
        """Create a table: write it, and open its room. Its id shows in which slot it was opened."""
        slot = self._services.settings.slot
        if slot:
            table = structs.replace(table, row=replace(table.row, id=f"{slot}-{table.id}"))
        await self._services.store.create_table(table.row)
        return await self.room(table.id)

    async def owner(self, table_id: str) -> Lease | None:
        """The current owner of a table, None if it needs none. A table that needs an owner and has
        none is taken here."""
        store, clock = self._services.store, self._services.clock
        if self.has(table_id):
            return self._own(table_id)
        lease = await store.lease(table_id)
        if lease is not None and lease.until > clock.wall():
            return lease
        row = await store.table(table_id)
        if row is None or row.status not in (Status.OPEN, Status.PLAYING):
            return None
        try:
            await self.room(table_id)
        except Refusal as error:
            if error.code != "elsewhere":
                raise
            return await store.lease(table_id)
        return self._own(table_id)

    def has(self, table_id: str) -> bool:
        return table_id in self._rooms or table_id in self._opening

    def _own(self, table_id: str) -> Lease:
        return Lease(
            table_id, self._services.settings.worker, self._services.clock.wall() + LEASE_MS
        )

    # --- ownership

    def _check_owner(self) -> None:
        """Leases that could not be renewed may be another worker's. A server without other workers
        is not affected."""
        since = self._services.clock.steady() - self._renewed
        if self._services.bus.is_shared and since >= LEASE_MS:
            raise StoreError("the leases have not been renewed in time")

    async def _open_room(self, table_id: str) -> Room:
        store, now = self._services.store, self._services.clock.wall()
        row = await store.table(table_id)
        if row is None:
            raise not_found(mark("There is no such table."))
        worker = self._services.settings.worker
        lease = await store.take_lease(table_id, worker, now, now + LEASE_MS)
        if lease.worker != worker:
            raise elsewhere()
        row = await store.table(table_id)  # as the previous owner has left it
        if row is None:  # it was pruned just now
            await store.drop_lease(table_id, worker)
            raise not_found(mark("There is no such table."))
        rest = self._resting.get(table_id)
        room = Room(self._services, read_table(row), self._check_owner, rest)
        driver = Driver(room)
        await room.hear(Load())
        self._resting.pop(table_id, None)
        self._left.pop(table_id, None)
        self._rooms[table_id] = (room, driver)
        driver.wake()
        return room

    async def _wake_all(self) -> None:
        """What this worker owned before it was restarted under its name, then what nobody owns."""
        while True:
            try:
                now = self._services.clock.wall()
                held = await self._services.store.renew_leases(
                    self._services.settings.worker, now, now + LEASE_MS
                )
                await self._open_all([t for t in held if await self._is_playing(t)])
                await self._claim()
            except StoreError as error:
                self._services.health.note(error)
                await asyncio.sleep(SWEEP_MS / 1000)
            else:
                return

    async def _is_playing(self, table_id: str) -> bool:
        row = await self._services.store.table(table_id)
        return row is not None and row.status is Status.PLAYING

    async def _claim(self) -> None:
        """Take tables that are due and that nobody owns, some at a time."""
        while True:
            now = self._services.clock.wall()
            worker = self._services.settings.worker
            claimed = await self._services.store.claim_leases(worker, now, now + LEASE_MS, CLAIM)
            await self._open_all(claimed)
            if len(claimed) < CLAIM:
                return
            if self._services.bus.is_shared:
                await asyncio.sleep(random.uniform(0, PAUSE_MS / 1000))

    async def _open_all(self, tables: list[str]) -> None:
        for table_id in tables:
            try:
                await self.room(table_id)
            except (Refusal, StoreError) as error:
                LOG.warning("a table was not opened", extra=facts(table=table_id, cause=error))

    async def _sweep_always(self) -> None:
        claiming: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(SWEEP_MS / 1000)
            try:
                await self.sweep()
            except StoreError as error:
                self._services.health.note(error)
            if claiming is None or claiming.done():
                # Loading may take long, and the leases must be renewed meanwhile.
                claiming = asyncio.create_task(self._claim_some())
                self._tasks[2:] = [claiming]

    async def _claim_some(self) -> None:
        try:
            await self.wake_due()
        except StoreError as error:
            self._services.health.note(error)

    async def wake_due(self) -> None:
        """Open the tables that were put away and at which a clock has run out by now, and those
        that have lost their worker."""
        now = self._services.clock.steady()
        due = [t for t, rest in self._resting.items() if rest.due is not None and rest.due <= now]
        await self._open_all(due)
        await self._claim()

    async def sweep(self) -> None:
        """Keep the leases, notice what an administrator closed, put away what is idle."""
        await self._renew()
        # Not of all our tables: those that were abandoned are ever more.
        for table_id in await self._services.store.closed_among(tuple(self._rooms)):
            known = self._rooms.get(table_id)
            if known is not None:
                await known[0].hear(Close())
        for table_id, (room, driver) in tuple(self._rooms.items()):
            gone = room.table.row.status is Status.CLOSED
            if gone or self._is_idle(room, driver):
                await self._put_away(table_id)

    def _is_idle(self, room: Room, driver: Driver) -> bool:
        """Whether nobody is there and nothing will happen soon."""
        if room.present or room.is_busy or driver.is_thinking:
            return False
        now, idle_ms = self._services.clock.steady(), self._services.settings.idle_ms
        if now - room.last_used <= idle_ms:
            return False
        due = driver.due
        return due is None or (due - now > idle_ms and not room.is_live)

    async def _renew(self) -> None:
        clock, before = self._services.clock, tuple(self._rooms)
        asked, now = clock.steady(), clock.wall()
        held = await self._services.store.renew_leases(
            self._services.settings.worker, now, now + LEASE_MS
        )
        self._renewed = asked
        for table_id in set(self._resting) - set(held):
            del self._resting[table_id]
        if self._services.bus.is_shared:  # others may go on with those that nobody holds
            for table_id in set(self._left) - set(held):
                del self._left[table_id]
        for table_id in set(before) - set(held):
            LOG.warning("a table was taken by another worker", extra=facts(table=table_id))
            known = self._rooms.pop(table_id, None)
            if known is not None:
                known[0].check_owner = _lost
                await known[1].close()
                self.on_lost(table_id)

    async def _put_away(self, table_id: str) -> None:
        """What only this worker knows stays ours; the store finds the rest again when it is due."""
        clock = self._services.clock
        room, driver = self._rooms.pop(table_id)
        due, rest = driver.due, room.rest(driver.due)
        if rest is not None:
            self._resting[table_id] = rest
        if room.is_playing:
            self._left[table_id] = room.actors
            room.check_owner = _lost  # whoever holds it still shall come to the next one
        await driver.close()
        _keep(room)
        is_stored = rest is None or rest.is_stored
        if is_stored and not self.has(table_id):  # nobody came while it was closed
            at = None if due is None else clock.wall() + due - clock.steady()
            await self._services.store.release(table_id, self._services.settings.worker, at)
            self._resting.pop(table_id, None)


def _keep(room: Room) -> None:
    if room.running is not None and room.running.is_due(WORTH_KEEPING):
        room.keep_snapshot()


def _lost() -> None:
    raise elsewhere()
