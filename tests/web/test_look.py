"""Every page around the table, looked at: accessible in light and dark, nothing cut, nothing too
small, in three languages and in one that is longer than any."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from prateria.core.match import new_match
from tests.server.outside import installed
from tests.web import look
from tests.web.visit import DESK, PHONE, TABLET, House, Visitor

PAGES = (
    "/",
    "/new/bison",
    "/here/apache",
    "/rules",
    "/rules/manitou",
    "/glossary",
    "/settings",
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


@dataclass
class Sights:
    """A house with something to see: a table that gathers, and one that is over."""

    house: House
    made: dict[str, str]

    def path(self, page: str) -> str:
        return self.made.get(page, page)


@pytest.fixture(scope="module")
def sights(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sights]:
    folder = tmp_path_factory.mktemp("sights")
    outside = tmp_path_factory.mktemp("outside")
    os.environ["PRATERIA_PSEUDO"] = "1"
    with installed(outside):
        house = House(folder)
        house.start()
        try:
            host = Visitor(browser, house)
            yield Sights(house, _made(host, folder))
            host.leave()
        finally:
            house.stop()
            del os.environ["PRATERIA_PSEUDO"]


def _made(host: Visitor, folder: Path) -> dict[str, str]:
    table = host.post("/tables", {"game": "bison", "seats": 4, "public": True})
    host.post(f"/tables/{table['id']}/fill", {"bot": "1", "seat": 2})
    log = folder / "match.jsonl"
    log.write_text(finished("manitou", 3), "utf-8")
    host.page.goto("/open")
    host.page.set_input_files("#file", log)
    host.page.get_by_role("button", name="Open").click()
    host.page.wait_for_url("**/replays/*")
    host.page.keyboard.press("End")
    host.page.wait_for_url("**invite=*")
    replay = host.page.url.removeprefix(host.house.url)
    return {"waiting": f"/join/{table['id']}?invite={table['invite']}", "replay": replay}


def finished(game: str, seats: int) -> str:
    """The log of a whole match, everybody doing the first thing they may."""
    match = new_match(game, seats=seats, seed="a look")
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    return match.log.dumps()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, sights: Sights) -> Iterator[Visit]:
    came: list[Visitor] = []

    def come(page: str, size: str = "desk", language: str = "en", *, dark: bool = False) -> Visitor:
        visitor = Visitor(browser, sights.house, SIZES[size], language=language, dark=dark)
        came.append(visitor)
        path = sights.path(page)
        if language == "xx":
            cookie = {"name": "language", "value": "xx", "url": sights.house.url}
            visitor.page.context.add_cookies([cookie])  # type: ignore[list-item]
        visitor.page.goto(path)
        look.settle(visitor.page)
        visitor.wrong = [each for each in visitor.wrong if "404 (Not Found)" not in each]
        return visitor

    yield come
    for visitor in came:
        visitor.leave()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing(visit: Visit, page: str, dark: bool) -> None:
    assert look.violations(visit(page, dark=dark).page) == []


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_on_a_phone(visit: Visit, page: str) -> None:
    assert look.violations(visit(page, "phone").page) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_too_small_for_a_finger(visit: Visit, page: str, size: str) -> None:
    assert look.too_small(visit(page, size).page) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "it", "cs", "xx"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_cut_or_lies_over_something_else(
    visit: Visit, page: str, size: str, language: str
) -> None:
    assert look.cut(visit(page, size, language).page) == []


@pytest.mark.slow
@pytest.mark.parametrize("page", ["/", "/settings", "/account", "/about", "/open", "waiting"])
def test_every_sentence_of_a_page_can_be_translated(visit: Visit, page: str) -> None:
    found = [text for text in look.untranslated(visit(page, language="xx").page) if text]
    allowed = ("Prateria", "Kramer", "Dorra", "Burkhardt", "Lay land", "Sharp eyes", "Seven cards")
    assert [text for text in found if not any(name in text for name in allowed)] == []


def test_a_page_asks_nobody_else_and_is_small(visit: Visit) -> None:
    """Visitors fail at a request to another host; the size is that of the first visit."""
    page = visit("/").page
    sizes = page.evaluate(
        "['resource', 'navigation'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((one) => one.transferSize)"
    )
    assert sum(sizes) < 100_000
    assert page.evaluate("document.querySelectorAll('[style], script:not([src])').length") == 0
