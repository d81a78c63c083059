"""Apache with smaller tables: the same rules with fewer prairie cards and roles."""

from __future__ import annotations

from typing import Any

import pytest

from prateria.core.errors import SetupError
from prateria.core.laws import check_laws
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.rules.actions import PlayTribe
from prateria.games.apache.rules.components import Role
from tests.games.apache.table import GAME

MIDDLE: dict[str, Any] = {
    "prairie": {"buffalo": 4, "totem": 2, "tepee": 2, "red_chief": 2, "green_chief": 1,
                "red_hunter": 1, "violet_hunter": 2, "green_hunter": 3},
    "tribe": ["hunter", "chief"],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("tempo", ["calm", "live"])
def test_the_laws_hold_between_the_small_and_the_whole_game(seats: int, tempo: str) -> None:
    for seed in range(3):
        assert check_laws(GAME, seats, {"tempo": tempo}, seed, every=5, data=MIDDLE) > 0


def test_only_tribe_cards_that_are_there_can_be_played() -> None:
    state = NOTATION.parse_state("apache 2; up: red-hunter,buffalo", MIDDLE)
    plays = [NOTATION.format_action(action) for action in GAME.legal(state, 0)]
    assert plays == ["a plays chief", "a plays hunter", "a passes"]
    refusal = GAME.refuse(state, 0, PlayTribe(0, Role.MAIDEN))
    assert (refusal.rule, "not in this game" in str(refusal)) == ("A3.1", True)


def test_a_table_may_be_left_out() -> None:
    few = GAME.ruleset(2, {}, {"prairie": {"buffalo": 1}})
    assert (sum(few.prairie), few.roles) == (1, 15)
    hunters = GAME.ruleset(2, {}, {"tribe": ["hunter"]})
    assert (sum(hunters.prairie), hunters.roles) == (114, 8)


@pytest.mark.parametrize(
    ("why", "data"),
    [
        ("the table 'prairie' has no cards but: buffalo", {"prairie": 4}),
        ("the table 'prairie' has no cards but: buffalo", {"prairie": {"wolf": 1}}),
        ("totem in the table 'prairie' must be .* from 0 to 9, not 10", {"prairie": {"totem": 10}}),
        ("totem in the table 'prairie' must be .*, not '1'", {"prairie": {"totem": "1"}}),
        ("the table 'prairie' must have a card", {"prairie": {}}),
        ("must be a list of some of: chief, warrior", {"tribe": "hunter"}),
        ("must be a list of some of: chief, warrior", {"tribe": []}),
        ("must be a list of some of: chief, warrior", {"tribe": ["wolf"]}),
    ],
)
def test_tables_that_cannot_be_played_are_refused(why: str, data: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.ruleset(2, {}, data)
