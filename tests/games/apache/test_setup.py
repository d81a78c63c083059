"""A1: components and set-up."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import SetupError
from prateria.core.rules import rule
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.rules.actions import TurnUp
from prateria.games.apache.rules.components import CARDS, COLOURS, PRAIRIE, ROLES, Card, cards_of
from tests.games.apache.table import GAME, legal, race, shown, table, turner, up, view


@rule("A1.1")
def test_a_player_has_four_tribe_cards_and_never_loses_one() -> None:
    match = prateria.new_match("apache", seats=2, seed="x", options={"first": "a"})
    roles = ["plays chief", "plays warrior", "plays maiden", "plays hunter", "passes"]
    for _ in range(4):
        assert legal(match, "a") == roles
        match.play(0, "plays chief")
        assert legal(match, "b") == roles
        match.play(1, "passes")


@rule("A1.2")
def test_there_are_114_prairie_cards_of_all_five_colours_whoever_plays() -> None:
    assert sum(PRAIRIE) == 114
    assert sum(PRAIRIE[:5]) == 69
    loot = {"BUFFALO": 33, "TOTEM": 9, "TOMAHAWK": 9, "NECKLACE": 9, "TEPEE": 9}
    assert {card.name: PRAIRIE[card] for card in CARDS[:5]} == loot
    for colour in COLOURS:
        people = [PRAIRIE[Card[f"{colour.name}_{role.name}"]] for role in ROLES]
        assert people == [2, 2, 2, 3]
    for players in (2, 3, 4, 5):
        state = GAME.new(GAME.ruleset(players, {}), players)
        assert GAME.view(state, 0).deck == PRAIRIE


@rule("A1.3")
def test_all_prairie_cards_lie_face_down_and_each_is_as_likely_as_the_next() -> None:
    state = GAME.new(GAME.ruleset(3, {"first": "a"}), 3)
    assert sum(GAME.view(state, 0).up) == 0
    assert [*GAME.chance(state)] == [(TurnUp(card), PRAIRIE[card]) for card in CARDS]


@rule("A1.3")
def test_which_card_comes_is_not_in_the_state() -> None:
    """Two matches that differ only in their seed have the same position before the draw."""
    states = [GAME.new(GAME.ruleset(3, {"first": "a"}), 3) for _ in range(2)]
    assert NOTATION.format_state(states[0]) == NOTATION.format_state(states[1])
    cards = {view(table("apache 3; phase turn", seed=str(seed))).newest for seed in range(12)}
    assert len(cards) > 2


@rule("A1.4")
def test_people_of_unowned_colours_are_turned_up_and_stay() -> None:
    match = table("apache 2; up: blue-chief,yellow-maiden", "a passes", "b passes")
    assert "yellow-maiden" in up(match)
    assert "blue-chief" in up(match)


@rule("A1.4")
def test_nobody_can_play_for_an_unowned_colour() -> None:
    match = race("apache 2; up: blue-hunter,buffalo", "a hunter")
    assert up(match) == "buffalo,blue-hunter"
    assert shown(match) == ["a hunter?"]


@rule("A1.5")
def test_the_first_player_is_drawn_by_lot() -> None:
    state = GAME.new(GAME.ruleset(4, {}), 4)
    assert [NOTATION.format_action(action) for action, _ in GAME.chance(state)] == [
        "a begins",
        "b begins",
        "c begins",
        "d begins",
    ]
    assert {weight for _, weight in GAME.chance(state)} == {1}


@rule("A1.5")
def test_a_host_may_fix_the_first_player() -> None:
    match = prateria.new_match("apache", seats=3, seed="x", options={"first": "c"})
    assert turner(match) == "c"
    with pytest.raises(SetupError, match="there are 3 players"):
        GAME.ruleset(3, {"first": "d"})


def test_apache_has_no_tables_to_correct() -> None:
    assert GAME.data == {}
    with pytest.raises(SetupError, match="no tables, but was given tiles"):
        GAME.ruleset(3, {}, {"tiles": {}})


def test_the_options_come_back_from_the_rule_set() -> None:
    given: dict[str, OptionValue] = {
        "tempo": "live",
        "warpath": True,
        "marriage": True,
        "division": True,
        "first": "b",
        "beat_ms": 2000,
        "closing_ms": 1000,
        "claim_ms": 5000,
        "cap_ms": 100,
        "by_bounds": True,
    }
    state = GAME.new(GAME.ruleset(3, given), 3)
    assert NOTATION.setup(state) == (3, given)


def test_the_cards_of_a_heap_one_by_one() -> None:
    heap = [0] * 25
    heap[Card.TOTEM] = 2
    heap[Card.RED_CHIEF] = 1
    assert cards_of(heap) == (Card.TOTEM, Card.TOTEM, Card.RED_CHIEF)
