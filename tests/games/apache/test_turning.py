"""A2 and A3: turning over, and the pow-wow."""

from __future__ import annotations

import pytest

from prateria.core.rules import rule
from tests.games.apache.table import (
    GAME,
    clock,
    legal,
    play,
    race,
    refused,
    shown,
    story,
    table,
    turner,
    up,
    view,
    won,
)


@rule("A2.1")
def test_in_clockwise_order_the_players_turn_one_card_each() -> None:
    match = table("apache 3 first=a; phase turn; turner b")
    assert turner(match) == "b"
    assert sum(view(match).up) == 1
    play(match, "a passes", "b passes", "c passes")
    assert turner(match) == "c"
    play(match, "a passes", "b passes", "c passes")
    assert turner(match) == "a"
    assert sum(view(match).up) == 3


@rule("A2.1")
def test_a_turned_card_is_face_up_for_all_at_the_same_instant() -> None:
    match = table("apache 3; phase turn")
    newest = [view(match, who).newest for who in (None, "a", "b", "c")]
    assert newest[0] is not None
    assert len({*newest}) == 1
    (turned,) = match.log.entries[-1].events
    assert [match.game.seen(turned, seat) for seat in (None, 0, 1, 2)] == [turned] * 4


@rule("A2.2")
def test_face_up_cards_stay_until_they_are_claimed() -> None:
    match = race("apache 2; up: red-hunter,buffalo*2,tomahawk,blue-chief", "a hunter")
    assert won(match, "a") == "buffalo buffalo red-hunter"
    assert up(match) == "tomahawk,blue-chief"


@rule("A2.3")
def test_if_nobody_plays_the_next_player_clockwise_turns() -> None:
    match = table("apache 3; turner c; up: totem", "b passes", "c passes", "a passes")
    assert turner(match) == "a"
    assert sum(view(match).up) == 2
    assert story(match)[0].startswith("a turns up: ")


@rule("A3.1")
def test_any_player_may_play_one_tribe_card_whoever_s_turn_it_is() -> None:
    match = table("apache 3; turner b; up: totem")
    roles = ["plays chief", "plays warrior", "plays maiden", "plays hunter", "passes"]
    assert [legal(match, who) for who in "abc"] == [roles] * 3
    assert match.actors == (0, 1, 2)


@rule("A3.1")
@pytest.mark.parametrize("tempo", ["calm", "live"])
def test_nobody_may_play_a_second_one_before_the_next_card_is_turned(tempo: str) -> None:
    match = table(f"apache 3 tempo={tempo}; up: totem", "a plays chief")
    assert refused(match, "a plays maiden") == "A3.1"
    assert refused(match, "a passes") == "A3.1"
    assert legal(match, "a") == []
    assert GAME.legal(match._state, 0) == ()
    assert GAME.legal(match._state, -2) == (() if tempo == "calm" else tuple(match.legal(-2)))


@rule("A3.2", "A3.4")
@pytest.mark.parametrize(
    ("up", "role", "sound"),
    [
        ("red-hunter,buffalo", "hunter", True),
        ("green-hunter,buffalo", "hunter", False),
        ("red-warrior,buffalo", "hunter", False),
        ("red-hunter,totem", "hunter", False),
        ("red-hunter,tepee", "hunter", True),
        ("red-maiden,necklace", "maiden", True),
        ("red-warrior,tomahawk", "warrior", True),
        ("red-warrior,necklace", "warrior", False),
        ("red-chief,totem,blue-hunter", "chief", True),
        ("red-chief,totem,blue-maiden", "chief", False),
        ("red-chief,totem", "chief", False),
        ("red-chief,blue-hunter", "chief", False),
        ("red-chief*2,totem", "chief", True),
        ("red-chief,tepee", "chief", True),
    ],
)
def test_a_play_is_sound_if_the_own_person_lies_there_and_has_something_to_claim(
    up: str, role: str, sound: bool
) -> None:
    match = race(f"apache 2; up: {up}; a: won=tepee*3; deck: buffalo", f"a {role}")
    assert shown(match) == [f"a {role}{'' if sound else '?'}"]
    assert (won(match, "a") == "tepee") is not sound


@rule("A3.3")
def test_the_earliest_claims_first() -> None:
    text = "apache 2; up: red-hunter,green-hunter,buffalo*2"
    assert won(race(text, "a hunter", "b hunter"), "a") == "buffalo buffalo red-hunter"
    assert won(race(text, "b hunter", "a hunter"), "b") == "buffalo buffalo green-hunter"
    assert shown(race(text, "b hunter", "a hunter")) == ["b hunter", "a hunter"]


@rule("A3.5")
def test_soundness_is_judged_before_any_claim_of_the_pow_wow() -> None:
    text = "apache 2; up: red-hunter,green-hunter,buffalo; b: won=tepee*2"
    match = race(text, "a hunter", "b hunter")
    assert shown(match) == ["a hunter", "b hunter"]
    assert won(match, "b") == "tepee tepee"
    assert "b comes too late and takes nothing." in story(match)


@rule("A3.5")
def test_what_an_earlier_claim_leaves_makes_no_later_play_sound() -> None:
    """b has nothing to claim when it plays; the fact that a takes the totems first changes
    nothing."""
    text = "apache 2; up: red-chief,totem,blue-hunter,green-hunter; b: won=tepee*3"
    match = race(text, "a chief", "b hunter", then=("a takes blue-hunter",))
    assert shown(match) == ["a chief", "b hunter?"]
    assert won(match, "b") == "tepee"


@rule("A3.6")
def test_of_two_people_cards_alike_one_is_used_and_the_other_stays() -> None:
    match = race("apache 2; up: red-hunter*2,buffalo*3", "a hunter")
    assert won(match, "a") == "buffalo buffalo buffalo red-hunter"
    assert up(match) == "red-hunter"


@rule("A3.6")
def test_a_pow_wow_gathers_the_plays_made_after_one_card() -> None:
    match = race("apache 3; up: red-hunter,tepee,buffalo", "a hunter")
    assert refused(match, "b plays chief") == "A3.6"
    play(match, "a claims tepees")
    assert refused(match, "b plays chief") == "A2.1"
    assert view(clock(match)).powwow == ()
    assert legal(match, "b")[:2] == ["plays chief", "plays warrior"]
