"""The terminal: the board as bricks, what a person needs to play, sentences."""

from __future__ import annotations

import prateria
from prateria.core.chance import Quick
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.words import WORDS
from tests.games.bison.table import GAME, table


def shown(text: str, *moves: str, seat: int | None = 0) -> str:
    return str(WORDS.describe(table(text, *moves).view(seat)))


def test_the_board_is_drawn_in_bricks() -> None:
    lines = shown("bison 2; d3 mmpppm210; d4 pppmmm021; a: d3p=2+1; b: d4m=1").split("\n")
    row = next(number for number, line in enumerate(lines) if "d3p" in line) - 1
    assert [line[26:50] for line in lines[row : row + 5]] == [
        '~^^^^^+^^^^++^^^^^~""""+',
        '"d3p 2 a2+1^^d4p 0     "',
        '"d3r 0     ^^d4r 1     "',
        '"d3m 1     ^^d4m 2 b1  "',
        '+"""""+""""~+^^^^^~""""+',
    ]


def test_free_places_are_named_and_places_out_of_reach_are_dots() -> None:
    text = shown("bison 2")
    for name in ("b4?", "b5?", "c3?", "c5?", "d2?", "d5?", "e2?", "e3?", "e4?"):
        assert name in text
    assert "a4" not in text
    assert "·" in text


def test_what_the_areas_would_pay_now_is_told() -> None:
    text = shown("bison 2; d3 mmpppm210; a: d3p=1; b: d4r=1")
    assert "prairie of d3p (2 bison, 1 space) pays now: a 2 (first)" in text
    assert "river of d4r" in text
    assert "pays now" not in shown("bison 2")


def test_stocks_supplies_markets_and_cubes_are_told() -> None:
    text = shown("bison 2; a: stock=9/8/7 used=gather; b: supply=nothing; round 2; turn a")
    assert "a (you): bison 9 turkeys 8 salmon 7 · holds a tile\n     used: gather\n" in text
    assert (
        "supply: nothing\n     market: 8 hunters, tepees 1 1 2 2 3 4, canoes 1 1 2 2 3 4\n" in text
    )
    assert "used: none" in shown("bison 2")


def test_the_own_tile_is_told_in_its_three_turns_and_the_others_is_not() -> None:
    text = shown("bison 2; a: tile=ppmmmm210; b: tile=pppmmm003")
    assert text.split("240:\n")[1].split("\n")[:5] == [
        '  +^^^^^~""""+    +^^^^^+^^^^+    +"""""~^^^^+',
        '  ^ p 2      "    ^ p 2      ^    " p 2      ^',
        '  ^ r 0      "    ^ r 0      ^    " r 0      ^',
        '  ^ m 1      "    ^ m 1      ^    " m 1      ^',
        '  +^^^^^+^^^^~    ~"""""+""""~    ~^^^^^+^^^^+',
    ]
    assert "your tile" not in shown("bison 2", seat=None)


def test_the_step_of_the_action_is_told() -> None:
    assert "now: placing the tile" in shown("bison 2", "a chooses place")
    text = shown("bison 2; a: d3p=3", "a chooses move-one", "a picks d3p", "a moves d3r")
    assert "now: moving one step, 1 hunter so far for nothing" in text
    text = shown("bison 2; phase pay; action gather; involved 3")
    assert "3 hunters so far for 4 animals" in text
    text = shown("bison 2; a: d3p=3", "a chooses move-one", "a picks d3p")
    assert "moving one step, d3p" in text
    text = shown("bison 2", "a chooses place", "a lays d2 0")
    assert text.endswith("now: placing the tile on d2")


def test_the_title_tells_how_far_it_is() -> None:
    assert shown("bison 2; season 3; start b; turn a; round 2").startswith(
        "Bison · season 3 of 6 · start player b · action 2 of 4"
    )
    start = WORDS.describe(GAME.view(GAME.new(GAME.ruleset(3, {}), 3), None))
    assert start.startswith("Bison · season 1 of 5\n")
    over = shown("bison 2; phase overflow; scored river; a: stock=1/1/18")
    assert over.startswith("Bison · season 1 of 6 · start player a\n")


def test_every_typed_move_is_one_of_those_listed() -> None:
    match = prateria.new_match("bison", seats=2, seed="typed", options={"first": "a"})
    rng = Quick(2)
    for _ in range(200):
        seat = match.actors[0]
        moves = [NOTATION.format_action(action) for action in match.legal(seat)]
        move = moves[rng.below(len(moves))]
        match.play(seat, move[2:])  # a seat need not say its own letter
