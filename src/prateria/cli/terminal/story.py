"""A log retold in sentences, as a given observer saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from prateria.cli.terminal.screen import Screen
from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.errors import SetupError
from prateria.core.matches.log import Entry, Log, record_of
from prateria.core.matches.match import Match
from prateria.core.matches.story import Told, see, see_everything, tell
from prateria.core.texts import ENGLISH, Texts

Viewpoint: TypeAlias = int | str | None
"""A seat, None for a spectator, or ALL for an observer of every secret."""
ALL: Final = "all"


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
    """Whose view to draw: an observer who sees everything gets the table as a spectator."""
    return eyes if isinstance(eyes, int) else None


def told_to(
    game: AnyGame,
    number: int,
    entry: Entry,
    eyes: Viewpoint,
    names: Sequence[str],
    texts: Texts = ENGLISH,
) -> Told:
    """What this observer saw of an entry."""
    seen = see_everything(number, entry) if eyes == ALL else see(game, number, entry, seat_of(eyes))
    return tell(game, seen, names, texts)


def retell(
    log: Log, eyes: Viewpoint, names: Sequence[str], texts: Texts = ENGLISH
) -> Iterator[tuple[Match, Told]]:
    """Every entry in turn with the match as it stood after it; the match is separate from the log's
    own."""
    match = Match(log.game, log.header, None)
    for number, entry in enumerate(log.entries, 1):
        match.follow(record_of(number, entry))
        yield match, told_to(log.game, number, match.log.entries[-1], eyes, names, texts)


def write_story(screen: Screen, log: Log, eyes: Viewpoint, names: Sequence[str]) -> None:
    """The whole story under its headings."""
    for _, told in retell(log, eyes, names):
        write_told(screen, told)


def write_told(screen: Screen, told: Told) -> None:
    """One entry, with the headings of the chapters it opens."""
    for passage in told.passages:
        if passage.heading:
            screen.heading(passage.heading)
        screen.points(passage.sentences)
