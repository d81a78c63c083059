"""The land of Bison under the fingers: drag, pinch, zoom; and the ghost of a tile that turns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.visit import PHONE, House, Visitor

pytestmark = pytest.mark.slow


@pytest.fixture
def phone(browser: Browser, house: House) -> Iterator[Visitor]:
    came = Visitor(browser, house, PHONE, touch=True)
    came.go_to(came.open_table("bison", 2, "random"))
    came.wait_for_turn()
    yield came
    came.leave()


def seen(page: Page) -> list[float]:
    """The visible part of the land: left, top, width, height."""
    return [float(each) for each in (page.get_attribute("#board", "viewBox") or "").split()]


def touch(page: Page, *strokes: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Fingers that move from one point to another, all at the same time."""
    session = page.context.new_cdp_session(page)
    for step in range(9):
        points = [
            {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8, "id": finger}
            for finger, ((x, y), (to_x, to_y)) in enumerate(strokes)
        ]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until_seen(page: Page, condition: str, value: float) -> list[float]:
    """Wait until the visible part (x, y, w, h) fits; a busy machine draws late."""
    page.wait_for_function(
        f"value => {{ const [x, y, w, h] = document.querySelector('#board').getAttribute('viewBox')"
        f".split(' ').map(Number); return {condition}; }}",
        arg=value,
    )
    return seen(page)


def test_two_fingers_bring_the_land_closer_and_one_moves_it(phone: Visitor) -> None:
    page = phone.page
    x, y = middle(page)
    whole = seen(page)
    touch(page, ((x - 20, y), (x - 80, y)), ((x + 20, y), (x + 80, y)))
    until_seen(page, "w < 0.6 * value", whole[2])
    page.wait_for_timeout(300)  # right after a drag, a click belongs to the drag
    closer = seen(page)
    touch(page, ((x, y), (x - 60, y)))
    moved = until_seen(page, "x > value + 1", closer[0])
    assert moved[2] == pytest.approx(closer[2])
    page.wait_for_timeout(300)
    page.locator('[data-zoom="fit"]').tap()
    until_seen(page, "Math.abs(w - value) < 0.01 * value", whole[2])


def test_what_was_looked_at_stays_in_sight_when_something_happens(phone: Visitor) -> None:
    page = phone.page
    page.locator('[data-zoom="in"]').tap()
    closer, drawn = seen(page), page.get_attribute("#main", "data-drawn")
    page.locator("#market").tap()
    page.wait_for_function(
        "before => document.querySelector('#main').dataset.drawn !== before", arg=drawn
    )
    assert seen(page)[2] == pytest.approx(closer[2], rel=0.05)


def test_the_ghost_of_a_tile_turns_with_a_key_and_the_wheel(visitor: Visitor) -> None:
    visitor.go_to(visitor.open_table("bison", 2, "random"))
    visitor.wait_for_turn()
    page = visitor.page
    page.locator(".bs-kind:not([aria-disabled=true])").first.click()
    page.locator(".b-site.can").first.click()
    pressed = page.locator(".bs-way[aria-pressed=true]")
    ghost = page.locator(".b-ghost-tile")
    expect(ghost).to_be_visible()
    before = pressed.get_attribute("id") or pressed.get_attribute("data-pick")
    for turn in ("key", "wheel"):
        if turn == "key":
            page.keyboard.press("r")
        else:
            ghost.hover()
            page.mouse.wheel(0, 120)
        page.wait_for_function(
            "before => { const now = document.querySelector('.bs-way[aria-pressed=true]');"
            " return now && (now.id || now.dataset.pick) !== before; }",
            arg=before,
        )
        expect(ghost).to_be_visible()
        before = pressed.get_attribute("id") or pressed.get_attribute("data-pick")
