"""What happened is shown step by step, marked, and shown again; preferences are remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import prateria
from tests.web import look
from tests.web.test_sizes import LOWEST
from tests.web.visit import DESK, House, Visitor

pytestmark = pytest.mark.slow


@pytest.fixture
def watcher(browser: Browser, house: House) -> Iterator[Visitor]:
    """A person who is shown what happened, which is the default."""
    came = Visitor(browser, house, steps=True)
    yield came
    came.leave()


def play_a_card(visitor: Visitor, page: Page) -> None:
    """Calm Apache: the chief, whatever the result."""
    visitor.wait_for_turn()
    page.keyboard.press("1")
    page.locator("#part-act .main[data-play]").click()


def powwow(watcher: Visitor) -> Page:
    """A calm table at which cards have just been revealed."""
    page = watcher.go_to(watcher.open_table("apache", 2, "random"))
    play_a_card(watcher, page)
    expect(page.locator("#main.showing")).to_be_attached()
    return page


def test_a_calm_pow_wow_comes_out_with_why_a_play_was_punished(watcher: Visitor) -> None:
    page = powwow(watcher)
    expect(page.locator("#part-board .play").first).to_be_attached()
    expect(page.locator("#show")).to_contain_text("plays the chief")
    expect(page.locator(".slips")).to_contain_text("missing on the prairie")
    page.locator(".slips a").first.click()
    expect(page.locator("#rule")).to_contain_text("A3.2")


def test_a_press_on_what_is_past_only_goes_on_to_what_is_now(watcher: Visitor) -> None:
    page = powwow(watcher)
    page.locator("#hand-chief").click(force=True)
    expect(page.locator("#main:not(.showing)")).to_be_attached()
    expect(page.locator("#show")).to_be_hidden()
    assert page.locator("#part-board .play").count() == 0
    expect(page.locator("#hand-chief.can:not(.picked)")).to_be_visible()
    page.locator("#hand-chief").click()
    expect(page.locator("#part-act .main[data-play]")).to_be_visible()


def test_it_goes_on_by_itself_and_what_is_asked_now_is_announced(watcher: Visitor) -> None:
    page = powwow(watcher)
    heard = page.locator("#heard").inner_text()
    expect(page.locator("#main:not(.showing)")).to_be_attached()
    expect(page.locator("#hand-chief.can")).to_be_visible()
    assert heard.endswith(page.locator("#part-act [data-asked]").inner_text())


def test_whoever_does_not_want_it_is_not_shown_it_again(watcher: Visitor) -> None:
    page = powwow(watcher)
    page.get_by_role("button", name="Do not show this").click()
    before = watcher.n
    play_a_card(watcher, page)
    watcher.wait_past(before)
    assert page.locator("#main.showing").count() == 0
    page.locator("#more summary").click()
    wish = page.get_by_role("button", name="Show step by step")
    expect(wish).to_have_attribute("aria-pressed", "false")
    wish.click()
    expect(wish).to_have_attribute("aria-pressed", "true")


def test_what_happened_since_the_last_turn_is_shown_again(visitor: Visitor) -> None:
    page = riding(visitor)
    page.keyboard.press("1")
    expect(page.locator("#ground-left.can")).to_be_visible()
    before = visitor.n
    page.keyboard.press("q")
    visitor.wait_past(before)
    visitor.wait_for_turn()
    again = page.locator("#again")
    again.focus()  # the focus had moved on to a card, and its destination is drawn
    again.hover()
    expect(page.locator("#part-board .mn-soon")).to_have_count(0)
    now = page.locator("#part-board").inner_html()
    again.click()
    page.keyboard.press("ArrowLeft")  # by hand it does not advance automatically
    expect(page.locator("#main.showing")).to_be_attached()
    place = page.locator(".show-place")
    expect(place).to_have_text(re.compile("^1/"))
    assert page.locator("#part-board").inner_html() != now
    page.locator("[data-step=on]").click()
    expect(place).to_have_text(re.compile("^2/"))
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(re.compile("^1/"))
    page.keyboard.press("Escape")
    expect(page.locator("#show")).to_be_hidden()
    assert page.locator("#part-board").inner_html() == now


def test_a_season_is_counted_out_and_its_account_stays_unless_one_gave_up(watcher: Visitor) -> None:
    page = watcher.go_to(watcher.open_table("bison", 2, "random"))
    for _ in range(200):
        watcher.wait_for_turn()
        if page.locator("#main.showing").count():
            break
        watcher.play_from_list(page.locator("#part-moves button").count() - 1)
    # The areas are counted one by one, if any pays in this deal (tests/games/bison has those).
    expect(page.locator("#show")).to_contain_text("hunt")
    account = page.locator(".show-account table")
    expect(account).to_be_visible()
    page.wait_for_timeout(1500)
    expect(account).to_be_visible()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#show")).to_be_hidden()
    # Who gives up is shown the end, not each season of the bots.
    page.locator("#more summary").click()
    page.get_by_role("button", name="Give up").click()
    page.locator("#sure").get_by_role("button", name="Yes").click()
    expect(page.locator("#part-turn .over")).to_be_attached()
    expect(page.locator("#show")).to_be_hidden()


def test_what_happened_while_the_page_was_closed_is_shown_once(watcher: Visitor) -> None:
    page = riding(watcher)
    table, before = page.url.rpartition("/")[2], watcher.n
    page.locator("#part-act .mn-hc.can").first.click()
    page.locator("#ground-left.can").click()
    watcher.wait_past(before)
    watcher.wait_for_turn()
    page.goto("/settings")
    page.evaluate(
        "seen => localStorage.setItem('seen', JSON.stringify([seen]))", [table, before + 1]
    )
    watcher.go_to(table)
    shown = page.locator("#show")
    expect(shown).to_contain_text("While you were away")
    page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("plays")
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    expect(page.locator("#again[aria-disabled=false]")).to_be_visible()
    watcher.go_to(table)
    page.wait_for_timeout(300)
    expect(shown).to_be_hidden()


def riding(visitor: Visitor) -> Page:
    """Manitou, a card in the hand."""
    page = visitor.go_to(visitor.open_table("manitou", 2, "random", options={"quick": True}))
    visitor.wait_for_turn()
    expect(page.locator("#part-act .mn-hc.can").first).to_be_visible()
    return page


def test_what_the_others_did_is_marked_until_they_move_again(visitor: Visitor) -> None:
    page = riding(visitor)
    page.locator("#part-act .mn-hc.can").first.click()
    before = visitor.n
    page.locator("#ground-left.can").click()
    visitor.wait_past(before)
    visitor.wait_for_turn()
    expect(page.locator("#part-board .fresh")).to_have_count(1)
    page.locator("#part-act .mn-hc.can").first.hover()
    page.wait_for_timeout(300)
    expect(page.locator("#part-board .fresh")).to_have_count(1)


def test_a_card_is_played_with_two_clicks(visitor: Visitor) -> None:
    page = riding(visitor)
    before = visitor.n
    page.locator("#part-act .mn-hc.can").first.click()
    page.locator("#ground-left.can").click()
    visitor.wait_past(before)


def test_a_card_is_played_with_one_drag(visitor: Visitor) -> None:
    page = riding(visitor)
    before = visitor.n
    page.locator("#part-act .mn-hc.can").first.hover()
    page.mouse.down()
    page.locator("section.mn-ground").nth(1).hover(force=True)
    expect(page.locator("#ground-middle.can")).to_be_visible()
    page.mouse.up()
    visitor.wait_past(before)


def test_who_wishes_to_be_asked_is_asked(visitor: Visitor) -> None:
    page = riding(visitor)
    page.locator("#more summary").click()
    page.locator("[data-choice=ask]").select_option("always")
    page.keyboard.press("Escape")
    before = visitor.n
    page.locator("#part-act .mn-hc.can").first.click()
    page.locator("#ground-left.can").click()
    expect(page.locator("#part-act [data-play]")).to_be_visible()
    assert visitor.n == before


def test_who_wishes_not_to_be_asked_is_not(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("apache", 2, "random"))
    visitor.wait_for_turn()
    page.evaluate("localStorage.setItem('ask', 'never')")
    before = visitor.n
    page.locator("#hand-chief").click()
    visitor.wait_past(before)


def test_calm_apache_passes_by_itself_if_wished(visitor: Visitor) -> None:
    start = "apache 2; up: buffalo; deck: buffalo*4,necklace"  # nobody can claim anything
    page = visitor.play_on(prateria.position("apache", start).log.dumps(), 0, 0)
    page.locator("[data-wish=pass]").click()
    before = visitor.n
    page.wait_for_function(
        "n => Number(document.querySelector('#main').dataset.n) > n + 6", arg=before
    )
    expect(page.locator("[data-wish=pass]")).to_have_attribute("aria-pressed", "true")


def test_nothing_that_can_be_claimed_is_passed_by_itself(visitor: Visitor) -> None:
    start = "apache 2; up: red-hunter,buffalo; deck: none"
    page = visitor.play_on(prateria.position("apache", start).log.dumps(), 0, 0)
    page.locator("[data-wish=pass]").click()
    expect(page.locator("[data-wish=pass]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(1500)
    expect(page.locator("#play-none.can")).to_be_visible()


def test_what_is_greyed_says_why_and_names_its_rule(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("bison", 2, "random"))
    visitor.wait_for_turn()
    page.locator("#act-tepees").click()
    before = visitor.n
    page.locator("#play").click()
    visitor.wait_past(before)
    page.locator("#done").click()
    before = visitor.n
    page.locator("#gain-bison").click()
    visitor.wait_past(before)
    expect(page.locator("#act-tepees[aria-disabled=true]")).to_be_visible()
    before = visitor.n
    page.locator("#act-tepees").click(force=True)
    dialog = page.locator("#refusal")
    expect(dialog).to_be_visible()
    assert (dialog.locator("#refusal-rule").get_attribute("href") or "").startswith(
        "/rules/bison#B"
    )
    assert visitor.n == before


def test_an_action_with_nothing_to_do_asks_before_it_is_used_up(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("bison", 2, "random"))
    visitor.wait_for_turn()
    before = visitor.n
    page.locator("#act-canoes").click()
    expect(page.locator("#part-act")).to_contain_text("There is nothing to build.")
    assert visitor.n == before
    for width, height in LOWEST:
        page.set_viewport_size({"width": width, "height": height})
        assert not look.out_of_reach(page, "#part-board", 44)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.locator("#part-act a.rule").click()
    expect(page.get_by_role("dialog", name="Rule B4.2")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#act-place").click()
    visitor.wait_past(before)
    page.locator("#turn-120").click(force=True)
    expect(page.locator("#refusal")).to_contain_text("First choose a place")


def test_buttons_that_can_do_nothing_say_so(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("apache", 2, "random"))
    visitor.wait_for_turn()
    page.locator("#undo").click(force=True)
    expect(page.locator("#toasts")).to_contain_text("nothing to take back")
    page.locator("#again").click(force=True)
    expect(page.locator("#toasts")).to_contain_text("The others have done nothing")


def test_before_the_first_card_of_a_live_match_it_is_counted_down(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/tables/{visitor.open_table('apache', 2, 'random', options={'tempo': 'live'})}")
    count = page.locator("#count")
    expect(count).to_have_text("1")
    expect(count).to_be_visible()
    expect(page.locator("#part-board .newest")).to_have_count(0)
    expect(page.locator("#part-board .newest")).to_be_attached()
    expect(count).to_be_hidden()


def test_another_card_is_picked_instead_with_one_click(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("apache", 2, "random"))
    visitor.wait_for_turn()
    page.locator("#hand-chief").click()
    expect(page.locator("#part-act .main[data-play]")).to_contain_text("chief")
    page.locator("#hand-hunter").click()
    expect(page.locator("#part-act .main[data-play]")).to_contain_text("hunter")


def test_the_land_bears_the_names_that_are_spoken_of(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("bison", 2, "random"))
    tiles = page.locator("#part-board [id^=tile-]")
    names = [str(tile.get_attribute("id")).removeprefix("tile-") for tile in tiles.all()]
    assert page.locator("#part-board .b-names text").all_text_contents() == names


def test_a_sign_under_the_pointer_says_what_it_stands_for(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("bison", 2, "random"))
    visitor.wait_for_turn()
    page.locator(".bs-piles svg").first.hover()
    expect(page.locator("[data-tip]")).to_have_attribute("title", re.compile("hunters"))
    page.locator(".bs-stock").first.hover()
    expect(page.locator("[data-tip]")).to_have_attribute("title", "Bison")
    page.locator("h1").hover()
    expect(page.locator("[data-tip]")).to_have_count(0)
