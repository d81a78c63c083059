"""A log told as sentences, as one pair of eyes saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from prateria.cli.terminal.screen import Screen
from prateria.core.contract.game import CHANCE, LETTERS, AnyGame
from prateria.core.errors import SetupError
from prateria.core.matches.log import Entry, Log, record_of
from prateria.core.matches.match import Match
from prateria.core.matches.story import see, see_everything, tell

Viewpoint: TypeAlias = int | str | None
"""A seat, None for a spectator, or ALL for someone who sees every secret."""
ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class EntryStory:
    """One entry: its number, where in the game it belongs, what it did, in sentences."""

    number: int
    heading: str
    sentences: tuple[str, ...]


def read_eyes(word: str, seats: int) -> Viewpoint:
    """`all`, `none` or a seat's letter."""
    if word == ALL:
        return ALL
    if word == "none":
        return None
    if len(word) == 1 and word in LETTERS[:seats]:
        return LETTERS.index(word)
    raise SetupError(f"eyes are all, none or a seat from a to {LETTERS[seats - 1]}, not {word!r}")


def seat_of(eyes: Viewpoint) -> int | None:
    """Whose view to draw: who sees everything looks at the table as a spectator does."""
    return eyes if isinstance(eyes, int) else None


def told_to(
    game: AnyGame, number: int, entry: Entry, eyes: Viewpoint, names: Sequence[str]
) -> tuple[str, ...]:
    """What these eyes saw of an entry, in sentences."""
    seen = see_everything(number, entry) if eyes == ALL else see(game, number, entry, seat_of(eyes))
    return tell(game, seen, names).sentences


def where(match: Match) -> str:
    """Where in the game we are: the first line of the table, as everyone may read it."""
    return str(match.game.words.describe(match.view(None))).partition("\n")[0]


def retell(log: Log, eyes: Viewpoint, names: Sequence[str]) -> Iterator[tuple[Match, EntryStory]]:
    """Every entry in turn with the match as it stood after it; the match is not the log's own."""
    match = Match(log.game, log.header, None)
    for number, entry in enumerate(log.entries, 1):
        before = where(match)
        match.follow(record_of(number, entry))
        told = told_to(log.game, number, match.log.entries[-1], eyes, names)
        # Luck opens a chapter, a seat's action belongs to the one it was played in.
        yield match, EntryStory(number, where(match) if entry.by == CHANCE else before, told)


def write_story(screen: Screen, log: Log, eyes: Viewpoint, names: Sequence[str]) -> None:
    """The whole story under its headings."""
    heading = ""
    for _, told in retell(log, eyes, names):
        heading = write_told(screen, told, heading)


def write_told(screen: Screen, told: EntryStory, heading: str) -> str:
    """One entry, under a heading if it is a new one; the heading it now stands under."""
    if not told.sentences:
        return heading
    if told.heading != heading:
        screen.heading(told.heading)
    screen.points(told.sentences)
    return told.heading
