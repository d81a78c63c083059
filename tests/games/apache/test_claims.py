"""A4, A8.1 and A8.2: claiming."""

from __future__ import annotations

import pytest

from prateria.core.rules import rule
from prateria.games.apache.notation import NOTATION
from tests.games.apache.table import (
    GAME,
    clock,
    legal,
    play,
    race,
    refused,
    shown,
    story,
    turner,
    up,
    won,
)


@rule("A4.1")
def test_a_claim_takes_the_own_people_card_and_one_thing_of_choice() -> None:
    text = "apache 2; up: red-hunter,buffalo,tepee*2"
    match = race(text, "a hunter")
    assert match.actors == (0, -2)
    assert legal(match, "a") == ["claims loot", "claims tepees"]
    assert won(play(match, "a claims tepees"), "a") == "tepee tepee red-hunter"
    assert won(race(text, "a hunter", then=("a claims loot",)), "a") == "buffalo red-hunter"


@rule("A4.1")
def test_a_claim_without_a_choice_is_carried_out_at_once() -> None:
    match = race("apache 2; up: red-hunter,buffalo", "a hunter")
    assert won(match, "a") == "buffalo red-hunter"


@rule("A4.2")
def test_a_maiden_takes_all_necklaces() -> None:
    match = race("apache 2; up: red-maiden,necklace*3,totem", "a maiden")
    assert won(match, "a") == "necklace necklace necklace red-maiden"
    assert up(match) == "totem"


@rule("A4.3")
def test_a_warrior_takes_all_tomahawks() -> None:
    match = race("apache 2; up: red-warrior,tomahawk*2,totem", "a warrior")
    assert won(match, "a") == "tomahawk tomahawk red-warrior"


@rule("A4.4")
def test_a_hunter_takes_all_buffalo() -> None:
    match = race("apache 2; up: red-hunter,buffalo*4,totem", "a hunter")
    assert won(match, "a") == "buffalo buffalo buffalo buffalo red-hunter"


@rule("A4.5")
def test_a_chief_takes_all_totems_and_one_male_of_choice() -> None:
    text = (
        "apache 3; up: red-chief,totem*2,green-warrior,blue-hunter,violet-chief,green-maiden,"
        "red-hunter"
    )
    match = race(text, "a chief")
    assert legal(match, "a") == [
        "takes red-hunter",
        "takes green-warrior",
        "takes violet-chief",
        "takes blue-hunter",
    ]
    play(match, "a takes blue-hunter")
    assert won(match, "a") == "totem totem red-chief blue-hunter"
    assert up(match) == "red-hunter,green-warrior,green-maiden,violet-chief"


@rule("A4.5")
def test_the_claiming_chief_is_not_its_own_prisoner_but_the_other_copy_may_be() -> None:
    match = race("apache 2; up: red-chief*2,totem", "a chief")
    assert won(match, "a") == "totem red-chief red-chief"
    match = race("apache 2; up: red-chief,totem,tepee", "a chief")
    assert won(match, "a") == "tepee red-chief"


@rule("A4.5")
@pytest.mark.parametrize("up", ["red-chief,totem,green-maiden", "red-chief,green-hunter"])
def test_without_a_totem_or_a_male_the_chief_s_claim_is_not_open(up: str) -> None:
    match = race(f"apache 2; up: {up}; deck: buffalo", "a chief")
    assert shown(match) == ["a chief?"]


@rule("A4.6")
@pytest.mark.parametrize("role", ["chief", "warrior", "maiden", "hunter"])
def test_any_role_may_take_all_tepees(role: str) -> None:
    match = race(f"apache 2; up: red-{role},tepee*3", f"a {role}")
    assert won(match, "a") == f"tepee tepee tepee red-{role}"


@rule("A4.6", "A8.1")
def test_example_hunter_and_tepee_or_hunter_and_buffalo_not_both() -> None:
    text = "apache 2; up: red-hunter,tepee,buffalo"
    tepee = race(text, "a hunter", then=("a claims tepees",))
    assert (won(tepee, "a"), up(tepee)) == ("tepee red-hunter", "buffalo")
    buffalo = race(text, "a hunter", then=("a claims loot",))
    assert (won(buffalo, "a"), up(buffalo)) == ("buffalo red-hunter", "tepee")


@rule("A4.7")
def test_the_cards_go_onto_the_winnings_and_are_counted_openly() -> None:
    match = race("apache 2; up: red-hunter,buffalo*2; a: won=tepee", "a hunter")
    assert [match.view(seat).seats[0].cards for seat in (None, 0, 1)] == [4, 4, 4]
    assert won(match, "a") == "buffalo buffalo tepee red-hunter"


@rule("A4.8")
@pytest.mark.parametrize(
    ("up", "plays", "then"),
    [
        ("red-hunter,green-hunter,buffalo", ("a hunter", "b hunter"), ()),
        (
            "red-chief,totem,green-hunter,blue-hunter,buffalo",
            ("a chief", "b hunter"),
            ("a takes green-hunter",),
        ),
        (
            "red-chief,green-chief,totem,yellow-hunter",
            ("a chief", "b chief"),
            ("a takes yellow-hunter",),
        ),
    ],
    ids=["the loot is gone", "the own people card is gone", "the totems are gone"],
)
def test_whose_claim_is_no_longer_open_takes_nothing(
    up: str, plays: tuple[str, ...], then: tuple[str, ...]
) -> None:
    match = race(f"apache 2; up: {up}; b: won=tepee*2", *plays, then=then)
    assert shown(match) == [*plays]
    assert won(match, "b") == "tepee tepee"
    assert story(match)[-2] == "b comes too late and takes nothing."
    assert story(match)[-1].endswith(", b 2. b turns next.")


@rule("A4.9")
def test_after_the_pow_wow_the_player_of_the_last_tribe_card_turns() -> None:
    text = "apache 4; turner a; up: red-hunter,buffalo,green-maiden"
    assert turner(race(text, "a hunter", "c chief")) == "c"
    assert turner(race(text, "c chief", "a hunter")) == "a"
    assert turner(race(text, "d maiden")) == "d"


@rule("A4.10")
def test_a_chief_who_claims_earlier_may_take_a_player_of_the_same_pow_wow_prisoner() -> None:
    text = "apache 2; up: red-chief,totem,green-hunter,blue-hunter,buffalo"
    spoilt = race(text, "a chief", "b hunter", then=("a takes green-hunter",))
    assert won(spoilt, "a") == "totem red-chief green-hunter"
    assert won(spoilt, "b") == ""
    spared = race(text, "a chief", "b hunter", then=("a takes blue-hunter",))
    assert won(spared, "b") == "buffalo green-hunter"


@rule("A4.10")
def test_the_prisoner_s_owner_may_still_claim_with_another_copy() -> None:
    text = "apache 2; up: red-chief,totem,green-hunter*2,buffalo"
    match = race(text, "a chief", "b hunter")
    assert won(match, "a") == "totem red-chief green-hunter"
    assert won(match, "b") == "buffalo green-hunter"


EXAMPLE = (
    "apache 4; turner b; "
    "up: yellow-hunter,violet-hunter,green-maiden,totem*2,buffalo*2,tepee*2,red-chief"
)


@rule("A8.2", "A4.8", "A4.9")
def test_example_the_last_male_is_gone_when_the_chief_s_turn_comes() -> None:
    match = race(EXAMPLE, "d hunter", "c hunter", "a chief")
    assert shown(match) == ["d hunter", "c hunter", "a chief"]
    play(match, "d claims loot")
    assert won(match, "d") == "buffalo buffalo yellow-hunter"
    assert won(match, "c") == "tepee tepee violet-hunter"
    assert won(match, "a") == ""
    assert up(match) == "totem*2,red-chief,green-maiden"
    assert "a comes too late and takes nothing." in story(match)
    assert turner(match) == "a"
    assert refused(match, "b turns") == "A2.1"
    play(match, "a turns")
    assert turner(match) == "a"


@rule("A8.2")
def test_example_in_the_calm_tempo_when_the_lot_gives_that_order() -> None:
    state = NOTATION.parse_state(EXAMPLE)
    for text in ("a plays chief", "b passes", "c plays hunter", "d plays hunter", "order d,c,a"):
        GAME.apply(state, NOTATION.parse_action(text))
    GAME.apply(state, NOTATION.parse_action("d claims loot"))
    view = GAME.view(state, None)
    assert [seat.cards for seat in view.seats] == [0, 0, 3, 3]
    assert (view.phase, view.turner) == ("turn", 0)


@rule("A9.1")
def test_the_claim_clock_takes_the_choice_with_the_most_cards() -> None:
    match = clock(race("apache 2; up: red-hunter,buffalo*3,tepee*2", "a hunter"))
    assert won(match, "a") == "buffalo buffalo buffalo red-hunter"
    match = clock(race("apache 2; up: red-hunter,buffalo,tepee*2", "a hunter"))
    assert won(match, "a") == "tepee tepee red-hunter"


@rule("A9.1")
def test_of_level_choices_the_claim_clock_takes_the_first() -> None:
    match = clock(race("apache 2; up: red-hunter,buffalo,tepee", "a hunter"))
    assert won(match, "a") == "buffalo red-hunter"
    text = "apache 2; up: red-chief,totem,yellow-chief,blue-hunter"
    assert won(clock(race(text, "a chief")), "a") == "totem red-chief yellow-chief"


@rule("A9.1")
def test_the_claim_clock_counts_the_prisoner_allies_and_buffalo_too() -> None:
    text = "apache 2; up: red-chief,totem,tepee,blue-hunter,green-hunter"
    assert won(clock(race(text, "a chief")), "a") == "totem red-chief green-hunter"
    text = "apache 3 warpath; b: buffalo=1; c: buffalo=2; up: red-warrior,tomahawk,tepee*2"
    assert won(clock(race(text, "a warrior")), "a") == "buffalo buffalo tomahawk red-warrior"
    text = "apache 2 division; up: red-chief,totem,blue-chief,yellow-hunter"
    expected = "totem red-chief blue-chief yellow-hunter"
    assert won(clock(race(text, "a chief")), "a") == expected
