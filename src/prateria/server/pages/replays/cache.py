"""Matches to be looked at again: a log that was read, and the match at any of its moments."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from prateria.core import registry
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import PARTS, Scene
from prateria.core.matches.log import TakeBack, actor_name, read_header, read_log
from prateria.core.matches.match import Match
from prateria.core.texts import Texts
from prateria.server.painting import frame
from prateria.server.rooms import frames

KEPT: Final = 32


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
        return Match(self.game, self._reading.header, None)

    @property
    def last(self) -> int:
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

    def _at(self, n: int) -> Match:
        if n < self._cursor.version:
            self._cursor = self._start()
        for record in self._reading.records[self._cursor.version : n]:
            self._cursor.follow(record)
        return self._cursor


class ReplayCache:
    """The reels of late. A match that goes on has a new one for each of its lengths."""

    def __init__(self) -> None:
        self._reels: OrderedDict[tuple[str, int], Replay] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, table: str, lines: Sequence[str]) -> Replay:
        """The replay of a table's log; LogError if it cannot be read."""
        key = (table, len(lines))
        with self._lock:
            if key not in self._reels:
                game = registry.get(read_header("".join(lines[:1])).game)
                self._reels[key] = Replay(game, lines)
                if len(self._reels) > KEPT:
                    self._reels.popitem(last=False)
            self._reels.move_to_end(key)
            return self._reels[key]


REPLAYS: Final = ReplayCache()


def parts(
    replay: Replay, n: int, seat: int | None, names: Sequence[str], texts: Texts
) -> dict[str, str]:
    """The parts of the table as a seat saw it after an entry, as HTML."""
    view, actors = replay.view(n, seat)
    drawing = face_of(replay.game).draw(view, Scene(tuple(names), texts))
    outcome = frames.result(replay.whole.outcome) if n == replay.last else None
    drawn = {name: getattr(drawing, name) for name in PARTS}
    acting = [actor_name(actor) for actor in actors if actor >= 0]
    colours = [face_of(replay.game).colour(at) for at in range(len(names))]
    drawn["turn"] = frame.turn(acting, None, (), names, outcome, texts, colours=colours)
    return drawn


def sentences(
    replay: Replay, seat: int | None, names: Sequence[str], texts: Texts
) -> list[tuple[int, int | None, str]]:
    """What a seat was told: the entry, whose line it is (None: nobody's alone), the sentence."""
    game, told = replay.game, []
    for number, entry in enumerate(replay.whole.log.entries, 1):
        by = entry.by if entry.by >= 0 else None
        if isinstance(entry.action, TakeBack):
            name = names[by] if by is not None else ""
            told.append((number, by, texts.say("{name} takes back a step.", name=name)))
            continue
        seen = [game.seen(event, seat) for event in entry.events]
        words = [
            (event, game.words.tell(event, names, texts)) for event in seen if event is not None
        ]
        said = [(event, text) for event, text in words if text]
        if said:
            whose = frame.subject(by, (event for event, _ in said))
            told.append((number, whose, " ".join(text for _, text in said)))
    return told
