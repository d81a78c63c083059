"""What people do with a table around the match: open, sit, fill, start, resign, leave, again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs

from prateria.core.matches.match import Match
from prateria.core.texts import mark
from prateria.server.errors import conflict, forbidden, not_found
from prateria.server.rooms import tables
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.room import Room
from prateria.server.rooms.rooms import Glimpse, Rooms
from prateria.server.rooms.tables import Chair, Setup, Table, Wish
from prateria.server.services import Services
from prateria.server.store.base import Person, Status


class Lobby:
    """Every change goes through the table's room, in its turn."""

    def __init__(self, services: Services, rooms: Rooms) -> None:
        self._services = services
        self._rooms = rooms

    async def open(self, wish: Wish, host: Person) -> Room:
        return await self._rooms.create(tables.new_table(wish, host, self._services.clock.wall()))

    async def open_against_bots(self, wish: Wish, host: Person) -> Room:
        """A table at which the match begins at once, with bots on the seats that are free."""
        room = await self.open(wish, host)
        await self.fill(room.table.id, host, wish.bot)
        return await self.start(room.table.id, host)

    async def go_on(self, source: Table, match: Match, host: Person, seat: int) -> Room:
        """A new table at which the host plays on from a position, against bots."""
        header = match.log.header
        setup = structs.replace(
            source.setup,
            options=dict(header.options),
            tempo="calm",
            clock=ClockRule(),
            watch="link",
            hints=True,
            invite=tables.new_invite(),
            hot_seat=False,
            duplicate=False,
            started=0,
            rematch=None,
            twin=None,
            twin_of=None,
            imported=False,
            position=match.position,
            data=None if header.data == match.game.data else dict(header.data),
        )
        table = tables.going_on(
            header.game, setup, host, seat, source.setup.bot, self._services.clock.wall()
        )
        await self._rooms.create(table)
        return await self.start(table.id, host)

    async def keep_log(self, match: Match, host: Person, lines: Sequence[str]) -> Table:
        """A log from a file, checked before, among the host's finished matches."""
        header, ending = match.log.header, match.log.ending
        setup = Setup(
            seats=header.seats,
            options=dict(header.options),
            tempo="calm",
            clock=ClockRule(),
            watch="link",
            hints=True,
            bot=tables.DEFAULT_BOT,
            invite=tables.new_invite(),
            imported=True,
        )
        chairs = [Chair(name=name) for name in header.players]
        table = tables.make_table(
            header.game,
            setup,
            chairs,
            host.id,
            now=self._services.clock.wall(),
            public=False,
            seed="" if ending is None else ending.seed,
        )
        over = structs.replace(table, row=replace(table.row, status=Status.OVER))
        await self._services.store.create_table(over.row)
        await self._services.store.append(table.id, 0, lines)
        return over

    async def visible_room(self, table_id: str, person: str, invite: str | None) -> Room:
        """The room of a table this person may look at; for all others there is no such table."""
        table = await self._rooms.look(table_id)
        if table.setup.imported or not table.may_see(person, invite):
            raise not_found("table")
        return await self._rooms.room(table_id)

    async def sit(
        self, table_id: str, person: Person, seat: int | None, invite: str | None
    ) -> Room:
        room = await self.visible_room(table_id, person.id, invite)
        return await self._change(room, lambda table: tables.sit(table, person, seat))

    async def stand(self, table_id: str, person: Person) -> Room:
        room = await self.visible_room(table_id, person.id, None)
        return await self._change(room, lambda table: tables.stand(table, person.id))

    async def fill(self, table_id: str, person: Person, bot: str, seat: int | None = None) -> Room:
        room = await self.visible_room(table_id, person.id, None)
        return await self._change(room, lambda table: tables.fill(table, person.id, bot, seat))

    async def be_ready(self, table_id: str, person: Person, *, ready: bool) -> Room:
        room = await self.visible_room(table_id, person.id, None)
        return await self._change(
            room, lambda table: tables.be_ready(table, person.id, ready=ready)
        )

    async def unseat(self, table_id: str, person: Person, seat: int) -> Room:
        room = await self.visible_room(table_id, person.id, None)
        return await self._change(room, lambda table: tables.unseat(table, person.id, seat))

    async def call(self, table_id: str, host: Person, seat: int, program: Person) -> Room:
        """The host seats an outside program that is listening."""
        room = await self.visible_room(table_id, host.id, None)

        def change(table: Table) -> Table:
            tables.check_host(table, host.id)
            return tables.sit(table, program, seat)

        return await self._change(room, change)

    async def start(self, table_id: str, person: Person) -> Room:
        room = await self.visible_room(table_id, person.id, None)

        async def job() -> Room:
            tables.check_startable(room.table, person.id)
            await room.start()
            return room

        return await room.in_turn(job)

    async def resign(self, table_id: str, person: Person) -> Room:
        """Give up: a bot plays the person's seats to the end, and they do not come back."""
        return await self._leave(table_id, person, resigned=True)

    async def leave(self, table_id: str, person: Person) -> Room:
        """A bot sits in until the person is back."""
        return await self._leave(table_id, person, resigned=False)

    async def _leave(self, table_id: str, person: Person, *, resigned: bool) -> Room:
        room = await self.visible_room(table_id, person.id, None)

        def change(table: Table) -> Table:
            if table.row.status is Status.OPEN:
                return tables.stand(table, person.id)
            if table.row.status is not Status.PLAYING:
                raise conflict("not_playing", mark("this match is not being played"))
            seats = table.seats_of(person.id)
            if not seats:
                raise forbidden(mark("you have no seat at this table"))
            for seat in seats:
                chair = structs.replace(table.chairs[seat], away=True, resigned=resigned)
                what = "resigned" if resigned else "left"
                chair = tables.traced(chair, what, room.n, self._services.clock.wall())
                table = table.with_chair(seat, chair)
            return table

        return await self._change(room, change)

    async def back(self, table_id: str, person: Person) -> Room:
        """Take the seat again that a bot sat in for."""
        room = await self.visible_room(table_id, person.id, None)
        return await self._change(room, lambda _: self._with_back(room, person.id))

    async def enter(self, room: Room, person: str) -> None:
        """A connection to the table is made: who was away is back."""

        async def job() -> None:
            room.present.enter(person)
            table = self._with_back(room, person)
            if table.chairs != room.table.chairs:
                await room.save(table)
            room.tell_table()
            room.on_change()

        await room.in_turn(job)

    async def exit(self, room: Room, person: str) -> None:
        async def job() -> None:
            room.present.exit(person)
            room.tell_table()
            room.on_change()

        await room.in_turn(job)

    async def rematch(self, table_id: str, person: Person) -> Room | Glimpse:
        """The same people once more; whoever asks second comes to the same table."""
        old = await self.visible_room(table_id, person.id, None)

        async def job() -> str:
            table = old.table
            if not table.has(person.id):
                raise forbidden(mark("only who played can ask for a rematch"))
            if table.row.status is not Status.OVER:
                raise conflict("not_over", mark("the match is not over"))
            if table.setup.rematch is None:
                new = tables.rematch_of(table, self._services.clock.wall())
                await self._rooms.create(new)
                await old.save(
                    structs.replace(table, setup=structs.replace(table.setup, rematch=new.id))
                )
                old.tell_table()
                return new.id
            return table.setup.rematch

        return await self._rooms.glimpse(await old.in_turn(job))

    async def twin(self, table_id: str, person: Person) -> Room | Glimpse:
        """The second table of a duplicate deal, when the first is over."""
        first = await self.visible_room(table_id, person.id, None)

        async def job() -> str:
            table = first.table
            tables.check_host(table, person.id)
            if not table.setup.duplicate:
                raise conflict(
                    "not_duplicate", mark("this table was not opened for a duplicate deal")
                )
            if table.row.status is not Status.OVER:
                raise conflict("not_over", mark("the first match is not over"))
            if table.setup.twin is None:
                new = tables.twin_of(table, person, self._services.clock.wall())
                await self._rooms.create(new)
                await first.save(
                    structs.replace(table, setup=structs.replace(table.setup, twin=new.id))
                )
                return new.id
            return table.setup.twin

        return await self._rooms.glimpse(await first.in_turn(job))

    async def is_log_open(self, table: Table) -> bool:
        """Whether all may read the whole log: the match is over, and so is its twin."""
        if table.row.status is not Status.OVER:
            return False
        if not table.setup.duplicate:
            return True
        if table.setup.twin is None:
            return False
        twin = await self._services.store.table(table.setup.twin)
        return twin is None or twin.status in (Status.OVER, Status.CLOSED)

    async def _change(self, room: Room, change: Callable[[Table], Table]) -> Room:
        async def job() -> Room:
            changed = change(room.table)
            if changed != room.table:
                await room.save(changed)
                room.tell_table()
                room.on_change()
            return room

        return await room.in_turn(job)

    def _with_back(self, room: Room, person: str) -> Table:
        """A person's seats are their own again, and what they missed no longer counts."""
        table = room.table
        for seat in table.seats_of(person):
            chair = table.chairs[seat]
            if chair.away and table.row.status is Status.PLAYING:
                chair = tables.traced(chair, "back", room.n, self._services.clock.wall())
            table = table.with_chair(seat, structs.replace(chair, away=False, missed=0))
        return table
