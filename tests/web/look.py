"""Examines a page as a careful person would: does axe find something, is anything too small to
touch, cut off, or covered by something else? Each question is a script, its answer a list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

ROOT: Final = Path(__file__).parents[2]
AXE: Final = ROOT / ".build" / "javascript" / "node_modules" / "axe-core" / "axe.min.js"
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOURS: Final = ["color-contrast", "link-in-text-block"]
"""The rules whose result can differ in dark mode; the others do not involve colours."""

ACTS: Final = (
    "#act :is(button, summary, .can, [data-play], [data-moves], [data-toggle]), "
    "main > .tabs [role=tab], #part-result :is(a, button, summary), .next :is(a, button), "
    ".reel :is(a, button, input, select, summary), "
    "form :is(button, select, input:not([type=hidden]))"
)
"""The elements to press at a table, in a lesson, in a replay, in a form."""
FIRST: Final = (
    "#part-act :is(.can, [data-play]):not([data-toggle]), #part-result .button, "
    "#act .hint-box .button"
)
"""What must be visible without scrolling: the hand, what can be done, what comes after the end, and
the answers to a hint. Not the cards of a whole party."""
TEXTS: Final = (
    "#lesson p, #lesson-h, #part-turn .turn:not(.over), #part-result h2, #part-act h2, .mn-do"
)
"""The elements that have to be read."""

_SCRIPTS: Final = Path(__file__).with_name("look.js").read_text("utf-8")


def _asked(page: Page, question: str, argument: object = None) -> list[str]:
    found: list[str] = page.evaluate(
        f"(argument) => {{ const look =\n{_SCRIPTS}; return look.{question}(argument); }}", argument
    )
    return found


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page in its current state."""
    return _axe(page, "tag", RULES)


def unreadable(page: Page) -> list[str]:
    """What axe finds wrong with the colours of the page in its current state."""
    return _axe(page, "rule", OF_COLOURS)


def _axe(page: Page, kind: str, rules: list[str]) -> list[str]:
    # As a file it would violate the page's policy; Playwright evaluates it outside.
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE.read_text("utf-8"))
    return _asked(page, "axe", {"type": kind, "values": rules})


def too_small(page: Page, least: int = 24) -> list[str]:
    return _asked(page, "small", least)


def cut(page: Page) -> list[str]:
    """Texts that are cut, hang out of their button, or lie over others."""
    return _asked(page, "cut")


def broken(page: Page) -> list[str]:
    """Words that are broken where there is no place to break them."""
    return _asked(page, "broken")


def out_of_reach(page: Page, board: str | None, least: int) -> list[str]:
    """What is unusable at the current size of the page: a board of less than half of the short
    side, and elements that are covered, out of reach, or smaller than `least` though they must be
    pressed."""
    asked = {"board": board, "acts": ACTS, "first": FIRST, "texts": TEXTS, "least": least}
    return _asked(page, "reach", asked)


def untranslated(page: Page) -> list[str]:
    """Text that is still English on a page in the pseudo-language."""
    return _asked(page, "english")


@contextmanager
def dark(page: Page) -> Iterator[None]:
    """The page as people see it who prefer dark mode."""
    page.emulate_media(color_scheme="dark")
    settle(page)
    yield
    page.emulate_media(color_scheme="light")


def settle(page: Page) -> Any:
    """Wait until nothing moves any more."""
    return page.evaluate(
        "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))"
        ".then(() => document.fonts.ready).then(() => null)"
    )
