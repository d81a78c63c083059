"""How the pages call what programs call otherwise: bots, options, seats, times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from babel.dates import format_timedelta

from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.contract.meta import Option, OptionValue, option_text
from prateria.core.texts import Texts
from prateria.i18n import PSEUDO, SOURCE
from prateria.server.bots.pool import LEVELS

DEFAULT_LEVEL: Final = "2"


def written(language: str) -> str:
    """The language a text in three languages is read in: the pseudo-language reads English."""
    return SOURCE if language == PSEUDO else language


def levels(texts: Texts) -> list[tuple[str, str]]:
    """The bots a host may choose from: what to ask for, and its name."""
    return [(level, texts.say("Level {number}", number=level)) for level in LEVELS]


def bot_label(spec: str, texts: Texts) -> str:
    """A bot, as those at the table see it."""
    for level, of_level in LEVELS.items():
        if spec in (of_level, f"level:{level}"):
            return texts.say("bot, level {number}", number=level)
    return texts.say("bot {name}", name=spec)


def ago(then: int, now: int, texts: Texts) -> str:
    """How long ago something was, of two times in milliseconds."""
    passed = timedelta(seconds=min(then - now, 0) / 1000)
    return format_timedelta(passed, add_direction=True, locale=written(texts.language))


@dataclass(frozen=True, slots=True)
class OptionLabel:
    """An option of a game for a form."""

    name: str
    label: str
    values: tuple[tuple[OptionValue, str], ...]
    default: OptionValue
    rule: str
    text: str
    """The text of the rule behind it."""

    @property
    def is_switch(self) -> bool:
        return {value for value, _ in self.values} == {True, False}


def options_of(game: AnyGame, texts: Texts) -> list[OptionLabel]:
    """The options of a game in the reader's words, in the game's order."""
    return [
        OptionLabel(
            name=option.name,
            label=_word(texts, "option", option.name),
            values=tuple((value, _value(option, value, texts)) for value in option.values),
            default=option.default,
            rule=option.rule,
            text=game.rulebook.text(option.rule, written(texts.language)),
        )
        for option in game.meta.options
    ]


def _value(option: Option, value: OptionValue, texts: Texts) -> str:
    if isinstance(value, bool):
        return texts.say("yes") if value else texts.say("no")
    if isinstance(value, int) and option.name.endswith("_ms"):
        return texts.say("{number} s", number=f"{value / 1000:g}")
    if isinstance(value, str) and value in tuple(LETTERS):
        return texts.say("seat {number}", number=LETTERS.index(value) + 1)
    return _word(texts, f"option {option.name}", option_text(value))


def _word(texts: Texts, context: str, word: str) -> str:
    """A word of the game; one that nobody translated is at least readable."""
    found = texts.word(context, word)
    return word.replace("_", " ").capitalize() if found == word else found


def reason(game: AnyGame, name: str, texts: Texts) -> str:
    """What decided the victory."""
    return _word(texts, "reason", name) if name in game.reasons else name
