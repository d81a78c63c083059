"""M4: the hide thief."""

from __future__ import annotations

import re

import pytest

from prateria.core.matches.match import Match
from prateria.core.rules import rule
from tests.games.manitou.table import (
    actors,
    gone,
    happened,
    headings,
    last_card,
    legal,
    loot,
    may,
    phase,
    play,
    refused,
    table,
)


def named(match: Match, thieves: str, most: int | None = None) -> bool:
    """Whether these, with that sum, were named as hide thieves."""
    said = f"Hide thief, with the highest sum of hunters ({most or '.*'}): {thieves}\\."
    said = said.replace("(", "\\(").replace(")", "\\)")
    return any(re.match(said, text) for text in happened(match))


@rule("M4.1")
def test_few_hunters_may_add_up_to_more_than_many() -> None:
    match = last_card(
        "manitou 2; hunt 2; dealer b; left: bison1,bison2 a:10,9 b:1,2,3;"
        "a: loot=bison1; b: hand=4 loot=bison2",
        "b plays 4 right",
    )
    assert actors(match) == "a"
    assert "Hide thief, with the highest sum of hunters (19): a." in happened(match)
    assert headings(match, "The hide") == ["The hide thief"]
    screen = match.game.words.describe(match.view(None))
    assert "hide thief: the highest sum of hunters pays a tile   a 19  b 10" in screen


@rule("M4.1")
def test_the_highest_sum_of_printed_values_at_all_three_grounds_is_the_hide_thief() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5 b:9; middle: a:4; right: a:1;"
        "a: loot=bison1,tepee1; b: loot=bison2,tepee2 hand=chief",
        "b plays chief left",
    )
    assert phase(match) == "discard"
    assert actors(match) == "a"
    assert named(match, "a")


@rule("M4.1")
def test_the_last_card_played_counts() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5; b: loot=bison2,tepee2 hand=6", "b plays 6 right"
    )
    assert actors(match) == "b"


@rule("M4.1")
def test_tomahawks_do_not_count_for_the_hide_thief() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:1,2,3,4; a: loot=bison1,bison2,tomahawk*5;"
        "right: b:10; b: loot=bison3,tepee3 hand=1",
        "b plays 1 right",
    )
    assert actors(match) == "b"


@rule("M4.1")
def test_great_warriors_do_not_count_for_the_hide_thief() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:chief,chief,-mother; middle: a:scout;"
        "a: loot=bison1,bison2; b: loot=tepee1,tepee2 hand=1",
        "b plays 1 right",
    )
    assert actors(match) == "b"


@rule("M4.1")
def test_on_a_tie_all_of_them_are_hide_thieves() -> None:
    match = last_card(
        "manitou 3; hunt 2; left: a:5,4 b:9; middle: c:8;"
        "a: loot=bison1,bison2; b: loot=tepee1,tepee2; c: loot=totem hand=1; totem c",
        "c plays 1 right",
    )
    assert named(match, "a, b and c", 9)
    assert actors(match) == "a"
    play(match, "a discards bison1")
    assert actors(match) == "b"
    play(match, "b discards tepee1")
    assert actors(match) == "c"
    play(match, "c discards totem")
    assert gone(match) == "bison1 tepee1 totem"
    assert [loot(match, who) for who in "abc"] == ["bison2", "tepee2", ""]


@rule("M4.1")
def test_level_thieves_pay_clockwise_from_the_first_player() -> None:
    match = last_card(
        "manitou 3; hunt 2; dealer a; left: b:5 c:5; a: loot=bison1 hand=5;"
        "b: loot=bison1,bison2; c: loot=bison1,bison2",
        "a plays 5 right",
    )
    paid = []
    while phase(match) == "discard":
        paid.append(actors(match))
        play(match, f"{actors(match)} discards bison1")
    assert paid == ["b", "c", "a"]


@rule("M4.1")
def test_a_level_thief_without_tiles_lets_the_others_pay() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:5; b: loot=bison1,bison2 hand=5", "b plays 5 right"
    )
    assert named(match, "a and b", 5)
    assert any(text.endswith("No tile to discard: a.") for text in happened(match))
    assert actors(match) == "b"


@rule("M4.2")
def test_the_thief_chooses_among_tepee_and_bison_tiles() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:10; a: loot=bison1,bison3*2,tepee2,totem,horse,tomahawk;"
        "totem a; horse a; b: hand=1",
        "b plays 1 right",
        "a passes",
    )
    assert may(match, "a", "discards") == "bison1 bison3 tepee2"
    assert refused(match, "a discards totem") == "M4.2"
    assert refused(match, "a discards tomahawk") == "M4.2"
    assert refused(match, "a discards tepee1") == "M4.2"
    play(match, "a discards bison3")
    assert loot(match, "a") == "bison1 bison3 tepee2 totem horse tomahawk"


@rule("M4.2")
def test_with_neither_of_those_the_thief_pays_any_other_tile() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:10; a: loot=totem,horse,tomahawk*2; totem a; horse a;b: hand=1",
        "b plays 1 right",
        "a passes",
    )
    assert may(match, "a", "discards") == "totem horse tomahawk"
    play(match, "a discards tomahawk")
    assert loot(match, "a") == "totem horse tomahawk"


@rule("M4.2")
def test_a_thief_with_one_food_tile_pays_that_one() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:10; a: loot=tepee3,tomahawk*2; b: hand=1", "b plays 1 right"
    )
    assert legal(match, "a") == ["a discards tepee3"]


@rule("M4.2")
def test_with_no_tile_at_all_the_thief_pays_nothing() -> None:
    match = last_card("manitou 2; hunt 2; left: a:10; b: hand=1", "b plays 1 right")
    assert named(match, "a")
    assert "Hunt 2 is over; all cards come back." in happened(match)
    assert gone(match) == ""


@rule("M4.2")
def test_the_thief_pays_before_the_grounds_are_shared_out() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: tepee3,tepee2 a:10; b: hand=1; a: loot=bison1",
        "b plays 1 right",
    )
    assert legal(match, "a") == ["a discards bison1"]
    assert loot(match, "a") == "bison1"


@rule("M4.2")
def test_a_tomahawk_the_thief_pays_is_lost_for_the_sharing() -> None:
    # With the tomahawk a would be level with b; without it b alone is highest.
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 a:5 b:6; middle: a:3; a: loot=tomahawk;b: hand=1",
        "b plays 1 right",
        "a discards tomahawk",
    )
    assert loot(match, "b") == "bison1 bison2"


@rule("M4.3")
def test_in_the_first_hunt_the_thief_pays_from_the_tiles_just_won() -> None:
    match = last_card(
        "manitou 2; hunt 1; left: bison1,tepee2 a:10; right: horse,totem; b: hand=1",
        "b plays 1 right",
    )
    assert loot(match, "a") == "bison1 tepee2"
    assert loot(match, "b") == "totem horse"
    assert legal(match, "a") == ["a discards bison1", "a discards tepee2"]
    play(match, "a discards tepee2")
    assert loot(match, "a") == "bison1"
    assert gone(match) == "tepee2"
    said = happened(match)
    taken = "a, with the highest strength, takes a tile with 1 bison from the left ground."
    assert said.index(taken) < said.index("Hide thief, with the highest sum of hunters (10): a.")


@rule("M4.3")
def test_in_the_first_hunt_a_thief_who_won_nothing_pays_nothing() -> None:
    match = last_card(
        "manitou 2; hunt 1; left: bison1,tepee2 a:5 b:5; middle: a:4; b: hand=1",
        "b plays 1 middle",
    )
    assert named(match, "a")
    assert "Hunt 1 is over; the cards played are missing in the next." in happened(match)
    assert gone(match) == "bison1 tepee2"


@rule("M4.3")
def test_in_the_first_hunt_level_thieves_pay_afterwards_too() -> None:
    match = last_card(
        "manitou 2; hunt 1; left: bison1,bison2 a:5; right: tepee1,tepee2; b: hand=5",
        "b plays 5 right",
        "a discards bison2",
        "b discards tepee2",
    )
    assert loot(match, "a") == "bison1"
    assert loot(match, "b") == "tepee1"


@rule("M4.4")
def test_discarded_tiles_leave_the_game() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:10; a: loot=bison1*6; b: hand=1",
        "b plays 1 right",
        "a discards bison1",
    )
    view = match.view(None)
    laid = sum(len(ground.tiles) for ground in view.grounds)
    assert gone(match) == "bison1"
    assert view.bag[0] == 0
    assert sum(view.bag) + laid == 60 - 6


@rule("M4.5")
@pytest.mark.parametrize(("move", "thief"), [("b moves 4 left right", "b"), ("b passes", "b")])
def test_a_hunter_moved_by_the_horse_counts_once_wherever_it_ends(move: str, thief: str) -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:7 b:4; right: b:3; a: loot=bison1,bison2;"
        "b: loot=horse,bison3 hand=1; horse b",
        "b plays 1 right",
        move,
    )
    assert actors(match) == thief
    assert named(match, "b", 8)


@rule("M4.5")
def test_a_moved_hunter_is_not_counted_at_both_grounds() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: a:7 b:4; right: b:1; a: loot=bison1,bison2;"
        "b: loot=horse,bison3 hand=chief; horse b",
        "b plays chief right",
        "b moves 4 left right",
    )
    assert named(match, "a")


@rule("M4.5")
def test_a_player_who_played_no_hunter_is_never_the_hide_thief() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 a:chief; a: loot=tepee1; b: loot=tepee2 hand=scout",
        "b plays scout right",
        "a takes bison1",
    )
    assert not any("Hide thief" in text for text in happened(match))
    assert "Hunt 2 is over; all cards come back." in happened(match)


@rule("M4.5")
def test_in_the_first_hunt_without_hunters_nobody_pays() -> None:
    match = table(
        "manitou 2; hunt 1; step 13; left: bison1,bison2 a:chief; b: hand=scout",
        "b plays scout right",
        "a takes bison1",
    )
    assert not any("Hide thief" in text for text in happened(match))
    assert loot(match, "a") == "bison1"
