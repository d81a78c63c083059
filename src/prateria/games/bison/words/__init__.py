"""Text for people: the terminal screen, sentences of the log, phrases."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.words import Words
from prateria.games.bison.words import screen, sentences

WORDS: Final = Words(
    describe=screen.describe,
    tell=sentences.tell,
    phrase=sentences.phrase,
    heading=sentences.heading,
    part=sentences.part,
)
