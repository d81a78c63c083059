"""All rooms of this process: opened when needed, owned by lease, put away when idle."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from msgspec import structs

from prateria.server.driver import Driver
from prateria.server.errors import Refusal, not_found
from prateria.server.room import Room
from prateria.server.store.base import Status, StoreError, TableRow
from prateria.server.tables import Table, read_table
from prateria.server.world import World

LOG: Final = logging.getLogger("prateria.server")
LEASE_MS: Final = 5000
SWEEP_MS: Final = 1500
PAGE: Final = 200


class Rooms:
    def __init__(self, world: World) -> None:
        self._world = world
        self._rooms: dict[str, tuple[Room, Driver]] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self) -> None:
        """Go on with every match that is being played; who comes meanwhile is served first."""
        self._tasks = [
            asyncio.create_task(self._wake_all()),
            asyncio.create_task(self._sweep_always()),
        ]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        for _, driver in tuple(self._rooms.values()):
            await driver.close()
        while any(room.is_busy for room, _ in self._rooms.values()):
            await asyncio.sleep(0.01)
        self._rooms.clear()
        await self._world.store.drop_leases(self._world.settings.worker)

    async def room(self, table_id: str) -> Room:
        """The room of a table; opens it if need be."""
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
        """A table as it is, without opening its room."""
        known = self._rooms.get(table_id)
        if known is not None:
            return known[0].table
        row = await self._world.store.table(table_id)
        if row is None:
            raise not_found("table")
        return read_table(row)

    async def create(self, table: Table) -> Room:
        """A new table, written, with its room."""
        await self._world.store.create_table(table.row)
        return await self.room(table.id)

    async def _open_room(self, table_id: str) -> Room:
        store, now = self._world.store, self._world.times.wall()
        row = await store.table(table_id)
        if row is None:
            raise not_found("table")
        worker = self._world.settings.worker
        lease = await store.take_lease(table_id, worker, now, now + LEASE_MS)
        if lease.worker != worker:
            raise Refusal(503, "elsewhere", "another process serves this table; try again")
        room = Room(self._world, read_table(row))
        driver = Driver(room)
        await room.in_turn(_nothing)
        self._rooms[table_id] = (room, driver)
        driver.wake()
        return room

    async def _wake_all(self) -> None:
        before: int | None = None
        while True:
            rows = await self._playing(before)
            for row in rows:
                try:
                    await self.room(row.id)
                except (Refusal, StoreError) as error:
                    LOG.warning("table %s was not opened: %s", row.id, type(error).__name__)
            if len(rows) < PAGE:
                return
            before = rows[-1].changed

    async def _playing(self, before: int | None) -> list[TableRow]:
        """A page of the tables that play, as soon as the store can tell."""
        while True:
            try:
                return await self._world.store.tables(
                    status=Status.PLAYING, limit=PAGE, before=before
                )
            except StoreError:
                await asyncio.sleep(SWEEP_MS / 1000)

    async def _sweep_always(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_MS / 1000)
            try:
                await self.sweep()
            except StoreError:
                LOG.warning("the store does not answer; trying again")

    async def sweep(self) -> None:
        """Keep the leases, notice what an administrator closed, put away what is idle."""
        now = self._world.times.wall()
        await self._world.store.renew_leases(self._world.settings.worker, now, now + LEASE_MS)
        for row in await self._world.store.tables(status=Status.CLOSED):
            known = self._rooms.get(row.id)
            if known is not None:
                await self._shut(known[0])
        for table_id, (room, driver) in tuple(self._rooms.items()):
            idle = self._world.times.steady() - room.last_used > self._world.settings.idle_ms
            gone = room.table.row.status is Status.CLOSED
            if gone or (idle and not (room.present or room.is_busy or driver.is_waiting)):
                del self._rooms[table_id]
                await driver.close()

    async def _shut(self, room: Room) -> None:
        async def job() -> None:
            row = await self._world.store.table(room.table.id)
            if row is not None:
                room.table = structs.replace(room.table, row=row)
            room.tell_table()
            room.notice("closed")

        await room.in_turn(job)


async def _nothing() -> None:
    """Being loaded is all that is wanted."""
