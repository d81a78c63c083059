"""Manitou with smaller tables: the same rules with fewer hunts, plays, grounds and cards."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from prateria.core.errors import NotationError, SetupError
from prateria.core.laws import check_laws
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.numbers import NUMBERS
from tests.games.manitou.table import GAME

MIDDLE: dict[str, Any] = {
    **GAME.data,
    "match": {"hunts": 3, "plays": 2, "grounds": 2},
    "tribe": {
        "hunter_1": 1,
        "hunter_4": 1,
        "hunter_9": 1,
        "chief": 2,
        "clan_mother": 1,
        "scout": 1,
    },
}


def small_data() -> dict[str, Any]:
    small = NUMBERS.small()
    assert small is not None
    return copy.deepcopy(dict(small.data))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("quick", [False, True])
def test_the_laws_hold_between_the_small_and_the_whole_game(seats: int, quick: bool) -> None:
    assert check_laws(GAME, seats, {"quick": quick}, seed=seats, every=11, data=MIDDLE) > 0


def test_a_hunt_has_as_many_plays_and_grounds_as_the_table_says() -> None:
    state = NOTATION.parse_state("manitou 2 dealer=b; phase party", MIDDLE)
    assert GAME.view(state, 0).ruleset.party_sizes == (3, 2)
    state = NOTATION.parse_state("manitou 2; a: hand=4 stack=1; b: hand=4 stack=1", MIDDLE)
    plays = {NOTATION.format_action(action) for action in GAME.legal(state, 0)}
    assert plays == {"a plays 4 left", "a plays 4 middle"}


def test_a_ground_that_is_not_in_use_is_no_ground() -> None:
    text = "manitou 2; hunt 2; a: hand=4; b: hand=4"
    state = NOTATION.parse_state(text, MIDDLE)
    error = GAME.refuse(state, 0, NOTATION.parse_action("a plays 4 right"))
    assert (error.rule, error.why) == ("M2.1", "there is no right ground at this table")
    text = "manitou 2; hunt 2; phase horse; left: a:4; a: loot=horse; horse a"
    state = NOTATION.parse_state(text, MIDDLE)
    error = GAME.refuse(state, 0, NOTATION.parse_action("a moves 4 left right"))
    assert (error.rule, error.why) == ("M6.2", "there is no right ground at this table")


def test_a_party_smaller_than_a_hand_is_dealt_whole() -> None:
    data = small_data()
    state = NOTATION.parse_state("manitou 2; phase draw; a: stack=1,2; b: stack=chief", data)
    for _ in range(3):
        GAME.apply(state, GAME.chance(state)[0][0])
    assert GAME.actors(state) == (0,)
    assert [len(GAME.view(state, seat).hand) for seat in (0, 1)] == [2, 1]


def test_a_card_that_the_tribe_lacks_is_not_in_the_position() -> None:
    with pytest.raises(NotationError, match="not that many cards 10"):
        NOTATION.parse_state("manitou 2; a: hand=10", small_data())


def changed(table: str, key: str, value: object) -> dict[str, Any]:
    data = small_data()
    data[table][key] = value
    return data


@pytest.mark.parametrize(
    ("why", "data"),
    [
        ("the table 'match' must have just: hunts, plays, grounds", {**MIDDLE, "match": 2}),
        ("the table 'match' must have just", changed("match", "cards", 3)),
        ("grounds in the table 'match' must be .* from 1 to 3", changed("match", "grounds", 4)),
        ("plays in the table 'match' must be .* from 1 to 7, not 0", changed("match", "plays", 0)),
        ("the table 'tribe' has no cards but: hunter_1", {**MIDDLE, "tribe": ["chief"]}),
        ("the table 'tribe' has no cards but", changed("tribe", "wolf", 1)),
        ("chief in the table 'tribe' must be .* from 0 to 2, not 3", changed("tribe", "chief", 3)),
        ("2 players with 1 plays in each of 3 hunts need 4 cards", changed("match", "hunts", 3)),
        ("2 players need 8 tiles", {**small_data(), "match": {"hunts": 2, "plays": 1, "grounds": 2},
                                    "tribe": {"hunter_1": 1, "chief": 2, "scout": 1}}),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_played_are_refused(why: str, data: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.ruleset(2, {}, data)
