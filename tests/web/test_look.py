"""Every page around the table, examined: accessible in light and dark, nothing cut off, nothing too
small, in four languages and in a pseudo-language longer than any.

A page is opened once in each language; sizes and colours change while it is open, as when a phone
is turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from prateria.core.matches.begin import new_match, replay
from tests.web import look
from tests.web.visit import DESK, PHONE, TABLET, House, Visitor

pytestmark = pytest.mark.slow

PAGES = (
    "/",
    "/new/bison",
    "/here/apache",
    "/rules",
    "/rules/manitou",
    "/glossary",
    "/settings",
    "/people/me",
    "/account",
    "/about",
    "/accessibility",
    "/open",
    "/lessons",
    "/lessons/duel",
    "/lists/done",
    "/nothing-is-here",
    "waiting",
    "replay",
)
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
LANGUAGES = ("en", "it", "cs", "de", "xx")
TRANSLATED = ("/", "/settings", "/people/me", "/account", "/about", "/open", "waiting")
"""The pages whose every sentence must be in the catalogues; the others quote rules and logs."""
NAMES = ("Prateria", "Kramer", "Dorra", "Burkhardt", "Lay land", "Sharp eyes", "Seven cards")


@dataclass
class Sights:
    """A guest in a house with something to see: a table that gathers players, and one that is
    over."""

    guest: Visitor
    made: dict[str, str]

    def path(self, page: str) -> str:
        return self.made.get(page, page)


@pytest.fixture(scope="module")
def sights(browser: Browser, house: House) -> Iterator[Sights]:
    host = Visitor(browser, house)
    table = host.post("/tables", {"game": "bison", "seats": 4, "public": True})
    host.post(f"/tables/{table['id']}/fill", {"bot": "1", "seat": 2})
    log = finished("manitou", 3)
    end = f"/replays/{host.keep_log(log)}?n={replay(log).version}"
    made = {"waiting": f"/join/{table['id']}?invite={table['invite']}", "replay": end}
    yield Sights(host, made)
    host.leave()


def finished(game: str, seats: int) -> str:
    """The log of a whole match in which everybody does the first thing they may."""
    match = new_match(game, seats=seats, seed="a look")
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    return match.log.dumps()


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_wrong_with_a_page_in_any_language_size_and_light(
    sights: Sights, page: str
) -> None:
    wrong = [
        f"{language}, {name}: {fault}"
        for language in LANGUAGES
        for name, fault in _faults(sights, page, language)
    ]
    assert wrong == []


def _faults(sights: Sights, page: str, language: str) -> Iterator[tuple[str, str]]:
    guest, shown = sights.guest, sights.guest.page
    guest.speak(language)
    shown.set_viewport_size(PHONE)  # type: ignore[arg-type]
    answer = shown.goto(sights.path(page))
    assert answer is not None
    assert answer.status == (404 if page == "/nothing-is-here" else 200)
    guest.wrong = [each for each in guest.wrong if "404 (Not Found)" not in each]
    if page == "replay":
        shown.locator("#chances summary").click()
        expect(shown.locator("#curve #hand")).to_be_attached()
    for name, size in SIZES.items():
        shown.set_viewport_size(size)  # type: ignore[arg-type]
        look.settle(shown)
        found = look.cut(shown)
        if language == "en":
            found += look.too_small(shown)
            if name != "tablet":
                found += look.violations(shown)
        yield from ((name, fault) for fault in found)
    if language == "en":
        with look.dark(shown):
            yield from (("dark", fault) for fault in look.unreadable(shown))
    if language == "xx" and page in TRANSLATED:
        for text in look.untranslated(shown):
            if text and not any(known in text for known in NAMES):
                yield "not translated", text


def test_a_page_asks_nobody_else_and_is_small(visitor: Visitor) -> None:
    """A request to another host fails the test when the visitor leaves; the size is that of a first
    visit."""
    page = visitor.page
    page.goto("/")
    sizes = page.evaluate(
        "['resource', 'navigation'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((one) => one.transferSize)"
    )
    assert sum(sizes) < 100_000
    assert page.evaluate("document.querySelectorAll('[style], script:not([src])').length") == 0


def test_a_careful_look_finds_what_is_wrong(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/about")
    assert look.cut(page) == []
    page.evaluate(
        """() => {
            const [one, other, wide] = document.querySelectorAll("main p");
            other.style.marginTop = `-${one.offsetHeight}px`;
            Object.assign(wide.style, { overflow: "hidden", whiteSpace: "nowrap", width: "90px" });
        }"""
    )
    found = look.cut(page)
    assert any(fault.startswith("one over the other") for fault in found)
    assert any(fault.startswith("cut by") for fault in found)
