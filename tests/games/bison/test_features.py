"""The features of learned bots agree with the slower estimate that people are shown."""

from __future__ import annotations

import pytest

from prateria.core.chance import Quick
from prateria.core.playout import positions
from prateria.games.bison.game import Bison
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.numbers import NUMBERS, features
from prateria.games.bison.rules.standing import harvest

GAME = Bison()
WASTED = 8 + 10 + 9
"""The index in a row of what the scoring would waste."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_the_land_would_pay_is_what_the_estimate_says(seats: int) -> None:
    rng = Quick(seats)
    last = GAME.new(GAME.ruleset(seats, {}), seats)
    for state in positions(GAME, last, rng):
        pays = features._land(state).pays
        found = [sum(pays[3 * seat : 3 * seat + 3]) for seat in range(seats)]
        assert found == harvest(GAME.view(state, None))
        assert {len(row) for row in NUMBERS.features(state, 0)} == {77}
    assert NUMBERS.features(last, 0)[0][5] == 1.0  # the match is over


def margins(*rows: tuple[int, int, int]) -> features._Land:
    found = features._Land()
    found.led, found.firm, found.shaky = [0, 0], [0, 0], [0, 0]
    found.wanted = [0, 0]
    features._note_margins(found, list(rows), 6)
    return found


def test_a_lead_is_firm_alone_shaky_by_a_hunter_and_wanted_by_who_is_close() -> None:
    alone = margins((1, 0, 2))
    assert (alone.led, alone.firm, alone.shaky, alone.wanted) == ([6, 0], [6, 0], [0, 0], [0, 0])
    close = margins((2, 0, 2), (3, 1, 2))
    assert (close.led, close.firm, close.shaky, close.wanted) == ([0, 6], [0, 0], [0, 6], [6, 0])
    level = margins((2, 0, 2), (2, 1, 2))
    assert (level.led, level.wanted) == ([0, 0], [6, 6])
    far = margins((16, 0, 2), (3, 1, 2))
    assert (far.firm, far.wanted) == ([6, 0], [0, 0])
    between = margins((5, 0, 2), (2, 1, 2))
    assert (between.led, between.firm, between.shaky) == ([6, 0], [0, 0], [0, 0])
    third = margins((5, 0, 2), (2, 1, 2), (1, 1, 2))
    assert third.led == [6, 0]


def test_in_the_final_scoring_nothing_is_wasted_unless_the_limit_holds_there() -> None:
    prairies = (
        "b4 mppppm300; b5 ppmmmm210; c3 ppmmmm201; c5 mppmmm201; d2 mppmmm210; d5 ppppmm102; "
        "e2 ppppmm111; e3 pppmmm120; a: b4p=1 b5p=1 c3p=1 c5p=1 d2p=1 d5p=1 e2p=1 e3p=1 "
        "c4p=+1 d3p=+2 d4p=+3"
    )
    wasted = {}
    for option in ("", " final_limit"):
        state = NOTATION.parse_state(f"bison 2{option}; season 6; {prairies}")
        wasted[option] = NUMBERS.features(state, 0)[0][WASTED]
    assert wasted == {"": 0.0, " final_limit": 2 / 5}
