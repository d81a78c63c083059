"""M5 and M8.2: sharing out the grounds."""

from __future__ import annotations

import pytest

from prateria.core.errors import IllegalAction
from prateria.core.matches.match import Match
from prateria.core.rules import rule
from tests.games.manitou.table import (
    actors,
    gone,
    happened,
    last_card,
    loot,
    may,
    play,
    refused,
    table,
)

FOUR = "bison1,bison2,bison3,tepee1"


def shared(ground: str, *moves: str, players: int = 4, rest: str = "") -> Match:
    """A left ground shared out after the last seat's last card, a great warrior far away."""
    last = "abcde"[players - 1]
    return last_card(
        f"manitou {players}; hunt 2; left: {ground}; {rest}; {last}: hand=chief",
        f"{last} plays chief right",
        *moves,
    )


def takers(match: Match) -> str:
    """Who has taken tiles at the left ground, in order: "a1 b2"."""
    rows: list[tuple[str, int]] = []
    for text in happened(match):
        if text.endswith(" from the left ground.") and " takes " in text:
            if rows and rows[-1][0] == text[0]:
                rows[-1] = (text[0], rows[-1][1] + 1)
            else:
                rows.append((text[0], 1))
    return " ".join(f"{who}{number}" for who, number in rows)


@rule("M5.1")
def test_the_owner_of_the_face_up_great_warrior_takes_one_tile_of_choice() -> None:
    match = shared(f"{FOUR} a:scout b:9 c:8")
    assert actors(match) == "a"
    assert may(match, "a", "takes") == "bison1 bison2 bison3 tepee1"
    play(match, "a takes bison3")
    assert loot(match, "a") == "bison3"
    assert actors(match) == "b"


@rule("M5.1")
def test_two_face_up_ones_still_take_one() -> None:
    match = shared(f"{FOUR} a:scout,chief b:9 c:8", "a takes bison3")
    assert actors(match) == "b"
    assert loot(match, "a") == "bison3"


@rule("M5.1")
def test_face_down_ones_take_none() -> None:
    match = shared(f"{FOUR} a:-scout,-chief b:9 c:8")
    assert actors(match) == "b"


@rule("M5.1")
def test_the_last_tile_goes_to_the_owner_without_a_question() -> None:
    match = shared("bison2 a:scout b:9")
    assert loot(match, "a") == "bison2"
    assert loot(match, "b") == ""


@rule("M5.1")
def test_the_grounds_are_shared_out_left_middle_right() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1*2 a:scout; middle: bison2*2 a:chief;"
        "right: bison3*2; b: hand=mother",
        "b plays mother right",
    )
    play(match, "a takes bison1", "a takes bison2", "b takes bison3")
    taken = [text for text in happened(match) if " takes " in text]
    assert taken == [
        f"{who}, for the great warrior, takes a tile with {number} bison from the {ground} ground."
        for who, number, ground in (("a", 1, "left"), ("a", 2, "middle"), ("b", 3, "right"))
    ]


@rule("M5.2")
def test_the_highest_hunter_strength_takes_two_tiles_of_choice() -> None:
    match = shared(f"{FOUR} a:9 b:8")
    assert actors(match) == "a"
    play(match, "a takes tepee1")
    assert actors(match) == "a"
    assert may(match, "a", "takes") == "bison1 bison2 bison3"
    play(match, "a takes bison2")
    assert loot(match, "a") == "bison2 tepee1"
    assert loot(match, "b") == "bison1 bison3"


@rule("M5.2")
@pytest.mark.parametrize(
    ("ground", "took"), [("bison1", "bison1"), ("bison1,totem", "bison1 totem")]
)
def test_fewer_if_fewer_are_left(ground: str, took: str) -> None:
    match = shared(f"{ground} a:9 b:8")
    assert loot(match, "a") == took
    assert loot(match, "b") == ""


@rule("M5.2")
def test_after_the_great_warrior_the_strongest_may_find_only_one_tile() -> None:
    match = shared("bison1,bison2 a:scout b:9 c:8", "a takes bison1")
    assert takers(match) == "a1 b1"


@rule("M5.2")
def test_the_strongest_may_own_the_great_warrior_too_and_takes_three() -> None:
    match = shared(f"{FOUR} a:scout,9 b:8", "a takes bison1", "a takes bison2", "a takes bison3")
    assert loot(match, "a") == "bison1 bison2 bison3"
    assert loot(match, "b") == "tepee1"


@rule("M5.2")
def test_hunter_strength_is_the_sum_of_the_values_there() -> None:
    match = shared("bison1,bison2 a:3,4,1 b:7; middle: b:10")
    assert takers(match) == "a2"


@rule("M5.2")
def test_each_hunter_gains_one_for_each_tomahawk() -> None:
    match = shared("bison1,bison2 a:1,2 b:6", rest="a: loot=tomahawk*2")
    assert takers(match) == "a2"
    match = shared("bison1,bison2 a:3 b:6", rest="a: loot=tomahawk*2")
    assert takers(match) == "b2"


@rule("M5.3")
def test_the_second_highest_takes_all_tiles_that_are_left() -> None:
    match = shared(f"{FOUR},tepee2 a:9 b:8 c:7", "a takes bison1", "a takes bison2")
    assert loot(match, "b") == "bison3 tepee1 tepee2"
    assert loot(match, "c") == ""


@rule("M5.3")
def test_the_third_highest_takes_nothing() -> None:
    match = shared(f"{FOUR} a:9 b:8 c:7 d:6", "a takes bison1", "a takes bison2")
    assert takers(match) == "a2 b2"


# Hunters of a, b, c, d and e at a ground of five tiles without great warriors, and who takes.
LEVEL = [
    ("a:9 b:8 c:7 d:6", "a2 b3"),
    ("a:9 b:9 c:7 d:6", "c2 d3"),
    ("a:9 b:8 c:8 d:6", "a2 d3"),
    ("a:9 b:8 c:7 d:7", "a2 b3"),
    ("a:9 b:8 c:8", "a2"),
    ("a:9 b:9 c:8", "c2"),
    ("a:9 b:9", ""),
    ("a:9 b:9 c:9 d:6", "d2"),
    ("a:9 b:8 c:8 d:8", "a2"),
    ("a:9 b:9 c:8 d:8", ""),
    ("a:9 b:9 c:9 d:9", ""),
    ("a:9", "a2"),
    ("a:9 b:9 c:8 d:8 e:1", "e2"),
    ("a:9 b:9 c:7 d:6 e:6", "c2"),
    ("a:9 b:8 c:8 d:7 e:7", "a2"),
    ("a:9 b:8 c:8 d:8 e:7", "a2 e3"),
    ("a:9 b:9 c:9 d:8 e:7", "d2 e3"),
    ("a:5,4 b:9 c:6,2 d:6", "c2 d3"),
]


@rule("M5.4")
@pytest.mark.parametrize(("played", "took"), LEVEL)
def test_level_players_drop_out_and_the_next_lower_strength_moves_up(
    played: str, took: str
) -> None:
    match = shared(f"{FOUR},tepee2 {played}", players=5)
    while actors(match) and match.view(None).hunt == 2:
        who = actors(match)
        play(match, f"{who} takes {may(match, who, 'takes').split()[0]}")
    assert takers(match) == took


@rule("M5.4")
def test_level_by_tomahawks_is_level() -> None:
    match = shared("bison1,bison2 a:4,3 b:9 c:5", rest="a: loot=tomahawk")
    assert takers(match) == "c2"


@rule("M5.4")
def test_a_level_player_still_takes_for_the_great_warrior() -> None:
    match = shared("bison1,bison2 a:9,scout b:9", "a takes bison2")
    assert loot(match, "a") == "bison2"
    assert gone(match) == "bison1"


@rule("M5.5")
def test_only_players_with_a_hunter_at_the_ground_are_ranked() -> None:
    match = shared(f"{FOUR} a:1 b:-mother; middle: b:10 c:9", "a takes bison1", "a takes bison2")
    assert takers(match) == "a2"
    assert gone(match) == "bison3 tepee1"


@rule("M5.5")
def test_tomahawks_alone_rank_nobody() -> None:
    match = shared("bison1,bison2 a:1", rest="b: loot=tomahawk*4")
    assert takers(match) == "a2"


@rule("M5.6")
def test_a_ground_where_nobody_played_a_card_its_tiles_leave_the_game() -> None:
    match = shared(f"{FOUR}")
    assert gone(match) == "bison1 bison2 bison3 tepee1"
    tiles = "1 tile with 1 bison, 1 tile with 2 bison, 1 tile with 3 bison and 1 tile with 1 tepee"
    said = happened(match)
    assert "No hunters at the left ground." in said
    assert f"Left to nobody at the left ground and out of the game: {tiles}." in said


@rule("M5.6")
@pytest.mark.parametrize(
    ("ground", "moves", "left"),
    [
        (f"{FOUR} a:scout", ["a takes bison1"], "bison2 bison3 tepee1"),
        (f"{FOUR} a:9", ["a takes bison1", "a takes bison2"], "bison3 tepee1"),
        (f"{FOUR} a:9 b:9", [], "bison1 bison2 bison3 tepee1"),
        (f"{FOUR} a:-scout b:-scout", [], "bison1 bison2 bison3 tepee1"),
        (
            f"{FOUR} a:scout,9",
            ["a takes bison1", "a takes bison2", "a takes bison3"],
            "tepee1",
        ),
    ],
)
def test_tiles_left_to_no_one_leave_the_game(ground: str, moves: list[str], left: str) -> None:
    assert gone(shared(ground, *moves)) == left


@rule("M5.6")
def test_tiles_that_left_the_game_do_not_go_back_into_the_bag() -> None:
    match = shared("bison1*6")
    assert match.view(None).bag[0] == 0


# a wins two tomahawks at the left; they lift its 5 at the right above b's 6.
LATER = "left: tomahawk*2 a:4; right: bison1,bison2 a:5 b:6; b: hand=1"


@rule("M5.7")
def test_a_tomahawk_won_at_an_earlier_ground_counts_at_the_later_ones() -> None:
    match = last_card(f"manitou 2; hunt 2; {LATER}", "b plays 1 middle")
    assert loot(match, "a") == "bison1 bison2 tomahawk tomahawk"
    assert loot(match, "b") == ""
    assert "Hunter strength at the right ground: a 7 (5 + 2 by tomahawks) and b 6." in happened(
        match
    )


@rule("M5.7")
def test_the_strengths_of_a_ground_are_read_when_its_sharing_begins() -> None:
    # a takes a tomahawk for the great warrior; at once it would lift its 5 above b's 5.
    match = last_card(
        "manitou 3; hunt 2; left: tomahawk,bison1,bison2 a:5,scout b:5 c:1; c: hand=2",
        "c plays 2 middle",
        "a takes tomahawk",
    )
    assert takers(match) == "a1 c2"
    assert "Hunter strength at the left ground: a 5, b 5 and c 1. Level, so out: a and b." in (
        happened(match)
    )


@rule("M5.7")
def test_option_tomahawks_next_hunt_those_won_while_sharing_out_wait_for_the_next_hunt() -> None:
    match = last_card(f"manitou 2 tomahawks_next_hunt; hunt 2; {LATER}", "b plays 1 middle")
    assert loot(match, "a") == "tomahawk tomahawk"
    assert loot(match, "b") == "bison1 bison2"
    said = happened(match)
    counted = [place for place, text in enumerate(said) if "Hunter strength" in text]
    assert [said[place].split("ground: ")[1] for place in counted] == [
        "a 4.",
        "b 1.",
        "b 6 and a 5.",
    ]


@rule("M5.7")
@pytest.mark.parametrize("option", ["", " tomahawks_next_hunt"])
def test_tomahawks_of_earlier_hunts_count_either_way(option: str) -> None:
    match = last_card(
        f"manitou 2{option}; hunt 3; a: loot=tomahawk*2; right: bison1,bison2 a:5 b:6; b: hand=7",
        "b plays 7 middle",
    )
    assert loot(match, "a") == "bison1 bison2 tomahawk tomahawk"


@rule("M5.7")
@pytest.mark.parametrize("option", ["", " tomahawks_next_hunt"])
def test_the_screen_counts_at_grounds_still_to_come_what_will_count_there(option: str) -> None:
    match = last_card(
        f"manitou 2{option}; hunt 2; left: tomahawk*2 a:4; middle: bison1,bison2,bison3 a:3;"
        "right: tepee1,tepee2 a:5 b:6; b: hand=1",
        "b plays 1 right",
    )
    assert actors(match) == "a"
    screen = " ".join(match.game.words.describe(match.view(None)).split())
    shared_now = "middle [bison1 bison2 bison3] a 3 right"
    assert shared_now in screen
    if option:
        assert "a 5 b 1 6 a, the strongest, takes 2 at the middle ground" in screen
    else:
        assert "a 5 = 7 level, drops out b 1 6 = 7 level, drops out a, the strongest," in screen


@rule("M5.7")
def test_what_is_shown_after_the_first_hunt_s_sharing_counts_no_strengths() -> None:
    match = last_card("manitou 2; hunt 1; left: tomahawk*2 a:4 b:1; b: hand=2", "b plays 2 middle")
    screen = " ".join(match.game.words.describe(match.view(None)).split())
    assert "a 4 b 1 middle" in screen


@rule("M8.2")
def test_hunters_5_3_7_with_two_tomahawks_count_7_5_and_9() -> None:
    for hunter, strength in ((5, 7), (3, 5), (7, 9)):
        level = shared(f"bison1 a:{hunter} b:{strength}", rest="a: loot=tomahawk*2")
        assert takers(level) == ""
    together = shared("bison1 a:5,3,7 b:10,9,2", rest="a: loot=tomahawk*2")
    assert takers(together) == ""
    assert takers(shared("bison1 a:5,3,7 b:10,9,1", rest="a: loot=tomahawk*2")) == "a1"


def test_a_tile_that_is_not_at_the_ground_cannot_be_taken() -> None:
    match = shared(f"{FOUR} a:scout")
    assert refused(match, "a takes totem") == "M5.1"
    assert refused(match, "a takes tepee3") == "M5.1"


@rule("M5.1", "M5.2", "M5.3")
def test_a_wrong_taking_is_refused_by_the_rule_it_breaks() -> None:
    match = shared(f"{FOUR} a:scout b:9 c:8 d:7")
    assert refused(match, "a takes totem") == "M5.1"
    assert refused(match, "b takes bison1") == "M5.2"
    assert refused(match, "c takes bison1") == "M5.3"
    assert refused(match, "d takes bison1") == "M5.1"
    play(match, "a takes bison1")
    assert refused(match, "b takes totem") == "M5.2"
    assert refused(match, "a takes bison2") == "M5.2"
    assert refused(match, "c takes bison2") == "M5.3"
    play(match, "b takes bison2")
    assert refused(match, "b takes totem") == "M5.2"
    assert refused(match, "b takes bison1") == "M5.2"


def test_the_refusal_of_a_taking_says_who_takes_now() -> None:
    match = shared(f"{FOUR} a:9 b:8")
    with pytest.raises(
        IllegalAction, match="now the strongest takes two tiles from the left ground"
    ):
        match.play(1, "b takes bison1")
    with pytest.raises(IllegalAction, match="your turn to take there comes after"):
        match.play(1, "b takes bison1")
    with pytest.raises(IllegalAction, match="it is not seat c's turn"):
        match.play(2, "c takes bison1")


def test_equal_tiles_are_one_choice() -> None:
    match = table(
        "manitou 2; hunt 2; step 13; left: totem*3,horse a:chief; b: hand=1", "b plays 1 right"
    )
    assert may(match, "a", "takes") == "totem horse"
