"""The board: turns, sides, adjacent spaces, areas, the 27 places (rules B2 and B5.1)."""

from __future__ import annotations

import pytest

from prateria.core import hexgrid
from prateria.core.rules import rule
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.notation.write import CELL, SPACE
from prateria.games.bison.rules import board as boards
from prateria.games.bison.rules.board import board_of, river_ends, sides_at, within
from prateria.games.bison.rules.components import (
    CELL_NAMES,
    NEIGHBOURS,
    PLACES,
    SPACE_NAMES,
    START_CELLS,
    axial,
    camp,
    cell_at,
)
from tests.games.bison.table import GAME, legal, may, on, own_steps, play, refused, table

RULES = GAME.ruleset(2, {})


def near(text: str, space: str) -> str:
    """The spaces adjacent to a space."""
    board = NOTATION.parse_state(text).board
    return " ".join(SPACE_NAMES[other] for other in board.near[SPACE[space]])


def area(text: str, space: str) -> str:
    board = NOTATION.parse_state(text).board
    name = board.area[SPACE[space]]
    return " ".join(SPACE_NAMES[other] for other, its in enumerate(board.area) if its == name)


def test_hexagons_meet_in_corners_as_they_say() -> None:
    for cell in ((0, 0), (3, -2)):
        for corner in range(6):
            for other, its in hexgrid.meeting(cell, corner):
                assert hexgrid.distance(cell, other) == 1
                back = {at for at, _ in hexgrid.meeting(other, its)}
                assert cell in back
        for side in range(6):
            other = hexgrid.neighbour(cell, side)
            assert hexgrid.neighbour(other, hexgrid.opposite(side)) == cell
    assert hexgrid.distance((0, 0), (2, -1)) == 2


@rule("B5.1")
def test_there_are_27_places_at_most_three_tiles_from_the_totem() -> None:
    assert len(PLACES) == 27
    rows = [
        "".join(CELL_NAMES[cell][1] for cell in PLACES if CELL_NAMES[cell][0] == row)
        for row in "abcdef"
    ]
    assert rows == ["456", "3456", "23456", "123456", "12345", "1234"]
    assert [CELL_NAMES[cell] for cell in START_CELLS] == ["d3", "c4", "d4"]
    assert cell_at((4, 0)) == -1
    assert axial(CELL["d3"]) == (0, 0)


@rule("B2.1", "B2.2")
def test_a_tile_fits_in_three_turns_and_shows_its_sides_turned() -> None:
    tile = RULES.tiles[0]
    assert [river_ends(tile, turn) for turn in range(3)] == [(0, 2), (2, 4), (4, 0)]
    match = table("bison 2; a: tile=ppmmmm210", "a chooses place")
    turns = [text for text in legal(match, "a") if "d2" in text]
    assert turns == ["a lays d2 0", "a lays d2 120", "a lays d2 240"]
    for degrees, sides in ((0, "ppmmmm"), (120, "mmppmm"), (240, "mmmmpp")):
        match = table("bison 2; a: tile=ppmmmm210", "a chooses place", f"a lays d2 {degrees}")
        assert f" {sides}210 " in match.position


@rule("B2.2")
def test_each_side_belongs_to_prairie_or_mountain() -> None:
    board = NOTATION.parse_state("bison 2; d2 pmmmpp021").board
    assert sides_at(board, RULES, CELL["d2"]) == (0, 1, 1, 1, 0, 0)


@rule("B2.3")
def test_on_one_tile_the_river_is_adjacent_to_both_and_they_are_not() -> None:
    assert near("bison 2; phase start; d3 mmpppm210", "d3r") == "d3p d3m"
    assert near("bison 2; phase start; d3 mmpppm210", "d3p") == "d3r"
    assert near("bison 2; phase start; d3 mmpppm210", "d3m") == "d3r"


@rule("B2.3")
def test_land_spaces_are_adjacent_across_a_shared_side() -> None:
    # d2 faces d3's prairie with its mountain (side 1).
    assert near("bison 2; d2 pmmmpp021", "d2m") == "d2r d3p"
    assert near("bison 2; d2 pmmmpp021", "d2p") == "d2r"


@rule("B2.3")
def test_rivers_are_adjacent_where_they_end_in_the_same_corner() -> None:
    # d3's river ends in its corners 2 and 5; corner 5 is c3's corner 3 and d2's corner 1.
    assert near("bison 2; d2 mppppm012", "d2r") == "d2p d2m d3r"
    assert near("bison 2; d2 mppppm012; c3 pppmmm021", "d3r") == "c3r d2r d3p d3m"
    assert near("bison 2; d2 ppmmmm210", "d2r") == "d2p d2m"


@rule("B2.4")
def test_adjacent_spaces_of_one_terrain_form_an_area() -> None:
    assert area("bison 2", "d3m") == "c4m d3m d4m"
    assert area("bison 2", "d3p") == "d3p"
    text = "bison 2; d2 mppppm012; c3 pppmmm021"
    assert area(text, "d3r") == "c3r d2r d3r"
    assert area(text, "d2p") == "d2p d3p"


@rule("B2.4")
def test_the_order_of_laying_does_not_show() -> None:
    one = play(
        table("bison 2; a: tile=ppppmm012; b: tile=ppmmmm210"),
        *("a chooses place", "a lays d2 0", "a is done", "a gains bison", "a ends"),
        *("b chooses place", "b lays c3 120", "b is done", "b gains bison", "b ends"),
    )
    other = board_of(RULES, _land(one.view(None).land))
    state = NOTATION.parse_state(one.position)
    assert repr(other) == repr(state.board)
    assert board_of(RULES, _land(one.view(None).land)) is other


def _land(tiles: object) -> list[int]:
    row = [-1] * 36
    for tile in tiles:  # type: ignore[attr-defined]
        row[tile.cell] = 3 * tile.tile + tile.turn
    return row


@rule("B2.5")
def test_only_one_player_may_have_pieces_on_a_space() -> None:
    assert camp(0, 3, 1) == 256 + 16 + 3
    match = table("bison 2; a: d3m=1; b: d3r=1", "a chooses move-one", "a picks d3m")
    assert may(match, "a", "moves") == "c4m d4m"
    assert refused(match, "a moves d3r") == "B7.1"


@rule("B2.5", "B7.1")
def test_others_are_crossed_in_several_steps() -> None:
    match = table("bison 2; a: d3p=1; b: d3r=1", "a chooses move-three", "a picks d3p")
    assert may(match, "a", "moves") == "c4m d3m d4m"
    play(match, "a moves c4m")
    assert (on(match, "c4m"), on(match, "d3r"), on(match, "d3p")) == ("a1", "b1", "")


@rule("B7.4")
def test_ways_of_three_steps_are_kept() -> None:
    board = NOTATION.parse_state("bison 2").board
    first = within(board, SPACE["d3p"], 3)
    assert within(board, SPACE["d3p"], 3) is first
    assert within(board, SPACE["d3p"], 1) == board.near[SPACE["d3p"]]


def test_neighbours_are_places_only() -> None:
    assert {other for row in NEIGHBOURS for other in row} <= {*PLACES, -1}


@rule("B5.1")
def test_a_tile_shares_a_side_and_stays_within_three_tiles_of_the_totem() -> None:
    match = table("bison 2", "a chooses place")
    cells = sorted({text.split()[0] for text in own_steps(match, "a") for text in [text[7:]]})
    assert cells == ["b4", "b5", "c3", "c5", "d2", "d5", "e2", "e3", "e4"]
    assert refused(match, "a lays a4 0") == "B5.1"
    assert refused(match, "a lays a1 0") == "B5.1"
    assert refused(match, "a lays d3 0") == "B5.1"


@rule("B5.1")
def test_terrains_need_not_match() -> None:
    match = table("bison 2; a: tile=ppmmmm210", "a chooses place", "a lays d2 120")
    assert "mmppmm210" in match.position


def test_boards_are_made_again_when_too_many_were_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    land = table("bison 2; d2 pmmmpp021").peek().board.land
    board = board_of(RULES, land)
    assert board_of(RULES, land) is board
    monkeypatch.setattr(boards, "MOST_KEPT", 0)
    monkeypatch.setattr(boards, "_boards", {})
    assert repr(board_of(RULES, land)) == repr(board)
