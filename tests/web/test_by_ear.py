"""Games by ear alone: every button is found by its name in the accessibility tree and pressed with
the keyboard, and the live region announces the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.web.listener import GLUED, Listener
from tests.web.moments import Moment, first_of_the_twin, late, moments
from tests.web.test_phone import crowded
from tests.web.visit import Visitor

pytestmark = pytest.mark.slow

BEGINNINGS: Final[dict[str, Callable[[str], Moment]]] = {
    "apache": first_of_the_twin,
    "bison": late,
    "manitou": first_of_the_twin,
}


@pytest.mark.parametrize("game", BEGINNINGS)
def test_a_game_is_played_to_its_end_by_ear(visitor: Visitor, game: str) -> None:
    moment = BEGINNINGS[game](game)
    page = visitor.play_on(moment.log, moment.n, moment.seat)
    listener = Listener(visitor, 4)
    listener.play()
    assert not [name for name in listener.names if GLUED.search(name) or "\u00ad" in name]
    told = listener.told()
    assert told[-1].endswith(page.locator("#part-result h2").inner_text())


def test_buttons_that_do_different_things_are_called_differently(visitor: Visitor) -> None:
    moment = moments("manitou")["play"]
    page = visitor.play_on(moment.log, moment.n, moment.seat)
    page.locator("#part-act button.mn-hc.can").first.press("Enter")
    page.locator("#ground-left").wait_for()
    names = [thing.name for thing in Listener(visitor, 1).things()]
    assert len(names) == len(set(names))
    assert len([name for name in names if "Play here" in name]) > 1


def test_the_focus_goes_on_to_the_land_and_not_to_what_wastes_an_action(
    visitor: Visitor,
) -> None:
    moment = crowded()["turn"]
    page = visitor.play_on(moment.log, moment.n, moment.seat)
    seen = 0
    for number in (2, 3, 4, 5, 6):
        action = page.locator(f'.bs-kind[data-key="{number}"]')
        if not action.count():
            continue
        is_idle = "bs-idle" in (action.get_attribute("class") or "")
        action.press("Enter")
        if is_idle:
            page.locator("#play").wait_for()
            page.wait_for_timeout(300)
            assert page.evaluate("document.activeElement.id") != "play"
            page.keyboard.press("Escape")
            page.locator("#play").wait_for(state="detached")
            continue
        page.locator("#part-act .bs-doing").wait_for()
        page.wait_for_timeout(300)
        focused = page.evaluate("document.activeElement.id")
        assert focused != "done"
        if page.locator("#board .can").count():
            seen += 1
            assert focused.startswith("space-"), focused
        page.locator("#undo").click()
        page.locator("#part-act .bs-doing").wait_for(state="detached")
    assert seen


def test_how_a_tile_would_lie_is_told_with_every_turn(visitor: Visitor) -> None:
    moment = moments("bison")["lay"]
    page = visitor.play_on(moment.log, moment.n, moment.seat)
    heard = page.locator("#heard")
    page.locator(".b-site.can").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('#heard').textContent.includes('clockwise')"
    )
    first = heard.inner_text()
    page.keyboard.press("r")
    page.wait_for_function(
        "first => document.querySelector('#heard').textContent !== first", arg=first
    )
    assert "clockwise" in heard.inner_text()
