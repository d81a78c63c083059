"""The words of the product in each language, and those of the printed rulebooks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from prateria.i18n.catalogues import LANGUAGES, PAGES


@dataclass(frozen=True, slots=True)
class Term:
    """A word: what it is called in each language, here and in the rulebooks, and what it means."""

    games: tuple[str, ...]
    words: Mapping[str, str]
    books: Mapping[str, tuple[str, ...]]
    note: Mapping[str, str]

    def differs(self, language: str) -> bool:
        """Whether the rulebooks of a language say it otherwise."""
        return any(word != self.words[language] for word in self.books.get(language, ()))


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
