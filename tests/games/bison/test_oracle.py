"""Areas, ways and scoring against the slow oracle, on land that hypothesis lays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prateria.core.chance import Quick
from prateria.core.contract.game import LETTERS
from prateria.core.rules import rule
from prateria.games.bison.rules.board import EMPTY_BOARD, Board, sides_at, with_tile, within
from prateria.games.bison.rules.components import (
    SPACE_NAMES,
    SPACES,
    START_CELLS,
    START_TURNS,
    axial,
    camp,
)
from prateria.games.bison.rules.scoring import hunted
from tests.games.bison import oracle
from tests.games.bison.table import GAME, hunters_at, size_at, steps

pytestmark = pytest.mark.untraced

RULES = GAME.ruleset(4, {})


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """The start tiles and up to 18 more, laid one by one in any order that the rules allow."""
    board = EMPTY_BOARD
    start = draw(st.permutations(range(18, 21)))
    for cell, turn, tile in zip(START_CELLS, START_TURNS, start, strict=True):
        board = with_tile(board, RULES, cell, 3 * tile + turn)
    for tile in draw(st.lists(st.integers(0, 17), unique=True, max_size=18)):
        cell = draw(st.sampled_from(board.sites))
        board = with_tile(board, RULES, cell, 3 * tile + draw(st.integers(0, 2)))
    return board


def land_of(board: Board) -> dict[oracle.Cell, oracle.Tile]:
    land: dict[oracle.Cell, oracle.Tile] = {}
    for cell, number in enumerate(board.land):
        if number >= 0:
            tile = RULES.tiles[number // 3]
            sides = "".join("pm"[terrain] for terrain in sides_at(board, RULES, cell))
            animals = {"p": tile.bison, "m": tile.turkeys, "r": tile.salmon}
            land[axial(cell)] = (sides, animals)
    return land


def space_of(number: int) -> oracle.Space:
    return axial(number // 3), SPACE_NAMES[number][2]


def laid(board: Board) -> list[int]:
    return [space for space in range(SPACES) if board.area[space] >= 0]


def check_board(board: Board) -> None:
    """Every area and its total, and what is adjacent, as the oracle finds them from scratch."""
    land = land_of(board)
    groups: dict[int, set[oracle.Space]] = {}
    for space in laid(board):
        groups.setdefault(board.area[space], set()).add(space_of(space))
    assert {frozenset(group) for group in groups.values()} == set(oracle.areas(land))
    for name, group in groups.items():
        assert board.total[name] == oracle.printed(land, group)
        assert min(space for space in laid(board) if board.area[space] == name) == name
    for space in laid(board):
        near = {space_of(other) for other in board.near[space]}
        assert near == oracle.reach(land, space_of(space), 1)


@rule("B2.3", "B2.4")
@settings(max_examples=30, deadline=None)
@given(boards())
def test_areas_kept_up_tile_by_tile_are_those_of_a_flood_fill(board: Board) -> None:
    check_board(board)


@rule("B7.4")
@settings(max_examples=15, deadline=None)
@given(boards(), st.integers(0, 200))
def test_ways_of_three_steps_are_those_of_the_oracle(board: Board, pick: int) -> None:
    space = laid(board)[pick % len(laid(board))]
    reached = {space_of(other) for other in within(board, space, 3)}
    assert reached == oracle.reach(land_of(board), space_of(space), 3)


Pieces = dict[int, tuple[int, int, int]]


@st.composite
def camps_on(draw: st.DrawFn, board: Board) -> Pieces:
    """Pieces of up to four players on any spaces; what a player owns does not matter here."""
    spaces = draw(st.lists(st.sampled_from(laid(board)), unique=True, max_size=30))
    camp_ = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 4))
    rows = {space: draw(camp_) for space in spaces}
    return {space: row for space, row in rows.items() if row[1] + row[2]}


def check_scoring(board: Board, pieces: Pieces) -> None:
    row = [0] * SPACES
    camps: list[list[int]] = [[], [], [], []]
    for space, (seat, hunters, size) in sorted(pieces.items()):
        row[space] = camp(seat, hunters, size)
        camps[seat].append(space)
    land = land_of(board)
    held = {space_of(space): (LETTERS[s], h, z) for space, (s, h, z) in pieces.items()}
    for terrain in range(3):
        paid: dict[frozenset[oracle.Space], dict[str, int]] = {}
        for name, seat, _, animals in hunted(board, row, camps, terrain):
            spaces = [space_of(s) for s in laid(board) if board.area[s] == name]
            paid.setdefault(frozenset(spaces), {})[LETTERS[seat]] = animals
        letter = "pmr"[terrain]
        for area in oracle.areas(land):
            if next(iter(area))[1] == letter:
                assert paid.get(area, {}) == oracle.score(land, held, area)


@rule("B9.2", "B9.3", "B9.4", "B9.5")
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_areas_pay_is_what_the_oracle_counts(data: st.DataObject) -> None:
    board = data.draw(boards())
    check_scoring(board, data.draw(camps_on(board)))


@rule("B9.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_whole_games_areas_and_stocks_are_what_the_oracle_says(players: int) -> None:
    state = GAME.new(GAME.ruleset(players, {"variant": "2"}), players)
    boards_seen = 0
    last: object = None
    for _ in steps(state, Quick(players)):
        if state.board is not last:
            last = state.board
            boards_seen += 1
            check_board(state.board)
            pieces = {
                space: (seat, hunters_at(state, space), size_at(state, space))
                for seat in range(players)
                for space in state.camps[seat]
            }
            check_scoring(state.board, pieces)
    assert boards_seen == 4 + players * state.ruleset.seasons
