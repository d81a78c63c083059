"""Tables, lessons, ends, replays and forms at every size, in portrait and landscape: the board has
at least half of the short side, the actions are beside it, nothing is covered, cut off or out of
reach.

A page is opened once; sizes change while it is open, as when a phone is turned. Languages take
turns. A table is examined in all sizes; the steps of a lesson share them, and so do the games where
it is the same for all of them, a pick and a replay.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from prateria.core import registry
from prateria.core.contract.game import face_of
from tests.web import look
from tests.web.hands import Hand
from tests.web.moments import GAMES, moments
from tests.web.test_look import finished
from tests.web.visit import DESK, House, Visitor

pytestmark = pytest.mark.slow

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (568, 320),
    (640, 320),  # 1280 x 640 at 200 %
    (720, 450),  # 1440 x 900 at 200 %
    (844, 390),
    (915, 412),
    (960, 540),  # 1920 x 1080 at 200 %
    (768, 1024),
    (1024, 600),
    (1024, 768),
    (1280, 640),
    (1366, 768),
    (1440, 900),
    (2560, 1440),
)
LOWEST = ((320, 568), (568, 320), (844, 390))
SMALL_WIDTH, SMALL_HEIGHT = 700, 600
"""Up to this size a table is laid out for fingers."""
PHASES = {
    "apache": ("choose", "claim", "person", "over"),
    "bison": ("turn", "lay", "pay", "over"),
    "manitou": ("party", "play", "share", "over"),
}
LANGUAGES = ("de", "cs", "it", "en")
PARTY = ".mn-party"
"""While parties are chosen, the cards to choose from take the board's place."""


@pytest.fixture
def guest(browser: Browser, house: House) -> Iterator[Visitor]:
    came = Visitor(browser, house)
    yield came
    came.leave()


def faults(
    visitor: Visitor, board: str | None, sizes: tuple[tuple[int, int], ...] = SIZES
) -> list[str]:
    page = visitor.page
    found: list[str] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        is_small = width <= SMALL_WIDTH or height <= SMALL_HEIGHT
        seen = look.out_of_reach(page, board, 44 if is_small else 24)
        if min(width, height) == 320:
            seen += look.cut(page)
        if is_small:
            seen += look.broken(page)
        found += [f"{width} x {height}, {fault}" for fault in seen]
    return found


def nothing(found: list[str]) -> None:
    assert not found, "\n".join(found)


def board_of(visitor: Visitor, game: str) -> str | None:
    if game == "manitou" and visitor.page.locator(PARTY).count():
        return PARTY
    if game == "manitou" and not visitor.page.locator(".mn-grounds").count():
        return None  # nothing lies on the grounds any more, or not yet
    return "#part-board"


def sizes_of(game: str) -> tuple[tuple[int, int], ...]:
    """This game's share of the sizes."""
    return SIZES[GAMES.index(game) :: len(GAMES)]


@pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game in GAMES for number in range(4)]
)
def test_a_table_is_usable_at_every_size(guest: Visitor, game: str, number: int) -> None:
    phase = PHASES[game][number]
    guest.speak(LANGUAGES[number])
    moment = moments(game)[phase]
    guest.play_on(moment.log, moment.n, moment.seat)
    hand = Hand(guest, 5)
    if phase == "over":
        hand.play()
    nothing(faults(guest, board_of(guest, game)))


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_of_a_pick_is_usable_at_every_size(guest: Visitor, game: str) -> None:
    moment = moments(game)[PHASES[game][1]]
    page = guest.play_on(moment.log, moment.n, moment.seat)
    page.locator("#hint").click()
    page.locator("#hinted").wait_for()
    nothing(faults(guest, board_of(guest, game), LOWEST))
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.locator("#hinted-no").click()
    Hand(guest, 5).step()
    guest.wait_for_turn()
    nothing(faults(guest, board_of(guest, game), sizes_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_usable_at_every_size(guest: Visitor, game: str) -> None:
    lesson = face_of(registry.get(game)).lesson()
    assert lesson is not None
    steps = sorted({0, 4, 8, len(lesson.steps) - 1})
    found: list[str] = []
    for turn, step in enumerate(steps):
        guest.speak(("en", "de", "cs", "it")[turn])
        guest.page.goto(f"/lessons/{game}?step={step}")
        sizes = SIZES[turn :: len(steps)]
        found += [f"step {step}, {fault}" for fault in faults(guest, board_of(guest, game), sizes)]
    nothing(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_usable_at_every_size(guest: Visitor, game: str) -> None:
    kept = guest.keep_log(finished(game, 3))
    guest.page.goto(f"/replays/{kept}?n=60")
    guest.page.locator("#chances").evaluate("each => { each.open = false; }")
    nothing(faults(guest, board_of(guest, game), sizes_of(game)))
    guest.page.set_viewport_size(DESK)  # type: ignore[arg-type]
    guest.page.goto(f"/replays/{kept}?n=60&eyes=x")
    board = guest.page.locator("#part-board")
    assert board.evaluate("each => each.scrollHeight - each.clientHeight") <= 0


@pytest.mark.parametrize("path", ["/new/bison", "/here/apache", "/settings", "/account"])
def test_a_form_is_usable_at_every_size(guest: Visitor, path: str) -> None:
    guest.page.goto(path)
    nothing(faults(guest, None))
