"""The rule ledger: every numbered rule, its text, and the code and tests that carry its number.

`@rule("M3.4")` marks the code that enforces a rule and the test that proves it. A game's
`rules.toml` holds the texts; `Rulebook` reads it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final, TypeVar

from prateria.core.errors import SetupError

LANGUAGES: Final = ("en", "it", "cs", "de")
"""The languages of our own games; another game has English and whichever it likes."""

F = TypeVar("F", bound=Callable[..., Any])

_carriers: Final[dict[str, list[str]]] = {}


def rule(*numbers: str) -> Callable[[F], F]:
    """Mark a function (or a table's maker, or a test) as carrying these rules.

    Compiled code calls a decorated function through the interpreter, some 50 ns slower than one of
    its own. So the hottest functions are marked below their definition instead:
    `rule("M2.4")(legal_plays)`.
    """

    def note(function: F) -> F:
        place = f"{function.__module__}.{function.__qualname__}"
        for number in numbers:
            places = _carriers.setdefault(number, [])
            if place not in places:
                places.append(place)
        return function

    return note


def carriers(number: str) -> tuple[str, ...]:
    """The code, as module.function, that is marked as carrying a rule."""
    return tuple(_carriers.get(number, ()))


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule in our own words, in each language; `ruling` where we had to decide."""

    number: str
    section: str
    ruling: bool
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All the rules of a game, in order, by number."""

    version: str
    sources: tuple[str, ...]
    sections: Mapping[str, Mapping[str, str]]
    rules: Mapping[str, Rule]
    line: Mapping[str, str] = field(default_factory=dict)
    """What the game is about, in one line of each language, for the home page."""
    minutes: int = 0
    """How long a match takes, more or less."""
    headings: str = ""
    """The language of the rulebook's own headings, such as `it`; "" if unknown."""

    def text(self, number: str, language: str = "en") -> str:
        """The text of a rule, in a language of `LANGUAGES`."""
        return self.rules[number].texts[language]


def read_rulebook(package: str) -> Rulebook:
    """Read the `rules.toml` in a game's package; SetupError if it is malformed."""
    try:
        raw = tomllib.loads((files(package) / "rules.toml").read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SetupError(f"rules.toml of {package} cannot be read: {error}") from None
    book = _Part(raw, f"rules.toml of {package}")
    return Rulebook(
        version=book["version"],
        sources=tuple(book["rulebooks"]),
        sections={part["number"]: _texts(part) for part in book.parts("section")},
        rules={
            part["number"]: Rule(part["number"], part["section"], part["ruling"], _texts(part))
            for part in book.parts("rule")
        },
        line=_texts(_Part(raw["line"], f"[line] in {book.name}")) if "line" in raw else {},
        minutes=raw.get("minutes", 0),
        headings=raw.get("headings", ""),
    )


class _Part:
    """A part of such a file, which can name itself when something is missing in it."""

    def __init__(self, raw: Mapping[str, Any], name: str) -> None:
        self.raw = raw
        self.name = name

    def __getitem__(self, key: str) -> Any:
        if key not in self.raw:
            raise SetupError(f"{self.name} has no “{key}”")
        return self.raw[key]

    def parts(self, kind: str) -> list[_Part]:
        return [
            _Part(raw, f"[[{kind}]] {raw.get('number', place)} in {self.name}")
            for place, raw in enumerate(self[kind], 1)
        ]


def _texts(part: _Part) -> dict[str, str]:
    """A text in every language; English where it is not translated."""
    english = part["en"]
    return {language: part.raw.get(language, english) for language in LANGUAGES}
