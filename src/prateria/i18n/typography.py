"""How texts for people are set: apostrophes, quotation marks and dots as each language writes them.

What a test demands of every text, and what `./play texts` tells of catalogues.
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
"""Dots after a space. Those that stand for words left out have a comma before or a word behind."""
_THREE_DOTS: Final = "..."


def faults_of(text: str, language: str) -> Iterator[str]:
    """What is wrong with a text as it is set."""
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
