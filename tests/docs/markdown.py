"""The links and headings of a page, as they are read on a code host and on the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools import docs

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*docs.markdown_files(ROOT)]


@cache
def tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8"))


def targets(page: Path) -> Iterator[str]:
    """Where the links and pictures of a page lead."""
    for block in tokens(page):
        for token in block.children or ():
            for name in ("href", "src"):
                if name in token.attrs:
                    yield str(token.attrs[name])


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names under which a page's headings can be linked to."""
    found: list[str] = []
    for heading, text in zip(tokens(page), tokens(page)[1:], strict=False):
        if heading.type == "heading_open":
            words = "".join(each.content for each in text.children or ())
            name = re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")
            found.append(name if name not in found else f"{name}-{found.count(name)}")
    return frozenset(found)
