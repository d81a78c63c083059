"""A room: one table, one thing at a time, on disk before anybody is told.

`in_turn` is the mailbox: jobs wait for each other in the order they came. A job changes the match
by `commit`, which writes the new lines and only then returns. If the store cannot, the match in
memory is thrown away and read again: what it says is always what is on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from msgspec import structs

from prateria.core.errors import PrateriaError
from prateria.core.matches.log import TakeBack
from prateria.core.matches.match import Match
from prateria.core.texts import mark
from prateria.server.errors import Refusal, conflict
from prateria.server.rooms import frames
from prateria.server.rooms.live import LiveClock
from prateria.server.rooms.loading import Running, begin, resume
from prateria.server.rooms.presence import Presence
from prateria.server.rooms.tables import Table, row_of
from prateria.server.services import Services
from prateria.server.store.base import Conflict, Status, StoreError
from prateria.server.wire.protocol import Answer, Notice, Offer, Outgoing, Update, write

LOG: Final = logging.getLogger("prateria.server")
REMEMBERED: Final = 64
"""How many answers are kept for each person, and for how many people."""

T = TypeVar("T")


class Room:
    """A table in memory. Only jobs given to `in_turn` may call what changes it."""

    def __init__(
        self, services: Services, table: Table, check_owner: Callable[[], None] = lambda: None
    ) -> None:
        self.services = services
        self.table = table
        self.check_owner = check_owner
        """Raises if this worker does not own the table any more, or cannot be sure of it."""
        self.running: Running | None = None
        self.present = Presence(services.clock)
        self.lines: dict[int, int] = {}
        """The longest round trip of late of each seat's person, in milliseconds."""
        self.offer: Offer | None = None
        self.agreed: set[str] = set()
        self.on_change: Callable[[], None] = lambda: None
        """Called after every change: who drives bots and clocks sets it."""
        self.last_used = services.clock.steady()
        self._answers: OrderedDict[str, OrderedDict[str, Answer]] = OrderedDict()
        self._legal: dict[int, tuple[str, ...]] = {}
        self._fresh: list[int] = []
        self._undo: dict[int, tuple[int, int | None]] = {}
        self._anchor = (0, 0)
        self._lock = asyncio.Lock()
        self._jobs: set[asyncio.Task[object]] = set()

    # --- the mailbox

    async def in_turn(self, job: Callable[[], Awaitable[T]]) -> T:
        """Run a job when those before it are done. It is finished even if the caller goes away."""
        task = asyncio.create_task(self._locked(job))
        self._jobs.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def _locked(self, job: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            self.check_owner()
            self.last_used = self.services.clock.steady()
            await self._be_loaded()
            return await job()

    def _done(self, task: asyncio.Task[object]) -> None:
        self._jobs.discard(task)
        if not task.cancelled():
            task.exception()  # seen, also if the caller has gone

    @property
    def is_busy(self) -> bool:
        return bool(self._jobs)

    # --- reading

    @property
    def match(self) -> Match:
        if self.running is None:
            raise conflict("not_begun", mark("the match has not begun"))
        return self.running.match

    @property
    def live(self) -> LiveClock:
        if self.running is None:
            raise conflict("not_begun", mark("the match has not begun"))
        return self.running.live

    @property
    def n(self) -> int:
        return 0 if self.running is None else self.running.match.version

    @property
    def is_playing(self) -> bool:
        return self.running is not None and self.table.row.status is Status.PLAYING

    def now(self) -> int:
        """Match time: it goes on from the last entry, and stands still while nobody serves."""
        at, steady = self._anchor
        return at + self.services.clock.steady() - steady

    def legal(self, seat: int) -> tuple[str, ...]:
        return self._legal.get(seat, ())

    def is_fresh(self, seat: int, based_on: int) -> bool:
        """Whether a seat could do at that version exactly what it can do now."""
        return bool(self._fresh) and self._fresh[seat] <= based_on <= self.n

    def undo(self, seat: int) -> int | None:
        """The entry a seat may take back alone. Dear, so it is found out for those who ask only."""
        n, entry = self._undo.get(seat, (-1, None))
        if n != self.n:
            may = self.is_playing and not self.live.is_live
            entry = self.match.may_take_back(seat) if may else None
            self._undo[seat] = (self.n, entry)
        return entry

    def _undo_told(self, seat: int | None) -> int | None:
        if seat is None or not self.services.bus.is_wanted(
            frames.undo_channel(self.table.id, seat)
        ):
            return None
        return self.undo(seat)

    def state(self, seat: int | None, after: int) -> Update:
        """The frame for a seat, or with None for spectators."""
        running = self.running
        if running is None:
            raise conflict("not_begun", mark("the match has not begun"))
        match = running.match
        return frames.state_frame(
            match,
            seat,
            min(after, match.version),
            () if seat is None else self.legal(seat),
            frames.clock_faces(running.clocks, self.now()),
            self._undo_told(seat),
        )

    # --- telling

    def tell(self, message: Outgoing, sender: str = "") -> None:
        """To everyone at the table."""
        self.services.bus.publish(frames.table_channel(self.table.id), write(message), sender)

    def tell_table(self) -> None:
        self.tell(frames.table_frame(self.table, self.n, self.present.keys()))

    def notice(self, code: str, seat: int | None = None) -> None:
        self.tell(Notice(self.n, code, seat))

    def tell_state(self, after: int) -> None:
        """To every seat and the spectators, each what they may see."""
        bus = self.services.bus
        for seat in (*range(self.match.seats), None):
            channel = frames.seat_channel(self.table.id, seat)
            if bus.is_wanted(channel):
                bus.publish(channel, write(self.state(seat, after)))

    def _tell_people(self) -> None:
        """To the people of the table wherever they are: their match has begun, or is over."""
        face = write(frames.table_frame(self.table, self.n, self.present.keys()))
        for person in self.table.people:
            self.services.bus.publish(frames.person_channel(person), face)

    # --- changing

    async def save(self, table: Table, status: Status | None = None) -> None:
        """Write the table as it should be, then take it for true."""
        status = table.row.status if status is None else status
        stored = await self.services.store.table(table.id)
        if stored is not None and stored.status is Status.CLOSED:
            self.table = structs.replace(table, row=stored)
            raise conflict("closed", mark("this table was closed"))
        row = row_of(table, status=status, changed=self.services.clock.wall())
        await self._stored(self.services.store.change_table(row))
        self.table = structs.replace(table, row=row)

    async def start(self) -> None:
        """Deal. The lines are written first: a table with lines is a table that plays."""
        started = structs.replace(self.table.setup, started=self.services.clock.wall())
        table = structs.replace(self.table, setup=started)
        try:
            running, lines = begin(table)
        except PrateriaError as error:
            raise conflict("cannot_begin", str(error)) from None
        await self._stored(self.services.store.append(table.id, 0, lines))
        await self.save(table, Status.PLAYING)
        self._anchor = (0, self.services.clock.steady())
        self.running = running
        self._renew()
        self.tell_table()
        self._tell_people()
        self.tell_state(0)
        self.on_change()

    async def commit(self, change: Callable[[Match, int], object]) -> None:
        """Carry out a change of the match, write it, tell it. Errors of the rules pass through."""
        running = self.running
        if running is None:
            raise conflict("not_begun", mark("the match has not begun"))
        match, after = running.match, self.n
        change(match, self.now())
        lines = running.writer.new_lines()
        try:
            await self._stored(self.services.store.append(self.table.id, running.written, lines))
        except StoreError as error:
            await self._recover(error)
            raise
        running.written += len(lines)
        self.services.metrics.count("prateria_moves_total")
        first = match.log.entry(after + 1)
        running.moved(first)
        self._renew()
        if isinstance(first.action, TakeBack) and not first.action.alone:
            self._fresh = [self.n] * match.seats
        self.close_offer()
        self.tell_state(after)
        if running.live.moved(first, self.now()):
            self._fresh = [self.n] * match.seats
        if match.outcome is not None:
            await self._finish()
        elif running.is_due():
            self.keep_snapshot()
        self.on_change()

    def keep_snapshot(self) -> None:
        """Write how the match stands, for the next who loads it; nobody waits for that."""
        if self.running is None:
            return
        snapshot = self.running.snapshot(self.table.id)

        async def save() -> None:
            await self._stored(self.services.store.save_snapshot(snapshot))

        task: asyncio.Task[object] = asyncio.create_task(save())
        self._jobs.add(task)
        task.add_done_callback(self._done)

    async def _finish(self) -> None:
        try:
            await self.save(self.table, Status.OVER)
        except StoreError:
            # The log tells that it is over; the row is put right when the table is loaded again.
            self.running = None
            return
        self.tell_table()
        self._tell_people()

    def close_offer(self) -> None:
        if self.offer is not None:
            self.tell(structs.replace(self.offer, n=self.n, open=False, waiting=()))
            self.offer = None
            self.agreed.clear()

    async def _recover(self, error: StoreError) -> None:
        """What is in memory is not on disk: forget it, and read what is."""
        self._forget()
        try:
            await self._be_loaded()
        except (StoreError, Refusal):
            LOG.warning("table %s cannot be read now", self.table.id)
        if isinstance(error, Conflict) and self.running is not None:
            self.tell_table()
            self.tell_state(self.n)
        self.on_change()

    def _forget(self) -> None:
        self.running = None

    async def _stored(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except StoreError:
            self.services.metrics.count("prateria_store_errors_total")
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
            LOG.exception("table %s cannot be read", self.table.id)
            raise Refusal(500, "unreadable", mark("this table cannot be read any more")) from error
        over = running.match.outcome is not None
        right = Status.OVER if over else Status.PLAYING
        if self.table.row.status is not right:
            await self.save(self.table, right)
        at = running.match.log.at
        if self.table.setup.clock.kind == "days":
            began = self.table.setup.started or self.table.row.created
            at = max(at, self.services.clock.wall() - began)
        self._anchor = (at, self.services.clock.steady())
        running.clocks = running.clocks.resumed(at)
        self.running = running
        self._legal, self._fresh = {}, [self.n] * running.match.seats
        self._undo.clear()
        self._renew()

    def _renew(self) -> None:
        """What each seat may do now, and since when it is so."""
        match = self.match
        if len(self._fresh) != match.seats:
            self._fresh = [self.n] * match.seats
        for seat in range(match.seats):
            legal = frames.legal_texts(match, seat)
            if self._legal.get(seat) != legal:
                self._legal[seat], self._fresh[seat] = legal, self.n

    # --- messages sent again

    def answered(self, person: str, message_id: str) -> Answer | None:
        return self._answers.get(person, OrderedDict()).get(message_id)

    def remember(self, person: str, answer: Answer) -> None:
        kept = self._answers.setdefault(person, OrderedDict())
        self._answers.move_to_end(person)
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        kept[answer.id] = answer
        if len(kept) > REMEMBERED:
            kept.popitem(last=False)
