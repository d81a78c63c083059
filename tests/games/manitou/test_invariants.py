"""The invariants: silent in play, and each fault is found when it is made by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from prateria.core.chance import Quick
from prateria.core.rules import rule
from prateria.games.manitou.notation import NOTATION
from prateria.games.manitou.rules.components import ONE_CARD, ONE_TILE, Card, Tile
from prateria.games.manitou.rules.state import NOBODY, State
from tests.games.manitou.table import GAME, fields, steps

PLAY = "manitou 2; left: bison1 a:5,scout; a: hand=1 loot=totem; totem a; b: hand=2; turn b"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("quick", [False, True])
def test_nothing_is_ever_wrong_in_play(players: int, quick: bool) -> None:
    state = GAME.new(GAME.ruleset(players, {"quick": quick}), players)
    for _ in steps(state, Quick(players)):
        assert GAME.invariants(state) == []
    assert GAME.invariants(state) == []


@pytest.mark.parametrize("option", ["two_placed", "tomahawks_next_hunt"])
def test_nothing_is_ever_wrong_with_other_readings(option: str) -> None:
    state = GAME.new(GAME.ruleset(4, {option: True}), 4)
    for _ in steps(state, Quick(4)):
        assert GAME.invariants(state) == []
    assert GAME.invariants(state) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_ever_wrong_in_many_games(players: int) -> None:
    for seed in range(16):
        state = GAME.new(GAME.ruleset(players, {"quick": seed % 2 == 0}), players)
        for _ in steps(state, Quick(seed)):
            assert GAME.invariants(state) == []
        assert GAME.invariants(state) == []


def lose_a_card(state: State) -> None:
    state.available[0] -= ONE_CARD[Card.HUNTER_9]


def double_a_card(state: State) -> None:
    state.hand[0] += ONE_CARD[Card.HUNTER_9]


def lose_a_tile(state: State) -> None:
    state.bag -= ONE_TILE[Tile.TOMAHAWK]


def double_a_tile(state: State) -> None:
    state.tiles[1] += ONE_TILE[Tile.TOMAHAWK]


def disown_a_warrior(state: State) -> None:
    state.owner[0] = NOBODY


def own_without_a_warrior(state: State) -> None:
    state.owner[1] = 0


def cover_nothing(state: State) -> None:
    state.upper[1] = Card.CHIEF


def put_a_hunter_among_warriors(state: State) -> None:
    state.lower[0] = Card.HUNTER_3


def take_the_totem_away(state: State) -> None:
    state.totem = NOBODY


def give_the_totem_to_another(state: State) -> None:
    state.totem = 1


def forget_the_dealer(state: State) -> None:
    state.dealer = NOBODY


def give_the_turn_to_another(state: State) -> None:
    state.turn = 0


def choose_while_playing(state: State) -> None:
    state.choosing = 1


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        (lose_a_card, "seat 0 has 0 of HUNTER_9"),
        (double_a_card, "seat 0 has 2 of HUNTER_9"),
        (lose_a_tile, "there are 7 of TOMAHAWK"),
        (double_a_tile, "there are 9 of TOMAHAWK"),
        (disown_a_warrior, "LEFT has an owner without a warrior or the other way round"),
        (own_without_a_warrior, "MIDDLE has an owner without a warrior or the other way round"),
        (cover_nothing, "MIDDLE has an upper warrior and no lower one"),
        (put_a_hunter_among_warriors, "LEFT has a hunter among its great warriors"),
        (take_the_totem_away, "nobody holds the totem though there are tiles"),
        (give_the_totem_to_another, "seat 1 holds the totem with 0 tiles"),
        (forget_the_dealer, "the phase, the step and the cards or tiles do not fit together"),
        (
            give_the_turn_to_another,
            "the phase, the step and the cards or tiles do not fit together",
        ),
        (choose_while_playing, "the phase, the step and the cards or tiles do not fit together"),
    ],
)
def test_a_fault_is_found(harm: Callable[[State], None], found: str) -> None:
    state = NOTATION.parse_state(PLAY)
    assert GAME.invariants(state) == []
    harm(state)
    assert found in GAME.invariants(state)


@rule("M5.7")
def test_only_the_ground_that_is_shared_out_has_takings() -> None:
    text = "hunt 2; phase share; left: bison1*2 a:5; takings left:a:1:strongest"
    for option, faults in (("", 1), (" tomahawks_next_hunt", 0)):
        state = NOTATION.parse_state(f"manitou 2{option}; {text}")
        assert GAME.invariants(state) == []
        state.takings = (*state.takings, (2, 1, 2, 2))
        assert len(GAME.invariants(state)) == faults


DEAL = "manitou 2; phase draw; a: stack=1,2,3,4,5,6,7,8; b: stack=1,2,3,4,5,6,7"


@pytest.mark.parametrize(
    "text",
    [
        "manitou 2; phase draw; turn b; a: stack=1,2,3,4,5,6,7,8; b: stack=1,2,3,4,5,6,7",
        "manitou 2; phase draw; a: hand=1,2,3 stack=4,5,6,7,8; b: stack=1,2,3,4,5,6,7",
        "manitou 2; phase draw; a: stack=1,2,3,4,5,6,7,8; b: hand=1 stack=2,3,4,5,6,7",
        "manitou 2; phase draw; a: stack=1,2,3,4,5,6,7; b: stack=1,2,3,4,5,6,7",
    ],
)
def test_hands_are_dealt_in_order(text: str) -> None:
    assert GAME.invariants(NOTATION.parse_state(DEAL)) == []
    with pytest.raises(Exception, match="do not fit together"):
        NOTATION.parse_state(text)


def test_a_copy_is_equal_and_independent() -> None:
    state = NOTATION.parse_state(PLAY)
    twin = GAME.copy(state)
    before = NOTATION.format_state(state)
    assert fields(twin) == fields(state)
    for _ in steps(twin, Quick(1)):
        pass
    assert NOTATION.format_state(state) == before
