"""The invariants: silent in play, and each fault is found when it is made by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from prateria.core.chance import Quick
from prateria.core.contract.meta import OptionValue
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.notation.write import CELL, SPACE
from prateria.games.bison.rules.board import EMPTY_BOARD, board_of
from prateria.games.bison.rules.components import ONE, Piece, camp
from prateria.games.bison.rules.state import State
from tests.games.bison.table import GAME, VARIANTS, fields, steps

TURN = "bison 2; d2 pmmmpp021; a: d3p=2+1; b: d2r=1; round 2; turn b"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_ever_wrong_in_play(players: int, variant: str) -> None:
    state = GAME.new(GAME.ruleset(players, {"variant": variant}), players)
    for _ in steps(state, Quick(players)):
        assert GAME.invariants(state) == []
    assert GAME.invariants(state) == []
    assert (state.stack & (1 << 18) - 1).bit_count() == {2: 6, 3: 3, 4: 2}[players]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_ever_wrong_in_many_games(players: int, variant: str) -> None:
    for seed in range(12):
        options: dict[str, OptionValue] = {"variant": variant, "final_limit": seed % 2 == 0}
        state = GAME.new(GAME.ruleset(players, options), players)
        for _ in steps(state, Quick(100 + seed)):
            assert GAME.invariants(state) == []


def lose_a_hunter(state: State) -> None:
    state.supply[0] -= ONE[Piece.HUNTER]


def double_a_canoe(state: State) -> None:
    state.market[1] += ONE[Piece.CANOE_4]


def forget_a_camp(state: State) -> None:
    state.camps[0] = ()


def camp_of_nobody(state: State) -> None:
    state.pieces[SPACE["d4p"]] = camp(5, 1, 0)


def camp_of_nothing(state: State) -> None:
    state.pieces[SPACE["d3p"]] = camp(0, 0, 0)


def camp_without_land(state: State) -> None:
    state.pieces[SPACE["e1p"]] = camp(0, 1, 0)


def take_too_much(state: State) -> None:
    state.stock[4] = 16


def owe_animals(state: State) -> None:
    state.stock[4] = -1


def lose_a_tile(state: State) -> None:
    state.stack &= state.stack - 1


def take_the_wrong_tile(state: State) -> None:
    state.drawn[0] = -1


def sweep_the_land(state: State) -> None:
    state.board = EMPTY_BOARD


def lay_a_start_tile_aside(state: State) -> None:
    land = list(state.board.land)
    land[CELL["d2"]] = 3 * 18
    state.board = board_of(state.ruleset, land)


def spoil_an_area(state: State) -> None:
    board = NOTATION.parse_state("bison 2").board
    twin = type(board)()
    twin.land, twin.near, twin.printed = state.board.land, state.board.near, state.board.printed
    twin.sites, twin.three, twin.total = state.board.sites, {}, state.board.total
    twin.area = board.area
    state.board = twin


def forget_the_start_player(state: State) -> None:
    state.start = -1


def play_a_fifth_round(state: State) -> None:
    state.round = 4


def use_nothing(state: State) -> None:
    state.used[0] = 0


def involve_somebody(state: State) -> None:
    state.involved = 1


@pytest.mark.parametrize(
    "spoil",
    [
        lose_a_hunter,
        double_a_canoe,
        forget_a_camp,
        camp_of_nobody,
        camp_of_nothing,
        camp_without_land,
        take_too_much,
        owe_animals,
        lose_a_tile,
        take_the_wrong_tile,
        sweep_the_land,
        lay_a_start_tile_aside,
        spoil_an_area,
        forget_the_start_player,
        play_a_fifth_round,
        use_nothing,
        involve_somebody,
    ],
)
def test_a_fault_is_found(spoil: Callable[[State], None]) -> None:
    state = NOTATION.parse_state(TURN)
    assert GAME.invariants(state) == []
    twin = GAME.copy(state)
    before = fields(state)
    spoil(twin)
    assert GAME.invariants(twin) != []
    assert fields(state) == before
