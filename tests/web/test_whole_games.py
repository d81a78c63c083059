"""Whole games in the browser: by clicks in the picture, and by the keyboard alone, against bots."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from prateria.core import registry
from tests.web.hands import Finger, Hand, Keys
from tests.web.moments import GAMES
from tests.web.visit import PHONE, House, Visitor

pytestmark = pytest.mark.slow


def test_all_games_of_ours_are_played() -> None:
    assert set(GAMES) <= set(registry.ids())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_clicks(visitor: Visitor, game: str) -> None:
    visitor.go_to(visitor.open_table(game, 2, "random"))
    Hand(visitor, 1).play()
    expect(visitor.page.locator("#part-result table")).to_be_visible()


@pytest.mark.parametrize("game", ["bison", "manitou"])
def test_a_game_is_played_by_the_keyboard(visitor: Visitor, game: str) -> None:
    """Sixty picks of it: to its end the aimless walk of these keys takes too long."""
    visitor.go_to(visitor.open_table(game, 2, "random"))
    keys = Keys(visitor, 2)
    while keys.presses < 60 and not visitor.is_over:
        visitor.wait_for_turn()
        keys.step()
    assert keys.covered <= keys.presses * keys.most_missed, "too much cannot be got at"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_on_a_phone(browser: Browser, house: House, game: str) -> None:
    someone = Visitor(browser, house, PHONE, touch=True)
    someone.go_to(someone.open_table(game, 2, "random"))
    hand = Finger(someone, 3)
    for _ in range(40):
        someone.wait_for_turn()
        if someone.is_over:
            break
        hand.step()
    someone.leave()
