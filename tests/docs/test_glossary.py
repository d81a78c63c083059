"""The glossary names modules that exist, and each word once."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (?!word|---)([^|]+) \| [^|]+ \| `([^`]+)` \|$",
    (ROOT / "docs" / "glossary.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_every_module_of_the_glossary_exists() -> None:
    missing = [
        (word, where) for word, where in ROWS if not (ROOT / "src/prateria" / where).exists()
    ]
    assert len(ROWS) > 50
    assert missing == []


def test_every_word_stands_in_the_glossary_once() -> None:
    words = [word for words, _ in ROWS for word in words.split(", ")]
    assert len(words) == len(set(words))
