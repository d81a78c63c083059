"""What moves a table when no person does: bots, clocks that run out, the beat of CLOCK.

Thinking and waiting happen outside the room's turn; only the move itself takes a turn, and it is
dropped if the position has moved on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from msgspec import Raw, structs

from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.errors import ActionError
from prateria.server.bots.pool import BotFailed
from prateria.server.bots.worker import Question
from prateria.server.errors import Refusal
from prateria.server.rooms import live
from prateria.server.rooms.clocks import MISSES
from prateria.server.rooms.frames import raw, seen_entries
from prateria.server.rooms.live import Measured
from prateria.server.rooms.room import Room
from prateria.server.rooms.tables import traced
from prateria.server.store.base import StoreError

LOG: Final = logging.getLogger("prateria.server")
RETRY_MS: Final = 1000
LOADING: Final = -3
"""In the place of a seat: the room itself is being read again."""
MISSING: Final = -4
"""In the place of a seat: bots sit in for those who have lost their line."""
STAND_IN: Final = "random"
"""Plays the move of a bot that has failed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the version of the match it is about."""

    question: Question
    n: int


def question(room: Room, seat: int, bot: str, *, compare: bool = False) -> Asked:
    """What a bot is asked for a seat: its view, what it saw since it last acted, its moves."""
    match = room.match
    last = match.log.last_by(seat)
    events: tuple[Raw, ...] = tuple(
        event for entry in seen_entries(match, seat, last) for event in entry.events
    )
    text = f"prateria server bot\0{room.table.row.seed}\0{seat}\0{room.n}"
    luck = int.from_bytes(sha256(text.encode()).digest()[:7], "big")
    asked = Question(
        game=room.table.row.game,
        bot=bot,
        seat=seat,
        view=raw(match.view(seat)),
        events=events,
        legal=room.legal(seat),
        ms=room.services.settings.think_ms,
        luck=luck,
        compare=compare,
    )
    return Asked(asked, room.n)


class Driver:
    """Drives one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._alarms: list[Callable[[], None]] = []
        self._silent: dict[int, int] = {}
        """In which phase of a race a bot has decided to do nothing."""
        self._closed = False
        room.on_change = self.wake

    @property
    def is_waiting(self) -> bool:
        """Whether something will happen here without anybody sending a message."""
        return bool(self._thinking or self._alarms)

    async def close(self) -> None:
        self._closed = True
        self._disarm()
        tasks = tuple(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Look who acts next and see to it that something moves."""
        self._disarm()
        room = self._room
        if self._closed:
            return
        if room.running is None:
            if room.table.row.status.value == "playing":
                self._alarm(RETRY_MS, self._reload)
            return
        if not room.is_playing:
            return
        for seat in range(room.match.seats):
            bot = room.table.bot_at(seat)
            if bot is not None and room.legal(seat) and self._silent.get(seat) != room.live.phase:
                self._think(seat, bot, timed_out=False)
        self._arm()

    # --- clocks

    def _arm(self) -> None:
        room = self._room
        if room.running is None:
            return
        people = [s for s in range(room.match.seats) if room.table.bot_at(s) is None]
        self._wait_for(people)
        due = room.running.clocks.due([s for s in people if s not in self._thinking])
        if due is not None:
            self._alarm(due - room.now(), self._look_at_clocks)
        ringing = room.live.due(room.lines, room.now())
        if ringing is not None:
            self._alarm(ringing, self._ring)

    def _alarm(self, delay: int, job: Callable[[], None]) -> None:
        self._alarms.append(self._room.services.clock.later(delay, job))

    def _disarm(self) -> None:
        for cancel in self._alarms:
            cancel()
        self._alarms.clear()

    # --- who has lost their line

    def _missing(self, seats: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Seats whose person the others wait for, and when a bot sits in, in steady time."""
        room = self._room
        setup = room.table.setup
        if setup.clock.kind != "none" or not setup.sit_in:
            return
        for seat in seats:
            person = room.table.chairs[seat].person or ""
            since = room.present.waited_for_since(person, room.table.people)
            if since is not None and room.legal(seat):
                yield seat, since + setup.sit_in * 1000

    def _wait_for(self, people: Iterable[int]) -> None:
        due = min((at for _, at in self._missing(people)), default=None)
        if due is not None:
            steady = self._room.services.clock.steady()
            self._alarm(due - steady, lambda: self._start(MISSING, self._sit_in))

    async def _sit_in(self) -> None:
        room, clock = self._room, self._room.services.clock

        async def job() -> None:
            if not room.is_playing:
                return
            people = [s for s in range(room.match.seats) if room.table.bot_at(s) is None]
            for seat, due in tuple(self._missing(people)):
                if due <= clock.steady():
                    chair = traced(room.table.chairs[seat], "replaced", room.n, clock.wall())
                    away = structs.replace(chair, away=True)
                    await room.save(room.table.with_chair(seat, away))
                    room.notice("bot_sits_in", seat)
                    room.tell_table()

        await self._try(job)

    def _look_at_clocks(self) -> None:
        room = self._room
        self._disarm()
        if room.running is None or not room.is_playing:
            return
        for seat in room.running.clocks.out(room.now()):
            if room.table.bot_at(seat) is None and room.legal(seat):
                self._think(seat, room.table.setup.bot, timed_out=True)
        self._arm()

    def _ring(self) -> None:
        self._start(CLOCK, self._ring_in_turn)

    async def _ring_in_turn(self) -> None:
        room, n = self._room, self._room.n

        async def job() -> None:
            if room.is_playing and room.n == n:
                await room.commit(live.ring)

        await self._try(job)

    def _reload(self) -> None:
        async def job() -> None:
            if self._room.running is not None:
                self._room.tell_state(self._room.n)

        self._start(LOADING, lambda: self._try(job))

    # --- bots

    def _think(self, seat: int, bot: str, *, timed_out: bool) -> None:
        self._start(seat, lambda: self._move(seat, bot, timed_out=timed_out))

    def _start(self, key: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if key in self._thinking:
            return
        task = asyncio.create_task(work())
        self._thinking[key] = task
        task.add_done_callback(lambda done: self._ended(key, done))

    def _ended(self, key: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(key) is task:
            del self._thinking[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("table %s: its driver failed", self._room.table.id, exc_info=error)
        if not self._closed:
            self.wake()

    async def _move(self, seat: int, bot: str, *, timed_out: bool) -> None:
        room = self._room
        asked = await self._ask(seat, bot)
        if asked is None:
            return
        if room.table.setup.tempo == "calm" and not timed_out:
            await asyncio.sleep(room.services.settings.bot_pause_ms / 1000)
        phase = room.live.phase
        move = await self._decide(asked, seat)
        if not await self._reacts(seat, move, asked, phase):
            return

        async def job() -> None:
            if not room.is_playing or not room.is_fresh(seat, asked.n):
                return
            if timed_out == (room.table.bot_at(seat) is not None):
                return
            if timed_out and seat not in room.match.actors:
                return
            self._thinking.pop(seat, None)
            action = room.live.action(seat, move, Measured(), room.now())
            await room.commit(lambda match, at: match.play(seat, action, at=at))
            if timed_out:
                await self._count_miss(seat)

        await self._try(job)

    async def _ask(self, seat: int, bot: str) -> Asked | None:
        """The question, put together in turn: while a move is being written the match is ahead of
        what anybody may know, and of the moves that are offered."""
        room = self._room
        asked: list[Asked] = []

        async def job() -> None:
            if room.is_playing and room.legal(seat):
                asked.append(question(room, seat, bot))

        await self._try(job)
        return asked[0] if asked else None

    async def _reacts(self, seat: int, move: str, asked: Asked, phase: int) -> bool:
        """Wait as long as a bot takes to react in a race; False if it keeps still."""
        if self._room.running is None:
            return False
        rng = Quick(asked.question.luck)
        wait = self._room.live.reaction(move, rng, self._room.now())
        if wait is None:
            self._silent[seat] = phase
            return False
        await asyncio.sleep(wait / 1000)
        return True

    async def _decide(self, asked: Asked, seat: int) -> str:
        """The bot's move; if it fails, another bot's, and the table is told."""
        thinkers, legal = self._room.services.bot_pool, asked.question.legal
        if len(legal) == 1:
            return legal[0]
        try:
            return legal[(await thinkers.think(asked.question)).choice]
        except BotFailed:
            self._room.notice("bot_replaced", seat)
        try:
            stand_in = structs.replace(asked.question, bot=STAND_IN)
            return legal[(await thinkers.think(stand_in)).choice]
        except BotFailed:
            return legal[asked.question.luck % len(legal)]

    async def _count_miss(self, seat: int) -> None:
        room = self._room
        chair = room.table.chairs[seat]
        missed = chair.missed + 1
        away = missed >= MISSES
        if away:
            chair = traced(chair, "replaced", room.n, room.services.clock.wall())
        changed = structs.replace(chair, missed=missed, away=away)
        await room.save(room.table.with_chair(seat, changed))
        room.notice("bot_sits_in" if away else "timeout", seat)
        room.tell_table()
        self.wake()

    async def _try(self, job: Callable[[], Awaitable[None]]) -> None:
        """A job in the room's turn; if the store is away, later again."""
        try:
            await self._room.in_turn(job)
        except (StoreError, Refusal, ActionError) as error:
            LOG.warning("table %s: %s; trying again", self._room.table.id, type(error).__name__)
            await asyncio.sleep(RETRY_MS / 1000)
