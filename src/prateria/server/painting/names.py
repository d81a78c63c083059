"""How the players of a table are called. Bots have distinct names, because a log must tell them
apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.texts import Texts, mark
from prateria.server.bots.pool import LEVELS
from prateria.server.wire.protocol import ChairFace

BOTS: Final = ("Sage", "Cedar", "Flint", "Willow", "Juniper", "Thistle", "Clover", "Hazel")
LEVEL_WORDS: Final = {
    "1": mark("newcomer"),
    "2": mark("casual player"),
    "3": mark("regular"),
    "4": mark("strong player"),
    "5": mark("expert"),
}
"""What a club would call a player of each level."""


def level_label(level: str, texts: Texts) -> str:
    """A level's name, for people who choose one."""
    word = LEVEL_WORDS.get(level)
    if word is None:
        return texts.say("Level {number}", number=level)
    return texts.say("Level {number}, {word}", number=level, word=texts.say(word))


def bot_label(spec: str, texts: Texts) -> str:
    """A bot's name, as the table shows it."""
    for level, of_level in LEVELS.items():
        if spec == of_level:
            return texts.say("bot, level {number}", number=level)
    return texts.say("bot {name}", name=spec)


def shown_names(
    chairs: Sequence[ChairFace], texts: Texts, at: int | None = None
) -> tuple[str, ...]:
    """A name for each seat; people with the same name, as at a hot seat, are told apart by a
    number.

    Where somebody gave up, their bot is named, here and so everywhere: what it wins is not theirs.
    Of the log's entry `at`, it is who played there then.
    """
    plain = plain_names(chairs)
    numbered = [
        texts.say("{name} {number}", name=name, number=plain[:seat].count(name) + 1)
        if plain.count(name) > 1
        else name
        for seat, name in enumerate(plain)
    ]
    return tuple(
        texts.say("{name}’s bot", name=name) if _is_bots(chair, at) else name
        for chair, name in zip(chairs, numbered, strict=True)
    )


def _is_bots(chair: ChairFace, at: int | None) -> bool:
    """Whether a bot plays here for somebody who has given up, or did when entry `at` was made."""
    if not chair.resigned or at is None:
        return chair.resigned
    return all(trace.n < at for trace in chair.trace if trace.what == "resigned")


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each seat's pieces: the first of its name that no earlier seat has."""
    found: list[str] = []
    for seat, name in enumerate(names):
        letters = [letter.upper() for letter in name if letter.isalpha()]
        found.append(next((letter for letter in letters if letter not in found), str(seat + 1)))
    return tuple(found)


def plain_names(chairs: Sequence[ChairFace]) -> list[str]:
    """The names of the people, whoever plays for them."""
    return [
        chair.name if chair.person is not None else BOTS[chair.seat % len(BOTS)] for chair in chairs
    ]
