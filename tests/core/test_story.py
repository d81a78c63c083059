"""The narrator retells a match to each seat as that seat saw it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import prateria
from prateria import Match
from prateria.core.matches.log import TakeBack
from prateria.core.matches.story import (
    Passage,
    SeenEntry,
    Told,
    _subject,
    see,
    see_everything,
    tell,
)
from tests.laws.duel import Duel, DuelWords

NAMES = ("Ann", "Ben")


def chosen() -> Match:
    """A card picked in secret and taken back."""
    match = prateria.new_match("manitou", seats=2, seed="story", options={"dealer": "b"})
    match.play(0, "picks 7", at=10)
    match.take_back(0, at=20)
    return match


def last_but(match: Match, number: int) -> tuple[int, SeenEntry, SeenEntry, SeenEntry]:
    """An entry by its number from the end: as its seat, another and the whole log saw it."""
    n = match.version - number
    entry = match.log.entries[n - 1]
    mine, theirs = (see(match.game, n, entry, seat) for seat in (0, 1))
    return n, mine, theirs, see_everything(n, entry)


def test_a_secret_choice_is_seen_by_its_seat_and_by_the_whole_log_only() -> None:
    match = chosen()
    n, mine, theirs, everything = last_but(match, 1)
    assert (mine.n, mine.at, mine.by) == (n, 10, 0)
    assert mine.events == everything.events
    assert len(mine.events) == 1
    assert theirs.events == ()
    assert tell(match.game, theirs, NAMES) == Told(n, 0, ())


def test_a_step_taken_back_is_told_to_everybody_alike() -> None:
    match = chosen()
    n, mine, theirs, everything = last_but(match, 0)
    assert isinstance(mine.back, TakeBack)
    assert mine == theirs == everything
    assert tell(match.game, mine, NAMES) == Told(n, 0, (Passage("", ("Ann takes back a step.",)),))
    nobody_s = SeenEntry(n, 20, -1, back=mine.back)
    assert tell(match.game, nobody_s, NAMES) == Told(
        n, None, (Passage("", (" takes back a step.",)),)
    )


def test_a_chapter_has_its_heading_above_the_sentence_that_opens_it() -> None:
    class Chaptered(Duel):
        def make_words(self) -> DuelWords:
            return replace(super().make_words(), tell=said, heading=chapter)

    def said(event: object, names: object, texts: object = None, /) -> str:
        return f"{event}."

    def chapter(event: object, names: object, texts: object = None, /) -> str:
        return "Chapter Two" if event == "two" else ""

    game = Chaptered()
    seen = SeenEntry(3, 0, 0, ("one", "two", "three"))
    told = tell(game, seen, NAMES)
    assert told.passages == (Passage("", ("one.",)), Passage("Chapter Two", ("two.", "three.")))
    assert told.sentences == ("one.", "two.", "three.")
    opening = tell(game, SeenEntry(4, 0, 0, ("two",)), NAMES)
    assert opening.passages == (Passage("Chapter Two", ("two.",)),)


@dataclass(frozen=True)
class Played:
    seat: int


def test_sentences_are_about_the_seat_they_name() -> None:
    assert _subject(0, [Played(1), Played(1), object()]) == 1
    assert _subject(0, []) == 0
    assert _subject(0, [Played(0), Played(1)]) == 0
    assert _subject(2, [Played(0), Played(1)]) is None
