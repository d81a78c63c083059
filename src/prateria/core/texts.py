"""Sentences in a reader's language.

The source language is English: the text in the code is also the key of its translations. `Texts`
itself is English. `prateria.i18n` builds the other languages from gettext catalogues, which are
collected from the calls below; so the first arguments are always literals, and words kept in tables
are wrapped in `mark` or `mark_word`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from prateria.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Texts:
    """English. Subclasses look the texts up; the facts are inserted by name."""

    language: str = "en"

    def say(self, text: str, **facts: Any) -> str:
        """The text with its facts inserted: `say("{name} passes", name="Rosa")`."""
        return self.lookup(text).format(**facts) if facts else self.lookup(text)

    def count(self, one: str, many: str, number: int, **facts: Any) -> str:
        """The text in the plural form for a number, which is the fact `number` in it."""
        return self.lookup_count(one, many, number).format(number=number, **facts)

    def word(self, context: str, word: str) -> str:
        """A word inflected for a context: `word("object", "chief")` is "náčelníka" in Czech."""
        return self.lookup_word(context, word)

    def listed(self, words: Sequence[str]) -> str:
        """The words as a list: "a", "a and b", "a, b and c"."""
        if len(words) < 2:
            return "".join(words)
        return self.say("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])

    def lookup(self, text: str) -> str:
        """The translation of a text."""
        return text

    def lookup_count(self, one: str, many: str, number: int) -> str:
        """The translation in the plural form that the number asks for."""
        return one if number == 1 else many

    def lookup_word(self, context: str, word: str) -> str:  # noqa: ARG002
        """The translation of a word, as it is said in this context."""
        return word


ENGLISH: Final = Texts()
"""The texts as they stand in the code."""


def mark(text: str) -> str:
    """Marks a text in a table for translation; `Texts.say` is called with it later."""
    return text


def mark_word(context: str, word: str) -> tuple[str, str]:
    """Marks a word and its context in a table; `Texts.word` is called with both later."""
    return context, word


def capital(text: str) -> str:
    """The text with a capital, as it begins a sentence or a line."""
    return text[:1].upper() + text[1:]
