"""Elements that come and go at a table neither move nor cover others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from prateria.core.drawing.scene import Scene
from prateria.games.apache.drawing import FACE as APACHE
from prateria.i18n import LANGUAGES, texts_in
from tests.games.apache import table as pow_wow
from tests.web.visit import Visitor

pytestmark = pytest.mark.slow

NAMES = ("Badger 673", "Woodpecker 1234567", "Mockingbird Annabella")


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1024, 768)])
def test_who_was_first_is_told_without_moving_the_prairie(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    """It is a game of reactions: nothing on the table may move because a pow-wow is decided."""
    page = visitor.go_to(visitor.open_table("apache", 3, "random"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.wait_for_turn()
    people = "red-hunter,green-hunter,violet-hunter,buffalo*3,tepee*2"
    plays = ("b hunter", "a chief", "c maiden")
    before = pow_wow.table(f"apache 3 tempo=live; up: {people}")
    after = pow_wow.race(f"apache 3; up: {people}", *plays)
    for language in LANGUAGES:
        boards, rows = [], []
        for match in (before, after):
            scene = Scene(NAMES, texts_in(language, match.game))
            act = APACHE.draw(match.view(0), scene).act
            page.locator("#part-act").evaluate("(part, html) => part.innerHTML = html", act)
            boards.append(page.locator("#part-board").bounding_box())
            rows = page.locator(".order li").evaluate_all(
                "rows => rows.map((row) => [row.clientHeight, row.scrollWidth - row.clientWidth,"
                " row.querySelector('span').clientWidth])"
            )
        assert boards[0] == boards[1], language
        assert page.locator(".order em.claims").count() == 1
        assert len(rows) == len(NAMES)
        assert all(high < 26 and beyond <= 0 and name > 45 for high, beyond, name in rows), rows


WHERE = """() => [...document.querySelectorAll('.mn-pc, .mn-dock, .doing > *, #part-board > *')]
    .map((node) => JSON.stringify(node.getBoundingClientRect()))"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_lists_open_over_the_table_and_close_by_escape(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 2, "random"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.wait_for_turn()
    page.get_by_role("button", name="Balanced").click()
    chosen = page.locator(".mn-pc.can.sel")
    expect(page.locator(".mn-go[data-moves]")).to_be_visible()
    page.locator("#more summary").scroll_into_view_if_needed()
    picks, before = chosen.count(), page.evaluate(WHERE)
    for summary, inside in (("#moves summary", "#move-0"), ("#more summary", "[data-do=keys]")):
        page.locator(summary).click()
        page.locator(inside).click(trial=True)  # visible, and nothing over it
        assert page.evaluate(WHERE) == before
        page.keyboard.press("Escape")
        expect(page.locator(inside)).to_be_hidden()
        expect(page.locator(summary)).to_be_focused()
    page.locator("#moves summary").click()
    page.locator("#part-turn").click()
    expect(page.locator("#move-0")).to_be_hidden()
    assert chosen.count() == picks


@pytest.mark.parametrize("size", [(1024, 768), (1180, 820), (1280, 800), (1440, 900)])
def test_bison_s_supply_and_market_stay_in_their_panel(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    page = visitor.go_to(visitor.open_table("bison", 4, "random"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    over = page.locator(".bs-player").evaluate_all(
        """panels => panels.flatMap((panel) => [...panel.querySelectorAll('dd > *')]
            .map((node) => node.getBoundingClientRect().right - panel.getBoundingClientRect().right)
            .filter((beyond) => beyond > -4))"""
    )
    assert over == []


def test_manitou_names_its_players_on_a_narrow_desk(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 5, "random"))
    page.set_viewport_size({"width": 1024, "height": 768})
    names = page.locator(".mn-chip .mn-nm")
    expect(names).to_have_count(5)
    expect(names.first).to_be_visible()
    assert "Cedar" in names.all_inner_texts()


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080)])
@pytest.mark.parametrize("seats", [3, 5])
def test_manitou_s_hide_thief_is_in_sight_with_clocks_and_a_lost_line(
    visitor: Visitor, size: tuple[int, int], seats: int
) -> None:
    wish = {"options": {"quick": True}, "clock": {"kind": "bank", "seconds": 600}}
    page = visitor.go_to(visitor.open_table("manitou", seats, "random", **wish))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.wait_for_turn()
    expect(page.locator("#part-seats .clock").first).to_be_visible()
    page.evaluate("document.getElementById('line').hidden = false")
    side = page.locator("#part-side")
    assert side.evaluate("side => side.scrollHeight - side.clientHeight") <= 0
    line, part = page.locator(".mn-meter p").bounding_box(), side.bounding_box()
    assert line is not None
    assert part is not None
    assert line["y"] + line["height"] <= part["y"] + part["height"]
    ring = page.locator(".mn-ringbox .mn-ring").bounding_box()
    assert ring is not None
    assert ring["height"] > 150


def test_dragging_past_a_card_selects_no_text(visitor: Visitor) -> None:
    options = {"quick": True}
    page = visitor.go_to(visitor.open_table("manitou", 2, "random", options=options))
    visitor.wait_for_turn()
    for start, end in (("#part-players h3", "#part-act .can"), (".mn-do", "#log li a")):
        page.mouse.move(*_middle(page, start))
        page.mouse.down()
        page.mouse.move(*_middle(page, end), steps=5)
        page.mouse.up()
        assert page.evaluate("getSelection().toString()") == ""
    readable = "node => getComputedStyle(node).userSelect"
    assert page.locator("#log").evaluate(readable) == "text"


def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
