"""The words of the product in each language, and those of the printed rulebooks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final
from unicodedata import combining, normalize

from prateria.i18n.catalogues import LANGUAGES, PAGES


@dataclass(frozen=True, slots=True)
class Term:
    """A term: its name in each language, here and in the rulebooks, and its meaning."""

    games: tuple[str, ...]
    words: Mapping[str, str]
    books: Mapping[str, tuple[str, ...]]
    note: Mapping[str, str]

    def differs(self, language: str) -> bool:
        """Whether the rulebooks of a language use another word."""
        return any(word != self.words[language] for word in self.books.get(language, ()))


_CZECH: Final = {"č": "c~", "ch": "h~", "ř": "r~", "š": "s~", "ž": "z~"}
"""Letters of their own in the Czech alphabet, each sorted after the one it follows."""


def sorting_key(word: str, language: str) -> str:
    """The sorting key of a word: without capitals and accents, except those that make a separate
    letter."""
    text = word.casefold()
    if language == "cs":
        for letter, place in _CZECH.items():
            text = text.replace(letter, place)
    return "".join(sign for sign in normalize("NFD", text) if not combining(sign))


@cache
def terms() -> tuple[Term, ...]:
    raw = tomllib.loads((files(PAGES) / "glossary.toml").read_text("utf-8"))
    return tuple(
        Term(
            games=tuple(row["games"]),
            words={language: row[language] for language in LANGUAGES},
            books={language: tuple(words) for language, words in row.get("books", {}).items()},
            note={language: row["note"][language] for language in LANGUAGES},
        )
        for row in raw["term"]
    )
