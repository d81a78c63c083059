"""What people do with a table around the match: open, sit, fill, start, resign, leave, rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from msgspec import structs

from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.matches.match import Match
from prateria.core.texts import mark
from prateria.server.accounts import printable
from prateria.server.bots.pool import LEVELS
from prateria.server.errors import Refusal, no_such_table, not_found, removed
from prateria.server.rooms import messages, tables
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.room import Message, Room
from prateria.server.rooms.rooms import Glimpse, Rooms
from prateria.server.rooms.tables import Chair, Setup, Table, Wish
from prateria.server.services import Services
from prateria.server.store.base import Person, Status

MOST_RENAMED: Final = 20
MOST_PLAYED: Final = 50
"""How many of a person's running tables are searched: those that changed last."""
T = TypeVar("T")


class Lobby:
    """Every change goes through the table's room, in its turn."""

    def __init__(self, services: Services, rooms: Rooms) -> None:
        self._services = services
        self._rooms = rooms

    async def open(self, wish: Wish, host: Person) -> Room:
        return await self._rooms.create(tables.new_table(wish, host, self._services.clock.wall()))

    async def open_against_bots(self, wish: Wish, host: Person) -> Room:
        """A table whose match begins at once, with bots on the free seats."""
        room = await self.open(wish, host)
        await self.fill(room.table.id, host, wish.bot)
        return await self.start(room.table.id, host)

    async def go_on(self, source: Table, match: Match, host: Person, seat: int) -> Room:
        """A new table at which the host plays on from a position, against bots."""
        header = match.log.header
        setup = structs.replace(
            source.setup,
            options=dict(match.options),
            tempo="calm",
            clock=ClockRule(),
            watch="link",
            hints=True,
            invite=tables.new_invite(),
            hot_seat=False,
            duplicate=False,
            started=0,
            rematch=None,
            removed=(),
            twin=None,
            twin_of=None,
            imported=False,
            position=match.position,
            data=None if header.data == match.game.data else dict(header.data),
        )
        table = tables.going_on(
            header.game, setup, host, seat, source.setup.bot, self._services.clock.wall()
        )
        room = await self._rooms.create(table)
        return await self.start(room.table.id, host)

    async def waiting_for(self, person: str) -> list[Table]:
        """The tables that wait for a person, the one that has not changed for longest first. Not
        those in a race, nor at one screen: whoever plays there is there."""
        rows = await self._services.store.tables(
            status=Status.PLAYING, person=person, limit=MOST_PLAYED
        )
        found = [
            table for table in map(tables.read_table, reversed(rows)) if not table.setup.hot_seat
        ]
        for table in found:
            await self._rooms.look_who_acts(table.id)
        return [
            table
            for table in found
            if not self._is_live(table.id)
            and set(self._rooms.acting(table.id)).intersection(table.seats_of(person))
        ]

    def _is_live(self, table_id: str) -> bool:
        room = self._rooms.known(table_id)
        return room is not None and room.is_live

    async def keep_log(self, match: Match, host: Person, lines: Sequence[str]) -> Table:
        """Store a checked log from a file among the host's finished matches."""
        header, ending = match.log.header, match.log.ending
        setup = Setup(
            seats=header.seats,
            options=dict(match.options),
            tempo="calm",
            clock=ClockRule(),
            watch="link",
            hints=True,
            bot=tables.DEFAULT_BOT,
            invite=tables.new_invite(),
            imported=True,
        )
        # Logs written by tables name a bot by its level, so such a name stands for a bot.
        levels = LEVELS.values()
        chairs = [
            Chair(name=printable(who), bot=who if who in levels else None) for who in header.players
        ]
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
        """The room of a table this person may look at; for all others it does not exist."""
        table = await self._rooms.look(table_id)
        if table.setup.imported or not table.may_see(person, invite):
            raise removed() if table.is_removed(person) else no_such_table()
        try:
            registry.get(table.row.game)
        except SetupError:
            raise not_found(mark("The game of this table is not installed here.")) from None
        return await self._rooms.room(table_id)

    async def sit(
        self, table_id: str, person: Person, seat: int | None, invite: str | None
    ) -> Room:
        room = await self.visible_room(table_id, person.id, invite)
        return await room.hear(messages.Sit(person, seat))

    async def tell(self, table_id: str, person: Person, message: Message[T]) -> T:
        """A message by somebody who may see the table."""
        room = await self.visible_room(table_id, person.id, None)
        return await room.hear(message)

    async def stand(self, table_id: str, person: Person) -> Room:
        return await self.tell(table_id, person, messages.Stand(person.id))

    async def fill(
        self, table_id: str, person: Person, bot: str | None, seat: int | None = None
    ) -> Room:
        return await self.tell(table_id, person, messages.Fill(person.id, bot, seat))

    async def be_ready(self, table_id: str, person: Person, *, ready: bool) -> Room:
        return await self.tell(table_id, person, messages.SetReady(person.id, ready))

    async def set_up_anew(self, table_id: str, person: Person, wish: Wish) -> Room:
        return await self.tell(table_id, person, messages.SetUpAnew(person.id, wish))

    async def call_off(self, table_id: str, person: Person) -> Room:
        return await self.tell(table_id, person, messages.CallOff(person.id))

    async def unseat(self, table_id: str, person: Person, seat: int) -> Room:
        return await self.tell(table_id, person, messages.Unseat(person.id, seat))

    async def call(self, table_id: str, host: Person, seat: int, program: Person) -> Room:
        """The host seats an outside program that is listening."""
        return await self.tell(table_id, host, messages.SeatProgram(host.id, seat, program))

    async def start(self, table_id: str, person: Person) -> Room:
        return await self.tell(table_id, person, messages.Start(person.id))

    async def resign(self, table_id: str, person: Person) -> Room:
        """Give up: a bot plays the person's seats to the end, and they cannot come back."""
        return await self.tell(table_id, person, messages.Leave(person.id, resigned=True))

    async def rename(self, person: Person) -> None:
        """Update the tables that are open here; others learn the name when the person comes
        back."""
        for status in (Status.OPEN, Status.PLAYING):
            rows = await self._services.store.tables(
                status=status, person=person.id, limit=MOST_RENAMED
            )
            for row in rows:
                room = self._rooms.known(row.id)
                if room is not None:
                    await room.hear(messages.Rename(person))

    async def leave(self, table_id: str, person: Person) -> Room:
        """A bot sits in until the person is back."""
        return await self.tell(table_id, person, messages.Leave(person.id, resigned=False))

    async def back(self, table_id: str, person: Person) -> Room:
        """Take back the seat that a bot sat in for."""
        return await self.tell(table_id, person, messages.Return(person.id))

    async def rematch(self, table_id: str, person: Person) -> Room | Glimpse:
        """A rematch of the same people; the second to ask comes to the same table. Asking means
        being ready, and when all are, it begins."""
        new = await self.tell(table_id, person, messages.Rematch(person.id, self._rooms.create))
        try:
            await self.tell(new, person, messages.ReadyAgain(person.id))
        except Refusal as error:
            # It has already begun, they have no seat there any more, or another worker has it.
            if error.code not in ("not_open", "forbidden", "elsewhere"):
                raise
        return await self._rooms.glimpse(new)

    async def twin(self, table_id: str, person: Person) -> Room | Glimpse:
        """The second table of a duplicate deal, when the first is over."""
        second = messages.SecondTable(person, self._rooms.create)
        return await self._rooms.glimpse(await self.tell(table_id, person, second))

    async def is_log_open(self, table: Table) -> bool:
        """Whether everybody may read the whole log: the match is over, and so is its twin."""
        if table.row.status is not Status.OVER:
            return False
        if not table.setup.duplicate:
            return True
        if table.setup.twin is None:
            return False
        twin = await self._services.store.table(table.setup.twin)
        if twin is None or twin.status is Status.OVER:
            return True
        # One that was closed before its deal can still be opened again.
        return twin.status is Status.CLOSED and not tables.is_called_off(tables.read_table(twin))
