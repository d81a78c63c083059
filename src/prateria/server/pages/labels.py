"""Display names for bots, options, seats and times; numbers and lists as a language writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from babel.dates import format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.contract.meta import Option, OptionValue, option_text
from prateria.core.texts import Texts, mark
from prateria.i18n import PSEUDO, SOURCE
from prateria.server.bots.pool import LEVELS
from prateria.server.painting.names import level_label

_TIME: Final = "_ms"
"""The end of the name of an option that is a time."""
DEFAULT_LEVEL: Final = "2"
FIRST_LEVEL: Final = "1"
"""For people who play a game for the first time."""
BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""Names that browsers give themselves; the first one found counts."""


PHRASES: Final = {
    ":hello:": mark("Hello!"),
    ":good-luck:": mark("Good luck!"),
    ":well-played:": mark("Well played!"),
    ":oops:": mark("Oops!"),
    ":moment:": mark("One moment, please."),
    ":thanks:": mark("Thank you!"),
    ":again:": mark("Once more?"),
}
"""What can be said in chat by one press: what is sent, and what each reader reads."""


def phrases(texts: Texts) -> dict[str, str]:
    """The phrases of the chat as a reader reads them."""
    return {code: texts.say(phrase) for code, phrase in PHRASES.items()}


def written(language: str) -> str:
    """The language in which a text of all languages is read: the pseudo-language reads English."""
    return SOURCE if language == PSEUDO else language


def levels(texts: Texts) -> list[tuple[str, str]]:
    """The bots a host may choose from: the spec, and its name."""
    return [(level, level_label(level, texts)) for level in LEVELS]


def level_of(spec: str) -> str:
    """The level that a form preselects for a bot; for a bot without one, the usual level."""
    return next((level for level, bot in LEVELS.items() if bot == spec), DEFAULT_LEVEL)


def ago(then: int, now: int, texts: Texts) -> str:
    """How long ago something was, given two times in milliseconds."""
    passed = timedelta(seconds=min(then - now, 0) / 1000)
    return format_timedelta(passed, add_direction=True, locale=written(texts.language))


def browser_label(agent: str, texts: Texts) -> str:
    """A browser's user agent, shortened as people would: `Firefox, Linux`."""
    names = [
        next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or texts.say("a browser")


def percent(share: float, texts: Texts) -> str:
    """A fraction of one in whole percent."""
    return format_percent(share, locale=written(texts.language))


def percent_in_tenths(share: float, texts: Texts) -> str:
    """A fraction of one in percent, where tenths of one matter."""
    rounded = round(share, 3)
    return format_percent(rounded, locale=written(texts.language), decimal_quantization=False)


def listed(names: Sequence[str], texts: Texts) -> str:
    """Names in a row, the last one after “and”."""
    return format_list(list(names), locale=written(texts.language))


@dataclass(frozen=True, slots=True)
class OptionLabel:
    """An option of a game for a form."""

    name: str
    label: str
    values: tuple[tuple[OptionValue, str], ...]
    default: OptionValue
    rule: str
    rule_url: str
    about: str
    """What it means, in a sentence; of a game that does not say so, the text of the rule."""

    @property
    def is_time(self) -> bool:
        return self.name.endswith(_TIME)

    @property
    def is_switch(self) -> bool:
        return {value for value, _ in self.values} == {True, False}


def options_of(game: AnyGame, texts: Texts) -> list[OptionLabel]:
    """The options of a game in the reader's language, in the game's order."""
    return [
        OptionLabel(
            name=option.name,
            label=_word(texts, "option", option.name),
            values=tuple((value, _value(option, value, texts)) for value in option.values),
            default=option.default,
            rule=option.rule,
            rule_url=f"/rules/{game.meta.id}#{option.rule}",
            about=_about(game, option, texts),
        )
        for option in game.meta.offered
    ]


def changed_options(
    game: AnyGame, chosen: Mapping[str, OptionValue], texts: Texts
) -> list[tuple[str, str, str]]:
    """The options that are not as they come, what leads to the value (`A card every`, `Variant:`),
    the value, and the rule behind each."""
    return [
        (
            option.label if option.is_time else f"{option.label}:",
            dict(option.values)[chosen[option.name]],
            option.rule,
        )
        for option in options_of(game, texts)
        if chosen.get(option.name, option.default) != option.default
    ]


def _about(game: AnyGame, option: Option, texts: Texts) -> str:
    found = texts.word("about option", option.name)
    if found != option.name:
        return found
    return game.rulebook.text(option.rule, written(texts.language))


def _value(option: Option, value: OptionValue, texts: Texts) -> str:
    if isinstance(value, bool):
        return texts.say("yes") if value else texts.say("no")
    if isinstance(value, int) and option.name.endswith(_TIME):
        seconds = format_decimal(value / 1000, "0.###", locale=written(texts.language))
        return texts.say("{number} s", number=seconds)
    if isinstance(value, str) and value in tuple(LETTERS):
        return texts.say("seat {number}", number=LETTERS.index(value) + 1)
    return _word(texts, f"option {option.name}", option_text(value))


def _word(texts: Texts, context: str, word: str) -> str:
    """A word of the game; one without translation is at least readable."""
    found = texts.word(context, word)
    return word.replace("_", " ").capitalize() if found == word else found


def reason(game: AnyGame, name: str, texts: Texts) -> str:
    """What decided the victory."""
    return _word(texts, "reason", name) if name in game.reasons else name
