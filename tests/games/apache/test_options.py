"""A7 and A8.3: the optional rules, in any combination."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.contract.meta import OptionValue
from prateria.core.rules import rule
from prateria.i18n.catalogues import texts_in
from tests.games.apache.table import GAME, legal, play, race, refused, shown, story, up, won


@rule("A7.1")
def test_on_the_warpath_a_warrior_takes_one_buffalo_of_each_other_player_who_has_one() -> None:
    text = (
        "apache 4 warpath; up: red-warrior,tomahawk; a: buffalo=1; b: buffalo=3; "
        "c: won=tepee; d: buffalo=1"
    )
    match = race(text, "a warrior")
    assert won(match, "a") == "buffalo buffalo buffalo tomahawk red-warrior"
    assert [won(match, who) for who in "bcd"] == ["buffalo buffalo", "tepee", ""]
    assert "a is on the warpath and takes 1 buffalo from b." in story(match)


@rule("A7.1")
@pytest.mark.parametrize(("has", "taken"), [(3, 2), (2, 2), (1, 1), (0, 0)])
def test_with_two_players_the_warrior_takes_two_or_the_one_there_is(has: int, taken: int) -> None:
    match = race(f"apache 2 warpath; up: red-warrior,tomahawk; b: buffalo={has}", "a warrior")
    assert won(match, "a").count("buffalo") == taken
    assert won(match, "b").count("buffalo") == has - taken


@rule("A7.1")
def test_only_a_warrior_who_claims_tomahawks_goes_on_the_warpath() -> None:
    text = "apache 2 warpath; up: red-warrior,tomahawk,tepee; b: buffalo=3"
    match = race(text, "a warrior", then=("a claims tepees",))
    assert won(match, "a") == "tepee red-warrior"
    match = race("apache 2 warpath; up: red-maiden,necklace; b: buffalo=3", "a maiden")
    assert won(match, "a") == "necklace red-maiden"
    match = race("apache 2; up: red-warrior,tomahawk; b: buffalo=3", "a warrior")
    assert won(match, "a") == "tomahawk red-warrior"


@rule("A7.2")
def test_a_maiden_may_marry_any_male_of_any_colour() -> None:
    text = (
        "apache 3 marriage; up: red-maiden,necklace,tepee*2,green-hunter,blue-chief,red-warrior,"
        "green-maiden"
    )
    match = race(text, "a maiden")
    assert legal(match, "a") == ["claims loot", "claims tepees", "claims marriage"]
    play(match, "a claims marriage")
    assert legal(match, "a") == ["takes red-warrior", "takes green-hunter", "takes blue-chief"]
    play(match, "a takes blue-chief")
    assert won(match, "a") == "tepee tepee red-maiden blue-chief"
    assert up(match) == "necklace,red-warrior,green-maiden,green-hunter"


@rule("A7.2")
@pytest.mark.parametrize("role", ["chief", "warrior", "hunter"])
def test_a_male_may_marry_any_maiden(role: str) -> None:
    text = f"apache 2 marriage; up: red-{role},tepee,blue-maiden,yellow-maiden,red-maiden"
    match = race(text, f"a {role}")
    assert legal(match, "a") == ["claims tepees", "claims marriage"]
    play(match, "a claims marriage")
    assert legal(match, "a") == ["takes red-maiden", "takes yellow-maiden", "takes blue-maiden"]
    assert won(play(match, "a takes yellow-maiden"), "a") == f"tepee red-{role} yellow-maiden"


@rule("A7.2")
def test_an_only_spouse_is_not_asked_for() -> None:
    match = race("apache 2 marriage; up: red-hunter,tepee,blue-maiden", "a hunter")
    play(match, "a claims marriage")
    assert won(match, "a") == "tepee red-hunter blue-maiden"


@rule("A7.2")
def test_there_is_no_marriage_without_a_tepee_nor_between_males_nor_where_it_is_not_played() -> (
    None
):
    match = race("apache 2 marriage; up: red-hunter,blue-maiden", "a hunter")
    assert shown(match) == ["a hunter?"]
    match = race("apache 2 marriage; up: red-hunter,buffalo,tepee,blue-hunter", "a hunter")
    assert refused(match, "a claims marriage") == "A7.2"
    match = race("apache 2; up: red-hunter,buffalo,tepee,blue-maiden", "a hunter")
    assert refused(match, "a claims marriage") == "A7.2"


@rule("A7.2")
def test_the_faster_one_marries() -> None:
    text = "apache 2 marriage; up: red-hunter,tepee,green-maiden"
    match = race(text, "a hunter", "b maiden", then=("a claims marriage",))
    assert won(match, "a") == "tepee red-hunter green-maiden"
    assert won(match, "b") == ""


@rule("A7.3")
def test_unowned_people_of_the_claiming_role_come_along() -> None:
    text = (
        "apache 3 division; up: red-hunter,buffalo*2,blue-hunter*2,yellow-hunter,green-hunter,"
        "blue-maiden"
    )
    match = race(text, "a hunter")
    expected = "buffalo buffalo red-hunter yellow-hunter blue-hunter blue-hunter"
    assert won(match, "a") == expected
    assert up(match) == "green-hunter,blue-maiden"


@rule("A7.3")
def test_a_spouse_brings_no_others_of_the_role() -> None:
    text = (
        "apache 3 division marriage; up: red-hunter,tepee,blue-maiden,yellow-maiden,yellow-hunter"
    )
    match = race(text, "a hunter", then=("a claims marriage", "a takes blue-maiden"))
    assert won(match, "a") == "tepee red-hunter yellow-hunter blue-maiden"
    assert up(match) == "yellow-maiden"


@rule("A7.3")
def test_an_unowned_chief_may_be_the_prisoner_and_the_others_come_all_the_same() -> None:
    text = "apache 2 division; up: red-chief,totem,blue-chief*2,yellow-chief"
    match = race(text, "a chief", then=("a takes blue-chief",))
    assert won(match, "a") == "totem red-chief yellow-chief blue-chief blue-chief"


@rule("A7.3")
def test_without_the_option_or_with_five_players_nobody_comes_along() -> None:
    match = race("apache 3; up: red-hunter,buffalo,blue-hunter", "a hunter")
    assert up(match) == "blue-hunter"
    match = race("apache 5 division; up: red-hunter,buffalo,blue-hunter", "a hunter")
    assert up(match) == "blue-hunter"


@rule("A7.3")
def test_it_is_said_that_division_changes_nothing_with_five_players() -> None:
    """In the rule, beside the option, and at the start of the log."""
    assert "with five nobody is unowned" in GAME.rulebook.text("A7.3", "en")
    assert texts_in("en", GAME).word("option", "division") == "Division of spoils (2–4 players)"
    for players, told in ((4, True), (5, False)):
        options: dict[str, OptionValue] = {"division": True, "first": "a"}
        match = prateria.new_match("apache", seats=players, seed="idle", options=options)
        assert ("division of spoils" in story(match)[0]) == told


@rule("A8.3", "A7.3")
def test_example_all_four_chiefs_all_totems_and_that_warrior() -> None:
    """Blue and yellow are unowned with three players: red, green, violet."""
    text = (
        "apache 3 division; turner b; up: blue-chief,yellow-chief*2,green-warrior,blue-warrior,"
        "yellow-warrior,totem*3,red-chief"
    )
    match = race(text, "a chief", then=("a takes green-warrior",))
    taken = sorted(won(match, "a").split())
    assert taken == sorted(
        ["red-chief", "blue-chief", "yellow-chief", "yellow-chief", "green-warrior", *["totem"] * 3]
    )
    assert up(match) == "yellow-warrior,blue-warrior"


@rule("A7.1", "A7.2", "A7.3")
def test_the_options_go_together() -> None:
    text = (
        "apache 2 warpath marriage division; b: buffalo=2; "
        "up: red-warrior,blue-warrior,tomahawk,tepee,green-maiden"
    )
    match = race(text, "a warrior")
    assert legal(match, "a") == ["claims loot", "claims tepees", "claims marriage"]
    play(match, "a claims loot")
    assert won(match, "a") == "buffalo buffalo tomahawk red-warrior blue-warrior"
