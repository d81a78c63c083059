"""What a board caches to make observing quick fits whatever state uses it."""

from __future__ import annotations

from struct import pack

import pytest

from prateria.core.matches.match import Match
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.numbers import NUMBERS
from prateria.games.bison.rules.state import State
from tests.games.bison.table import GAME, table


def encoded(state: State, seat: int) -> bytes:
    numbers = NUMBERS.encode(GAME.view(state, seat))
    return pack(f"{len(numbers)}f", *numbers)


def test_states_that_share_a_board_are_observed_in_turn() -> None:
    state = NOTATION.parse_state("bison 2; a: d3p=2 stock=9/9/9; b: d3m=1+2")
    other = NOTATION.parse_state("bison 2; a: d3r=1 stock=9/9/9; b: d3m=1+2")
    assert state.board is other.board
    for _ in range(2):
        for each in (state, other):
            for seat in (0, 1):
                assert NUMBERS.observe(each, seat) == encoded(each, seat)


def test_a_copy_that_goes_on_does_not_change_what_the_first_sees() -> None:
    state = NOTATION.parse_state("bison 2; a: d3p=2 stock=9/9/9; b: d3m=1+2")
    before = NUMBERS.observe(state, 0)
    twin = GAME.copy(state)
    for _ in range(12):
        seat = GAME.actors(twin)[0]
        GAME.apply(twin, GAME.legal(twin, seat)[0])
        assert NUMBERS.observe(twin, 0) == encoded(twin, 0)
        assert NUMBERS.observe(state, 0) == before


@pytest.mark.parametrize("first", [2, 4])
def test_matches_of_different_sizes_may_share_a_board(first: int) -> None:
    for players in (first, 6 - first, first):
        state = NOTATION.parse_state(f"bison {players}; a: d3p=2 stock=9/9/9")
        assert NUMBERS.observe(state, 0) == encoded(state, 0)


def test_hunters_that_move_are_observed_where_they_stand() -> None:
    match = table("bison 2; a: d3p=3 stock=9/9/9; b: d3m=1+2", "a chooses move-one", "a picks d3p")
    assert_observed(match)
    match.play(0, "moves d3r")
    match.play(0, "picks d3p")
    match.play(0, "moves d3r")
    assert_observed(match)


def assert_observed(match: Match) -> None:
    state = match.peek()
    for seat in (0, 1):
        assert NUMBERS.observe(state, seat) == encoded(state, seat)
