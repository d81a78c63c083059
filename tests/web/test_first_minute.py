"""The first minute in the browser, for the quick run: the other visits take longer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.visit import Visitor


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bison", "apache", "manitou", "duel"])
def test_one_click_from_the_first_page_to_a_game_against_bots(visitor: Visitor, game: str) -> None:
    page = visitor.page
    page.goto("/")
    if game == "duel":
        # Nobody lettered its cover, so the name is written upon it.
        page.locator("#name-duel").click(trial=True, timeout=5_000)
    page.locator(f"#{game}-now").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#part-board")).not_to_be_empty()
    visitor.wait_for_turn()
    visitor.play_from_list()
    page.goto("/")
    expect(page.locator("#list-yours li")).not_to_have_count(0)
