"""Everything that can happen to a table. A room carries these out one at a time (`Room.hear`).

Each message is one thing: from people around the match, from a socket, from bots and clocks, from
the server itself. Thinking and waiting happen outside; a message only changes or reads the room.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

from msgspec import structs

from prateria.core.texts import mark
from prateria.server.errors import conflict, forbidden
from prateria.server.rooms import live, referee, tables
from prateria.server.rooms.live import Measured
from prateria.server.rooms.room import Message, Room
from prateria.server.rooms.tables import Table, Wish, read_table
from prateria.server.rooms.updates import PendingQuestion, TableSnapshot
from prateria.server.store.base import Person, Status
from prateria.server.wire.protocol import Answer, Command, Duplicate

CreateTable: TypeAlias = Callable[[Table], Awaitable[Room]]

# --- people around the match


class TableChange(Message[Room]):
    """A message that changes who sits where, or how the table is set up; written before it is
    announced."""

    @abstractmethod
    def changed(self, room: Room) -> Table:
        """The table as it should become; Refusal if that is not allowed."""

    async def carry_out(self, room: Room) -> Room:
        table = self.changed(room)
        if table != room.table:
            await room.save(table)
            room.tell_table()
            room.on_change()
        return room


@dataclass(frozen=True, slots=True)
class Sit(TableChange):
    """A person takes a free seat: the first, or a chosen one."""

    person: Person
    seat: int | None

    def changed(self, room: Room) -> Table:
        return tables.sit(room.table, self.person, self.seat)


@dataclass(frozen=True, slots=True)
class Stand(TableChange):
    """A person gives the seat back before the match."""

    person: str

    def changed(self, room: Room) -> Table:
        return tables.stand(room.table, self.person)


@dataclass(frozen=True, slots=True)
class Fill(TableChange):
    """The host puts bots on all free seats, or on one."""

    host: str
    bot: str | None
    seat: int | None

    def changed(self, room: Room) -> Table:
        return tables.fill(room.table, self.host, self.bot, self.seat)


@dataclass(frozen=True, slots=True)
class SetReady(TableChange):
    """A person is ready to begin, or not yet."""

    person: str
    ready: bool

    def changed(self, room: Room) -> Table:
        return tables.be_ready(room.table, self.person, ready=self.ready)


@dataclass(frozen=True, slots=True)
class SetUpAnew(TableChange):
    """The host changes the setup of a table that has not begun."""

    host: str
    wish: Wish

    def changed(self, room: Room) -> Table:
        return tables.set_up_anew(room.table, self.host, self.wish)


@dataclass(frozen=True, slots=True)
class CallOff(Message[Room]):
    """The host closes a table that has not begun."""

    host: str

    async def carry_out(self, room: Room) -> Room:
        await room.save(tables.called_off(room.table, self.host), Status.CLOSED)
        room.tell_table()
        room.notice("closed")
        return room


@dataclass(frozen=True, slots=True)
class Unseat(TableChange):
    """The host frees a seat."""

    host: str
    seat: int

    def changed(self, room: Room) -> Table:
        return tables.unseat(room.table, self.host, self.seat)


@dataclass(frozen=True, slots=True)
class SeatProgram(TableChange):
    """The host seats an outside program that is listening."""

    host: str
    seat: int
    program: Person

    def changed(self, room: Room) -> Table:
        tables.check_host(room.table, self.host)
        return tables.sit(room.table, self.program, self.seat)


@dataclass(frozen=True, slots=True)
class Leave(TableChange):
    """A person leaves: before the match their seat becomes free, during it a bot plays there; for
    good, if they resigned."""

    person: str
    resigned: bool

    def changed(self, room: Room) -> Table:
        table, status = room.table, room.table.row.status
        if status is Status.OPEN:
            return tables.stand(table, self.person)
        if status is not Status.PLAYING:
            raise conflict("not_playing", mark("This match is not being played."))
        seats = table.seats_of(self.person)
        if not seats:
            raise forbidden(mark("You have no seat at this table."))
        why, at = "resigned" if self.resigned else "left", room.services.clock.wall()
        for seat in seats:
            table = tables.away(table, seat, why, room.n, at, resigned=self.resigned)
        return table


@dataclass(frozen=True, slots=True)
class Return(TableChange):
    """A person takes back the seats that a bot played for them."""

    person: str

    def changed(self, room: Room) -> Table:
        return _with_back(room, self.person)


def _with_back(room: Room, person: str) -> Table:
    table, at = room.table, room.services.clock.wall()
    for seat in table.seats_of(person):
        table = tables.back(table, seat, room.n, at)
    return table


@dataclass(frozen=True, slots=True)
class Rename(TableChange):
    """A person has another name or colour now."""

    person: Person

    def changed(self, room: Room) -> Table:
        return tables.renamed(room.table, self.person)


@dataclass(frozen=True, slots=True)
class Enter(Message[None]):
    """A connection to the table is opened: a person who was away is back, under their current
    name."""

    person: Person

    async def carry_out(self, room: Room) -> None:
        table = tables.renamed(_with_back(room, self.person.id), self.person)
        if table.chairs != room.table.chairs:
            await room.save(table)
        room.present.enter(self.person.id)  # last: whoever is refused never exits
        _note_arrival(room)
        room.tell_table()
        room.on_change()


def _note_arrival(room: Room) -> None:
    """Once everybody has come, a live match that waits for them begins soon."""
    if room.face().begins_in is not None and room.table.people <= room.present.keys():
        room.live.all_came(room.now())
        room.tell_table()
        room.on_change()


@dataclass(frozen=True, slots=True)
class Exit(Message[None]):
    """A connection to the table has ended: that is so even if the store is away, or the table
    another worker's by now."""

    needs_match: ClassVar[bool] = False
    person: str

    async def carry_out(self, room: Room) -> None:
        room.present.exit(self.person)
        room.tell_table()
        room.on_change()


@dataclass(frozen=True, slots=True)
class Start(Message[Room]):
    """The host begins the match."""

    host: str

    async def carry_out(self, room: Room) -> Room:
        tables.check_startable(room.table, self.host)
        await room.start()
        _note_arrival(room)
        return room


@dataclass(frozen=True, slots=True)
class Rematch(Message[str]):
    """A rematch of the same people: the id of the new table, the same for the second to ask. If all
    of them have given up, they need not wait until the bots have finished."""

    person: str
    create: CreateTable

    async def carry_out(self, room: Room) -> str:
        table = room.table
        if not table.has(self.person):
            raise forbidden(mark("Only those who played can ask for a rematch."))
        if table.row.status is not Status.OVER and not table.is_given_up:
            raise conflict("not_over", mark("The match is not over yet."))
        if table.setup.rematch is not None and await _is_there(room, table.setup.rematch):
            return table.setup.rematch
        new = (await self.create(tables.rematch_of(table, room.services.clock.wall()))).table
        await room.save(structs.replace(table, setup=structs.replace(table.setup, rematch=new.id)))
        room.tell_table()
        return new.id


async def _is_there(room: Room, table: str) -> bool:
    """Whether a table that followed this one was neither closed nor pruned."""
    row = await room.services.store.table(table)
    return row is not None and row.status is not Status.CLOSED


@dataclass(frozen=True, slots=True)
class ReadyAgain(Message[None]):
    """Somebody has come to a rematch; when everybody has, it begins."""

    person: str

    async def carry_out(self, room: Room) -> None:
        await SetReady(self.person, ready=True).carry_out(room)
        if all(chair.ready or chair.bot is not None for chair in room.table.chairs):
            await room.start()
            _note_arrival(room)


@dataclass(frozen=True, slots=True)
class SecondTable(Message[str]):
    """The second table of a duplicate deal, when the first is over: its id."""

    host: Person
    create: CreateTable

    async def carry_out(self, room: Room) -> str:
        table = room.table
        tables.check_host(table, self.host.id)
        if not table.setup.duplicate:
            raise conflict("not_duplicate", mark("This table was not opened for a duplicate deal."))
        if table.row.status is not Status.OVER:
            raise conflict("not_over", mark("The first match is not over yet."))
        if table.setup.twin is not None and not await self._can_be_opened_anew(room):
            return table.setup.twin
        second = tables.twin_of(table, self.host, room.services.clock.wall())
        new = (await self.create(second)).table
        await room.save(structs.replace(table, setup=structs.replace(table.setup, twin=new.id)))
        return new.id

    async def _can_be_opened_anew(self, room: Room) -> bool:
        """Whether the second table was closed before its deal; otherwise the first log must stay
        closed."""
        row = await room.services.store.table(room.table.setup.twin or "")
        return row is not None and tables.is_called_off(read_table(row))


# --- sockets, streams and pages


class Listener(Protocol):
    """Somebody connected to the table, who is told what happens there."""

    def listen(self, after: int | None) -> None:
        """Start listening, beginning with what happened after an entry (None: without that)."""

    def send_updates(self, after: int | None) -> None: ...


@dataclass(frozen=True, slots=True)
class Listen(Message[None]):
    """Start listening, between two messages, so that nothing is missed."""

    listener: Listener
    after: int | None

    async def carry_out(self, room: Room) -> None:  # noqa: ARG002
        self.listener.listen(self.after)


@dataclass(frozen=True, slots=True)
class Retell(Message[None]):
    """Tell a listener again what happened after an entry."""

    listener: Listener
    after: int

    async def carry_out(self, room: Room) -> None:  # noqa: ARG002
        self.listener.send_updates(self.after)


@dataclass(frozen=True, slots=True)
class TakeSnapshot(Message[TableSnapshot]):
    """The table as a person may see it, with the last entries. With several seats at one screen: as
    a spectator, until they say whose turn at the screen it is."""

    person: str
    entries: int

    async def carry_out(self, room: Room) -> TableSnapshot:
        face = room.face()
        if room.running is None:
            return TableSnapshot(face, None)
        if room.is_hushed:
            room.wires.told(self.person, 0)  # over a line that nobody has measured
        own = room.table.seats_of(self.person)
        seat = own[0] if len(own) == 1 else None
        return TableSnapshot(face, room.update(seat, max(0, room.n - self.entries)))


@dataclass(frozen=True, slots=True)
class Carry(Message[Answer | Duplicate]):
    """Carry out a request: a play, a take-back, a proposal, a line of chat, a report."""

    sender: referee.Sender
    command: Command

    async def carry_out(self, room: Room) -> Answer | Duplicate:
        return await referee.answer(room, self.sender, self.command)


async def carry(room: Room, sender: referee.Sender, command: Command) -> Answer | Duplicate:
    """Have a command carried out. One that was answered before is answered at once, whatever has
    happened to the store since."""
    before = referee.answered(room, sender, command)
    if before is not None:
        return before
    return await room.hear(Carry(sender, command))


# --- bots and clocks


@dataclass(frozen=True, slots=True)
class AskBot(Message[PendingQuestion | None]):
    """The question a bot is asked for a seat; None if the seat has nothing to do. It is made in the
    room's turn: while a move is being written the match is ahead of what anybody may know."""

    seat: int
    bot: str

    async def carry_out(self, room: Room) -> PendingQuestion | None:
        if not room.is_playing or not room.legal(self.seat):
            return None
        return room.question(self.seat, self.bot)


@dataclass(frozen=True, slots=True)
class BotMoves(Message[None]):
    """A bot has decided, for its own seat or for somebody whose time ran out.

    Dropped if the position has moved on in the meantime.
    """

    seat: int
    action: Any
    n: int
    timed_out: bool
    accepted: Callable[[], None]
    """Called just before the move is made."""
    reaction: int | None = None
    """How long it took to react, in a race."""

    async def carry_out(self, room: Room) -> None:
        seat = self.seat
        if not room.is_playing or not room.is_fresh(seat, self.n):
            return
        if self.timed_out == (room.table.bot_at(seat) is not None):
            return
        if self.timed_out and seat not in room.begun().clocks.out(room.now()):
            return
        self.accepted()
        if self.timed_out:
            turn, n = room.begun().clocks.dials[seat].began, room.n
            if room.is_hushed:  # that others have not run out of time would reveal that they played
                room.when_told(lambda: self._count_miss(room, turn, n))
            else:
                await self._count_miss(room, turn, n)
        action = room.live.action(
            seat, self.action, Measured(self.reaction, is_own=True), room.now()
        )
        await room.commit(lambda match, at: match.play(seat, action, at=at))

    async def _count_miss(self, room: Room, turn: int, n: int) -> None:
        """Count a timeout, at most once a turn and before its first step, so that the log shows it
        there."""
        table = tables.missed(room.table, self.seat, turn, n, room.services.clock.wall())
        if table == room.table:
            return
        await room.save(table)
        is_away = table.chairs[self.seat].away
        room.notice("bot_sits_in" if is_away else "timeout", self.seat)
        room.tell_table()


def waited_for(room: Room) -> Iterator[tuple[int, int]]:
    """Seats whose person has lost the connection while others wait for them, and when a bot sits
    in, in steady time."""
    setup = room.table.setup
    if setup.clock.kind != "none" or not setup.sit_in:
        return
    for seat, chair in enumerate(room.table.chairs):
        if room.table.bot_at(seat) is None and room.legal(seat):
            since = room.present.waited_for_since(chair.person or "", room.table.people)
            if since is not None:
                yield seat, since + setup.sit_in * 1000


@dataclass(frozen=True, slots=True)
class SitIn(Message[None]):
    """Bots sit in for people who have been waited for long enough."""

    async def carry_out(self, room: Room) -> None:
        if not room.is_playing:
            return
        clock = room.services.clock
        for seat, due in tuple(waited_for(room)):
            if due <= clock.steady():
                await room.save(tables.away(room.table, seat, "replaced", room.n, clock.wall()))
                room.notice("bot_sits_in", seat)
                room.tell_table()


@dataclass(frozen=True, slots=True)
class ClockActs(Message[None]):
    """CLOCK does what it may, if nothing has happened since entry `n`."""

    n: int

    async def carry_out(self, room: Room) -> None:
        if room.is_playing and room.version == self.n:
            await room.commit(live.ring)


# --- the server itself


@dataclass(frozen=True, slots=True)
class Load(Message[None]):
    """Load the room; being heard is enough for that."""

    async def carry_out(self, room: Room) -> None:
        """Does nothing more."""


@dataclass(frozen=True, slots=True)
class Reload(Message[None]):
    """Load the room again after the store failed, and send everyone the current position."""

    async def carry_out(self, room: Room) -> None:
        if room.running is not None:
            room.tell_updates(room.n)


@dataclass(frozen=True, slots=True)
class Close(Message[None]):
    """An administrator has closed the table."""

    async def carry_out(self, room: Room) -> None:
        row = await room.services.store.table(room.table.id)
        if row is not None:
            room.table = structs.replace(room.table, row=row)
        room.tell_table()
        room.notice("closed")
