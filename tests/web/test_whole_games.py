"""Whole games in the browser: by clicks in the picture, and by the keyboard alone, against bots."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from prateria.core import registry
from tests.web.hands import Finger, Hand, Keys
from tests.web.moments import GAMES
from tests.web.visit import PHONE, House, Visitor

pytestmark = pytest.mark.slow

KEYS_A_PRESS = 5
"""How many keys one press may take on average, Enter included."""


SHORT: Final[dict[str, dict[str, bool]]] = {"manitou": {"quick": True}}


def test_all_games_of_ours_are_played() -> None:
    assert set(GAMES) <= set(registry.ids())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_clicks(visitor: Visitor, game: str) -> None:
    visitor.go_to(visitor.open_table(game, 2, "random"))
    Hand(visitor, 1).play()
    expect(visitor.page.locator("#part-result h2")).to_be_visible()


@pytest.mark.parametrize(("game", "options"), [("bison", {}), ("manitou", SHORT["manitou"])])
def test_a_game_is_played_to_its_end_by_the_keyboard_alone(
    visitor: Visitor, game: str, options: dict[str, bool]
) -> None:
    """Without a mouse from the first key to the last, and without walking far: the focus goes by
    itself to where it goes on."""
    page = visitor.go_to(visitor.open_table(game, 2, "random", options=options))
    page.evaluate("addEventListener('pointerdown', () => { throw new Error('a pointer') })")
    keys = Keys(visitor, 2)
    keys.play()
    expect(page.locator("#part-result h2")).to_be_visible()
    assert keys.keys <= keys.presses * KEYS_A_PRESS


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_on_a_phone(browser: Browser, house: House, game: str) -> None:
    someone = Visitor(browser, house, PHONE, touch=True)
    page = someone.go_to(someone.open_table(game, 2, "random", options=SHORT.get(game, {})))
    Finger(someone, 3).play()
    expect(page.locator("#part-result h2")).to_be_visible()
    someone.leave()
