"""Games to their end in the browser, against bots: whole ones by clicks in the picture, short ones
by the keyboard alone and with a finger on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from prateria.core import registry
from tests.web.hands import Finger, Hand, Keys
from tests.web.moments import GAMES, Moment, first_of_the_twin, late
from tests.web.visit import PHONE, House, Visitor

pytestmark = pytest.mark.slow

ON_ITS_SIDE = {"width": 568, "height": 320}
KEYS_A_PRESS = 4
"""How many keys one press may take on average, Enter included."""

# Where games begin that test the way of playing rather than the game's events: a small game from
# its first decision, or the end of a whole one, whose picture is full.
BY_KEYS: Final = {"bison": late, "manitou": first_of_the_twin}


def play_on(visitor: Visitor, moment: Moment) -> Page:
    return visitor.play_on(moment.log, moment.n, moment.seat)


def test_all_games_of_ours_are_played() -> None:
    assert set(GAMES) <= set(registry.ids())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_clicks(visitor: Visitor, game: str) -> None:
    visitor.go_to(visitor.open_table(game, 2, "random"))
    Hand(visitor, 1).play()
    expect(visitor.page.locator("#part-result h2")).to_be_visible()


@pytest.mark.parametrize("game", BY_KEYS)
def test_a_game_is_played_to_its_end_by_the_keyboard_alone(visitor: Visitor, game: str) -> None:
    """Without a mouse from the first key to the last, and without long walks: the focus moves to
    the next step automatically."""
    page = play_on(visitor, BY_KEYS[game](game))
    page.evaluate("addEventListener('pointerdown', () => { throw new Error('a pointer') })")
    keys = Keys(visitor, 2)
    keys.play()
    expect(page.locator("#part-result h2")).to_be_focused()
    assert keys.keys <= (keys.presses - keys.covered) * KEYS_A_PRESS


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("size", "moment"),
    [(PHONE, first_of_the_twin), (ON_ITS_SIDE, late)],
    ids=["upright", "on-its-side"],
)
def test_a_game_is_played_to_its_end_on_a_phone(
    browser: Browser,
    house: House,
    size: dict[str, int],
    game: str,
    moment: Callable[[str], Moment],
) -> None:
    someone = Visitor(browser, house, size, touch=True)
    page = play_on(someone, moment(game))
    Finger(someone, 3).play()
    expect(page.locator("#part-result h2")).to_be_visible()
    someone.leave()
