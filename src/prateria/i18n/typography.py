"""The typography of texts for people: apostrophes, quotation marks and ellipses of each language.

A test demands it of every text, and `./play texts` reports it for catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

QUOTES: Final = {"en": ("“", "”"), "it": ("«", "»"), "cs": ("„", "“"), "de": ("„", "“")}
"""The outer quotation marks of each language."""
_ALL_QUOTES: Final = frozenset("“”„«»‹›")
_STRAIGHT: Final = re.compile("['\"`´]")
_LOOSE_DOTS: Final = re.compile(r"(?<![,;:])\s…(?!\s+\w)")
"""Three dots after a space: a fault, unless a comma before or a word behind shows that they stand
for omitted words."""
_THREE_DOTS: Final = "..."


def faults_of(text: str, language: str) -> Iterator[str]:
    """What is wrong with the typography of a text."""
    if _STRAIGHT.search(text):
        yield "a straight apostrophe or quotation mark"
    if _LOOSE_DOTS.search(text):
        yield "a space before …"
    if _THREE_DOTS in text:
        yield "three dots instead of …"
    first, last = QUOTES[language]
    if _ALL_QUOTES.intersection(text) - {first, last}:
        yield f"quotation marks of another language than {first}{last}"
    elif text.count(first) != text.count(last):
        yield "a quotation mark without its other half"
