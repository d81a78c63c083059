"""Bison with smaller tables: the same rules with fewer seasons, actions, places and pieces."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from prateria.core.errors import SetupError
from prateria.core.laws import check_laws
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.rules.board import board_of
from tests.games.bison.table import GAME

MIDDLE: dict[str, Any] = {
    **GAME.data,
    "match": {
        "seasons": 2,
        "rounds": 3,
        "stock": 4,
        "actions": ["place", "tepees", "gather", "move_three"],
        "places": ["b4", "b5", "c3", "c5", "d2", "e3"],
    },
    "pieces": {"hunter": [3, 1], "tepee_1": [1, 1], "tepee_2": [0, 1]},
}


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("variant", ["none", "2"])
def test_the_laws_hold_between_the_small_and_the_whole_game(seats: int, variant: str) -> None:
    for seed in range(3):
        assert check_laws(GAME, seats, {"variant": variant}, seed, every=9, data=MIDDLE) > 0


def test_players_start_with_what_the_tables_give_them() -> None:
    view = GAME.view(GAME.new(GAME.ruleset(2, {}, MIDDLE), 2), 0)
    own = view.seats[0]
    assert (own.bison, own.turkeys, own.salmon) == (4, 4, 4)
    assert own.supply == (3, 1, 0, 0, 0, 0, 0, 0, 0)
    assert own.market == (1, 1, 1, 0, 0, 0, 0, 0, 0)


def test_the_tile_must_be_placed_with_the_last_of_fewer_actions() -> None:
    state = NOTATION.parse_state("bison 2; round 3; a: used=tepees,gather", MIDDLE)
    choices = [NOTATION.format_action(action) for action in GAME.legal(state, 0)]
    assert [choice for choice in choices if "chooses" in choice] == ["a chooses place"]


def test_tiles_are_laid_on_the_table_s_places_only() -> None:
    state = NOTATION.parse_state("bison 2; phase lay action place; a: used=place", MIDDLE)
    moves = [NOTATION.format_action(action) for action in GAME.legal(state, 0)]
    cells = {move.split()[2] for move in moves if "lays" in move}
    assert cells == {"b4", "b5", "c3", "c5", "d2", "e3"}


def test_what_a_smaller_table_has_not_is_refused_as_such() -> None:
    state = NOTATION.parse_state("bison 2; round 1", MIDDLE)
    refused = GAME.refuse(state, 0, NOTATION.parse_action("a chooses canoes"))
    assert (refused.rule, refused.why) == ("B3.4", "there is no such action at this table")
    state = NOTATION.parse_state("bison 2; phase lay action place; a: used=place", MIDDLE)
    refused = GAME.refuse(state, 0, NOTATION.parse_action("a lays d5 0"))
    assert (refused.rule, refused.why) == ("B5.1", "no tile may lie on d5 at this table")


def test_the_same_land_has_other_sites_where_there_are_other_places() -> None:
    few, all_ = GAME.ruleset(2, {}, MIDDLE), GAME.ruleset(2, {})
    land = NOTATION.parse_state("bison 2", MIDDLE).board.land
    assert len(board_of(few, land).sites) == 6
    assert len(board_of(all_, land).sites) == 9


NO_ACTIONS = "actions must be a list of place and some of"
TOO_FEW = "places must be a list of at least 4"


def changed(table: str, key: str, value: object) -> dict[str, Any]:
    data = copy.deepcopy(MIDDLE)
    data[table][key] = value
    return data


@pytest.mark.parametrize(
    ("why", "data"),
    [
        ("the table 'match' must have just: seasons", {**MIDDLE, "match": 1}),
        ("the table 'match' must have just: seasons", changed("match", "hunts", 1)),
        ("seasons in the table 'match' must be .* from 1 to 6", changed("match", "seasons", 7)),
        ("stock in the table 'match' must be .* from 0 to 15", changed("match", "stock", 16)),
        ("rounds in the table 'match' must be .* from 1 to 4", changed("match", "rounds", 5)),
        (NO_ACTIONS, changed("match", "actions", "place")),
        (NO_ACTIONS, changed("match", "actions", ["gather"])),
        (NO_ACTIONS, changed("match", "actions", ["place", "x"])),
        (TOO_FEW, changed("match", "places", ["b4", "b5", "c3"])),
        (TOO_FEW, changed("match", "places", ["b4", "b5", "c3", "a4"])),
        (TOO_FEW, changed("match", "places", 4)),
        ("the table 'pieces' has no pieces but: hunter", {**MIDDLE, "pieces": []}),
        ("the table 'pieces' has no pieces but: hunter", changed("pieces", "wolf", [1, 0])),
        ("hunter in the table 'pieces' must be .in the supply", changed("pieces", "hunter", 3)),
        ("hunter in the table 'pieces' must be .in the supply", changed("pieces", "hunter", [3])),
        ("hunter in the supply must be .* from 0 to 8", changed("pieces", "hunter", [9, 0])),
        ("hunter in the market must be .* from 0 to 3", changed("pieces", "hunter", [5, 4])),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_played_are_refused(why: str, data: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.ruleset(2, {}, data)
