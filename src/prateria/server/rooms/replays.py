"""Matches to be looked at again: who may use whose eyes, and the match at any of its moments.

A log holds every secret. Whoever may see a table may follow it as a spectator; a seat's eyes are
its person's; everybody's open when the match is over, and its second table if there is one. Who
has several seats passes the screen on: while the match runs, they follow it as a spectator.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from prateria.core import registry
from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.errors import PrateriaError
from prateria.core.matches.log import TakeBack, read_header, read_log
from prateria.core.matches.match import Match
from prateria.core.matches.story import Told, see, tell
from prateria.core.texts import Texts, mark
from prateria.server.errors import Refusal, bad, conflict, forbidden, not_found, too_fast
from prateria.server.rooms.live import BEHIND_S
from prateria.server.rooms.lobby import Lobby
from prateria.server.rooms.rooms import Rooms
from prateria.server.rooms.tables import Table
from prateria.server.services import Services
from prateria.server.store.base import Status

KEPT: Final = 8_000
"""Entries in all the replays that are kept: matches differ much in length."""
SPECTATOR: Final = "w"
MOST_WAITING: Final = 16
"""So many looks at replays may wait that come from one address."""

T = TypeVar("T")


class Replay:
    """A log, read once. Going forward is quick; going back begins again."""

    def __init__(self, game: AnyGame, lines: Sequence[str]) -> None:
        self.game = game
        self._reading = read_log("".join(lines), game)
        self._lock = threading.Lock()
        self._cursor = self._start()
        self.whole = self._start()
        for record in self._reading.records:
            self.whole.follow(record)

    def _start(self) -> Match:
        # Without the seed: what is looked at draws nothing.
        match = Match(self.game, self._reading.header, None)
        match.foresee(self._reading.records)
        return match

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self._reading.records)

    def view(self, n: int, seat: int | None) -> tuple[Any, tuple[int, ...]]:
        """What a seat saw after an entry, and who was to act then."""
        with self._lock:
            match = self._at(n)
            return match.view(seat), match.actors

    def match(self, n: int) -> Match:
        """A match of its own, as it was after an entry."""
        match = self._start()
        for record in self._reading.records[:n]:
            match.follow(record)
        return match

    def story(self, seat: int | None, names: Sequence[str], texts: Texts) -> list[Told]:
        """What a seat was told, entry by entry."""
        entries = enumerate(self.whole.log.entries, 1)
        told = [tell(self.game, see(self.game, n, e, seat), names, texts) for n, e in entries]
        return [entry for entry in told if entry.passages]

    @property
    def struck(self) -> frozenset[int]:
        """The entries that were taken back."""
        gone: set[int] = set()
        for n, entry in enumerate(self.whole.log.entries, 1):
            if isinstance(entry.action, TakeBack):
                first, alone = entry.action.entry, entry.action.alone
                gone.update([first] if alone else range(first, n))
        return frozenset(gone)

    def _at(self, n: int) -> Match:
        if n < self._cursor.version:
            self._cursor = self._start()
        for record in self._reading.records[self._cursor.version : n]:
            self._cursor.follow(record)
        return self._cursor


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """A replay for one person: which eyes they may use."""

    table: Table
    replay: Replay
    lines: Sequence[str]
    own: tuple[int, ...]
    is_whole: bool
    """Whether the whole log is open to all who may see the table."""

    @property
    def allowed(self) -> tuple[int | None, ...]:
        """The seats whose eyes may be used; None: a spectator's."""
        return (*(range(self.table.setup.seats) if self.is_whole else self.own), None)

    def seat(self, eyes: str | None) -> int | None:
        """The seat that a letter names (`w`: a spectator's); without one, the person's first."""
        if eyes is None:
            return self.own[0] if self.own else None
        if eyes not in (*LETTERS[: self.table.setup.seats], SPECTATOR):
            raise bad(mark("There is no such seat."), detail="a seat is a letter: a, b, …")
        seat = None if eyes == SPECTATOR else LETTERS.index(eyes)
        if seat not in self.allowed:
            raise forbidden(mark("Other players’ views open when the match is over."))
        return seat

    def entry(self, n: int | None) -> int:
        """The entry asked for; the last by default."""
        if n is not None and n > self.replay.last:
            raise not_found(mark("The match has no such moment."))
        return self.replay.last if n is None else n

    def whole_log(self) -> str:
        if not self.is_whole:
            raise forbidden(mark("A log holds every secret: it opens when the match is over."))
        return "".join(self.lines)


def eyes_of(table: Table, person: str) -> tuple[int, ...]:
    """The seats through whose eyes a person may see a match again. With several seats at one screen
    none while it runs: nobody knows who looks, and a replay has no curtain."""
    own = table.seats_of(person)
    return own if len(own) == 1 or table.row.status is Status.OVER else ()


class Replays:
    """Opens replays, and keeps those that were looked at recently. A running match gets a new one
    each time it grows."""

    def __init__(self, services: Services, rooms: Rooms, lobby: Lobby) -> None:
        self._services = services
        self._rooms = rooms
        self._lobby = lobby
        self._kept: LRUCache[tuple[str, int], Replay] = LRUCache(KEPT, lambda one: 1 + one.last)
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1, "replays")
        self._waiting: Counter[str] = Counter()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def in_turn(self, place: str, work: Callable[[], T]) -> T:
        """Work on a log, for somebody at an address. All of it has one thread, so that whoever
        opens a table or logs in never waits for those who look back."""
        if self._waiting[place] >= MOST_WAITING:
            raise too_fast()
        self._waiting[place] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, copy_context().run, work)
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place]

    async def open(self, table_id: str, person: str, invite: str | None, place: str) -> OpenReplay:
        """What a person may see of a match again; Refusal if nothing."""
        table = await self._rooms.look(table_id)
        if not table.may_see(person, invite):
            raise not_found(mark("There is no such table."))
        lines = self._told(table_id, await self._services.store.lines(table_id), person)
        if not lines:
            raise conflict("not_begun", mark("The match has not begun yet."))
        try:
            replay = await self.in_turn(place, lambda: self._read(table_id, lines))
        except PrateriaError as error:
            raise Refusal(500, "unreadable", mark("This table can no longer be read.")) from error
        known = self._rooms.known(table_id)
        if known is not None and known.is_late_for(person):
            await asyncio.sleep(BEHIND_S)
        is_whole = await self._lobby.is_log_open(table)
        return OpenReplay(table, replay, lines, eyes_of(table, person), is_whole)

    def _told(self, table: str, lines: list[str], person: str) -> list[str]:
        """Without what was done in a race that is not decided yet."""
        room = self._rooms.known(table)
        if room is None or not room.is_hushed:
            return lines
        room.wires.told(person, 0)  # over a line that nobody has measured
        return lines[: 1 + room.n]

    def _read(self, table: str, lines: Sequence[str]) -> Replay:
        key = (table, len(lines))
        with self._lock:
            replay = self._kept.get(key)
            if replay is None:
                game = registry.get(read_header("".join(lines[:1])).game)
                replay = Replay(game, lines)
                with suppress(ValueError):  # longer than all that is kept together
                    self._kept[key] = replay
            return replay
