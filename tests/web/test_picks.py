"""Picking a move in a picture: by click, drag, touch and keys, on a toy game with a picture."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

import prateria
from tests.web.visit import PHONE, House, Visitor

pytestmark = pytest.mark.slow


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """A table of Board at which it is the visitor's turn, with two cards in the hand."""
    page = visitor.go_to(visitor.open_table("board", 2, "random"))
    visitor.wait_for_turn()
    return page


def lowest(page: Page) -> str:
    return page.locator("#part-act .card").first.get_attribute("id") or ""


def highest(page: Page) -> str:
    return page.locator("#part-act .card").last.get_attribute("id") or ""


def test_two_clicks_make_a_move(visitor: Visitor, page: Page) -> None:
    before, card = visitor.n, lowest(page)
    page.locator(f"#{card}").click()
    expect(page.locator("#place-1.can")).to_contain_text(card)
    page.locator("#place-1.can").click()
    visitor.wait_past(before)


def test_a_press_counts_before_the_press_before_it_is_drawn(visitor: Visitor, page: Page) -> None:
    """Both within one task of the page: no server could have answered in between."""
    before = visitor.n
    page.evaluate(
        "ids => ids.forEach((id) => document.getElementById(id)"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1})))",
        [lowest(page), "place-1"],
    )
    visitor.wait_past(before)
    expect(page.locator("#part-act .card")).to_have_count(1)


PLAYING = "manitou 2; turn a; a: hand=mother,1"
"""Manitou, a card in the hand: a ground is only drawn as a place for it once it is picked."""


def playing(visitor: Visitor) -> Page:
    return visitor.play_on(prateria.position("manitou", PLAYING).log.dumps(), 0, 0)


CLICKS = """names => {
    for (const name of names) {
        const node = document.querySelector(name);
        const box = node.getBoundingClientRect();
        const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
        const at = document.elementFromPoint(clientX, clientY);
        at.dispatchEvent(
            new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY })
        );
    }
}"""
"""All within one task of the page."""


def test_keys_count_before_what_they_stand_for_is_drawn(visitor: Visitor) -> None:
    page = playing(visitor)
    before = visitor.n
    page.evaluate(
        "keys => keys.forEach((key) => document.dispatchEvent("
        "new KeyboardEvent('keydown', { key, bubbles: true })))",
        ["1", "q"],
    )
    visitor.wait_past(before)
    expect(page.locator("#log")).to_contain_text("left")


def test_a_press_where_a_place_is_about_to_be_drawn_counts(visitor: Visitor) -> None:
    page = playing(visitor)
    before = visitor.n
    page.evaluate(CLICKS, ["#part-act .mn-hc", "#whole-right .mn-foot"])
    visitor.wait_past(before)
    expect(page.locator("#log")).to_contain_text("right")


def test_what_is_pressed_twice_at_once_is_not_meant_twice(visitor: Visitor) -> None:
    page = playing(visitor)
    page.evaluate(CLICKS, ["#part-act .mn-hc", "#part-act .mn-hc"])
    expect(page.locator("#ground-left.can")).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.locator("#part-act .mn-hc.sel")).to_be_visible()


def test_a_card_is_dragged_to_its_place(visitor: Visitor, page: Page) -> None:
    before = visitor.n
    page.locator(f"#{lowest(page)}").drag_to(page.locator("#place-1"))
    visitor.wait_past(before)


def test_a_drag_that_ends_nowhere_changes_nothing(visitor: Visitor, page: Page) -> None:
    before, card = visitor.n, lowest(page)
    page.locator(f"#{card}").drag_to(page.locator("#log-panel"))
    expect(page.locator(f"#{card}.picked")).to_have_count(0)
    expect(page.locator(".dragged")).to_have_count(0)
    assert visitor.n == before


def test_the_keyboard_picks_by_arrows_and_enter(visitor: Visitor, page: Page) -> None:
    before, card = visitor.n, lowest(page)
    page.locator(f"#{card}").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == highest(page)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == card
    page.keyboard.press("Enter")
    expect(page.locator("#place-1")).to_be_focused()
    page.keyboard.press("Space")
    visitor.wait_past(before)


def test_escape_leads_back_to_where_the_picks_began(page: Page) -> None:
    page.evaluate("localStorage.setItem('ask', 'always')")
    card = highest(page)
    page.locator(f"#{card}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#place-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(f"#{card}")).to_be_focused()
    expect(page.locator(".picked")).to_have_count(0)


def test_the_arrows_lead_to_everything_that_can_be_pressed(page: Page) -> None:
    cards = page.locator("#part-act .card.can")
    reached = set()
    for _ in range(cards.count()):
        page.keyboard.press("ArrowRight")
        reached.add(page.evaluate("document.activeElement.id"))
    assert reached == {card.get_attribute("id") for card in cards.all()}
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") in reached


def test_a_whole_toy_game_is_two_keys_a_move(visitor: Visitor, page: Page) -> None:
    """The first arrow finds the cards; from then on the focus is always at the next step, also
    after the others' moves."""
    hand = page.locator("#part-act .card")
    page.keyboard.press("ArrowRight")
    while not visitor.is_over:
        cards = hand.count()
        expect(page.locator(".card:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#place-1")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "cards => document.querySelectorAll('#part-act .card').length < cards ||"
            " document.activeElement.dataset.play !== undefined",
            arg=cards,
        )
        if hand.count() == cards:
            page.keyboard.press("Enter")
            expect(hand).to_have_count(cards - 1)
        visitor.wait_for_turn()


def test_the_pointer_leaves_the_focus_alone(page: Page) -> None:
    page.locator(f"#{lowest(page)}").click()
    expect(page.locator("#place-1.can")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == lowest(page)


def test_a_thing_has_its_own_key(visitor: Visitor, page: Page) -> None:
    card = lowest(page)
    page.keyboard.press(card.removeprefix("card-"))
    expect(page.locator(f"#{card}.picked")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f"#{card}.picked")).to_have_count(0)


def test_keys_do_nothing_while_somebody_writes(visitor: Visitor, page: Page) -> None:
    page.locator("#show-chat").click()
    page.locator("#words").press_sequentially(lowest(page).removeprefix("card-"))
    page.wait_for_timeout(150)
    expect(page.locator(".card.picked")).to_have_count(0)


def test_what_shows_something_waits_for_a_last_yes(visitor: Visitor, page: Page) -> None:
    page.evaluate("localStorage.setItem('ask', 'always')")
    before = visitor.n
    page.locator(f"#{highest(page)}").click()
    page.locator("#place-1.can").click()
    expect(page.locator("[data-play]")).to_be_visible()
    assert visitor.n == before
    page.keyboard.press("y")
    visitor.wait_past(before)


def test_what_is_under_the_pointer_is_drawn_for_it(page: Page) -> None:
    card = lowest(page)
    page.locator(f"#{card}").hover()
    expect(page.locator("#part-board")).to_contain_text(card)
    page.locator("h1").hover()
    expect(page.locator("#part-board")).not_to_contain_text(card)


def test_the_focus_stays_when_the_picture_changes(page: Page) -> None:
    card = highest(page)
    page.locator(f"#{card}").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#part-board")).to_contain_text(card)
    assert page.evaluate("document.activeElement.id") == card


def test_picks_outlive_another_language(page: Page) -> None:
    card = lowest(page)
    page.locator(f"#{card}").click()
    expect(page.locator(f"#{card}.picked")).to_be_visible()
    page.locator("#bar .lang a[hreflang=it]").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator(f"#{card}.picked")).to_be_visible()
    expect(page.locator("#place-1.can")).to_contain_text(card)


def test_a_reaction_is_measured_from_the_painting_to_the_press(visitor: Visitor) -> None:
    sent: list[dict[str, Any]] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda data: sent.append(json.loads(data)))

    visitor.page.on("websocket", watch)
    page = visitor.go_to(visitor.open_table("board", 2, "random"))
    visitor.wait_for_turn()
    page.wait_for_timeout(300)
    before = visitor.n
    page.locator(f"#{lowest(page)}").click()
    page.locator("#place-1.can").click()
    visitor.wait_past(before)
    plays = [message for message in sent if message["type"] == "play"]
    assert "reaction" not in plays[-1]  # the last pick, the place, is not a race
    looks = [message for message in sent if message["type"] == "look"]
    assert [look["look"] for look in looks] == sorted({look["look"] for look in looks})


def test_a_zoomed_board_stays_so_across_pictures(page: Page) -> None:
    board = page.locator("#part-board svg")
    expect(board).to_have_attribute("viewBox", "0.00 0.00 200.00 100.00")
    page.locator("[data-zoom=in]").evaluate(
        "node => document.querySelector('#part-board').append(node)"
    )
    page.locator("#part-board [data-zoom=in]").click()
    zoomed = board.get_attribute("viewBox")
    assert zoomed is not None
    assert zoomed.endswith("133.33 66.67")
    page.locator(f"#{lowest(page)}").click()
    expect(page.locator("#place-1.can")).to_be_visible()
    expect(board).to_have_attribute("viewBox", zoomed)


def test_a_finger_taps(browser: Browser, house: House) -> None:
    someone = Visitor(browser, house, PHONE, touch=True)
    page = someone.go_to(someone.open_table("board", 2, "random"))
    someone.wait_for_turn()
    before = someone.n
    page.locator(f"#{lowest(page)}").tap()
    page.locator("#place-1.can").tap()
    someone.wait_past(before)
    someone.leave()


@pytest.mark.parametrize("motion", [True, False])
def test_what_moved_travels_unless_motion_is_unwanted(
    browser: Browser, house: House, motion: bool
) -> None:
    someone = Visitor(browser, house, motion=motion)
    page = someone.go_to(someone.open_table("board", 2, "random"))
    someone.wait_for_turn()
    page.evaluate(
        """() => {
            const real = Element.prototype.animate;
            window.travelled = [];
            Element.prototype.animate = function (...all) {
                window.travelled.push(this.parentElement?.id ?? "");
                return real.apply(this, all);
            };
        }"""
    )
    before = someone.n
    page.locator(f"#{lowest(page)}").click()
    page.locator("#place-1.can").click()
    someone.wait_past(before)
    assert bool(page.evaluate("window.travelled").count("flight")) is motion
    expect(page.locator("#flight > *")).to_have_count(0)
    someone.leave()


def test_frames_are_small_and_drawings_of_looks_only_what_changed(visitor: Visitor) -> None:
    frames: list[dict[str, Any]] = []
    sizes: list[int] = []

    def hear(data: str | bytes) -> None:
        sizes.append(len(data))
        text = data if isinstance(data, str) else zlib.decompress(data, -15).decode()
        frames.append(json.loads(text))

    visitor.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page = visitor.go_to(visitor.open_table("board", 2, "random"))
    visitor.wait_for_turn()
    page.locator(f"#{lowest(page)}").click()
    expect(page.locator("#place-1.can")).to_be_visible()
    looks = [frame for frame in frames if frame["type"] == "drawn" and frame.get("look")]
    assert looks
    assert all("players" not in frame["parts"] and "turn" not in frame["parts"] for frame in looks)
    assert all("ways" not in frame or frame["ways"] is None for frame in looks)
    assert max(sizes) < 6000
