"""The rule ledger: every numbered rule, its text, and who carries its number.

`@rule("M3.4")` stands on the code that enforces a rule and on the test that proves it.
A game's `rules.toml` holds the texts; `Rulebook` reads it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final, TypeVar

LANGUAGES: Final = ("en", "it", "cs", "de")

F = TypeVar("F", bound=Callable[..., Any])

_carriers: Final[dict[str, list[str]]] = {}


def rule(*numbers: str) -> Callable[[F], F]:
    """Mark a function (or a table's maker, or a test) as carrying these rules.

    Compiled code calls a decorated function through the interpreter, some 50 ns slower than
    one of its own. So the hottest functions are marked below their definition instead:
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
    """The code, as module.function, that has said it carries a rule."""
    return tuple(_carriers.get(number, ()))


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: our own words in each language; `ruling` where we had to decide."""

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
    """What the game is about, in one line of each language, for the first page."""
    minutes: int = 0
    """How long a match takes, more or less."""
    headings: str = ""
    """The language of the rulebook's own headings, `it` say; "" if it is not told."""

    def text(self, number: str, language: str = "en") -> str:
        return self.rules[number].texts[language]


def read_rulebook(package: str) -> Rulebook:
    """The `rules.toml` that lies in a game's package."""
    raw = tomllib.loads((files(package) / "rules.toml").read_text("utf-8"))
    return Rulebook(
        version=raw["version"],
        sources=tuple(raw["rulebooks"]),
        sections={row["number"]: _texts(row) for row in raw["section"]},
        rules={
            row["number"]: Rule(row["number"], row["section"], row["ruling"], _texts(row))
            for row in raw["rule"]
        },
        line=_texts(raw["line"]) if "line" in raw else {},
        minutes=raw.get("minutes", 0),
        headings=raw.get("headings", ""),
    )


def _texts(row: Mapping[str, str]) -> dict[str, str]:
    return {language: row[language] for language in LANGUAGES}
