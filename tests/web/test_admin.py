"""The page of administrators, used by clicks and by keys, and examined."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import look
from tests.web.visit import DESK, PHONE, House, Visitor

pytestmark = pytest.mark.slow

_numbers = count(1)


@pytest.fixture
def boss(browser: Browser, house: House) -> Iterator[Visitor]:
    """An administrator, appointed on the command line."""
    came, name = Visitor(browser, house), f"Boss {next(_numbers)}"
    came.post("/account", {"name": name, "password": "a long password"})
    command = [sys.executable, "-m", "prateria", "admin", "grant", name, "--store", house.store]
    subprocess.run(command, check=True, capture_output=True)
    came.page.goto("/settings")
    link = came.page.get_by_role("link", name="To the administration")
    for _ in range(40):  # the server notices within seconds
        if link.count():
            break
        came.page.wait_for_timeout(250)
        came.page.reload()
    link.click()
    came.page.wait_for_url("**/admin")
    yield came
    came.leave()


@pytest.fixture
def rude(browser: Browser, house: House) -> Iterator[Visitor]:
    """A person at a table who has said something that another reported."""
    came, other = Visitor(browser, house), Visitor(browser, house)
    table = came.post("/tables", {"game": "manitou", "seats": 2})
    other.post("/me", {"name": "Otto", "colour": "blue"})
    other.post(f"/tables/{table['id']}/sit", {"invite": table["invite"]})
    came.post(f"/tables/{table['id']}/start")
    came.go_to(table["id"])
    say(came.page, {"type": "say", "id": "r1", "text": "a word that is rude"})
    other.go_to(table["id"])
    say(other.page, {"type": "report", "id": "r2", "number": 1, "text": "no need for that"})
    yield came
    other.wrong.clear()
    other.leave()
    came.wrong.clear()  # the console reports that they were refused
    came.leave()


def say(page: Page, message: dict[str, object]) -> None:
    """Through a separate socket, until it is accepted."""
    page.evaluate(
        """(message) => new Promise((resolve) => {
            const table = location.pathname.split("/").pop();
            const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
            socket.onopen = () => socket.send(JSON.stringify(message));
            socket.onmessage = (event) => {
                if (JSON.parse(event.data).id === message.id) { socket.close(); resolve(null); }
            };
        })""",
        message,
    )


def test_somebody_is_banned_and_a_table_closed_by_clicks(boss: Visitor, rude: Visitor) -> None:
    page = boss.page
    page.reload()
    table = rude.page.url.rpartition("/")[2]
    report = page.locator("#reports li").filter(has_text="a word that is rude")
    expect(report).to_contain_text("no need for that")
    expect(report).to_contain_text(table)
    report.get_by_role("button", name=re.compile("^Ban ")).click()
    expect(report.get_by_role("button", name=re.compile("^Ban "))).to_have_count(0)
    expect(report).to_contain_text("banned")
    expect(page.locator("#trail li").first).to_contain_text("by Boss")
    report.get_by_role("button", name="Mark as dealt with").click()
    expect(report).to_have_count(0)
    page.get_by_role("link", name="Dealt with").click()
    expect(report).to_contain_text("by Boss")
    page.get_by_role("link", name="Still open").click()
    answer = rude.page.goto("/")
    assert answer is not None
    assert answer.status == 403

    line = page.locator(f"#table-{table}")
    line.get_by_text("Close", exact=True).click()
    line.get_by_role("button", name="Close it for everyone").click()
    expect(line).to_have_count(0)
    expect(page.locator("#trail li").first).to_contain_text("table closed")

    page.locator("#bans li").first.get_by_role("button").click()
    expect(page.locator("#trail li").first).to_contain_text("ban lifted")


def test_all_of_it_works_by_keys_alone(boss: Visitor, visitor: Visitor) -> None:
    table = visitor.open_table("bison", 2)
    page = boss.page
    page.reload()
    page.locator("#ban input").focus()
    page.keyboard.type("nobody at all")
    page.keyboard.press("Enter")
    expect(page.locator("#ban").get_by_role("alert")).to_have_text(
        "There is no user with this name or id."
    )
    page.locator(f"#table-{table} summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(f"#table-{table} form button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"#table-{table}")).to_have_count(0)
    boss.wrong.clear()  # the console tells of the refusal


def test_nothing_is_wrong_with_the_page_in_any_language_size_and_light(
    boss: Visitor, rude: Visitor
) -> None:
    page, wrong = boss.page, []
    for language in ("en", "it", "cs", "de", "xx"):
        boss.speak(language)
        page.goto("/admin")
        page.locator("#running summary").first.click()
        for name, size in (("phone", PHONE), ("desk", DESK)):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            look.settle(page)
            found = [*look.cut(page), *look.too_small(page)]
            if language == "en":
                found += look.violations(page)
            wrong += [f"{language}, {name}: {fault}" for fault in found]
            sideways = "document.documentElement.scrollWidth > innerWidth"
            assert not page.evaluate(sideways), (language, name)
        if language == "en":
            with look.dark(page):
                wrong += [f"dark: {fault}" for fault in look.unreadable(page)]
    assert wrong == []
