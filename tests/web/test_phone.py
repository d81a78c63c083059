"""Our games on a phone: what does not fit at once scrolls into view where it is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import prateria
from prateria.core.chance import Quick
from tests.web.hands import Finger
from tests.web.moments import Moment, moments
from tests.web.visit import House, Visitor

pytestmark = pytest.mark.slow

SIZES = ((390, 844), (360, 640), (844, 390), (568, 320))
COARSE = {"width": 390, "height": 844}
FINGER = 44
MANY_TILES = 12


@cache
def crowded() -> dict[str, Moment]:
    """Late moments of a match of Bison with four players: the last of each phase."""
    match = prateria.new_match("bison", seats=4, seed="phone")
    rng = Quick(3)
    last: dict[str, tuple[int, int]] = {}
    while match.actors:
        seat = match.actors[0]
        view = match.view(seat)
        if len(view.land) >= MANY_TILES:
            last[view.phase] = (match.version, seat)
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    log = match.log.dumps()
    return {phase: Moment(log, n, seat) for phase, (n, seat) in last.items()}


@pytest.fixture
def phone(browser: Browser, house: House) -> Iterator[Visitor]:
    came = Visitor(browser, house, COARSE, touch=True)
    yield came
    came.leave()


def is_in_sight(thing: Locator) -> bool:
    """Whether its middle is what one sees there."""
    seen: bool = thing.evaluate(
        """node => {
            const box = node.getBoundingClientRect();
            const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return hit !== null && node.contains(hit);
        }"""
    )
    return seen


def test_all_grounds_of_manitou_are_in_sight_and_a_tap_goes_to_one(phone: Visitor) -> None:
    moment = moments("manitou")["play"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for small, whole in zip(
            page.locator(".mn-sg").all(), page.locator(".mn-ground").all(), strict=True
        ):
            assert is_in_sight(small)
            small.tap()
            expect(small).to_have_class("mn-sg seen")
            assert is_in_sight(whole)


def test_a_ground_that_is_chosen_in_small_comes_into_sight_with_the_card_on_it(
    phone: Visitor,
) -> None:
    moment = moments("manitou")["play"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    page.evaluate("localStorage.setItem('ask', 'always')")
    before = phone.n
    page.locator("#part-act button.mn-hc.can").first.tap()
    page.locator("#see-right").tap()
    chosen = page.locator(".mn-ground.chosen")
    expect(chosen).to_have_id("whole-right")
    expect(page.locator("#see-right")).to_have_class("mn-sg chosen seen")
    assert is_in_sight(chosen)
    page.locator(".mn-go").tap()
    phone.wait_past(before)


def goals(phone: Visitor) -> list[tuple[float, float]]:
    """The size of the visible elements that can be picked on the board."""
    sizes: list[tuple[float, float]] = phone.page.evaluate(
        """() => {
            const seen = document.querySelector("#board").getBoundingClientRect();
            return [...document.querySelectorAll("#board .can")]
                .map((node) => node.getBoundingClientRect())
                .filter((box) => box.left >= seen.left - 1 && box.right <= seen.right + 1
                    && box.top >= seen.top - 1 && box.bottom <= seen.bottom + 1)
                .map((box) => [box.width, box.height]);
        }"""
    )
    return sizes


@pytest.mark.parametrize("phase", ["lay", "send", "gather", "move"])
def test_the_land_comes_as_close_as_a_finger_needs_and_all_goals_stay_in_sight(
    phone: Visitor, phase: str
) -> None:
    moment = crowded()[phase]
    for width, height in ((390, 844), (360, 640)):
        phone.page.set_viewport_size({"width": width, "height": height})
        page = phone.play_on(moment.log, moment.n, moment.seat)
        sizes = goals(phone)
        assert len(sizes) == page.locator("#board .can").count() > 0
        assert all(round(min(size), 1) >= FINGER for size in sizes), sizes


def test_the_land_goes_back_when_nothing_can_be_picked_there(phone: Visitor) -> None:
    moment = crowded()["gather"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    board = page.locator("#board")
    close = (board.get_attribute("viewBox") or "").split()
    page.locator("#done").tap()
    page.locator("#done").wait_for(state="detached")
    page.wait_for_function(
        "width => document.querySelector('#board').viewBox.baseVal.width > width * 1.05",
        arg=float(close[2]),
    )


def test_where_goals_are_too_small_a_tap_comes_closer_and_the_next_one_picks(
    phone: Visitor,
) -> None:
    phone.page.set_viewport_size({"width": 568, "height": 320})
    moment = crowded()["move"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    before = phone.n
    assert any(min(size) < FINGER - 4 for size in goals(phone))
    goal = f"#{page.locator('#board .can').first.get_attribute('id')}"
    assert Finger(phone, 1).press(goal)
    page.wait_for_timeout(200)
    assert phone.n == before
    assert all(round(min(size), 1) >= FINGER for size in goals(phone))
    assert Finger(phone, 1).press(goal)
    phone.wait_past(before)


def test_pieces_are_larger_from_far(phone: Visitor) -> None:
    moment = crowded()["turn"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    hunter = page.locator("#board [id*='-hunter-']").first
    box = hunter.bounding_box()
    assert box is not None
    assert box["width"] >= 11
    assert page.locator("#board .b-pieces").get_attribute("aria-hidden") == "true"


def letters(page: Page) -> dict[str, str]:
    """The letters on the signs and the hunters of each colour."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries(["blue", "red"].map((colour) => [colour,
            [`#seat-${colour} text`, `#${colour}-hunter text`]
                .map((name) => document.querySelector(name).textContent).join("")]))"""
    )
    return found


def test_pieces_bear_the_players_initials_or_the_colours_letters_as_one_wants(
    phone: Visitor,
) -> None:
    moment = crowded()["turn"]
    phone.speak("cs")
    page = phone.play_on(moment.log, moment.n, moment.seat)
    names = json.loads(page.locator("#main").get_attribute("data-names") or "")
    colours = ["blue", "red", "yellow", "green"]
    own, other = moment.seat, (moment.seat + 1) % 4
    initials = dict(json.loads(page.locator("#main").get_attribute("data-initials") or ""))
    assert initials[colours[own]] == names[own][0].upper()
    assert len({*initials.values()}) == len(initials)
    assert letters(page)["blue"] == 2 * initials["blue"]
    table = page.url
    page.goto("/settings")
    page.get_by_label("Tvé písmeno, chceš-li jiné").fill("Q")
    page.get_by_label("Tvé písmeno, chceš-li jiné").blur()
    page.goto(table)
    mine = page.locator(f"#seat-{colours[own]} text")
    expect(mine).to_have_text("Q")
    expect(page.locator(f"#seat-{colours[other]} text")).to_have_text(initials[colours[other]])
    page.goto("/settings")
    page.get_by_label("písmena barev").check()
    page.goto(table)
    assert letters(page) == {"blue": "MM", "red": "ČČ"}


def test_nobodys_colour_has_no_letter_that_is_a_players(phone: Visitor) -> None:
    moment = moments("apache")["choose"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    written = page.evaluate(
        """async () => {
            const seats = [["red", "B"], ["green", "C"], ["violet", "F"]];
            document.querySelector("#main").dataset.initials = JSON.stringify(seats);
            const link = document.querySelector("link[href$='/letters.js']").href;
            (await import(link)).writeLetters();
            return ["red", "green", "violet", "yellow", "blue"].map(
                (colour) => document.querySelector(`#ap-${colour} text`).textContent);
        }"""
    )
    assert written == ["B", "C", "F", "Y", "·"]


def test_the_rules_open_over_the_table_at_the_rule_of_the_moment(phone: Visitor) -> None:
    moment = moments("bison")["lay"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    table = page.url
    page.locator("#to-rules").tap()
    book = page.get_by_role("dialog", name="Rules of Bison")
    expect(book).to_be_visible()
    now = book.locator(".rule.now")
    expect(now).to_have_id("B5.1")
    expect(now).to_be_in_viewport()
    book.get_by_role("button", name="Close").tap()
    expect(book).to_be_hidden()
    assert page.url == table


def test_settings_and_sounds_are_under_more_and_nothing_speaks_of_keys(phone: Visitor) -> None:
    moment = moments("bison")["lay"]
    page = phone.play_on(moment.log, moment.n, moment.seat)
    page.locator(".b-site.can").first.tap()
    expect(page.locator("#part-act header")).to_contain_text("Tap it to turn it")
    expect(page.get_by_text("wheel")).to_be_hidden()
    page.locator("#more summary").tap()
    expect(page.locator('[data-do="keys"]')).to_be_hidden()
    expect(page.get_by_role("link", name="Settings")).to_have_attribute("href", "/settings")
    expect(page.locator("#sound")).to_be_hidden()
    page.locator('[data-do="sound"]').tap()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")


def test_a_board_that_shifts_and_shrinks_sends_nothing_flying(
    browser: Browser, house: House
) -> None:
    someone = Visitor(browser, house, COARSE, touch=True, motion=True)
    moment = moments("apache")["choose"]
    page = someone.play_on(moment.log, moment.n, moment.seat)
    page.wait_for_function("() => !document.querySelector('#flight > *')")
    page.evaluate(
        """() => {
            window.most = 0;
            const count = () => {
                const flying = document.querySelectorAll("#flight > *").length;
                window.most = Math.max(window.most, flying);
            };
            new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    before = someone.n
    page.locator("#part-act .tribe.can").first.tap()
    page.locator(".buttons [data-play]").tap()
    someone.wait_past(before)
    page.wait_for_timeout(800)
    assert page.evaluate("most") < 8
    someone.leave()
