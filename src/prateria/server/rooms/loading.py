"""A match read back from its lines, together with its clocks; and the snapshots that make it quick.

A snapshot is only a cache: the match after some line, with the chain of that line. One that is
damaged, of another version or not of these lines is ignored, and everything is replayed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from prateria.core import registry
from prateria.core.contract.game import CHANCE
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import PrateriaError
from prateria.core.matches.begin import new_match, position
from prateria.core.matches.log import Checkpoint, LineWriter, TakeBack, read_header, read_log
from prateria.core.matches.match import Match
from prateria.core.version import __version__
from prateria.core.wire import Codec, to_json
from prateria.server.rooms.clocks import ClockRule, Clocks, Dial, new_clocks
from prateria.server.rooms.live import Hush, LiveClock
from prateria.server.rooms.tables import Table
from prateria.server.server_log import facts
from prateria.server.store.base import Snapshot
from prateria.server.wire.protocol import Offer

LOG: Final = logging.getLogger("prateria.server")
EVERY: Final = 100
"""The number of entries between two snapshots of a match."""
FORMAT: Final = 2
_marks: Final = Codec((Checkpoint,))


class _Kept(Struct, frozen=True):
    """The contents of a snapshot."""

    format: int
    engine: str
    mark: str
    dials: tuple[tuple[int, int | None, int], ...]


@dataclass(slots=True)
class Running:
    """A match in memory: what has been written of it, and its clocks in match time."""

    match: Match
    writer: LineWriter
    written: int
    """How many lines are in the store."""
    clocks: Clocks
    logged: Clocks
    """The clocks as the log alone gives them, without the time added by a restart."""
    live: LiveClock
    told: Clocks
    """The clocks before what seats have done since luck or CLOCK: in a race all that is told."""
    kept: int = 0
    """How many entries the last snapshot covers."""

    def moved(self, number: int) -> None:
        """Update the clocks after an entry, and the luck that came with it."""
        match = self.match
        first, actors, drawn = match.log.entry(number), match.actors, match.version > number
        reopened = _reopens(number, first.action)
        self.clocks, self.logged = (
            clocks.after(first.by, actors, first.at, drawn=drawn, reopened=reopened)
            for clocks in (self.clocks, self.logged)
        )

    def is_due(self, every: int = EVERY) -> bool:
        """Whether enough has happened since the last snapshot, and the match goes on. Best right
        after luck: nobody takes back, unasked, what was before it, and so nothing before the
        snapshot will have to be recalled."""
        match = self.match
        new = match.version - self.kept
        if new < every or match.outcome is not None:
            return False
        return new >= 2 * every or match.log.by(match.version) < 0

    def snapshot(self, table: str) -> Snapshot:
        """A snapshot of the match in its current state, once all of it is written."""
        dials = tuple((dial.left, dial.since, dial.began) for dial in self.logged.dials)
        kept = _Kept(FORMAT, __version__, to_json(self.match.checkpoint(self.writer.chain)), dials)
        text = msgspec.json.encode(kept).decode()
        self.kept = self.match.version
        return Snapshot(table, self.written, _digest(text), text)


@dataclass(frozen=True, slots=True)
class Rest:
    """What a room knew that is not in the store, while it is put away: its clocks go on, and a
    proposal stays open."""

    n: int
    anchor: tuple[int, int]
    clocks: Clocks
    offer: Offer | None
    agreed: frozenset[str]
    due: int | None
    """When something happens at the table on its own, by the steady clock."""

    @property
    def is_stored(self) -> bool:
        """Whether any worker could go on without it: clocks that count days go by the calendar,
        others by what this worker has seen."""
        return self.clocks.rule.kind in ("none", "days") and self.offer is None


@dataclass(frozen=True, slots=True)
class Race:
    """What is known of a race besides the lines of its match."""

    n: int
    """How many entries they contain."""
    live: LiveClock
    hush: Hush | None
    anchor: tuple[int, int]


def begin(table: Table) -> tuple[Running, list[str]]:
    """The match of a table, dealt, and its first lines, which are not written yet."""
    names = [chair.name or f"seat {seat + 1}" for seat, chair in enumerate(table.chairs)]
    setup, seed = table.setup, table.row.seed
    if setup.position is not None:
        match = position(table.row.game, setup.position, seed=seed, players=names, data=setup.data)
    else:
        match = new_match(
            table.row.game,
            seats=setup.seats,
            seed=seed,
            options=_known(table.row.game, setup.options),
            players=names,
        )
    writer = LineWriter(match.log)
    lines = writer.new_lines()
    clocks = new_clocks(table.setup.clock, match.seats).after(CHANCE, match.actors, 0)
    return Running(match, writer, len(lines), clocks, clocks, LiveClock(match, 0), clocks), lines


def _known(game: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options without those that only an earlier version of the rules had: the table may have
    been opened under it."""
    names = {option.name for option in registry.get(game).meta.options}
    return {name: value for name, value in options.items() if name in names}


def resume(
    lines: Sequence[str], seed: str, rule: ClockRule, snapshot: Snapshot | None = None
) -> Running:
    """The match in these lines, every one of them checked; LogError names a bad one.

    The part that a good snapshot covers is checked by its chain only.
    """
    text = "".join(lines)
    if snapshot is not None:
        try:
            mark, clocks = _read(snapshot, rule)
            return _follow(text, seed, clocks, mark)
        except (PrateriaError, ValueError, LookupError, TypeError) as error:
            known = facts(table=snapshot.table, cause=error)
            LOG.warning("a snapshot is ignored", extra=known)
    return _follow(text, seed, new_clocks(rule, read_header(text).seats), None)


def _read(snapshot: Snapshot, rule: ClockRule) -> tuple[Checkpoint, Clocks]:
    if _digest(snapshot.position) != snapshot.digest:
        raise ValueError("its digest does not fit")
    kept = msgspec.json.decode(snapshot.position, type=_Kept)
    if (kept.format, kept.engine) != (FORMAT, __version__):
        raise ValueError(f"it was made by version {kept.engine}")
    mark: Checkpoint = _marks.decode(kept.mark)
    if mark.entries != snapshot.lines - 1:
        raise ValueError("it covers other lines than it says")
    return mark, Clocks(rule, tuple(Dial(*dial) for dial in kept.dials))


def _follow(text: str, seed: str, clocks: Clocks, mark: Checkpoint | None) -> Running:
    header = read_header(text)
    game = registry.get(header.game)
    if len(clocks.dials) != header.seats:
        raise ValueError("it has other clocks")
    reading = read_log(text, game, mark)
    match, by, reopened = Match(game, header, seed, mark, reading.past), CHANCE, False
    match.foresee(reading.records)
    told = clocks
    for record in reading.records:
        match.follow(record)
        drawn = record.by == CHANCE
        if not drawn:
            by, reopened = record.by, _reopens(match.version, record.action)
        if match.actors != (CHANCE,):  # luck belongs to the action before it
            clocks = clocks.after(by, match.actors, record.at, drawn=drawn, reopened=reopened)
            by, reopened = CHANCE, False
        if record.by < 0:
            told = clocks
    match.log.ending = reading.ending
    writer = LineWriter(match.log, reading.chain, reading.lines)
    kept = 0 if mark is None else mark.entries
    live = LiveClock(match, match.log.at)
    return Running(match, writer, reading.lines, clocks, clocks, live, told, kept)


def _reopens(number: int, action: object) -> bool:
    """Whether an entry takes back the one before it, or a choice that others make meanwhile: then
    the same turn continues."""
    return isinstance(action, TakeBack) and (action.alone or action.entry == number - 1)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
