"""The dialect that this project once had does not come back (phrases.toml lists it)."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
PHRASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "phrases.toml").read_text("utf-8")
)["phrase"]
FOLDERS = ("src", "tests", "tools", "bench", "examples", "docs")
HISTORY = ("docs/adr/", "CHANGELOG.md")
"""Decisions and changes, which keep the words of their time."""


class Passage(NamedTuple):
    """A docstring, a comment, a paragraph or a text, in one line."""

    path: str
    line: int
    words: str


@cache
def passages() -> list[Passage]:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    return [
        Passage(str(path.relative_to(ROOT)), line, " ".join(words.split()))
        for path in (*sorted(files), *sorted(ROOT.glob("*.md")))
        for line, words in read(path)
    ]


def read(path: Path) -> Iterator[tuple[int, str]]:
    if path.suffix == ".py":
        yield from strings_and_comments(path.read_text("utf-8"))
    elif path.suffix == ".md":
        yield from paragraphs(path.read_text("utf-8"))
    elif path.name == "en.po":
        for message in read_po(io.BytesIO(path.read_bytes())):
            texts = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
            yield from ((message.lineno or 0, text) for text in texts)


def strings_and_comments(source: str) -> Iterator[tuple[int, str]]:
    """Strings in three quotes, and comments; those on consecutive lines are one."""
    for found in re.finditer(
        r'"""(.*?)"""|(?:(?:^|  ) *# [^\n]*\n)+', source, re.DOTALL | re.MULTILINE
    ):
        words = found[1] or re.sub(r"^.*?# ", "", found[0], flags=re.MULTILINE)
        yield source.count("\n", 0, found.start()) + 1, words


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, items and rows of tables, without code."""
    begin, words, is_code = 0, "", False
    for number, row in enumerate([*text.splitlines(), ""], 1):
        is_fence = row.lstrip().startswith("```")
        if is_fence or is_code or not row.strip() or re.match(r"\s*([-*|#]|\d+\.) ?", row):
            yield begin, words
            begin, words = number, ""
        is_code ^= is_fence
        if not is_code and not is_fence:
            words += " " + re.sub(r"`[^`]*`", "`code`", row)
    yield begin, words


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: str(phrase["example"]))
def test_a_phrase_to_avoid_is_found_in_its_example_and_nowhere_else(phrase: dict[str, Any]) -> None:
    pattern = re.compile(phrase["pattern"])
    allowed = (*HISTORY, *phrase.get("allow", ()))
    assert pattern.search(phrase["example"])
    found = [
        f"{path}:{line}: {words[max(0, hit.start() - 30) : hit.end() + 30]}"
        for path, line, words in passages()
        if not path.startswith(allowed)
        for hit in pattern.finditer(words)
    ]
    assert found == [], f"write instead: {phrase['instead']}"


def test_passages_of_every_kind_are_read() -> None:
    kinds = {Path(path).suffix for path, _, _ in passages()}
    assert kinds == {".py", ".md", ".po"}
    assert len(passages()) > 5_000
