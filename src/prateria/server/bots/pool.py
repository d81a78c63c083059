"""Bots think in separate processes, with a time budget; one that fails is replaced."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec
from cachetools import LRUCache

from prateria import bots
from prateria.core.errors import SetupError
from prateria.core.texts import mark
from prateria.server.bots.worker import SEATED, Decision, Question
from prateria.server.errors import bad
from prateria.server.metrics import Metrics
from prateria.server.server_log import facts

LOG: Final = logging.getLogger("prateria.server")
LEVELS: Final = {level: f"level:{level}" for level in bots.LEVELS}
"""A level's number is short for the bot that plays it."""
LONGEST_ANSWER: Final = 1 << 20


def bot_spec(text: str) -> str:
    """The bot that a table asks for: a level, or any bot without settings: with settings, one could
    be made to think for as long as it may, or to fail each time."""
    spec = LEVELS.get(text, text)
    name, has_settings, _ = spec.strip().partition(":")
    if has_settings and name != "level":
        raise bad(mark("There is no such bot."), detail="at a table bots have no settings")
    try:
        bots.make(spec)
    except (SetupError, ValueError) as error:
        raise bad(mark("There is no such bot."), detail=str(error)) from None
    return spec


class BotFailed(Exception):
    """The bot crashed, hung or gave an invalid answer. Its process has been ended."""


class _Process:
    """One process in which bots think."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._players: LRUCache[str, bool] = LRUCache(SEATED)

    def knows(self, player: str) -> bool:
        """Whether it was asked for that player recently."""
        return player in self._players

    @classmethod
    async def start(cls) -> _Process:
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "prateria.server.bots.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
            )
        )

    async def ask(self, question: Question, seconds: float) -> Decision:
        self._players[question.player] = True
        source, sink = self._process.stdin, self._process.stdout
        if source is None or sink is None:  # pragma: no cover  (they are pipes)
            raise BotFailed("no pipes")
        try:
            source.write(msgspec.json.encode(question) + b"\n")
            async with asyncio.timeout(seconds):
                await source.drain()
                line = await sink.readline()
            decision = msgspec.json.decode(line, type=Decision)
        except TimeoutError as error:
            raise BotFailed(f"no answer within {seconds:g} s") from error
        except (OSError, ValueError) as error:
            raise BotFailed(f"its process has ended, or answers nonsense: {error}") from error
        if decision.error:
            raise BotFailed(decision.error)
        return decision

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        transport = getattr(self._process, "_transport", None)
        if transport is not None:  # otherwise its destructor complains once the loop is closed
            transport.close()


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who asks for something. Many people may share an address."""

    person: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Mover:
    """A seat that has to move, at a table of this host."""

    host: str = ""
    is_watched: bool = True
    """Whether anybody is at the table."""


_Place: TypeAlias = "asyncio.Future[_Process | None]"
_Line: TypeAlias = "deque[_Place]"
_Lines: TypeAlias = "OrderedDict[str, _Line]"


class Turns:
    """Who gets the next free process: first moves that somebody waits for, one of each host's
    tables in turn; then people who asked for something, one of each address in turn, and within it
    one of each person; then moves at tables where nobody is."""

    def __init__(self, count: int) -> None:
        self._free: list[_Process | None] = [None] * count
        self._moves: _Lines = OrderedDict()
        self._alone: _Lines = OrderedDict()
        self._asked: OrderedDict[str, _Lines] = OrderedDict()

    def waiting(self, person: str) -> int:
        """How many questions of a person are waiting."""
        return sum(len(people.get(person, ())) for people in self._asked.values())

    @property
    def queue(self) -> int:
        """How many questions are waiting."""
        asked = sum(len(line) for people in self._asked.values() for line in people.values())
        moves = sum(len(line) for lines in (self._moves, self._alone) for line in lines.values())
        return moves + asked

    async def take(self, asker: Asker | Mover, player: str = "") -> _Process | None:
        """Take a process, if possible the one that thought for that player before; or None for a
        slot in which to start one."""
        if self._free:
            return self._free.pop(self._place_of(player))
        place: asyncio.Future[_Process | None] = asyncio.get_running_loop().create_future()
        self._line_of(asker).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.give(place.result())
            raise

    def _place_of(self, player: str) -> int:
        known = (at for at, one in enumerate(self._free) if one is not None and one.knows(player))
        return next(known, len(self._free) - 1)

    def _line_of(self, asker: Asker | Mover) -> _Line:
        if isinstance(asker, Mover):
            moves = self._moves if asker.is_watched else self._alone
            return moves.setdefault(asker.host, deque())
        people = self._asked.setdefault(asker.place, OrderedDict())
        return people.setdefault(asker.person, deque())

    def give(self, process: _Process | None) -> None:
        """Pass a slot on to the next in line."""
        while (place := self._next()) is not None:
            if not place.done():
                place.set_result(process)
                return
        self._free.append(process)

    def _next(self) -> _Place | None:
        if self._moves:
            return _first(self._moves)
        if not self._asked:
            return _first(self._alone) if self._alone else None
        address, people = self._asked.popitem(last=False)
        place = _first(people)
        if people:
            self._asked[address] = people
        return place


def _first(lines: _Lines) -> _Place:
    """The first in the first line that is not empty."""
    name, line = lines.popitem(last=False)
    place = line.popleft()
    if line:
        lines[name] = line
    return place


SOMEBODY: Final = Mover()


class BotPool:
    """A few processes; a question waits for a free one."""

    def __init__(self, count: int, hang_ms: int, metrics: Metrics) -> None:
        self._hang_ms = hang_ms
        self._metrics = metrics
        self._turns = Turns(count)
        self._all: set[_Process] = set()
        self._starting: set[asyncio.Task[_Process]] = set()

    async def open(self) -> None:
        """Does nothing yet: processes start on first use."""

    async def close(self) -> None:
        await asyncio.gather(*self._starting, return_exceptions=True)
        for process in tuple(self._all):
            await process.stop()
        self._all.clear()

    async def _start(self) -> _Process:
        """Start a process, known to `close` even if the asker goes away meanwhile."""

        async def start() -> _Process:
            process = await _Process.start()
            self._all.add(process)
            return process

        task = asyncio.create_task(start())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)
        return await asyncio.shield(task)

    @property
    def queue(self) -> int:
        """How many questions are waiting."""
        return self._turns.queue

    def waiting(self, person: str) -> int:
        """How many of them are a person's."""
        return self._turns.waiting(person)

    async def think(self, question: Question, asker: Asker | Mover = SOMEBODY) -> Decision:
        """Return the bot's decision, or raise BotFailed, when it is the asker's turn."""
        process = await self._turns.take(asker, question.player)
        kept: _Process | None = None
        try:
            if process is None:
                process = await self._start()
            decision = await process.ask(question, (question.ms + self._hang_ms) / 1000)
            if not 0 <= decision.choice < len(question.legal):
                raise BotFailed("no such move")
            kept = process
        except BotFailed as error:
            self._metrics.count("prateria_bot_failures_total")
            known = facts(bot=question.bot, game=question.game, cause=str(error))
            LOG.warning("a bot failed", extra=known)
            raise
        finally:
            self._turns.give(kept)
            if kept is None and process is not None:
                await process.stop()
                self._all.discard(process)  # only now: if this is cancelled, `close` stops it
        return decision
