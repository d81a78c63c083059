"""A room: one table, one message at a time, on disk before anybody is told.

`hear` is the mailbox: it carries out messages one by one, in order of arrival. `messages` lists all
kinds. A message changes the match through `commit`, which returns only after the new lines are
written. If the store fails, the match in memory is discarded and read again, so it never differs
from what is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import structs

from prateria.core.errors import PrateriaError
from prateria.core.matches.log import Entry, TakeBack
from prateria.core.matches.match import Match
from prateria.core.texts import mark
from prateria.server.audience import seat_channel, table_channel, undo_channel
from prateria.server.bus.base import person_channel
from prateria.server.errors import Refusal, conflict
from prateria.server.lines.volley import Volley
from prateria.server.lines.wires import Wires
from prateria.server.rooms.live import Hush, LiveClock
from prateria.server.rooms.loading import Race, Rest, Running, begin, resume
from prateria.server.rooms.presence import Presence
from prateria.server.rooms.tables import Table, read_table, row_of
from prateria.server.rooms.updates import (
    PendingQuestion,
    clock_faces,
    question_for,
    table_face,
    update_of,
)
from prateria.server.server_log import about, facts
from prateria.server.services import Services
from prateria.server.store.base import SENT_KEPT, Conflict, Sent, Status, StoreError
from prateria.server.wire.frame import Frame, Update
from prateria.server.wire.latest import Latest
from prateria.server.wire.protocol import Answer, Notice, Offer, Outgoing, TableFace

LOG: Final = logging.getLogger("prateria.server")
REMEMBERED: Final = 64
"""How many answers are kept for each person, and for how many people without a seat."""

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Message(ABC, Generic[T_co]):
    """Something that can happen to a table, with the answer its sender gets."""

    needs_match: ClassVar[bool] = True
    """Whether it waits until the table is surely ours and can be read."""

    @abstractmethod
    async def carry_out(self, room: Room) -> T_co:
        """Called by the room, when the messages before it are done."""


class Room:
    """A table in memory. Only messages may call the members that change it."""

    def __init__(
        self,
        services: Services,
        table: Table,
        check_owner: Callable[[], None] = lambda: None,
        rest: Rest | None = None,
    ) -> None:
        self.services = services
        self.table = table
        self.check_owner = check_owner
        """Raises if this worker no longer owns the table, or cannot be sure of it."""
        self.running: Running | None = None
        self.present = Presence(services.clock)
        self.lines: dict[int, int] = {}
        """The longest recent round trip of each seat's person, in milliseconds."""
        self.wires = Wires()
        self.offer: Offer | None = None
        self.agreed: set[str] = set()
        self.on_change: Callable[[], None] = lambda: None
        """Called after every change; set by the driver of bots and clocks."""
        self.last_used = services.clock.steady()
        self._answers: dict[str, Latest[str, Answer]] = {}
        self._stored_ids: Latest[tuple[str, str], int] = Latest(SENT_KEPT)
        """The messages that changed the match, and their entries."""
        self._passers_by: Latest[str, Latest[str, Answer]] = Latest(REMEMBERED)
        self._legal: dict[int, tuple[Any, ...]] = {}
        self._fresh: list[int] = []
        self._undo: dict[int, tuple[int, int | None]] = {}
        self._hush: Hush | None = None
        self._before: Race | None = None
        """A race whose match was discarded, and will be read again."""
        self._when_told: list[Callable[[], Awaitable[None]]] = []
        self._anchor = (0, 0)
        self._rest = rest
        self._lock = asyncio.Lock()
        self._jobs: set[asyncio.Task[object]] = set()

    # --- the mailbox

    async def hear(self, message: Message[T]) -> T:
        """Carry out a message after all earlier ones, even if the caller is cancelled."""
        return await asyncio.shield(self._keep(self._in_turn(message)))

    async def _in_turn(self, message: Message[T]) -> T:
        about(table=self.table.id)
        async with self._lock:
            self.last_used = self.services.clock.steady()
            if message.needs_match:
                self.check_owner()
                await self._be_loaded()
            return await message.carry_out(self)

    def _keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[object]) -> None:
        self._jobs.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, even if the caller has gone

    @property
    def is_busy(self) -> bool:
        return bool(self._jobs)

    # --- reading

    def begun(self) -> Running:
        """The match and what belongs to it; Refusal if there is none yet."""
        if self.running is None:
            raise conflict("not_begun", mark("The match has not begun yet."))
        return self.running

    @property
    def match(self) -> Match:
        return self.begun().match

    @property
    def live(self) -> LiveClock:
        return self.begun().live

    @property
    def is_live(self) -> bool:
        return self.running is not None and self.running.live.is_live

    @property
    def version(self) -> int:
        """The last entry of the log."""
        return 0 if self.running is None else self.running.match.version

    @property
    def n(self) -> int:
        """The last entry that everybody was told; every message to clients names this one."""
        return self.version if self._hush is None else self._hush.n

    @property
    def is_hushed(self) -> bool:
        """Whether it must be kept secret for now that somebody else has acted."""
        return self._hush is not None

    @property
    def actors(self) -> tuple[int, ...]:
        """The actors, as far as everybody may know them."""
        return self.match.actors if self._hush is None else self._hush.actors

    def when_told(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do something that others can see, as soon as they may know its cause."""
        self._when_told.append(deed)

    @property
    def is_playing(self) -> bool:
        return self.running is not None and self.table.row.status is Status.PLAYING

    def is_late_for(self, person: str) -> bool:
        """Whether somebody is shown events later: people without a seat, where reactions count."""
        return self.is_playing and self.is_live and not self.table.seats_of(person)

    def now(self) -> int:
        """Match time: it continues from the last entry, and stands still while nobody serves."""
        at, steady = self._anchor
        return at + self.services.clock.steady() - steady

    def legal(self, seat: int) -> tuple[Any, ...]:
        """The actions a seat may choose from now."""
        return self._legal.get(seat, ())

    def is_fresh(self, seat: int, based_on: int) -> bool:
        """Whether a seat could do at that version exactly what it can do now."""
        return bool(self._fresh) and self._fresh[seat] <= based_on <= self.n

    def undo(self, seat: int) -> int | None:
        """The entry a seat may take back alone. Expensive: computed only for seats that asked."""
        n, entry = self._undo.get(seat, (-1, None))
        if n != self.n:
            may = self.is_playing and not self.live.is_live
            entry = self.match.may_take_back(seat) if may else None
            self._undo[seat] = (self.n, entry)
        return entry

    def _undo_told(self, seat: int | None) -> int | None:
        audience = self.services.audience
        if seat is None or not audience.is_wanted(undo_channel(self.table.id, seat)):
            return None
        return self.undo(seat)

    def update(self, seat: int | None, after: int) -> Update:
        """What a seat (None: a spectator) may know now, and about the entries since `after`."""
        running, hush = self.begun(), self._hush
        legal = () if seat is None else self.legal(seat)
        clocks = running.clocks if hush is None else hush.clocks
        return update_of(
            running.match,
            seat,
            min(after, self.n),
            legal=legal,
            clocks=clock_faces(clocks, self.now()),
            undo=self._undo_told(seat),
            hush=hush,
            token=running.live.token(seat) if seat is not None and legal else "",
        )

    def question(self, seat: int, bot: str) -> PendingQuestion:
        """The question for a bot that is to act for a seat."""
        ms = self.services.settings.think_ms
        return question_for(self.table, self.match, seat, self.legal(seat), bot, ms, self._hush)

    # --- telling

    def tell(self, message: Outgoing, sender: str = "") -> None:
        """Announce something to everyone at the table."""
        self.services.audience.tell(table_channel(self.table.id), Frame(message), sender)

    def face(self) -> TableFace:
        """Who sits where, and when a live match begins."""
        begins_in = None if self.running is None else self.running.live.begins_in(self.now())
        return table_face(self.table, self.n, self.present.keys(), begins_in)

    def tell_table(self) -> None:
        self.tell(self.face())

    def notice(self, code: str, seat: int | None = None) -> None:
        self.tell(Notice(self.n, code, seat))

    def tell_updates(self, after: int, volley: Volley | None = None) -> None:
        """Send every seat and the spectators what they may see."""
        for seat in (*range(self.match.seats), None):
            self._tell_update(seat, after, volley)

    def _tell_update(self, seat: int | None, after: int, volley: Volley | None = None) -> None:
        audience, channel = self.services.audience, seat_channel(self.table.id, seat)
        if audience.is_wanted(channel):
            audience.tell(channel, Frame(self.update(seat, after), volley))

    async def _deal_card(self, after: int) -> None:
        """A race begins: everybody is sent the card at the same time.

        The room's turn lasts until it has gone out: nobody who asks for the table in the meantime
        is told of it sooner.
        """
        self.wires.begin()
        volley = self.live.volley(self.now, lambda: self.on_change())
        self.tell_updates(after, volley)
        volley.told()
        await volley.released.wait()

    def _tell_people(self) -> None:
        """To the people of the table wherever they are: their match has begun, or is over."""
        face = Frame(self.face()).data
        for person in self.table.people:
            self.services.bus.publish(person_channel(person), face)

    # --- changing

    async def save(self, table: Table, status: Status | None = None) -> None:
        """Write the table as it should become, then adopt it."""
        row = row_of(table, status=status or table.row.status, changed=self.services.clock.wall())
        try:
            await self._stored(self.services.store.change_table(row, self.table.row))
        except Conflict:  # an administrator or another worker was faster: what is stored stands
            self.table = read_table(await self.services.store.table(table.id) or self.table.row)
            if self.table.row.status is Status.CLOSED:
                raise conflict("closed", mark("This table was closed.")) from None
            raise
        self.table = structs.replace(table, row=row)

    async def start(self) -> None:
        """Deal. The lines are written first: a table with lines is a table that plays."""
        started = structs.replace(self.table.setup, started=self.services.clock.wall())
        table = structs.replace(self.table, setup=started)
        try:
            running, lines = begin(table)
        except PrateriaError as error:
            text = mark("The match cannot begin with these options.")
            raise conflict("cannot_begin", text, detail=str(error)) from None
        await self._stored(self.services.store.append(table.id, 0, lines))
        await self.save(table, Status.PLAYING)
        self._anchor = (0, self.services.clock.steady())
        self.running = running
        self._renew()
        if running.live.is_hushed:
            self._hush = Hush(running.match, running.clocks)
        if table.setup.position is None:
            running.live.wait_for_people(self.services.settings.countdown_ms, self.now())
        self.tell_table()
        self._tell_people()
        if running.live.is_race:
            await self._deal_card(0)
        else:
            self.tell_updates(0)
        self.on_change()

    async def commit(
        self, change: Callable[[Match, int], object], sent: Sent | None = None
    ) -> None:
        """Carry out a change of the match, write it with the message that caused it, announce it.
        Errors of the rules pass through."""
        running = self.begun()
        match, told, number = running.match, self.n, self.version + 1
        change(match, self.now())
        lines = running.writer.new_lines()
        began = time.perf_counter()
        try:
            writing = self.services.store.append(self.table.id, running.written, lines, sent)
            await self._stored(writing)
        except StoreError as error:
            await self._recover(error)
            raise
        self.services.metrics.time("prateria_write_seconds", time.perf_counter() - began)
        running.written += len(lines)
        if sent is not None:
            self._stored_ids.put((sent.person, sent.message), number)
        self.services.metrics.count("prateria_moves_total")
        first = match.log.entry(number)
        running.moved(number)
        has_race_begun = running.live.moved(first, self.now())
        if self._goes_on_in_silence(first):
            self._renew()
            self._tell_update(first.by, told)
        else:
            await self._told_of(first, told, has_race_begun=has_race_begun)
        self.on_change()

    def _goes_on_in_silence(self, first: Entry) -> bool:
        """Whether an entry must be kept secret from everybody but its seat for now."""
        hush = self._hush
        if hush is None or first.by < 0 or not self.live.is_hushed:
            self._hush = None
            return False
        hush.add(first.by, first.action)
        return True

    async def _told_of(self, first: Entry, told: int, *, has_race_begun: bool) -> None:
        """Tell everybody of an entry, and of all that they were not told before."""
        running, match = self.begun(), self.match
        self._renew()
        if has_race_begun or (isinstance(first.action, TakeBack) and not first.action.alone):
            self._fresh = [self.n] * match.seats
        self.close_offer()
        if match.outcome is not None:
            await self._finish(told)
        else:
            if running.live.is_hushed:
                self._hush = Hush(match, running.clocks)
            if has_race_begun:
                await self._deal_card(told)
            else:
                self.tell_updates(told)
            if running.is_due():
                self.keep_snapshot()
        deeds, self._when_told = self._when_told, []
        for deed in deeds:
            await deed()

    def keep_snapshot(self) -> None:
        """Store a snapshot of the match for the next time it is loaded; nobody waits for that."""
        snapshot = self.begun().snapshot(self.table.id)
        self._keep(self._stored(self.services.store.save_snapshot(snapshot)))

    async def _finish(self, after: int) -> None:
        """The table is closed before anybody is told so: whoever is may open its log at once."""
        try:
            await self.save(self.table, Status.OVER)
        except StoreError:
            # The log records that it is over; the row is corrected when the table is loaded again.
            self.tell_updates(after)
            self._forget()
            return
        self.tell_updates(after)
        self.tell_table()
        self._tell_people()

    def close_offer(self) -> None:
        if self.offer is not None:
            self.tell(structs.replace(self.offer, n=self.n, open=False, waiting=()))
            self.offer = None
            self.agreed.clear()

    async def _recover(self, error: StoreError) -> None:
        """The match in memory is not what is on disk: discard it, and read what is."""
        running = self.begun()
        stored = running.written - 1
        if running.live.is_race:
            self._before = Race(stored, running.live, self._hush, self._anchor)
        self._forget()
        try:
            await self._be_loaded()
        except (StoreError, Refusal) as trouble:
            LOG.warning("a table cannot be read now", extra=facts(cause=trouble))
        if self.running is not None and (isinstance(error, Conflict) or self.version != stored):
            self.tell_table()
            self.tell_updates(self.n)
        self.on_change()

    def _forget(self) -> None:
        self.running = self._hush = None

    async def _stored(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except StoreError as error:
            self.services.health.note(error)
            raise

    # --- loading

    async def _be_loaded(self) -> None:
        if self.running is not None or self.table.row.status is Status.CLOSED:
            return
        loaded = await self.services.store.load(self.table.id)
        if loaded is None or not loaded.lines:
            return
        seed, rule = self.table.row.seed, self.table.setup.clock
        try:
            running = await asyncio.to_thread(resume, loaded.lines, seed, rule, loaded.snapshot)
        except PrateriaError as error:
            LOG.exception("a table cannot be read")
            raise Refusal(500, "unreadable", mark("This table can no longer be read.")) from error
        over = running.match.outcome is not None
        right = Status.OVER if over else Status.PLAYING
        if self.table.row.status is not right:
            await self.save(self.table, right)
        at = running.match.log.at
        if self.table.setup.clock.kind == "days":
            began = self.table.setup.started or self.table.row.created
            at = max(at, self.services.clock.wall() - began)
        self._anchor = (at, self.services.clock.steady())
        running.clocks = running.clocks.resumed(at, self.services.served)
        self.running = running
        self._wake_from(self._rest)
        self._rest = None
        for done in loaded.sent:
            self._stored_ids.put((done.sent.person, done.sent.message), done.n)
        if self.is_playing and running.live.is_hushed:
            self._hush = Hush(running.match, running.told.resumed(at), running.live.before_race)
        before, self._before = self._before, None
        if before is not None and before.n == self.version:
            running.live.go_on(before.live)
            self._hush, self._anchor = before.hush, before.anchor
        self._legal, self._fresh = {}, [self.n] * running.match.seats
        self._undo.clear()
        self._renew()

    def rest(self, due: int | None) -> Rest | None:
        """What to keep while the room is put away, if there is anything."""
        if not self.is_playing or (due is None and self.offer is None):
            return None
        clocks = self.begun().clocks
        return Rest(self.version, self._anchor, clocks, self.offer, frozenset(self.agreed), due)

    def _wake_from(self, rest: Rest | None) -> None:
        """Continue where the room was put away, unless another worker has played on meanwhile."""
        if rest is not None and rest.n == self.version:
            self._anchor, self.begun().clocks = rest.anchor, rest.clocks
            self.offer, self.agreed = rest.offer, set(rest.agreed)

    def _renew(self) -> None:
        """Update what each seat may do now, and since when it has been so."""
        match = self.match
        if len(self._fresh) != match.seats:
            self._fresh = [self.n] * match.seats
        for seat in range(match.seats):
            legal = tuple(match.legal(seat))
            if self._legal.get(seat) != legal:
                self._legal[seat], self._fresh[seat] = legal, self.n

    # --- messages sent again

    def answered(self, person: str, message_id: str) -> Answer | None:
        """The earlier answer to a message, if that is not too long ago."""
        return self._answers_to(person).get(message_id)

    def stored_entry(self, person: str, message_id: str) -> int | None:
        """The entry a message made. The store keeps these ids, so they are known after a restart,
        no matter how much was said since."""
        return self._stored_ids.get((person, message_id))

    def remember(self, person: str, answer: Answer) -> None:
        self._answers_to(person).put(answer.id, answer)

    def _answers_to(self, person: str) -> Latest[str, Answer]:
        """A person who sits or sat here is never forgotten, however many others talk to the
        table."""
        kept = self._answers.get(person, self._passers_by.get(person))
        if kept is None:
            kept = Latest(REMEMBERED)
            if self.table.has(person):
                self._answers[person] = kept
            else:
                self._passers_by.put(person, kept)
        return kept
