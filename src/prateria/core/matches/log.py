"""The log: a header, then one line an entry, each line chained to all before it.

A log is JSON Lines. Every line ends with `"chain"`, a hash of the line and of the chain before it,
so that a damaged or edited file is detected and the line named. Only the last line of a finished
match contains the seed; the header contains its commitment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from prateria.core.contract.game import CHANCE, CLOCK, LETTERS, AnyGame
from prateria.core.contract.meta import OptionValue, Outcome
from prateria.core.errors import LogError, NotationError, WireError
from prateria.core.native import make_picklable
from prateria.core.texts import mark
from prateria.core.wire import load_json

FORMAT: Final = 1
"""The version of the file format, written into each header."""
_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_CHAINED: Final = re.compile(r'(\{.*),"chain":"([0-9a-f]{32})"\}', re.DOTALL)
_ACTOR_NAMES: Final = {CHANCE: "chance", CLOCK: "clock"}


@dataclass(frozen=True, slots=True)
class Header:
    """The setup of a match before anything happened in it.

    `data` holds the game's tables as they were, so that a log replays even after an owner of the
    printed game has corrected them.
    """

    game: str
    rules: str
    engine: str
    seats: int
    options: Mapping[str, OptionValue]
    data: Mapping[str, Any]
    players: tuple[str, ...]
    commitment: str
    position: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Instead of an action: an entry is taken back, with all after it, or with `alone` no other.

    What was taken back stays in the log; it no longer counts.
    """

    entry: int
    alone: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: when (milliseconds from the start), by whom, what.

    `action` is an action of the game, or a `TakeBack`. `draw` is the counter of the draw, for an
    entry by CHANCE. `events` are its effects; they are not written, since replaying produces them
    again.
    """

    at: int
    by: int
    action: Any
    draw: int | None
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """An entry as read from a file, before it is replayed."""

    line: int
    at: int
    by: int
    action: Any
    draw: int | None


def record_of(number: int, entry: Entry) -> Record:
    """An entry of a log as it would be read from a file."""
    return Record(number + 1, entry.at, entry.by, entry.action, entry.draw)


@dataclass(frozen=True, slots=True)
class Ending:
    """The last line of a finished match: its outcome and its seed."""

    outcome: Outcome
    seed: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A match after some number of entries: together with the log's lines, all that is needed to go
    on.

    `at` and `by` belong to the last entry, `draw` counts the draws so far, `chain` is that of the
    last line, `gone` lists the entries that do not count (those taken back, and the take-backs),
    `position` is the whole state.
    """

    entries: int
    at: int
    by: int
    draw: int
    chain: str
    gone: tuple[int, ...]
    position: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a log, its chain checked and its actions parsed, not yet replayed.

    When read from a checkpoint, `records` holds only those after it.
    """

    header: Header
    records: tuple[Record, ...]
    ending: Ending | None
    chain: str
    """The chain of the last line."""
    lines: int
    past: str = ""
    """The text up to the checkpoint."""


make_picklable(Header, TakeBack, Entry, Record, Ending, Checkpoint, Reading)


class Log:
    """The log of a match as it grows."""

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        self.header = header
        self.ending: Ending | None = None
        self._entries: list[Entry] = []
        self._folded = 0
        self._folded_at = 0
        self._folded_by = CHANCE
        self._recall: Callable[[], list[Entry]] | None = None

    def fold(self, checkpoint: Checkpoint, recall: Callable[[], list[Entry]]) -> None:
        """Start after a checkpoint; earlier entries are recalled on demand."""
        self._folded = checkpoint.entries
        self._folded_at, self._folded_by = checkpoint.at, checkpoint.by
        self._recall = recall

    @property
    def entries(self) -> list[Entry]:
        """All entries.

        In a match that began at a checkpoint this recalls the earlier ones, which takes a while;
        the members below do so only if they must.
        """
        if self._recall is not None:
            self._entries = [*self._recall(), *self._entries]
            self._folded, self._recall = 0, None
        return self._entries

    @property
    def count(self) -> int:
        """How many entries there are."""
        return self._folded + len(self._entries)

    @property
    def at(self) -> int:
        """The time of the last entry."""
        return self._entries[-1].at if self._entries else self._folded_at

    def entry(self, number: int) -> Entry:
        """The entry with this number; the first is 1."""
        place = number - 1 - self._folded
        return self._entries[place] if place >= 0 else self.entries[number - 1]

    def after(self, number: int) -> list[Entry]:
        """The entries after the one with this number."""
        if number >= self._folded:
            return self._entries[number - self._folded :]
        return self.entries[number:]

    def by(self, number: int) -> int:
        """Who made the entry with this number."""
        if number == self._folded:
            return self._folded_by
        return self.entry(number).by

    def time(self, number: int) -> int:
        """The time of the entry with this number; 0 before the first."""
        return self._folded_at if number == self._folded else self.entry(number).at

    def last_by(self, actor: int) -> int:
        """The number of the last entry by a given actor, 0 if there is none."""
        for number in range(self.count, 0, -1):
            if self.by(number) == actor:
                return number
        return 0

    def add(self, entry: Entry) -> None:
        """Append an entry."""
        self._entries.append(entry)

    def dumps(self) -> str:
        """The log as JSON Lines."""
        writer = LineWriter(self)
        return "".join(writer.new_lines())


class LineWriter:
    """Writes a log as it grows: each call of `new_lines` gives the lines since the last."""

    def __init__(self, log: Log, chain: str = "", written: int = 0) -> None:
        self._log = log
        self.chain = chain
        """The chain of the last line written."""
        self._written = written
        """Lines written so far."""

    def new_lines(self) -> list[str]:
        """The lines added since the last call; the first call begins with the header."""
        log, lines = self._log, []
        if self._written == 0:
            lines.append(self._line(_header_row(log.header)))
        first = self._written
        for number, entry in enumerate(log.after(first - 1), first):
            lines += [self._line(_entry_row(log.game, number, entry))]
        if log.ending is not None and self._written == log.count + 1:
            lines.append(self._line(_ending_row(log.count + 1, log.ending)))
        return lines

    def _line(self, row: dict[str, object]) -> str:
        body = _encode(row)[:-1]
        self.chain = _link(self.chain, body)
        self._written += 1
        return f'{body},"chain":"{self.chain}"}}\n'


def actor_name(actor: int) -> str:
    """A seat's letter, `chance` or `clock`."""
    return LETTERS[actor] if actor >= 0 else _ACTOR_NAMES[actor]


def _link(chain: str, body: str) -> str:
    return sha256(f"{chain}\n{body}".encode()).hexdigest()[:32]


def _header_row(header: Header) -> dict[str, object]:
    row: dict[str, object] = {
        "prateria": FORMAT,
        "game": header.game,
        "rules": header.rules,
        "engine": header.engine,
        "seats": header.seats,
        "options": dict(header.options),
        "data": dict(header.data),
        "players": list(header.players),
        "commitment": header.commitment,
    }
    if header.position is not None:
        row["position"] = header.position
    return row


def _entry_row(game: AnyGame, number: int, entry: Entry) -> dict[str, object]:
    row: dict[str, object] = {
        "n": number,
        "at": entry.at,
        "by": actor_name(entry.by),
    }
    if isinstance(entry.action, TakeBack):
        row["back"] = entry.action.entry
        if entry.action.alone:
            row["alone"] = True
    else:
        row["do"] = game.notation.format_action(entry.action)
    if entry.draw is not None:
        row["draw"] = entry.draw
    return row


def _ending_row(number: int, ending: Ending) -> dict[str, object]:
    outcome = ending.outcome
    return {
        "n": number,
        "places": list(outcome.places),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "seed": ending.seed,
    }


class _Fields:
    """The fields of one line, taken one by one with their types checked."""

    def __init__(self, line: int, row: dict[str, Any]) -> None:
        self.line = line
        self.row = row

    def take(self, name: str, kind: type) -> Any:
        value = self.row.pop(name, None)
        if type(value) is not kind:
            text = mark("“{name}” is missing or not of type {kind}")
            raise LogError(self.line, text, name=name, kind=kind.__name__)
        return value

    def take_all(self, name: str, kind: type) -> tuple[Any, ...]:
        values = self.take(name, list)
        if any(type(value) is not kind for value in values):
            text = mark("“{name}” contains something that is not of type {kind}")
            raise LogError(self.line, text, name=name, kind=kind.__name__)
        return tuple(values)

    def done(self) -> None:
        if self.row:
            names = ", ".join(sorted(self.row))
            raise LogError(self.line, mark("unknown fields: {names}"), names=names)


def read_header(text: str | bytes) -> Header:
    """The header alone, for telling which game a log is of; its own line is checked."""
    lines = _lines(text)
    row, _ = _unchain(1, lines[0], "")
    return _read_header(_Fields(1, row))


def read_log(text: str | bytes, game: AnyGame, checkpoint: Checkpoint | None = None) -> Reading:
    """Read a log's text, its chain checked line by line; LogError names the first bad line.

    With a checkpoint, the lines up to it are not parsed: only their chain is checked.
    """
    lines = _lines(text)
    row, chain = _unchain(1, lines[0], "")
    header = _read_header(_Fields(1, row))
    records: list[Record] = []
    ending: Ending | None = None
    first = 1 if checkpoint is None else checkpoint.entries + 1
    for line, raw in enumerate(lines[1:first], 2):
        _, chain = _check_link(line, raw, chain)
    if checkpoint is not None and (len(lines) < first or chain != checkpoint.chain):
        raise LogError(first, "the checkpoint is not of this log")
    for line, raw in enumerate(lines[first:], first + 1):
        if ending is not None:
            raise LogError(line, mark("the match was over on the line before"))
        row, chain = _unchain(line, raw, chain)
        fields = _Fields(line, row)
        if fields.take("n", int) != line - 1:
            raise LogError(line, mark("entry {number} was expected here"), number=line - 1)
        if "seed" in row:
            ending = _read_ending(fields)
        else:
            records.append(_read_record(fields, game, header.seats))
        fields.done()
    past = "" if checkpoint is None else "".join(f"{raw}\n" for raw in lines[:first])
    return Reading(header, tuple(records), ending, chain, len(lines), past)


def _lines(text: str | bytes) -> list[str]:
    lines = (_decode(text) if isinstance(text, bytes) else text).split("\n")
    if lines[-1]:
        why = mark("the line is not complete: the file was cut off or edited")
        raise LogError(len(lines), why)
    if len(lines) == 1:
        raise LogError(1, mark("the log is empty"))
    return lines[:-1]


def _decode(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise LogError(line, mark("not UTF-8 text")) from None


def _check_link(line: int, raw: str, before: str) -> tuple[str, str]:
    """A line without its chain, and the chain, which must continue the one before."""
    found = _CHAINED.fullmatch(raw)
    if found is None:
        raise LogError(
            line, mark("not a line of a log (it must be JSON and end with its chain hash)")
        )
    body, chain = found.group(1), found.group(2)
    try:
        expected = _link(before, body)
    except UnicodeEncodeError:
        raise LogError(line, mark("not valid text")) from None
    if chain != expected:
        raise LogError(line, mark("the chain is broken: this line, or the one before, was changed"))
    return body, chain


def _unchain(line: int, raw: str, before: str) -> tuple[dict[str, Any], str]:
    body, chain = _check_link(line, raw, before)
    try:
        row = load_json(body + "}")
    except WireError as error:
        raise LogError(line, mark("the line cannot be read"), str(error)) from None
    return row, chain


def _read_header(fields: _Fields) -> Header:
    version = fields.take("prateria", int)
    if version != FORMAT:
        text = mark("log format {found}; this engine reads format {known}")
        raise LogError(1, text, found=version, known=FORMAT)
    options = fields.take("options", dict)
    if any(type(value) not in (bool, int, str) for value in options.values()):
        raise LogError(1, mark("an option must be true or false, a number or a text"))
    header = Header(
        game=fields.take("game", str),
        rules=fields.take("rules", str),
        engine=fields.take("engine", str),
        seats=fields.take("seats", int),
        options=options,
        data=fields.take("data", dict),
        players=fields.take_all("players", str),
        commitment=fields.take("commitment", str),
        position=fields.take("position", str) if "position" in fields.row else None,
    )
    fields.done()
    if len(header.players) != header.seats:
        text = mark("{players} players are named for {seats} seats")
        raise LogError(1, text, players=len(header.players), seats=header.seats)
    return header


def _read_record(fields: _Fields, game: AnyGame, seats: int) -> Record:
    at = fields.take("at", int)
    actors = {actor_name(actor): actor for actor in (*range(seats), CHANCE, CLOCK)}
    by = actors.get(fields.take("by", str))
    if by is None:
        names = ", ".join(actors)
        raise LogError(fields.line, mark("“{name}” is not one of {names}"), name="by", names=names)
    action = _read_action(fields, game)
    draw = fields.take("draw", int) if by == CHANCE else None
    return Record(fields.line, at, by, action, draw)


def _read_action(fields: _Fields, game: AnyGame) -> Any:
    if "back" in fields.row:
        alone = fields.take("alone", bool) if "alone" in fields.row else False
        return TakeBack(fields.take("back", int), alone)
    try:
        return game.notation.parse_action(fields.take("do", str))
    except NotationError as error:
        raise LogError(fields.line, mark("the move cannot be read"), str(error)) from None


def _read_ending(fields: _Fields) -> Ending:
    outcome = Outcome(
        places=fields.take_all("places", int),
        scores=fields.take_all("scores", int),
        reason=fields.take("reason", str),
    )
    return Ending(outcome, fields.take("seed", str))
