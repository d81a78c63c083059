"""Positions and actions as text: round trips, what is left out, what is refused."""

from __future__ import annotations

from functools import cache

import pytest

from prateria.core.chance import Quick
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import NotationError
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.notation.write import _ACTIONS
from tests.games.bison.table import (
    GAME,
    VARIANTS,
    fields,
    hunters_in_supply,
    market,
    steps,
    stock,
    supply,
    table,
    used,
)


@cache
def positions() -> list[str]:
    """Positions from real games, of every phase."""
    found = []
    for players in (2, 3, 4):
        for variant in VARIANTS:
            ruleset = GAME.ruleset(players, {"variant": variant})
            state = GAME.new(ruleset, players)
            for number, _ in enumerate(steps(state, Quick(players))):
                if number % 5 == 0 or state.phase in (0, 1, 2, 14):
                    found.append(NOTATION.format_state(state))
            found.append(NOTATION.format_state(state))
    return found


def test_every_position_comes_back_the_same() -> None:
    for text in positions():
        state = NOTATION.parse_state(text)
        assert NOTATION.format_state(state) == text


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"variant": "1", "final_limit": True}, {"first": "b"}])
def test_a_position_has_all_of_the_state(players: int, options: dict[str, OptionValue]) -> None:
    state = GAME.new(GAME.ruleset(players, options), players)
    for _ in steps(state, Quick(11)):
        again = NOTATION.parse_state(NOTATION.format_state(state))
        assert fields(again) == fields(state)
        assert NOTATION.setup(again) == NOTATION.setup(state)


def test_every_action_comes_back_the_same() -> None:
    for text, action in _ACTIONS.items():
        assert NOTATION.format_action(action) == text
        assert NOTATION.parse_action(f"  {text.upper()} ") == action


def test_the_board_is_drawn_row_by_row() -> None:
    rows = [line for line in table("bison 2").position.split("\n") if line.startswith("row")]
    assert rows == [
        "row a                  .          .          .",
        "row b            .          .          .          .",
        "row c       .          .          pmmmpp021  .          .",
        "row d .          .          mmpppm210  pppmmm102  .          .",
        "row e       .          .          .          .          .",
        "row f            .          .          .          .",
    ]


def test_a_short_position_is_filled_in() -> None:
    match = table("bison 3; a: d3p=5+2 c4r=+3; round 3; turn b")
    assert stock(match, "a") == "10/10/10"
    assert hunters_in_supply(match, "a") == 0
    assert supply(match, "a") == "tepee1 canoe1 canoe2"
    assert market(match, "a") == "tepee1 tepee2 tepee3 tepee4 canoe1 canoe2 canoe4"
    assert [used(match, who) for who in "abc"] == [
        "gather move-one move-three",
        "move-one move-three",
        "move-one move-three",
    ]
    assert all(seat.has_tile for seat in match.view(None).seats)


def test_in_the_fourth_round_who_has_acted_has_placed_the_tile() -> None:
    match = table("bison 2; round 4; turn b")
    assert used(match, "a") == "place gather move-one move-three"
    assert [seat.has_tile for seat in match.view(None).seats] == [False, True]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty text"),
        ("manitou 2", "starts like 'bison 3'"),
        ("bison", "starts like 'bison 3'"),
        ("bison 9", "for 2 to 4 players"),
        ("bison 2 variant=3", "cannot be '3'"),
        ("bison 2 variants", "no option 'variants'"),
        ("bison 2 first=c", "there are 2 players"),
        ("bison 2; season", "a name and a value"),
        ("bison 2; weather fine", "'weather' is none of season"),
        ("bison 2; season 7", "not a number from 1 to 6"),
        ("bison 2; season x", "not a number"),
        ("bison 2; phase lunch", "not a phase"),
        ("bison 2; round 5", "not a number from 1 to 4"),
        ("bison 2; start c", "'c' is not a seat"),
        ("bison 2; turn ab", "'ab' is not a seat"),
        ("bison 2; phase lot; turn a", "nobody's turn"),
        ("bison 2; phase over; season 6; turn a", "nobody's turn"),
        ("bison 2; row", "a row is one of a, b"),
        ("bison 2; row g .", "a row is one of a, b"),
        ("bison 2; row a . .", "row a has 3 places"),
        ("bison 2; d2", "a cell and a tile"),
        ("bison 2; d2 pmmmpp", "not a tile; one reads"),
        ("bison 2; d2 pmmmpp333", "no such tile"),
        ("bison 2; d3 mmpppm003", "no such start tile"),
        ("bison 2; a1 pmmmpp021", "more than three tiles"),
        ("bison 2; d2 pmmmpp021; d2 pmmmpp021", "a tile already"),
        ("bison 2; d2 pmmmpp021; e2 pmmmpp021", "not that many tiles"),
        ("bison 2; d3 mmpppm210; c4 pmmmpp210", "not that many tiles"),
        ("bison 2; d3 mmpppm210; c4 pmmmpp210; d4 pppmmm210", "not that many tiles"),
        ("bison 2; d3 pppmmm210", "no start tile, or it is turned"),
        ("bison 2; f1 pmmmpp021", "not joined to the start tiles"),
        ("bison 2; a: d3p=9", "'9' is not a camp"),
        ("bison 2; a: d3p=", "'' is not a camp"),
        ("bison 2; a: d3p=1; b: d3p=1", "only one player"),
        ("bison 2; a: d2p=1", "no land"),
        ("bison 2; a: d3p=5 d4p=5", "too many hunter"),
        ("bison 2; a: d3p=+4 d4p=+4", "too many tepee4"),
        ("bison 2; a: d3p=5 supply=hunter*4", "too many hunter"),
        ("bison 2; a: supply=hunter*9", "not a number from 1 to 8"),
        ("bison 2; a: supply=tepee3*2", "not that many pieces tepee3"),
        ("bison 2; a: supply=horse", "'horse' is not a piece"),
        ("bison 2; a: stock=1/2", "a stock reads like"),
        ("bison 2; a: stock=1/2/64", "not a number from 0 to 63"),
        ("bison 2; a: stock=16/2/3", "has 16 of animal 0"),
        ("bison 2; a: used=lunch", "'lunch' is not a action"),
        ("bison 2; a: used=gather", "should have used 0 actions"),
        ("bison 2; a: tile=ppmmmm210; b: tile=ppmmmm210", "not that many tiles"),
        ("bison 2; a: hat=1", "'hat' is none of stock"),
        ("bison 2; space z9", "'z9' is not a space"),
        ("bison 2; phase after; a: tile=ppmmmm210 used=place", "holds a tile and should not"),
        ("bison 2; round 4; turn b; a: used=tepees,canoes,gather,move-one", "not placed its tile"),
        ("bison 2; action gather", "do not fit together"),
        ("bison 2; phase pay", "do not fit together"),
        ("bison 2; phase lay; action gather", "do not fit together"),
        ("bison 2; phase over", "do not fit together"),
        ("bison 2; phase start; season 2", "do not fit together"),
        ("bison 2; phase start; c4 pmmmpp021", "the start tiles and the phase"),
        ("bison 2; space d3p", "do not fit together"),
        ("bison 2; moved d3p", "do not fit together"),
        ("bison 2; scored river", "no terrain is being scored"),
        ("bison 2; phase draw; round 2", "the round and the phase"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        NOTATION.parse_state(text)


@pytest.mark.parametrize(
    "text",
    [
        "phase send; action place; space d3p",
        "phase send; action place; space d3r; d2 pmmmpp021",
        "phase send; action place; d2 pmmmpp021",
        "phase send; action place; space d2p; d2 pmmmpp021; b: d2r=1",
        "phase send; action place; space d2p",
        "phase send; action place; space d2p; d2 pmmmpp021; involved 1",
        "phase build; action tepees; involved 1",
        "phase gain; action gather; involved 1",
        "phase gain; action gather; a: stock=15/15/15",
        "phase pay; action gather; involved 1",
        "phase pay; action gather; involved 4; a: stock=2/2/2",
        "phase gather; action gather; involved 1",
        "phase call; action gather; space d3p",
        "phase call; action gather",
        "phase call; action gather; space d3p; involved 1; a: d3p=1",
        "phase call; action gather; space d3p; b: d3p=1",
        "phase call; action gather; space d3p; involved 3; a: d3p=5 stock=1/0/0",
        "phase pick; action move-one; involved 1",
        "phase pick; action move-one; involved 1; moved d3p",
        "phase pick; action move-one; involved 2; moved d3p,d3p; a: d3p=1",
        "phase pick; action move-one; involved 2; moved d3p,d3p; a: d3p=2 stock=1/0/0",
        "phase move; action move-one",
        "phase move; action move-one; space d3p",
        "phase move; action move-one; space d3p; moved d3p; involved 1; a: d3p=1",
        "phase move; action move-one; space d3p; a: d3p=1; b: d3r=1",
        "phase move; action move-one; space d3p; moved d3r; involved 1; a: d3p=1 d3r=1 stock=1/0/0",
        "phase move; action move-one; space d3p; a: d3p=1 used=gather",
        "phase overflow; season 6; scored prairie",
    ],
)
def test_positions_that_could_not_go_on_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"not a possible position|fit together"):
        NOTATION.parse_state(f"bison 2; {text}")


def test_a_stack_too_small_for_the_seasons_to_come_is_refused() -> None:
    cells = ["b4", "b5", "b6", "c2", "c3", "c5", "c6", "d1", "d2", "d5", "d6", "e1", "e2", "e3"]
    state = NOTATION.parse_state("bison 2")
    tiles = [f"{cell} {word}" for cell, word in zip(cells, _tile_words(state), strict=False)]
    with pytest.raises(NotationError, match="too few tiles"):
        NOTATION.parse_state("; ".join(["bison 2", *tiles]))


def _tile_words(state: object) -> list[str]:
    from prateria.games.bison.notation.write import tile_word

    return [tile_word(tile, 0) for tile in state.ruleset.tiles[:18]]  # type: ignore[attr-defined]


def test_a_long_wrong_text_is_quoted_in_part() -> None:
    with pytest.raises(NotationError, match=r"\.\.\.'"):
        NOTATION.parse_action("x" * 100)
