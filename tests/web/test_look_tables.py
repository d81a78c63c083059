"""Tables of each game, looked at in every phase that random play comes to: accessible in light and
dark, nothing too small for a finger, no page larger than allowed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web import look
from tests.web.test_whole_games import Hand
from tests.web.visit import DESK, PHONE, TABLET, House, Visitor

GAMES = ["apache", "bison", "manitou"]
PRESSES = 24
EVERY = 6


def phases(visitor: Visitor, game: str) -> Iterator[str]:
    """A table at some moments of a game, also in the middle of a pick."""
    visitor.go_to(visitor.open_table(game, 3, "random"))
    hand = Hand(visitor, 5)
    for press in range(PRESSES):
        visitor.wait_for_turn()
        if press % EVERY == 0:
            look.settle(visitor.page)
            yield f"{game} after {press} presses"
        if visitor.is_over:
            return
        hand.step()


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(
    browser: Browser, house: House, game: str, dark: bool
) -> None:
    visitor = Visitor(browser, house, dark=dark)
    found = [
        (moment, violation)
        for moment in phases(visitor, game)
        for violation in look.violations(visitor.page)
    ]
    visitor.leave()
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_everything_at_a_table_can_be_touched(
    browser: Browser, house: House, game: str, size: dict[str, int]
) -> None:
    visitor = Visitor(browser, house, size)
    found = {
        (moment, small)
        for moment in phases(visitor, game)
        for small in look.too_small(visitor.page)
    }
    visitor.leave()
    assert found == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_load_of_a_table_is_small(visitor: Visitor, game: str) -> None:
    table = visitor.open_table(game, 2, "random")
    sizes: list[int] = []
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    visitor.go_to(table)
    assert len(sizes) > 8
    assert sum(sizes) <= 100_000
