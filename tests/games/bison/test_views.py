"""What a seat may know, worlds consistent with it, and a view as text and as numbers."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
from prateria.core.matches.undo import reveals
from prateria.core.rules import rule
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.numbers import NUMBERS
from prateria.games.bison.rules.events import EVENTS, TileDrawn, TurnEnded
from prateria.games.bison.words import WORDS
from tests.games.bison.table import GAME, VARIANTS, steps, table


@rule("B3.2")
def test_the_tile_drawn_is_hidden_until_it_is_placed() -> None:
    one = table("bison 2; a: tile=ppmmmm210; b: tile=pppmmm003")
    other = table("bison 2; a: tile=ppmmmm210; b: tile=pppmmm120")
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
    assert one.view(0).tile == 0
    assert 0 not in one.view(0).unseen
    assert 0 in one.view(None).unseen


@rule("B3.2")
def test_the_drawing_of_a_tile_is_told_to_its_owner_only() -> None:
    event = TileDrawn(1, 7, GAME.ruleset(2, {}).tiles[7])
    assert GAME.seen(event, 1) == event
    assert GAME.seen(event, 0) == TileDrawn(1, None, None)
    assert GAME.seen(event, None) == TileDrawn(1, None, None)
    assert GAME.seen(TurnEnded(0), 1) == TurnEnded(0)


@rule("B3.2")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_world_that_fits_a_view_varies_what_others_hold(seat: int | None) -> None:
    view = prateria.new_match("bison", seats=3, seed="x").view(seat)
    held = set()
    for seed in range(12):
        world = GAME.determinize(view, Quick(seed))
        assert GAME.view(world, seat) == view
        assert GAME.invariants(world) == []
        held.add(tuple(world.drawn))
    assert len(held) > 6
    if seat is not None:
        assert {drawn[seat] for drawn in held} == {view.tile}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_are_valued_encoded_and_described_along_a_game(players: int, variant: str) -> None:
    state = GAME.new(GAME.ruleset(players, {"variant": variant}), players)
    widths = set()
    for number, _ in enumerate(steps(state, Quick(players))):
        if number % 7 == 0:
            view = GAME.view(state, number % players)
            assert len(NUMBERS.evaluate(view)) == players
            row = NUMBERS.encode(view)
            widths.add(len(row))
            assert all(-1 < value < 5 for value in row)
            assert WORDS.describe(view)
    assert len(widths) == 1
    last = GAME.view(state, 0)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert NUMBERS.evaluate(last) == tuple(map(float, outcome.scores))


def test_more_land_and_more_animals_are_valued_higher() -> None:
    poor = NUMBERS.evaluate(table("bison 2").view(0))
    assert poor[0] == poor[1]
    camped = NUMBERS.evaluate(table("bison 2; d3 mmpppm210; a: d3p=1+1").view(0))
    assert camped[0] > camped[1]
    paid = NUMBERS.evaluate(table("bison 2; a: stock=9/9/9").view(0))
    assert paid[0] < paid[1]
    owing = NUMBERS.evaluate(table("bison 2; phase pay; action gather; involved 4").view(0))
    assert owing[0] < owing[1]


def test_the_own_seat_comes_first_in_numbers() -> None:
    match = table("bison 2; a: d3p=2 stock=3/3/3; b: c4p=2")
    assert numbers_of(match.game).encode(match.view(0)) != numbers_of(match.game).encode(
        match.view(1)
    )
    assert len(numbers_of(match.game).encode(match.view(None))) == len(
        numbers_of(match.game).encode(match.view(0))
    )


def test_every_event_can_be_told() -> None:
    told = set()
    for players, variant in ((2, "2"), (4, "none")):
        state = GAME.new(GAME.ruleset(players, {"variant": variant}), players)
        for seed in range(6):
            state = GAME.new(GAME.ruleset(players, {"variant": variant}), players)
            rng = Quick(seed)
            for action in steps(state, rng):
                for event in GAME.apply(GAME.copy(state), action):
                    told.add(type(event))
                    text = WORDS.tell(event, "abcd")
                    assert text == "" or text.endswith(".")
                    for seat in (None, 0):
                        seen = GAME.seen(event, seat)
                        assert seen is not None
                        assert isinstance(WORDS.tell(seen, "abcd"), str)
    assert len(told) >= len(EVENTS) - 2


@rule("B3.2")
def test_laying_a_tile_tells_something_and_other_steps_do_not() -> None:
    text = "bison 2; a: d3p=2; b: d4p=1"
    for moves, step, tells in (
        (("a chooses place",), "a lays d2 0", True),
        ((), "a chooses place", False),
        (("a chooses move-one", "a picks d3p"), "a moves d3r", False),
        ((), "a buys hunter", False),
    ):
        state = NOTATION.parse_state(table(text, *moves).position)
        assert reveals(GAME, state, 0, NOTATION.parse_action(step)) is tells
