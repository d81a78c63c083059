"""A table in a browser: everything the page does around any game, with a toy game and with ours."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

import prateria
from prateria.core import registry
from tests.web.visit import PHONE, House, Visitor, Wire

pytestmark = pytest.mark.slow


def test_the_page_is_whole_without_scripts(browser: Browser, house: House) -> None:
    host = Visitor(browser, house)
    table = host.open_table("manitou", 3, "random")
    cookies = host.page.context.cookies()
    still = browser.new_context(java_script_enabled=False, base_url=house.url)
    still.add_cookies(cookies)  # type: ignore[arg-type]
    page = still.new_page()
    page.goto(f"/tables/{table}")
    expect(page.locator("#part-turn")).to_have_text(re.compile("Your turn|is thinking|Waiting"))
    expect(page.locator("#part-board")).not_to_be_empty()
    expect(page.locator("#part-moves button").first).to_be_attached()
    assert page.locator("#log li").count() > 0
    still.close()
    host.leave()


def test_who_opens_the_page_is_not_said_to_be_away(visitor: Visitor) -> None:
    table = visitor.open_table("manitou", 2, "random")
    html = visitor.page.request.get(f"/tables/{table}").text()
    assert "not here now" not in html


def test_a_game_is_played_to_its_end_from_the_list(visitor: Visitor) -> None:
    visitor.go_to(visitor.open_table("duel", 2, "random"))
    for _ in range(200):
        visitor.wait_for_turn()
        if visitor.is_over:
            break
        visitor.play_from_list()
    page = visitor.page
    expect(page.locator("#part-result table")).to_be_visible()
    expect(page.locator("#part-turn")).to_have_text(re.compile("win|victory"))
    before = page.url
    with page.expect_navigation():
        page.get_by_role("button", name="Rematch").click()
    assert page.url != before


def test_a_press_meant_for_what_lay_there_does_not_leave_a_table_that_has_just_ended(
    visitor: Visitor,
) -> None:
    page = visitor.go_to(visitor.open_table("duel", 2, "random"))
    links = "getComputedStyle(document.querySelector('#part-result a')).pointerEvents"
    page.evaluate(
        "() => new MutationObserver(() => { window.atFirst ??= "
        f"{links}; }}).observe(document.querySelector('#part-result'), {{ attributes: true }})"
    )
    while not visitor.is_over:
        visitor.play_from_list()
        visitor.wait_for_turn()
    assert page.evaluate("atFirst") == "none"
    page.wait_for_function(f"() => {links} === 'auto'")


def test_a_move_by_the_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("duel", 2, "random"))
    visitor.wait_for_turn()
    before = visitor.n
    page.locator("#moves summary").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.moves")
    page.keyboard.press("Enter")
    visitor.wait_past(before)


def test_a_question_mark_lists_the_keys(visitor: Visitor) -> None:
    options = {"quick": True}
    page = visitor.go_to(visitor.open_table("manitou", 2, "random", options=options))
    visitor.wait_for_turn()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keys")
    expect(listed).to_be_visible()
    expect(listed.locator("dl").first).to_contain_text("undo the selection")
    cards = page.locator("#part-act .can[data-key]").all_inner_texts()
    assert cards
    expect(listed.locator("#keys-now dt")).not_to_have_count(0)
    assert all(text.strip() for text in listed.locator("#keys-now dd").all_inner_texts())
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    page.locator("#show-chat").click()
    page.locator("#words").press_sequentially("why?")
    expect(listed).to_be_hidden()


def test_at_a_table_for_learning_what_could_claim_glows(visitor: Visitor) -> None:
    """Only there: seeing it is the game."""
    page = visitor.page
    page.goto("/new/manitou")
    expect(page.locator("[name=learning]")).to_have_count(0)
    page.goto("/new/apache")
    page.get_by_label("For learning").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/join/*")
    learning = page.url.split("/join/")[1].partition("?")[0]
    page.goto("/api/health")  # the waiting room would continue automatically
    visitor.post(f"/tables/{learning}/fill", {"bot": "random"})
    visitor.post(f"/tables/{learning}/start")
    moves = moves_until_a_tribe_glows(visitor, learning, 60)
    assert moves is not None
    plain = visitor.open_table("apache", 2, "random")
    assert moves_until_a_tribe_glows(visitor, plain, moves + 5) is None


def moves_until_a_tribe_glows(visitor: Visitor, table: str, most: int) -> int | None:
    """The number of moves until something that could be claimed glows; None if nothing does."""
    page = visitor.go_to(table)
    for moves in range(most):
        visitor.wait_for_turn()
        if page.locator(".tribe.glow").count():
            return moves
        visitor.play_from_list(len(visitor.moves()) - 1)
    return None


def test_it_says_whose_turn_it_is_and_what_happened(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 2, "random"))
    visitor.wait_for_turn()
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("#heard")).to_contain_text("Your turn. Choose")
    visitor.play_from_list()
    expect(page.locator("#undo")).to_be_enabled()


def test_what_bots_did_is_told_in_one_piece_then_the_turn_and_in_the_end_who_won(
    browser: Browser, house: House
) -> None:
    someone = Visitor(browser, house)
    page = someone.go_to(someone.open_table("duel", 2, "random"))
    page.evaluate(
        """() => {
            window.told = [];
            const heard = document.getElementById("heard");
            new MutationObserver(() => window.told.push(heard.textContent))
                .observe(heard, { childList: true });
        }"""
    )
    while not someone.is_over:
        someone.wait_for_turn()
        if page.locator("#part-moves button").count():
            someone.play_from_list()
    expect(page.locator("#part-result h2")).to_be_focused()
    told = page.evaluate("window.told")
    assert told[-1].endswith(page.locator("#part-result h2").inner_text())
    assert len(told) <= 5
    someone.leave()


def test_two_people_at_one_table(browser: Browser, house: House) -> None:
    anna, ugo = Visitor(browser, house), Visitor(browser, house)
    card = anna.post("/tables", {"game": "duel", "seats": 2})
    ugo.post(f"/tables/{card['id']}/sit", {"invite": card["invite"]})
    anna.post(f"/tables/{card['id']}/start")
    anna.go_to(card["id"])
    ugo.go_to(card["id"])
    for _ in range(4):
        for person in (anna, ugo):
            if person.page.locator("#main.yours").count():
                before = person.n
                person.play_from_list()
                for other in (anna, ugo):
                    other.wait_past(before)
    anna.page.locator("#show-chat").click()
    anna.page.locator("#words").fill("good luck & <b>have fun</b>")
    anna.page.locator("#words").press("Enter")
    expect(ugo.page.locator("#show-chat .count")).to_have_text("1")
    ugo.page.locator("#show-chat").click()
    line = ugo.page.locator("#chat li").first
    expect(line).to_contain_text("good luck & <b>have fun</b>")
    anna.page.locator('[data-say=":thanks:"]').click()
    expect(ugo.page.locator("#chat li").nth(1)).to_contain_text("Thank you!")
    line.get_by_role("button", name="Report").click()
    expect(ugo.page.locator("#toasts")).to_contain_text("administrator")
    line.get_by_role("button", name="Mute").click()
    expect(line).to_have_class("muted")
    anna.page.locator("#words").fill("hello?")
    anna.page.locator("#words").press("Enter")
    expect(anna.page.locator("#chat li")).to_have_count(3)
    expect(ugo.page.locator("#chat li")).to_have_count(2)
    anna.leave()
    ugo.leave()


def test_a_step_is_taken_back_and_leaves_its_trace(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 2, "random"))
    visitor.wait_for_turn()
    visitor.play_from_list()
    before = visitor.n
    page.locator("#undo").click()
    visitor.wait_past(before)
    expect(page.locator("#log")).to_contain_text("takes back a step")


def test_further_back_the_others_are_asked(browser: Browser, house: House) -> None:
    anna, ugo = Visitor(browser, house), Visitor(browser, house)
    card = anna.post("/tables", {"game": "duel", "seats": 2})
    ugo.post(f"/tables/{card['id']}/sit", {"invite": card["invite"]})
    anna.post(f"/tables/{card['id']}/start")
    people = (anna, ugo)
    for person in people:
        person.go_to(card["id"])
    for person in people:  # both choose, and both cards are shown
        person.play_from_list()
    for person in people:
        person.wait_for_turn()
    asker = next(p for p in people if p.page.locator("#undo:enabled").count())
    other = ugo if asker is anna else anna
    before = asker.n
    asker.page.locator("#undo").click()
    asker.page.locator("#ask-back").get_by_role("button", name="Ask").click()
    other.page.locator("#offer").get_by_role("button", name="I agree").click()
    for person in people:
        person.wait_past(before)
        expect(person.page.locator("#log li.struck").first).to_be_attached()
        person.leave()


def test_a_refused_move_shows_its_rule(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 2, "random"))
    visitor.wait_for_turn()
    visitor.show_moves()
    button = page.locator("#part-moves button").first
    button.evaluate("node => node.dataset.moves = 'plays 7 left'")
    button.click()
    dialog = page.locator("#refusal")
    expect(dialog).to_be_visible()
    expect(dialog.locator("#refusal-text")).not_to_be_empty()
    expect(dialog.locator("#refusal-rule")).to_have_attribute(
        "href", re.compile(r"/rules/manitou#M\d")
    )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_rule_that_shuts_a_ground_opens_over_the_table(visitor: Visitor) -> None:
    start = "manitou 2; left: a:scout,chief; turn a; a: hand=mother,1"
    page = visitor.play_on(prateria.position("manitou", start).log.dumps(), 0, 0)
    before = page.url
    page.locator("#card-blue-clan-mother-1").click()
    page.get_by_role("link", name="M3.4").click()
    shown = page.get_by_role("dialog", name="Rule M3.4")
    expect(shown).to_be_visible()
    text = registry.get("manitou").rulebook.text("M3.4", "en")
    expect(shown.locator("#rule-text")).to_have_text(text)
    expect(shown.locator("a")).to_have_attribute("href", re.compile("/rules/manitou#M3.4$"))
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    assert page.url == before


def test_a_hint_while_a_party_is_chosen_adds_to_it(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 2, "random"))
    visitor.wait_for_turn()
    chosen = page.locator(".mn-pc.can.sel")
    page.get_by_role("button", name="Balanced").click()
    expect(page.locator(".mn-go[data-moves]")).to_be_visible()
    whole = chosen.count()
    chosen.first.click()
    expect(chosen).to_have_count(whole - 1)
    names = [name.strip() for name in chosen.locator(".vh").all_inner_texts()]
    page.locator("#hint").click()
    advised = page.locator("#hinted-plan li").first
    expect(advised).not_to_be_empty()
    assert not any(advised.inner_text().endswith(name.lower()) for name in names)
    page.locator("#hinted-play").click()
    expect(chosen).to_have_count(whole)
    expect(page.locator(".mn-pc.party")).to_have_count(0)  # nothing was sent
    assert {*names} <= {name.strip() for name in chosen.locator(".vh").all_inner_texts()}


def test_a_hint_stands_beside_the_board_with_its_plan_and_its_numbers(visitor: Visitor) -> None:
    options = {"quick": True}
    page = visitor.go_to(visitor.open_table("manitou", 2, "random", options=options))
    visitor.wait_for_turn()
    board = page.locator("#part-board").bounding_box()
    page.locator("#hint").click()
    box = page.get_by_role("region", name="A strong bot would play")
    expect(box.locator("#hinted-plan li").first).not_to_be_empty()
    expect(box.locator("#hinted-why")).to_contain_text(re.compile(r"\d+\.\d%"))
    told = box.get_by_role("heading", name="A strong bot would play")
    expect(told).to_be_focused()
    expect(told).to_have_accessible_description(re.compile("Chance of winning then"))
    assert page.locator("#part-board").bounding_box() == board
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()
    page.keyboard.press("Enter")
    expect(box).to_be_visible()
    before = visitor.n
    page.locator("#hinted-play").click()
    visitor.wait_past(before)
    expect(box).to_be_hidden()


def test_the_line_comes_back_after_it_was_cut(browser: Browser, house: House) -> None:
    wire = Wire(house.port)
    someone = Visitor(browser, wire)
    page = someone.go_to(someone.open_table("duel", 2, "random"))
    someone.wait_for_turn()
    before = someone.n
    wire.cut()
    expect(page.locator("#line")).to_be_visible()
    someone.show_moves()
    page.locator("#part-moves button").first.click()
    wire.mend()
    someone.wait_past(before)
    expect(page.locator("#line")).to_be_hidden()
    someone.leave()
    wire.close()


def test_a_line_that_hangs_is_seen_and_nothing_picked_or_played_is_lost(
    browser: Browser, house: House
) -> None:
    wire = Wire(house.port)
    someone = Visitor(browser, wire)
    page = someone.go_to(someone.open_table("board", 2, "random"))
    someone.wait_for_turn()
    page.locator("#part-act .card.can").first.click()
    expect(page.locator(".card.picked")).to_have_count(1)
    before = someone.n
    wire.hang()
    expect(page.locator("#line")).to_be_visible(timeout=6_000)
    wire.mend()
    expect(page.locator("#line")).to_be_hidden(timeout=20_000)
    expect(page.locator(".card.picked")).to_have_count(1)
    wire.hang()
    page.locator("#place-1.can").click()
    if page.locator("[data-play]").count():
        page.locator("[data-play]").click()
    expect(page.locator("#toasts")).to_contain_text("The server does not answer")
    wire.mend()
    someone.wait_past(before)
    someone.leave()
    wire.close()


def test_the_table_goes_on_after_the_server_was_killed(visitor: Visitor, house: House) -> None:
    page = visitor.go_to(visitor.open_table("duel", 2, "random"))
    visitor.wait_for_turn()
    visitor.play_from_list()
    visitor.wait_for_turn()
    before = visitor.n
    house.kill()
    expect(page.locator("#line")).to_be_visible()
    visitor.show_moves()
    page.locator("#part-moves button").first.click()
    house.start()
    visitor.wait_past(before)
    expect(page.locator("#line")).to_be_hidden()


def test_at_a_hot_seat_the_screen_is_handed_over(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/tables/{visitor.open_table('manitou', 2, hot_seat=True)}")
    curtain = page.locator("#curtain")
    for number in (1, 2):
        expect(curtain).to_be_visible()
        expect(page.locator("#curtain-name")).to_contain_text(f" {number}")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        page.locator("#lift").click()
        expect(curtain).to_be_hidden()
        expect(page.locator("#part-turn")).to_contain_text(f"{number}: your turn")
        while number == 1 and not curtain.is_visible():
            visitor.play_from_list(len(visitor.moves()) - 1)
    page.reload()
    expect(curtain).to_be_visible()


def test_the_language_changes_at_the_table(visitor: Visitor) -> None:
    page = visitor.go_to(visitor.open_table("manitou", 2, "random"))
    page.locator("#bar .lang a[hreflang=it]").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.locator("#bar .lang a[hreflang=cs]").click()
    expect(page.locator("html")).to_have_attribute("lang", "cs")


def test_on_a_phone_the_tabs_show_one_thing_at_a_time(browser: Browser, house: House) -> None:
    someone = Visitor(browser, house, PHONE, touch=True)
    page = someone.go_to(someone.open_table("duel", 2, "random"))
    expect(page.locator("#act")).to_be_visible()
    expect(page.locator("#log-panel")).to_be_hidden()
    page.locator("#tab-log").tap()
    expect(page.locator("#log-panel")).to_be_visible()
    expect(page.locator("#act")).to_be_hidden()
    page.locator("#tab-chat").tap()
    expect(page.locator("#words")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    someone.leave()


def test_a_spectator_sees_and_cannot_act(browser: Browser, house: House) -> None:
    host, watcher = Visitor(browser, house), Visitor(browser, house)
    table = host.open_table("duel", 2, "random")
    watcher.page.goto("/api/me")
    page = watcher.go_to(table)
    expect(page.locator("#part-board")).not_to_be_empty()
    expect(page.locator("#part-moves button")).to_have_count(0)
    expect(page.locator("#say")).to_have_count(0)
    host.leave()
    watcher.leave()


def test_a_clock_runs_down(visitor: Visitor) -> None:
    clock = {"kind": "move", "seconds": 50}
    page = visitor.go_to(visitor.open_table("manitou", 2, "random", clock=clock))
    face = page.locator("[data-clock='0']")
    expect(face).to_have_text(re.compile(r"^0:4\d$"))
    expect(face).to_have_class(re.compile("running"))


def test_who_leaves_and_comes_back_is_told_to_the_others(browser: Browser, house: House) -> None:
    anna, ugo = Visitor(browser, house), Visitor(browser, house)
    card = anna.post("/tables", {"game": "manitou", "seats": 2})
    ugo.post(f"/tables/{card['id']}/sit", {"invite": card["invite"]})
    anna.post(f"/tables/{card['id']}/start")
    anna.go_to(card["id"])
    ugo.go_to(card["id"])
    ugo.page.locator("#more summary").click()
    ugo.page.get_by_role("button", name="Leave for a while").click()
    with ugo.page.expect_navigation():
        ugo.page.locator("#sure").get_by_role("button", name="Yes").click()
    expect(anna.page.locator("#part-seats")).to_contain_text("away; for now: bot, level 2")
    expect(anna.page.locator("#toasts")).to_contain_text("a bot sits in")
    ugo.go_to(card["id"])
    expect(anna.page.locator("#part-seats")).not_to_contain_text("away")
    ugo.page.locator("#more summary").click()
    ugo.page.get_by_role("button", name="Give up").click()
    ugo.page.locator("#sure").get_by_role("button", name="Yes").click()
    expect(anna.page.locator("#part-seats")).to_contain_text("gave up")
    expect(ugo.page.get_by_role("heading", name="You gave up")).to_be_focused()
    expect(ugo.page.locator(".doing")).to_be_hidden()
    anna.leave()
    ugo.leave()


def test_first_load_is_small(visitor: Visitor) -> None:
    table = visitor.open_table("manitou", 3, "random")
    sizes: list[int] = []
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    visitor.go_to(table)
    assert len(sizes) > 8
    assert sum(sizes) <= 100_000


def test_when_it_is_over_nobody_can_leave_or_give_up(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.open_table("duel", 2, "random")
    visitor.go_to(table)
    ways = page.locator('[data-do="leave"]:not([hidden]), [data-do="resign"]:not([hidden])')
    expect(ways).to_have_count(2)
    visitor.post(f"/tables/{table}/resign")
    expect(page.locator("#part-result h2")).to_be_visible()
    expect(ways).to_have_count(0)


def test_the_log_is_whole_after_a_reload_and_one_stop_for_tab(visitor: Visitor) -> None:
    """Older lines are loaded by scrolling; arrows lead from line to line; a line is opened beside
    the table."""
    table = visitor.open_table("manitou", 2, "random")
    visitor.post(f"/tables/{table}/resign")  # bots alone are quick
    page = visitor.go_to(table)
    page.locator(".turn.over").wait_for()
    page.reload()
    lines = page.locator("#log .entry")
    shown = lines.count()
    page.locator("#older").scroll_into_view_if_needed()
    expect(page.locator("#older")).to_be_hidden()
    assert lines.count() > shown
    expect(page.locator("#log a[tabindex='0']")).to_have_count(1)
    page.locator("#log a").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#log a").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#log a").last).to_be_focused()
    expect(page.locator("#log a[tabindex='0']")).to_have_count(1)
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    opened.value.wait_for_url("**/replays/**")
    opened.value.close()
