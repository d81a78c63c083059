"""Replays of matches: whose eyes a person may use, and the match at any of its moments.

A log holds every secret. Whoever may see a table may follow it as a spectator; a seat's eyes are
its person's; everybody's open when the match is over, and its second table if there is one: one by
one or all at once. Who has several seats passes the screen on: while the match runs, they follow it
as a spectator.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from prateria.core import registry
from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.errors import PrateriaError, UnknownAction
from prateria.core.matches.log import TakeBack, read_header, read_log
from prateria.core.matches.match import Match
from prateria.core.matches.story import Told, see, see_everything, tell
from prateria.core.texts import Texts, mark
from prateria.server.errors import Refusal, bad, conflict, forbidden, not_found, too_fast
from prateria.server.rooms.live import BEHIND_S
from prateria.server.rooms.lobby import Lobby
from prateria.server.rooms.messages import TakeSnapshot
from prateria.server.rooms.rooms import Rooms
from prateria.server.rooms.tables import Table
from prateria.server.services import Services
from prateria.server.store.base import Status

KEPT: Final = 8_000
"""Entries in all the replays that are kept: matches differ much in length."""
SPECTATOR: Final = "w"
EVERYBODY: Final = "x"
"""The letter for the eyes of all seats at once."""
MOST_WAITING: Final = 16
"""How many requests for replays may wait from one address."""

T = TypeVar("T")


class Replay:
    """A log, read once. Going forward is quick; going back starts over."""

    def __init__(self, game: AnyGame, lines: Sequence[str]) -> None:
        self.game = game
        self._reading = read_log("".join(lines), game)
        self._lock = threading.Lock()
        self._cursor = self._start()
        self.whole = self._start()
        self.turns = tuple(self._follow())
        """The entries after which a turn begins: somebody else is to act, or all are again."""

    def _start(self) -> Match:
        # Without the seed: a replay draws nothing.
        match = Match(self.game, self._reading.header, None)
        match.foresee(self._reading.records)
        return match

    def _follow(self) -> Iterator[int]:
        """Read the whole log; the entries after which a turn begins. Luck in the middle of a seat's
        turn does not end it, but where all choose at once, each card is a turn."""
        acting: set[int] = set()
        for n, record in enumerate(self._reading.records, 1):
            self.whole.follow(record)
            now = {actor for actor in self.whole.actors if actor >= 0}
            if now and (not now <= acting or (record.by < 0 and len(now) > 1)):
                yield n
            acting = now or acting

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
        """A separate match, as it was after an entry."""
        match = self._start()
        for record in self._reading.records[:n]:
            match.follow(record)
        return match

    def states(self, numbers: Sequence[int]) -> Iterator[Any]:
        """The positions after some entries, given in their order, secrets included."""
        match = self._start()
        for n in numbers:
            for record in self._reading.records[match.version : n]:
                match.follow(record)
            yield match.peek()

    def attempt(self, n: int, seat: int, moves: Sequence[str]) -> Attempt:
        """A seat's turn, had it gone otherwise from an entry on; PrateriaError if it could not."""
        game, state = self.game, self.match(n).peek()
        for text in moves[:-1]:
            game.apply(state, self._could_be(state, seat, text))
        action = self._could_be(state, seat, moves[-1])
        return Attempt(game.view(state, seat), tuple(game.legal(state, seat)), action)

    def _could_be(self, state: Any, seat: int, text: str) -> Any:
        action = self.game.notation.parse_action(text)
        if seat not in self.game.actors(state) or action not in self.game.legal(state, seat):
            raise UnknownAction(f"{text!r} could not be done then")
        return action

    def story(
        self, seats: Sequence[int | None], names: Callable[[int], Sequence[str]], texts: Texts
    ) -> list[Told]:
        """What a seat was told, entry by entry, with the players' names at that entry; for several
        seats, all there is to tell."""
        seen = [
            see(self.game, n, entry, seats[0]) if len(seats) == 1 else see_everything(n, entry)
            for n, entry in enumerate(self.whole.log.entries, 1)
        ]
        told = [tell(self.game, each, names(each.n), texts) for each in seen]
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
class Attempt:
    """What a seat would have seen before a move, what it could have done, and that move."""

    view: Any
    legal: tuple[Any, ...]
    action: Any


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """A replay for one person, with the eyes they may use."""

    table: Table
    replay: Replay
    lines: Sequence[str]
    own: tuple[int, ...]
    is_whole: bool
    """Whether the whole log is open to everybody who may see the table."""

    @property
    def allowed(self) -> tuple[int | None, ...]:
        """The seats whose eyes may be used; None: a spectator's."""
        return (*(range(self.table.setup.seats) if self.is_whole else self.own), None)

    def seat(self, eyes: str | None) -> int | None:
        """The seat for a letter (`w`: a spectator's); without one, the person's first."""
        if eyes is None:
            return self.own[0] if self.own else None
        if eyes not in (*LETTERS[: self.table.setup.seats], SPECTATOR):
            raise bad(mark("There is no such seat."), detail="a seat is a letter: a, b, …")
        seat = None if eyes == SPECTATOR else LETTERS.index(eyes)
        if seat not in self.allowed:
            raise forbidden(mark("Other players’ views open when the match is over."))
        return seat

    def seats(self, eyes: str | None) -> tuple[int | None, ...]:
        """The same as the seats whose views are shown: for everybody's eyes at once, all."""
        if eyes != EVERYBODY:
            return (self.seat(eyes),)
        if not self.is_whole:
            raise forbidden(mark("Other players’ views open when the match is over."))
        return tuple(range(self.table.setup.seats))

    def entry(self, n: int | None) -> int:
        """The requested entry; the last by default."""
        if n is not None and n > self.replay.last:
            raise not_found(mark("The match has no such step."))
        return self.replay.last if n is None else n

    def whole_log(self) -> str:
        if not self.is_whole:
            raise forbidden(
                mark("A log reveals every secret, so it opens only when the match is over.")
            )
        return "".join(self.lines)


def eyes_of(table: Table, person: str) -> tuple[int, ...]:
    """The seats through whose eyes a person may see a match. With several seats at one screen none
    while it runs: nobody knows who is looking, and a replay has no curtain."""
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
        """Work on a log, for somebody at an address. All such work has one thread, so that opening
        a table or logging in never waits for people who look back."""
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
        """What a person may see of a match; Refusal if nothing."""
        table = await self._rooms.look(table_id)
        if not table.may_see(person, invite):
            raise not_found(mark("There is no such table."))
        lines = await self._told(table, await self._services.store.lines(table_id), person)
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

    async def _told(self, table: Table, lines: list[str], person: str) -> list[str]:
        """Without what was done in a race that is not decided yet, and without a card that is
        written and has not gone out."""
        is_played = table.row.status is Status.PLAYING
        if not is_played or registry.get(table.row.game).live is None:
            return lines
        room = await self._rooms.room(table.id)
        shown = await room.hear(TakeSnapshot(person, 0))  # in turn: when the card has gone out
        return lines[: 1 + shown.face.n]

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
