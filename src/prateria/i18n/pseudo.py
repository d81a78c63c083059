"""A pseudo-language for tests: every text grows by half and has accents.

If a page has room for it, it has room for Italian, Czech and German; a text without accents on such
a page was not translated.
"""

from __future__ import annotations

import re
from typing import Final

from prateria.core.texts import Texts

PSEUDO: Final = "xx"
_ACCENTS: Final = str.maketrans("aceinosuyACEINOSUY", "áčéíňóšúýÁČÉÍŇÓŠÚÝ")
_PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
GROWTH: Final = 0.4


class Pseudo(Texts):
    """English, stretched."""

    language = PSEUDO

    def lookup(self, text: str) -> str:
        return stretched(text)

    def lookup_count(self, one: str, many: str, number: int) -> str:
        return stretched(one if number == 1 else many)

    def lookup_word(self, context: str, word: str) -> str:  # noqa: ARG002
        return stretched(word)


def stretched(text: str) -> str:
    """The text with accents and lengthened, its placeholders untouched."""
    parts = _PLACEHOLDER.split(text)
    accented = "".join(
        part if _PLACEHOLDER.fullmatch(part) else part.translate(_ACCENTS) for part in parts
    )
    more = round(GROWTH * len(text))
    return f"{accented} {_filler(more - 1)}" if more > 1 else accented


def _filler(length: int) -> str:
    """Short words, which break as those of a language do."""
    return ("žluť " * (length // 5 + 1))[:length].strip()
