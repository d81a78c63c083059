"""A match as somebody saw it, retold in sentences: on pages, in replays, in terminals.

This is the only narrator. What a seat may see is decided here by `Game.seen`, and nowhere later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from prateria.core.contract.game import AnyGame
from prateria.core.matches.log import Entry, TakeBack
from prateria.core.texts import ENGLISH, Texts


@dataclass(frozen=True, slots=True)
class SeenEntry:
    """An entry of the log with the events that a given observer saw of it."""

    n: int
    at: int
    by: int
    events: tuple[Any, ...] = ()
    back: TakeBack | None = None
    """What it took back, if it is not an action."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences under the heading of the chapter they open; "" if they continue the last one."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in sentences, possibly none. `by` is the seat they are about; None: no single
    seat."""

    n: int
    by: int | None
    passages: tuple[Passage, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of them, without the headings."""
        return tuple([sentence for passage in self.passages for sentence in passage.sentences])


def see(game: AnyGame, n: int, entry: Entry, seat: int | None) -> SeenEntry:
    """What a seat, or with None a spectator, saw of entry `n`."""
    if isinstance(entry.action, TakeBack):
        return SeenEntry(n, entry.at, entry.by, back=entry.action)
    seen = [game.seen(event, seat) for event in entry.events]
    return SeenEntry(n, entry.at, entry.by, tuple([event for event in seen if event is not None]))


def see_everything(n: int, entry: Entry) -> SeenEntry:
    """Entry `n` with every secret, for readers who hold the whole log anyway."""
    back = entry.action if isinstance(entry.action, TakeBack) else None
    return SeenEntry(n, entry.at, entry.by, entry.events, back)


def tell(game: AnyGame, seen: SeenEntry, names: Sequence[str], texts: Texts = ENGLISH) -> Told:
    """Retell the entry in the reader's language."""
    by = seen.by if seen.by >= 0 else None
    if seen.back is not None:
        name = names[by] if by is not None else ""
        said = texts.say("{name} takes back a step.", name=name)
        return Told(seen.n, by, (Passage("", (said,)),))
    told: list[object] = []
    passages: list[Passage] = []
    heading, sentences = "", list[str]()
    for event in seen.events:
        opened = game.words.heading(event, names, texts)
        if opened:
            passages.append(Passage(heading, tuple(sentences)))
            heading, sentences = opened, []
        sentence = game.words.tell(event, names, texts)
        if sentence:
            told.append(event)
            sentences.append(sentence)
    passages.append(Passage(heading, tuple(sentences)))
    kept = [passage for passage in passages if passage.heading or passage.sentences]
    return Told(seen.n, _subject(by, told), tuple(kept))


def _subject(by: int | None, events: Sequence[object]) -> int | None:
    """The seat that all sentences are about, though another may have made the entry: the last to
    choose triggers the reveal of everybody's cards."""
    seats = {seat for event in events if isinstance(seat := getattr(event, "seat", None), int)}
    if len(seats) == 1:
        return seats.pop()
    return by if not seats or by in seats else None
