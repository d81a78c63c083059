"""What moves a table when no person does: bots, clocks that run out, what CLOCK does.

Thinking and waiting happen outside the room's turn; only the move itself takes a turn, and it is
dropped if the position has moved on in the meantime.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeVar

from msgspec import structs

from prateria.core.chance import Quick
from prateria.core.contract.game import CLOCK
from prateria.core.errors import ActionError
from prateria.server.bots.pool import BotFailed, Mover
from prateria.server.errors import Refusal
from prateria.server.rooms.messages import AskBot, BotMoves, ClockActs, Reload, SitIn, waited_for
from prateria.server.rooms.room import Message, Room
from prateria.server.rooms.updates import PendingQuestion
from prateria.server.server_log import context_of, facts
from prateria.server.store.base import StoreError

T = TypeVar("T")

LOG: Final = logging.getLogger("prateria.server")
RETRY_MS: Final = 1000
LOADING: Final = -3
"""Used in place of a seat: the room itself is being read again."""
MISSING: Final = -4
"""Used in place of a seat: bots sit in for people who have lost their connection."""
REACTION: Final = 0x5EAC
"""A separate random stream, so that a bot's speed does not depend on what it overlooks."""
LEAST_MS: Final = 20
MARGIN_MS: Final = 60
"""In a race a bot thinks at least this long, and is done this long before it reacts."""
STAND_IN: Final = "random"
"""Plays the move of a bot that has failed."""


class Driver:
    """Drives one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._alarms: list[tuple[int, Callable[[], None]]] = []
        """When timers go off, by the steady clock, and how to cancel them."""
        self._silent: dict[int, int] = {}
        """The phase of a race in which a bot has decided to do nothing."""
        self._closed = False
        room.on_change = self.wake

    @property
    def is_thinking(self) -> bool:
        return bool(self._thinking)

    @property
    def due(self) -> int | None:
        """When, by the steady clock, something happens here without a message from anybody."""
        return min((at for at, _ in self._alarms), default=None)

    async def close(self) -> None:
        self._closed = True
        self._room.on_change = _nothing  # otherwise the two hold each other until a full collection
        self._disarm()
        tasks = tuple(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """See who acts next and make sure that something moves."""
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
            may_act = room.legal(seat) and room.live.begins_in(0) is None
            if bot is not None and may_act and not self._keeps_still(seat):
                self._think(seat, bot, timed_out=False)
        self._play_for_the_late()
        self._arm()

    # --- clocks

    def _arm(self) -> None:
        room = self._room
        if room.running is None:
            return
        people = [s for s in range(room.match.seats) if room.table.bot_at(s) is None]
        self._wait_for_the_missing()
        awaited = [s for s in people if s not in self._thinking and not self._keeps_still(s)]
        due = room.running.clocks.due(awaited)
        if due is not None:
            self._alarm(due - room.now(), self._look_at_clocks)
        # Bots have a line without delay: the closing window is that of everybody at the table.
        lines = {seat: room.lines.get(seat, 0) for seat in range(room.match.seats)}
        ringing = room.live.due(lines, room.now())
        if ringing is not None:
            self._alarm(ringing, self._ring)

    def _alarm(self, delay: int, job: Callable[[], None]) -> None:
        clock = self._room.services.clock
        self._alarms.append((clock.steady() + delay, clock.later(delay, job)))

    def _disarm(self) -> None:
        for _, cancel in self._alarms:
            cancel()
        self._alarms.clear()

    def _wait_for_the_missing(self) -> None:
        due = min((at for _, at in waited_for(self._room)), default=None)
        if due is not None:
            steady = self._room.services.clock.steady()
            self._alarm(due - steady, lambda: self._start(MISSING, lambda: self._try(SitIn())))

    def _look_at_clocks(self) -> None:
        self._disarm()
        self._play_for_the_late()
        self._arm()

    def _play_for_the_late(self) -> None:
        """A bot plays the turn of a seat whose time has run out, step by step until it is over."""
        room = self._room
        if room.running is None or not room.is_playing:
            return
        for seat in room.running.clocks.out(room.now()):
            is_theirs = room.table.bot_at(seat) is None and room.legal(seat)
            if is_theirs and not self._keeps_still(seat):
                self._think(seat, room.table.setup.bot, timed_out=True)

    def _keeps_still(self, seat: int) -> bool:
        """Whether a seat's bot has decided to do nothing in this phase of a race."""
        return self._silent.get(seat) == self._room.live.phase

    def _ring(self) -> None:
        self._start(CLOCK, lambda: self._try(ClockActs(self._room.version)))

    def _reload(self) -> None:
        self._start(LOADING, lambda: self._try(Reload()))

    # --- bots

    def _think(self, seat: int, bot: str, *, timed_out: bool) -> None:
        self._start(seat, lambda: self._move(seat, bot, timed_out=timed_out))

    def _start(self, key: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if key in self._thinking:
            return
        # Not in the context of the request that happened to make it the bot's turn.
        context = context_of(table=self._room.table.id)
        task = asyncio.create_task(work(), context=context)
        self._thinking[key] = task
        task.add_done_callback(lambda done: self._ended(key, done), context=context)

    def _ended(self, key: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(key) is task:
            del self._thinking[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("the driver of a table failed", exc_info=error)
            if not self._closed:
                self._alarm(RETRY_MS, self.wake)  # at once it would fail, and fill the log
        elif not self._closed:
            self.wake()

    async def _move(self, seat: int, bot: str, *, timed_out: bool) -> None:
        room = self._room
        asked = await self._try(AskBot(seat, bot))
        if asked is None:
            return
        phase = room.live.phase
        reaction = room.live.reaction(bot, Quick(asked.question.luck ^ REACTION))
        if reaction is not None:
            asked = _in_time(asked, room.live.until(reaction, room.now()))
        elif room.table.setup.tempo == "calm" and not timed_out and not room.table.is_given_up:
            await asyncio.sleep(room.services.settings.bot_pause_ms / 1000)
        action = await self._decide(asked, seat)
        if room.running is None:
            return
        if room.live.is_silent(action):
            self._silent[seat] = phase
            return
        if reaction is not None:
            await asyncio.sleep(room.live.until(reaction, room.now()) / 1000)
        await self._try(
            BotMoves(
                seat,
                action,
                asked.n,
                timed_out=timed_out,
                accepted=lambda: self._forget(seat),
                reaction=reaction,
            )
        )

    def _forget(self, seat: int) -> None:
        """The move is being made, so the bot may think about what comes next."""
        self._thinking.pop(seat, None)

    async def _decide(self, asked: PendingQuestion, seat: int) -> Any:
        """The bot's action; if it fails, another bot's, and the table is told."""
        room, legal = self._room, asked.legal
        pool = room.services.bot_pool
        if len(legal) == 1:
            return legal[0]
        try:
            return legal[(await pool.think(asked.question, self._mover())).choice]
        except BotFailed:
            room.notice("bot_replaced", seat)
        try:
            stand_in = structs.replace(asked.question, bot=STAND_IN)
            return legal[(await pool.think(stand_in, self._mover())).choice]
        except BotFailed:
            return legal[asked.question.luck % len(legal)]

    def _mover(self) -> Mover:
        return Mover(self._room.table.row.host, bool(self._room.present))

    async def _try(self, message: Message[T]) -> T | None:
        """Send a message to the room; if the store is unreachable, wait a moment and return
        None."""
        try:
            return await self._room.hear(message)
        except (StoreError, Refusal, ActionError) as error:
            LOG.warning("a table waits, trying again", extra=facts(cause=error))
            await asyncio.sleep(RETRY_MS / 1000)
            return None


def _in_time(asked: PendingQuestion, until: int) -> PendingQuestion:
    """The question, with no more time to think than the bot has to react."""
    ms = max(LEAST_MS, min(asked.question.ms, until - MARGIN_MS))
    return replace(asked, question=structs.replace(asked.question, ms=ms))


def _nothing() -> None:
    """Does nothing: nobody drives the room any more."""
