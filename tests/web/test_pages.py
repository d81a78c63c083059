"""The pages around the table, used as their users would: from the home page to a game, with
friends, on one screen; rules, replay, lessons, settings."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.matches.begin import replay
from tests.review.matches import played
from tests.web import look
from tests.web.test_look import finished
from tests.web.visit import DESK, PHONE, House, Visitor

pytestmark = pytest.mark.slow


def open_log(page: Page, text: str, folder: Path) -> None:
    log = folder / "match.jsonl"
    log.write_text(text, "utf-8")
    page.goto("/open")
    page.set_input_files("#file", log)
    page.locator("#open button").click()


def wait_for_step(page: Page, n: int) -> None:
    page.wait_for_function(
        "n => new URL(location).searchParams.get('n') === String(n)", arg=n, timeout=10_000
    )


# --- to a game


def test_the_calm_and_the_live_tempo_stand_side_by_side_on_the_first_page(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("radio", name="Calm")).to_be_checked()
    page.locator(".paces").get_by_text("Live").click()
    page.locator("#apache-now").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator(".tempo.live")).to_be_visible()


def test_a_guest_has_a_name_and_a_colour_at_once_and_can_change_them(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    expect(page.locator("#me .who")).to_have_text(re.compile(r"\w+ \d+ guest"))
    page.locator("#me").click()
    page.get_by_label("Name").fill("Bára")
    page.get_by_label("violet").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_have_text("Saved.")
    page.goto("/")
    expect(page.locator("#me")).to_contain_text("Bára")
    expect(page.locator("#me .dot")).to_have_class("dot violet")


def test_without_a_network_the_page_stays_open_and_says_so(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/settings")
    page.context.set_offline(True)
    page.locator("#brand").click()
    expect(page.locator("#offline")).to_be_visible()
    assert page.url.endswith("/settings")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    page.locator("#brand").click()
    page.wait_for_url("**/")
    visitor.wrong.clear()  # the browser says, too, that it had no network


def test_a_page_that_cannot_be_fetched_is_one_of_ours(visitor: Visitor) -> None:
    visitor.speak("it")
    page = visitor.page
    page.goto("/")
    page.wait_for_function("() => localStorage.getItem('offline')")
    page.context.set_offline(True)
    page.goto("/about")
    expect(page.get_by_role("heading", name="Nessuna connessione")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Riprova").click()
    expect(page).to_have_title("Informazioni · Prateria")
    visitor.wrong.clear()  # the browser says, too, that it had no network


def test_friends_come_by_the_link_and_bots_fill_the_rest(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto("/")
    page.locator("#bison-friends").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/join/*")
    expect(page.locator(".qr svg path")).to_have_count(1)
    expect(page.locator("#start")).to_be_disabled()
    friend = Visitor(browser, house, PHONE, touch=True, language="it")
    friend.page.goto(page.locator("#link").input_value())
    expect(page.locator("#chair-1 .ready")).to_have_text("ready")  # on arrival
    friend.page.locator("#ready").tap()
    expect(page.locator("#chair-1")).to_contain_text("not ready yet")
    friend.page.locator("#stand-1").tap()
    expect(page.locator("#chair-1")).to_contain_text("free")
    friend.page.reload()
    friend.page.locator("#sit-1").tap()
    expect(friend.page.locator("#chair-1")).to_contain_text("tu")
    page.locator("#words").fill("Ciao!")
    page.get_by_role("button", name="Send").click()
    expect(friend.page.locator("#chat")).to_contain_text("Ciao!")
    page.get_by_text("Change the table").click()
    page.get_by_label("Seats").select_option("3")
    page.get_by_label("Clock").select_option(label="1 minute a turn")
    page.locator("#anew").get_by_role("button", name="Save").click()
    expect(friend.page.locator(".settings")).to_contain_text("1 minuto a turno")
    expect(page.locator("#chair-3")).to_have_count(0)
    page.locator("#level-2").select_option("1")
    page.locator("#bot-2").click()
    expect(page.locator("#chair-2")).to_contain_text("bot, level 1")
    page.locator("#start").click()
    page.wait_for_url("**/tables/*")
    friend.page.wait_for_url("**/tables/*")
    expect(friend.page.locator("#part-board")).not_to_be_empty()
    friend.leave()


def test_a_table_that_its_host_closes_is_closed_for_its_guests(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto("/new/bison")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/join/*")
    guest = Visitor(browser, house)
    guest.page.goto(page.locator("#link").input_value())
    expect(page.locator("#chair-1 .ready")).to_have_text("ready")
    page.locator("#close").click()
    page.wait_for_url(f"{house.url}/")
    expect(guest.page.locator("main")).to_contain_text("This table was closed.")
    guest.wrong.clear()  # the answer is an error, and the browser says so
    guest.leave()


def test_a_stranger_without_the_link_does_not_find_the_table(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    table = visitor.open_table("manitou", 2)
    stranger = Visitor(browser, house)
    answer = stranger.page.goto(f"/join/{table}")
    assert answer is not None
    assert answer.status == 404
    expect(stranger.page.locator("h1")).to_have_text("There is nothing here")
    stranger.wrong.clear()  # the console reports the 404
    stranger.leave()


def test_the_host_can_send_somebody_away_and_a_guest_can_stand_up(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    table = visitor.open_table("manitou", 3, public=True)
    visitor.page.goto(f"/join/{table}")
    guest = Visitor(browser, house)
    guest.page.goto("/")
    guest.page.locator(f"#list-watch [href='/join/{table}']").click()
    guest.page.locator("#sit-2").click()
    guest.page.locator("#stand-2").click()
    expect(visitor.page.locator("#chair-2")).to_have_class("free")
    guest.page.locator("#sit-1").click()
    visitor.page.locator("#free-1").click()
    expect(guest.page.locator("#sit-1")).to_be_visible()
    expect(guest.page.locator("#removed")).to_contain_text("removed you")
    guest.leave()


def test_a_guest_who_is_sent_away_and_has_no_link_is_told_so_at_once(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    card = visitor.post("/tables", {"game": "manitou", "seats": 3})
    guest = Visitor(browser, house)
    guest.post(f"/tables/{card['id']}/sit", {"invite": card["invite"]})
    guest.page.goto(f"/join/{card['id']}")  # as in a rematch: they came without the link
    expect(guest.page.locator("#stand-1")).to_be_visible()
    visitor.post(f"/tables/{card['id']}/unseat", {"seat": 1})
    expect(guest.page.locator(".lead")).to_have_text("The host has removed you from this table.")
    guest.page.get_by_role("link", name="To the home page").click()
    expect(guest.page.locator("#bison-now")).to_be_visible()
    guest.wrong.clear()  # the console tells of the 403
    guest.leave()


def test_several_people_play_on_one_screen(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/here/manitou")
    page.get_by_label("Name of player 1").fill("Nora")
    page.get_by_label("Name of player 2").fill("Ugo")
    page.get_by_label("Seats").select_option("3")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/tables/*")
    # Whose turn it is, or the curtain if that side has something to hide.
    page.wait_for_function(
        "() => /Nora|Ugo/.test(document.querySelector('#curtain[open]')?.textContent ?? '')"
        " || /(Nora|Ugo): your turn/.test(document.querySelector('#part-turn').textContent)"
    )


def test_options_of_the_game_are_those_of_its_table(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/new/manitou")
    page.locator(".options summary").click()
    page.locator('[name="options.quick"]').check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/join/*")
    expect(page.locator(".changed a")).to_have_attribute("href", "/rules/manitou#M2.2")


# --- people


def test_an_account_is_kept_and_found_again(browser: Browser, house: House) -> None:
    guest = Visitor(browser, house)
    page = guest.page
    page.goto("/account")
    form = page.locator("form").filter(has_text="You keep the matches you played")
    form.get_by_label("Name").fill("Keeper")
    form.get_by_label(re.compile("Password")).fill("a long password")
    form.get_by_role("button").click()
    page.wait_for_url("**/settings")
    expect(page.get_by_text("You are logged in as Keeper")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(re.compile(r"/$"))
    expect(page.locator("#me")).not_to_contain_text("Keeper")
    page.goto("/account")
    form = page.locator("form").filter(has_text="On a device")
    form.get_by_label("Name").fill("Keeper")
    form.get_by_label(re.compile("Password")).fill("another password")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("Wrong name or password.")
    form.get_by_label(re.compile("Password")).fill("a long password")
    form.get_by_role("button").click()
    page.wait_for_url("**/settings")
    guest.wrong.clear()  # the console tells of the refusal
    guest.leave()


def test_light_or_dark_and_still_are_remembered(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/settings")
    page.get_by_label("dark").check()
    page.get_by_label("still").check()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(27, 23, 18)"


# --- rules


def test_the_rules_are_searched_without_capitals_and_accents(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/rules/manitou?lang=cs")
    page.locator("#find").fill("NACELNIK medicinman")
    shown = page.locator(".rule:visible")
    expect(shown.first).to_contain_text("áčelník")
    assert 0 < shown.count() < 12
    expect(page.locator(".rule:visible mark").first).to_have_text(
        re.compile("náčelník", re.IGNORECASE)
    )
    page.locator("#find").fill("xyzzy")
    expect(page.locator("#found")).to_have_text("Žádné pravidlo to neříká.")
    page.locator("#find").fill("")
    expect(page.locator(".rule:visible")).to_have_count(len(registry.get("manitou").rulebook.rules))


def test_each_rule_has_an_address_and_rulings_are_marked(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/rules/manitou#M3.7")
    expect(page.locator('[id="M3.7"]')).to_be_in_viewport()
    rulings = sum(rule.ruling for rule in registry.get("manitou").rulebook.rules.values())
    expect(page.locator(".ruling")).to_have_count(rulings)


def test_the_glossary_maps_words_to_the_rulebooks(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/glossary")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="tepee"))
    for word in ("tenda", "vigvam", "týpí"):
        expect(row).to_contain_text(word)


# --- replay


def test_the_replay_by_keys(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    open_log(page, finished("manitou", 3), tmp_path)
    page.wait_for_url("**/replays/*")
    last = int(page.locator("#main").get_attribute("data-last") or 0)
    page.keyboard.press("End")
    wait_for_step(page, last)
    expect(page.locator("#part-turn")).to_have_text(re.compile("win|victory"))
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keys")
    expect(listed).to_contain_text("Turn on")
    page.keyboard.press("End")  # meant for the list
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    wait_for_step(page, 0)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => Number(new URL(location).searchParams.get('n')) > 0")
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowLeft")
    page.locator("#log .entry").nth(20).click()
    n = int(page.locator("#log .entry").nth(20).get_attribute("data-n") or 0)
    wait_for_step(page, n)
    expect(page.locator("#log .entry.now")).to_have_attribute("data-n", str(n))
    page.keyboard.press(" ")
    page.wait_for_function("n => Number(new URL(location).searchParams.get('n')) > n", arg=n)
    page.keyboard.press("+")
    expect(page.locator("#speed")).to_have_value("2")
    expect(page.locator("#go-play")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(" ")
    expect(page.locator("#go-play")).to_have_attribute("aria-pressed", "false")
    turns = [int(n) for n in (page.locator("#main").get_attribute("data-turns") or "").split()]
    page.locator("#scrub").fill(str(turns[3]))
    wait_for_step(page, turns[3])
    page.keyboard.press("PageDown")
    wait_for_step(page, turns[4])
    page.keyboard.press("PageUp")
    wait_for_step(page, turns[3])


def test_the_replay_shows_the_chances_and_leads_from_turn_to_turn(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    match = played("manitou", ("learned", "random", "random"))
    open_log(page, match.log.dumps(), tmp_path)
    page.wait_for_url("**/replays/*")
    expect(page.locator("#curve polyline")).to_have_count(3)
    expect(page.locator("#curve .band text").first).to_have_text("Hunt 1")
    height = (page.locator("#curve").bounding_box() or {"height": 0})["height"]
    assert height > 100
    turns = page.locator(".judged.is-turn")
    assert turns.count() > 0
    expect(page.locator("#curve .mark")).to_have_count(turns.count())
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    at_first = page.locator("#odds").inner_text()
    page.keyboard.press("t")
    expect(page.locator("#log .entry.now .is-turn")).to_be_visible()
    expect(page.locator("#odds")).not_to_have_text(at_first)
    box = page.locator("#curve").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.down()
    last = int(page.locator("#main").get_attribute("data-last") or 0)
    page.wait_for_function(
        "n => Math.abs(Number(new URL(location).searchParams.get('n')) - n) <= 2", arg=last / 2
    )
    page.mouse.up()


def test_mistakes_are_led_to_and_the_better_move_is_shown_and_tried(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    match = played("manitou", ("learned", "random", "random"))
    open_log(page, match.log.dumps(), tmp_path)
    page.wait_for_url("**/replays/*")
    expect(page.locator("#played li")).to_have_count(3)
    page.locator("#played-by summary").click()
    page.locator("#played .who").nth(1).click()
    left = page.locator("#log > li:visible")
    mistakes = page.locator("#log .judged.is-slip:visible")
    expect(mistakes.first).to_contain_text(" by b: ")
    assert left.count() <= mistakes.count()
    page.keyboard.press("Home")
    for _ in range(2):  # the first is one of a party, put together before anything is on the board
        page.keyboard.press("m")
    expect(page.locator("#remark")).to_be_visible()
    expect(page.locator("#remark-text")).to_contain_text("gave away")
    for width, height in ((1280, 640), (1280, 800), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert not look.out_of_reach(page, None, 24)
        expect(page.locator("#try")).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    n = int(page.url.partition("n=")[2].partition("&")[0])
    as_played = page.locator("#part-board").inner_html()
    page.keyboard.press("b")
    expect(page.locator("#better [aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#as-played")).to_be_visible()
    page.wait_for_function(
        "html => document.querySelector('#part-board').innerHTML !== html", arg=as_played
    )
    page.locator("#as-played").click()
    expect(page.locator("#as-played")).to_be_hidden()
    page.keyboard.press("Shift+M")
    page.wait_for_function("n => Number(new URL(location).searchParams.get('n')) < n", arg=n)
    page.keyboard.press("m")
    better = page.locator("#better [data-step]").first
    expect(better).to_be_visible()
    page.locator("#try").click()
    page.wait_for_url("**/tables/*")
    page.wait_for_function("() => document.querySelector('#main')?.dataset.live === 'true'")
    assert visitor.n > 0  # the better move has been made


def test_all_eyes_are_open_at_once_when_a_match_is_over(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    open_log(page, finished("manitou", 3), tmp_path)
    page.wait_for_url("**/replays/*")
    page.goto(page.url.partition("?")[0] + "?n=40")
    page.get_by_role("link", name="All eyes").click()
    page.wait_for_url("**eyes=x*")
    expect(page.locator(".hand-of")).to_have_count(3)
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


def test_the_link_of_a_moment_shows_it_through_the_same_eyes(
    browser: Browser, house: House, visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    open_log(page, finished("manitou", 2), tmp_path)
    page.wait_for_url("**/replays/*")
    with page.expect_navigation():
        page.locator("a.eye[data-eyes=b]").click()
    last = int(page.locator("#main").get_attribute("data-last") or 0)
    page.keyboard.press("End")
    wait_for_step(page, last)
    page.keyboard.press("PageUp")
    page.wait_for_function("n => Number(new URL(location).searchParams.get('n')) < n", arg=last)
    assert "eyes=b" in page.url
    moment = page.locator("#part-act").inner_html()
    other = Visitor(browser, house)
    other.page.goto(page.url)
    assert other.page.locator("#part-act").inner_html() == moment
    other.leave()


def test_going_on_from_a_moment_makes_a_match_whose_log_can_be_checked(
    visitor: Visitor, tmp_path: Path, duel: None
) -> None:
    page = visitor.page
    open_log(page, finished("duel", 2), tmp_path)
    page.wait_for_url("**/replays/*")
    page.locator("a.eye[data-eyes=a]").click()
    page.keyboard.press("Home")
    wait_for_step(page, 0)
    for _ in range(4):  # the four cards are dealt; nobody has chosen
        page.keyboard.press("ArrowRight")
    page.locator("#scrub").fill("4")
    wait_for_step(page, 4)
    page.locator("#on").click()
    page.wait_for_url("**/tables/*")
    page.wait_for_function("() => document.querySelector('#main')?.dataset.live === 'true'")
    while not visitor.is_over:
        visitor.wait_for_turn()
        if page.locator("#part-moves button").count():
            visitor.play_from_list()
    table = page.url.rpartition("/")[2]
    text = page.evaluate(f"fetch('/api/tables/{table}/log').then((answer) => answer.text())")
    again = replay(text)
    assert again.log.header.position is not None
    assert again.outcome is not None


def test_a_damaged_log_is_refused_with_its_line(
    visitor: Visitor, tmp_path: Path, duel: None
) -> None:
    page = visitor.page
    lines = finished("duel", 2).splitlines(keepends=True)
    lines[3] = lines[3].replace('"at":0', '"at":1')
    open_log(page, "".join(lines), tmp_path)
    expect(page.get_by_role("alert")).to_contain_text("damaged (line 4)")
    visitor.wrong.clear()  # the console tells of the refusal


def test_a_running_match_shows_no_eyes_but_the_own(
    browser: Browser, house: House, visitor: Visitor
) -> None:
    table = visitor.open_table("manitou", 2, "random")
    page = visitor.page
    page.goto(f"/tables/{table}/replay")
    expect(page.locator("a.eye")).to_have_count(2)
    expect(page.locator("#download")).to_have_count(0)
    watcher = Visitor(browser, house)
    answer = watcher.page.goto(f"/replays/{table}?eyes=a")
    assert answer is not None
    assert answer.status == 403
    watcher.wrong.clear()  # the console tells of the 403
    watcher.leave()


_BELL: Final = """
    window.notes = [];
    window.Notification = class extends EventTarget {
        constructor(title, options) { super(); window.notes.push(`${title}: ${options.body}`); }
        static get permission() { return localStorage.getItem("may") ?? "default"; }
        static async requestPermission() {
            localStorage.setItem("may", "granted");
            return "granted";
        }
    };"""
"""A browser that allows notifications as soon as it is asked, and keeps them."""


def test_a_word_when_it_is_your_turn_is_asked_for_and_told_once(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(_BELL)
    turn = {"table": "t", "game": "manitou", "others": ["Ugo", "Ida"], "days": True}
    soon = {**turn, "table": "u", "days": False}
    page.route("**/api/turns", lambda route: route.fulfill(json=[turn, soon]))
    page.goto("/settings")
    bell = page.locator("#notify button")
    expect(bell).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("Notification.permission") == "default"
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    page.evaluate("localStorage.setItem('waiting-tables', '[]')")
    page.goto("/about")
    page.wait_for_function("() => window.notes.length > 0")
    assert page.evaluate("window.notes") == ["Your turn: Ugo, Ida"]
    with page.expect_response("**/api/turns"):
        page.goto("/about")
    assert page.evaluate("window.notes") == []


# --- lessons


def test_a_lesson_is_taken_step_by_step(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/lessons/duel")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("#task")).to_contain_text("Choose your 5")
    page.locator('#part-moves [data-moves="a chooses 1"]').click()
    expect(page.locator("#judged")).to_contain_text("asks for something else")
    expect(page.locator("#judged")).to_contain_text("D1")
    page.locator('#part-moves [data-moves="a chooses 5"]').click()
    expect(page.locator("#judged")).to_have_text("Well done.")
    page.locator("#next").click()
    page.locator('#part-moves [data-moves="a chooses 1"]').click()
    page.locator("#next").click()
    expect(page.locator("#task")).to_contain_text("The victory is shared")
    page.locator("#next button").click()
    page.wait_for_url("**/tables/*")


@pytest.mark.parametrize("game", ["bison", "apache", "manitou"])
def test_the_lesson_of_each_game_can_be_taken(visitor: Visitor, game: str) -> None:
    lesson = face_of(registry.get(game)).lesson()
    assert lesson is not None
    page = visitor.page
    for number, step in enumerate(lesson.steps):
        page.goto(f"/lessons/{game}?step={number}")
        first = step.text["en"].split("\n\n")[0]
        expect(page.locator("#task p").first).to_have_text(" ".join(first.split()))
        if not step.moves:
            continue
        page.locator("#moves summary").click()
        page.evaluate(
            "(move) => document.querySelector(`#part-moves [data-moves='${move}']`).click()",
            step.moves[0],
        )
        expect(page.locator("#judged")).to_have_class("right")
        expect(page.locator("#next")).to_be_visible()


_LOOK_LATE: Final = """() => {
    const ask = window.fetch;
    window.late = [];
    window.fetch = (path, options) => {
        if (!String(path).includes("/look")) return ask(path, options);
        const answer = ask(path, options).then(
            (given) => new Promise((done) => setTimeout(() => done(given), 400)));
        window.late.push(answer);
        return answer;
    };
}"""
"""Every look is answered much later than the move that follows it."""


def test_a_late_look_does_not_paint_over_the_answer_of_a_lesson(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/lessons/bison?step=6", wait_until="networkidle")
    page.evaluate(_LOOK_LATE)
    page.locator("#space-d3p").focus()
    page.locator("#space-d3p").hover()
    page.wait_for_function("window.late.length > 0")
    page.evaluate("document.querySelector(`#part-moves [data-moves='a picks d3p']`).click()")
    expect(page.locator("#judged")).to_have_class("right")
    right = page.locator("#part-act").inner_text()
    page.locator("#space-e3p").hover()  # a look after that is not drawn either
    page.wait_for_timeout(700)
    page.evaluate("Promise.all(window.late)")
    assert page.locator("#part-act").inner_text() == right
    expect(page.locator("#part-board .can")).to_have_count(0)


@pytest.mark.parametrize("language", ["it", "cs", "de"])
@pytest.mark.parametrize("game", ["bison", "apache", "manitou"])
def test_the_lesson_of_each_game_is_told_in_each_language(
    visitor: Visitor, game: str, language: str
) -> None:
    """The pages are sent complete, so that they need not be opened one by one."""
    lesson = face_of(registry.get(game)).lesson()
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        path = f"/lessons/{game}?step={number}&lang={language}"
        page = html.unescape(visitor.page.request.get(path).text())
        assert f'<html lang="{language}"' in page
        for paragraph in step.text[language].split("\n\n"):
            assert " ".join(paragraph.split()) in " ".join(page.split())


# --- languages


@pytest.mark.parametrize(
    ("language", "now"),
    [
        ("it", "Gioca subito"),
        ("cs-CZ", "Hrát hned"),
        ("de-AT", "Gleich spielen"),
        ("fr", "Play now"),
    ],
)
def test_the_language_is_the_browsers(
    browser: Browser, house: House, language: str, now: str
) -> None:
    guest = Visitor(browser, house, language=language)
    guest.page.goto("/")
    expect(guest.page.locator("#manitou-now")).to_have_text(now)
    guest.leave()


def test_the_language_is_switched_on_every_page(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/rules/bison")
    page.get_by_title("Italiano").click()
    expect(page.locator("h1")).to_have_text("Regole di Bison")
    assert page.url.endswith("/rules/bison")
    page.goto("/about")
    expect(page.locator("html")).to_have_attribute("lang", "it")
