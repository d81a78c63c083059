"""A5 and A6: punishment, the end."""

from __future__ import annotations

import pytest

from prateria.core.contract.meta import Outcome
from prateria.core.errors import StaleAction
from prateria.core.rules import rule
from prateria.games.apache.notation import NOTATION
from tests.games.apache.table import (
    GAME,
    clock,
    gone,
    legal,
    play,
    race,
    refused,
    story,
    table,
    view,
    won,
)


@rule("A5.1")
@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("won=tepee,totem,red-chief", "tepee", "totem,red-chief"),
        ("won=totem,red-chief", "", "totem,red-chief"),
        ("won=red-chief", "", "red-chief"),
        ("", "", ""),
        ("won=red-chief buffalo=2", "buffalo", "buffalo,red-chief"),
        ("buffalo=3", "buffalo", "buffalo*2"),
        ("buffalo=1", "", "buffalo"),
    ],
)
def test_a_play_that_is_not_sound_costs_the_top_two_cards(
    before: str, after: str, lost: str
) -> None:
    match = race(f"apache 2; up: blue-maiden; a: {before}", "a hunter")
    assert (won(match, "a"), gone(match)) == (after, lost)


@rule("A5.1")
def test_the_tribe_card_goes_back_to_the_hand() -> None:
    match = play(race("apache 2; up: blue-maiden", "a hunter"), "a turns")
    assert "plays hunter" in legal(match, "a")


@rule("A5.2")
def test_later_claims_lie_on_top_of_earlier_ones_and_people_on_top_of_loot() -> None:
    match = race(
        "apache 2; up: red-maiden,necklace*2,red-chief,totem,blue-hunter; a: won=tepee",
        "a chief",
    )
    assert won(match, "a") == "tepee totem red-chief blue-hunter"
    match = race("apache 2; up: red-maiden,necklace*2; a: won=totem,red-chief", "a maiden")
    assert won(match, "a") == "totem red-chief necklace necklace red-maiden"


@rule("A5.2")
def test_buffalo_always_lie_at_the_bottom() -> None:
    match = race("apache 2; up: red-hunter,buffalo*2; a: won=tepee,totem", "a hunter")
    assert won(match, "a") == "buffalo buffalo tepee totem red-hunter"


@rule("A5.2")
def test_the_punishment_comes_in_the_play_s_own_place_in_the_order() -> None:
    text = (
        "apache 3 warpath; up: green-warrior,tomahawk; a: buffalo=1 won=totem; "
        "b: won=tepee; c: buffalo=2"
    )
    first = race(text, "a maiden", "b warrior")
    assert won(first, "a") == ""
    assert won(first, "b") == "buffalo tepee tomahawk green-warrior"
    assert gone(first) == "buffalo,totem"
    later = race(text, "b warrior", "a maiden")
    assert won(later, "b") == "buffalo buffalo tepee tomahawk green-warrior"
    assert gone(later) == "totem"
    assert story(later)[-2] == "a can claim nothing and loses 1 totem."


@rule("A6.1")
def test_after_the_last_card_there_is_one_last_chance_and_the_game_ends() -> None:
    text = "apache 2; turner a; up: red-hunter; deck: buffalo; phase turn"
    match = table(text)
    assert match.actors == (0, 1)
    assert legal(match, "a") == [
        "plays chief",
        "plays warrior",
        "plays maiden",
        "plays hunter",
        "passes",
    ]
    play(match, "a plays hunter", "b passes")
    assert match.outcome == Outcome((1, 2), (2, 0), "cards")
    with pytest.raises(StaleAction):
        match.play(0, "passes")


@rule("A6.1")
def test_nobody_need_take_the_last_chance() -> None:
    match = table("apache 2; up: red-hunter,buffalo; deck: none", "a passes", "b passes")
    assert match.outcome == Outcome((1, 1), (0, 0), "shared")
    live = table("apache 2 tempo=live; up: red-hunter,buffalo; deck: none")
    assert refused(live, "b turns") == "A6.1"
    assert clock(live).outcome == Outcome((1, 1), (0, 0), "shared")


@rule("A6.1")
def test_a_live_game_ends_after_the_last_pow_wow() -> None:
    match = race("apache 2; up: red-hunter,buffalo; deck: none", "a hunter")
    assert match.outcome == Outcome((1, 2), (2, 0), "cards")
    assert view(match).phase == "over"


@rule("A6.2")
@pytest.mark.parametrize(
    ("a", "b", "c", "places", "reason"),
    [
        ("won=tepee*3", "buffalo=2", "", (1, 2, 3), "cards"),
        ("won=tepee*2", "buffalo=2 won=totem", "", (2, 1, 3), "cards"),
        ("won=tepee*2", "buffalo=2", "", (1, 1, 3), "shared"),
        ("won=tepee*2", "buffalo=1", "won=totem", (1, 2, 2), "cards"),
        ("", "", "", (1, 1, 1), "shared"),
    ],
)
def test_most_cards_win_and_players_level_on_top_share(
    a: str, b: str, c: str, places: tuple[int, ...], reason: str
) -> None:
    state = NOTATION.parse_state(f"apache 3; phase over; a: {a}; b: {b}; c: {c}; deck: none")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == (places, reason)
    assert GAME.actors(state) == ()
