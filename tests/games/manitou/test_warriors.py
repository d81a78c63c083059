"""M3, M8.3 and M8.4: great warriors, trials of strength, covering and sacrifice."""

from __future__ import annotations

import pytest

import prateria
from prateria.core.errors import IllegalAction
from prateria.core.matches.match import Match
from prateria.core.rules import rule
from tests.games.manitou.table import (
    WARRIORS,
    face_down,
    face_up,
    happened,
    last_card,
    legal,
    loot,
    may,
    play,
    refused,
    table,
)

BEATS = {
    "chief": {"medicine", "rainmaker", "scout"},
    "mother": {"chief"},
    "medicine": {"mother", "rainmaker"},
    "rainmaker": {"mother", "scout"},
    "scout": {"mother", "medicine"},
}


def against_one(card: str, other: str) -> Match:
    """b plays a great warrior where a has one."""
    return table(f"manitou 2; left: a:{other}; b: hand={card}", f"b plays {card} left")


def against_two(card: str, lower: str, upper: str) -> Match:
    """b plays a great warrior where a has two, the upper covering the lower."""
    return table(
        f"manitou 2; left: a:{lower},{upper}; turn b; b: hand={card}", f"b plays {card} left"
    )


@rule("M3.1")
@pytest.mark.parametrize("card", WARRIORS)
@pytest.mark.parametrize("other", WARRIORS)
def test_who_beats_whom(card: str, other: str) -> None:
    match = against_one(card, other)
    if card == other:
        expected = ("", f"a {other}, b {card}")
    elif other in BEATS[card]:
        expected = (f"b {card}", f"a {other}")
    else:
        assert card in BEATS[other]
        expected = (f"a {other}", f"b {card}")
    assert (face_up(match, "left"), face_down(match, "left")) == expected


@rule("M3.2")
def test_a_great_warrior_played_alone_stays_face_up() -> None:
    match = table("manitou 2; right: b:chief; a: hand=mother; turn a", "a plays mother left")
    assert face_up(match, "left") == "a mother"
    assert face_up(match, "right") == "b chief"


TRIAL = "Trial of strength at the left ground:"


@rule("M3.2")
def test_the_weaker_of_the_two_is_turned_face_down() -> None:
    match = against_one("mother", "chief")
    assert face_up(match, "left") == "b mother"
    assert face_down(match, "left") == "a chief"
    assert happened(match) == [
        "b plays the clan mother at the left ground.",
        f"{TRIAL} the clan mother of b beats the chief of a and turns it face down.",
    ]


@rule("M3.2")
def test_two_of_a_kind_are_both_turned_face_down() -> None:
    match = against_one("scout", "scout")
    assert face_up(match, "left") == ""
    assert face_down(match, "left") == "a scout, b scout"


@rule("M3.3")
def test_a_face_down_great_warrior_is_out_for_this_hunt() -> None:
    match = table("manitou 2; left: a:-chief,-mother; turn b; b: hand=scout", "b plays scout left")
    assert face_up(match, "left") == "b scout"
    assert face_down(match, "left") == "a chief mother"


@rule("M3.3")
def test_a_face_down_great_warrior_takes_no_tile() -> None:
    match = last_card(
        "manitou 2; hunt 2; left: bison1,bison2 a:-chief b:5; b: hand=1", "b plays 1 left"
    )
    assert loot(match, "a") == ""
    assert loot(match, "b") == "bison1 bison2"


@rule("M3.4")
def test_a_second_great_warrior_may_be_played_beside_an_own_face_up_one() -> None:
    match = table("manitou 2; left: a:scout; turn a; a: hand=chief", "a plays chief left")
    assert face_up(match, "left") == "a scout chief"
    assert face_down(match, "left") == ""


@rule("M3.4")
@pytest.mark.parametrize("card", ["chief", "mother", "rainmaker", "medicine"])
def test_no_third_face_up_great_warrior_at_a_ground(card: str) -> None:
    match = table(f"manitou 2; left: a:scout,chief; turn a; a: hand={card}")
    assert may(match, "a", "plays") == f"{card} middle {card} right"
    assert refused(match, f"a plays {card} left") == "M3.4"


@rule("M3.4")
def test_a_hunter_may_join_two_great_warriors() -> None:
    match = table("manitou 2; left: a:scout,chief; turn a; a: hand=3,mother")
    assert "a plays 3 left" in legal(match, "a")


@rule("M3.4")
def test_face_down_ones_do_not_count() -> None:
    match = table(
        "manitou 2; left: a:-scout,-chief,-mother,mother; turn a; a: hand=chief",
        "a plays chief left",
    )
    assert face_up(match, "left") == "a mother chief"


@rule("M3.4")
@pytest.mark.parametrize("standing", ["-scout,-chief", "-scout,chief", "scout,chief"])
def test_option_two_placed_face_down_ones_count_too(standing: str) -> None:
    text = f"left: a:{standing}; turn a; a: hand=mother"
    match = table(f"manitou 2 two_placed; {text}")
    assert may(match, "a", "plays") == "mother middle mother right"
    assert refused(match, "a plays mother left") == "M3.4"
    with pytest.raises(IllegalAction, match="you have placed two great warriors at the left"):
        match.play(0, "a plays mother left")
    assert ("a plays mother left" in legal(table(f"manitou 2; {text}"), "a")) == ("-" in standing)


@rule("M3.4")
@pytest.mark.parametrize("standing", ["-scout", "scout", "1,2,3"])
def test_option_two_placed_a_second_one_may_be_played(standing: str) -> None:
    match = table(
        f"manitou 2 two_placed; left: a:{standing} b:-chief,-chief; turn a; a: hand=mother"
    )
    assert "a plays mother left" in legal(match, "a")


@rule("M3.4", "M3.8")
def test_option_two_placed_whoever_lost_the_upper_to_a_sacrifice_may_cover_again() -> None:
    match = table(
        "manitou 2 two_placed; left: a:scout,chief; a: hand=medicine,mother,rainmaker;"
        "b: hand=chief,scout,1; turn b",
        "b plays chief left",
    )
    assert "uncovered left" in match.position
    play(match, "a plays mother left")
    assert "uncovered" not in match.position
    play(match, "b plays scout left")
    assert face_down(match, "left") == "a chief mother, b chief scout"
    play(match, "a plays rainmaker left")
    assert face_up(match, "left") == "a scout rainmaker"


@rule("M3.4", "M3.8")
def test_option_two_placed_only_the_cover_that_was_lost_is_made_good() -> None:
    """The same cards, but a's chief fell in a trial of strength: then a has placed two."""
    match = table(
        "manitou 2 two_placed; left: b:mother; a: hand=chief,rainmaker,scout; b: hand=1,2; turn a",
        "a plays chief left",
        "b plays 1 right",
        "a plays rainmaker left",
        "b plays 2 right",
    )
    assert (face_up(match, "left"), face_down(match, "left")) == (
        "a rainmaker",
        "a chief, b mother",
    )
    assert refused(match, "a plays scout left") == "M3.4"


@rule("M3.8")
@pytest.mark.parametrize(
    ("attack", "after"), [("medicine", "uncovered left"), ("mother", ""), ("chief", "")]
)
def test_option_two_placed_the_right_to_cover_goes_with_the_lower_one(
    attack: str, after: str
) -> None:
    match = table(
        "manitou 2 two_placed; left: a:chief b:-mother; a: hand=1; b: hand=mother,chief,medicine;"
        "turn b"
    )
    text = match.position.replace("a:chief", "a:chief,-chief") + "\nuncovered left"
    match = play(prateria.position("manitou", text), f"b plays {attack} left")
    assert ("uncovered left" in match.position) == bool(after)


@rule("M3.4")
def test_another_players_two_are_no_bar() -> None:
    match = table("manitou 3; left: a:scout,chief; turn b; b: hand=medicine")
    assert "b plays medicine left" in legal(match, "b")


@rule("M3.5")
@pytest.mark.parametrize("upper", WARRIORS)
@pytest.mark.parametrize("card", WARRIORS)
def test_two_are_attacked_only_by_one_equal_to_or_stronger_than_the_upper(
    card: str, upper: str
) -> None:
    lower = "chief" if upper != "chief" else "scout"
    match = against_two(card, lower, upper)
    if card == upper or upper in BEATS[card]:
        assert face_up(match, "left") == f"a {lower}"
        assert face_down(match, "left") == f"a {upper}, b {card}"
    else:
        assert face_up(match, "left") == f"a {lower} {upper}"
        assert face_down(match, "left") == f"b {card}"


@rule("M3.5")
def test_the_lower_does_not_matter_to_a_sacrifice() -> None:
    match = against_two("mother", "chief", "scout")
    assert face_up(match, "left") == "a chief scout"
    assert face_down(match, "left") == "b mother"


@rule("M3.5")
def test_the_upper_is_the_one_played_second() -> None:
    start = "manitou 2; a: hand=chief,mother; b: hand=scout,1"
    match = table(start, "a plays chief left", "b plays 1 left", "a plays mother left")
    play(match, "b plays scout left")
    assert face_up(match, "left") == "a chief"
    assert face_down(match, "left") == "a mother, b scout"


@rule("M3.5")
def test_two_of_the_same_kind_lose_one_to_a_sacrifice() -> None:
    match = against_two("chief", "chief", "chief")
    assert face_up(match, "left") == "a chief"
    assert face_down(match, "left") == "a chief, b chief"


@rule("M3.6")
def test_a_weaker_one_may_be_thrown_away_there() -> None:
    match = table("manitou 2; left: a:scout,chief; turn b; b: hand=medicine")
    assert "b plays medicine left" in legal(match, "b")
    play(match, "b plays medicine left")
    assert face_up(match, "left") == "a scout chief"
    assert face_down(match, "left") == "b medicine"
    said = (
        "The medicine man of b is too weak for the chief of a at the left ground and is turned face"
    )
    assert happened(match)[-1] == f"{said} down."


@rule("M3.6")
def test_a_weaker_one_may_be_thrown_away_against_one_too() -> None:
    match = against_one("scout", "chief")
    assert face_up(match, "left") == "a chief"
    assert face_down(match, "left") == "b scout"


@rule("M3.7")
def test_at_any_time_at_most_one_player_has_face_up_great_warriors_at_a_ground() -> None:
    start = "manitou 4; dealer d; a: hand=scout; b: hand=chief; c: hand=mother; d: hand=mother"
    match = table(start)
    owners = []
    for who, card in zip("abcd", ("scout", "chief", "mother", "mother"), strict=True):
        play(match, f"{who} plays {card} left")
        owners.append(face_up(match, "left"))
    assert owners == ["a scout", "b chief", "c mother", ""]
    assert face_down(match, "left") == "a scout, b chief, c mother, d mother"


@rule("M3.8")
def test_the_lower_may_be_covered_again_after_a_sacrifice() -> None:
    match = table(
        "manitou 2; left: a:scout,chief; turn b; a: hand=mother; b: hand=chief,1",
        "b plays chief left",
        "a plays mother left",
    )
    assert face_up(match, "left") == "a scout mother"
    assert face_down(match, "left") == "a chief, b chief"


@rule("M3.8")
def test_what_covers_again_is_the_upper_one() -> None:
    match = table(
        "manitou 2; left: a:scout,chief; turn b; a: hand=mother; b: hand=chief,medicine",
        "b plays chief left",
        "a plays mother left",
        "b plays medicine left",
    )
    assert face_up(match, "left") == "a scout"
    assert face_down(match, "left") == "a chief mother, b chief medicine"


@rule("M8.3")
@pytest.mark.parametrize("card", WARRIORS)
def test_a_scout_covered_by_a_chief(card: str) -> None:
    match = against_two(card, "scout", "chief")
    if card in ("mother", "chief"):
        assert face_up(match, "left") == "a scout"
        assert face_down(match, "left") == f"a chief, b {card}"
    else:
        assert face_up(match, "left") == "a scout chief"


@rule("M8.3")
@pytest.mark.parametrize("sacrificed", ["mother", "chief"])
def test_the_scout_can_then_be_attacked_normally(sacrificed: str) -> None:
    match = table(
        f"manitou 2; left: a:scout,chief; turn b; a: hand=1; b: hand={sacrificed},rainmaker",
        f"b plays {sacrificed} left",
        "a plays 1 right",
        "b plays rainmaker left",
    )
    assert face_up(match, "left") == "b rainmaker"
    assert face_down(match, "left") == f"a chief scout, b {sacrificed}"


@rule("M8.4")
def test_the_medicine_man_loses_to_chief_and_scout_and_beats_rainmaker_and_clan_mother() -> None:
    assert face_up(against_one("medicine", "chief"), "left") == "a chief"
    assert face_up(against_one("medicine", "scout"), "left") == "a scout"
    assert face_up(against_one("medicine", "rainmaker"), "left") == "b medicine"
    assert face_up(against_one("medicine", "mother"), "left") == "b medicine"
    assert face_up(against_one("chief", "medicine"), "left") == "b chief"
    assert face_up(against_one("scout", "medicine"), "left") == "b scout"
    assert face_up(against_one("rainmaker", "medicine"), "left") == "a medicine"
    assert face_up(against_one("mother", "medicine"), "left") == "a medicine"
