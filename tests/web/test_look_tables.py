"""Tables of each game, examined in every phase: accessible in light and dark, nothing too small for
a finger, no page larger than allowed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web import look
from tests.web.hands import Hand
from tests.web.moments import GAMES, SOUGHT, moments
from tests.web.visit import DESK, PHONE, TABLET, House, Visitor

pytestmark = pytest.mark.slow

SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}


@pytest.fixture
def guest(browser: Browser, house: House) -> Iterator[Visitor]:
    """Somebody who sits down at a table; always another one, as nobody may open very many."""
    came = Visitor(browser, house)
    yield came
    came.leave()


def faults(visitor: Visitor, when: str) -> list[str]:
    """Everything wrong with a table in its current state, in light and dark and every size."""
    page = visitor.page
    found = [
        f"{name}: {fault}" for name, size in SIZES.items() for fault in small_ones(visitor, size)
    ]
    found += look.violations(page)
    with look.dark(page):
        found += [f"dark: {fault}" for fault in look.unreadable(page)]
    return [f"{when}, {fault}" for fault in found + visitor.wrong]


def small_ones(visitor: Visitor, size: dict[str, int]) -> list[str]:
    visitor.page.set_viewport_size(size)  # type: ignore[arg-type]
    look.settle(visitor.page)
    return look.too_small(visitor.page)


def sit_down(visitor: Visitor, game: str, phase: str) -> None:
    """At a table that is in this phase, at the seat that has to act."""
    moment = moments(game)[phase]
    visitor.play_on(moment.log, moment.n, moment.seat)


@pytest.mark.parametrize(
    ("game", "phase"), [(game, phase) for game in GAMES for phase in SOUGHT[game]]
)
def test_nothing_is_wrong_with_a_table_in_any_phase(guest: Visitor, game: str, phase: str) -> None:
    sit_down(guest, game, phase)
    hand = Hand(guest, 5)
    if phase == "over":
        hand.play()
        assert faults(guest, "at the end") == []
        return
    found = faults(guest, "before a pick")
    hand.step()
    guest.wait_for_turn()
    after = look.violations(guest.page) + small_ones(guest, PHONE)
    assert found + [f"after a pick, {fault}" for fault in after] == []


def test_nothing_is_wrong_with_a_race(guest: Visitor) -> None:
    """The live table does not wait: it is examined in whatever state it has reached."""
    options = {"tempo": "live", "beat_ms": 4500}
    guest.go_to(guest.open_table("apache", 3, "random", options=options))
    guest.page.locator("[data-race].can").first.wait_for()
    assert faults(guest, "in the race") == []


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
