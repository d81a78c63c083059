"""M7 and M8.1: points, tie-breaks, the end."""

from __future__ import annotations

import pytest

from prateria.core.contract.meta import Outcome
from prateria.core.errors import StaleAction
from prateria.core.rules import rule
from prateria.games.manitou.notation import NOTATION
from tests.games.manitou.table import GAME, actors, last_card, legal, random_match, table

NONE = ""


def ended(*loot: str, options: str = "", rest: str = "phase over") -> Outcome:
    """The outcome when everyone has this loot (a, b, …)."""
    rows = [f"{who}: loot={tiles}" for who, tiles in zip("abcde", loot, strict=False) if tiles]
    text = "; ".join([f"manitou {len(loot)} {options}", rest, *rows])
    outcome = GAME.outcome(NOTATION.parse_state(text))
    assert outcome is not None
    return outcome


def points(loot: str, *, options: str = "") -> int:
    """The points for a's tepees and bison."""
    return ended(loot, NONE, options=options).scores[0]


@rule("M7.1")
@pytest.mark.parametrize(
    ("loot", "expected"),
    [
        ("bison1", 0),
        ("bison1*2", 1),
        ("bison1,tepee1", 1),
        ("bison2", 1),
        ("tepee3", 1),
        ("tepee3,tepee2", 2),
        ("bison3*6", 9),
        ("tepee3*2,bison1", 3),
        ("bison3,bison2,bison1,tepee3,tepee2,tepee1", 6),
    ],
)
def test_every_two_tepees_or_bison_by_their_numbers_are_a_point(loot: str, expected: int) -> None:
    assert points(loot) == expected


@rule("M7.1")
def test_the_totems_and_the_horses_holder_get_a_point_each() -> None:
    rest = "phase over; totem a; horse b"
    assert ended("totem", "horse", NONE, rest=rest).scores == (1, 1, 0)
    rest = "phase over; totem b; horse b"
    assert ended("totem,horse", "totem,horse", NONE, rest=rest).scores == (0, 2, 0)


@rule("M7.1")
def test_most_tomahawk_tiles_are_a_point() -> None:
    assert ended("tomahawk", "tomahawk*2", "tomahawk").scores == (0, 1, 0)
    assert ended("tomahawk", NONE, NONE).scores == (1, 0, 0)


@rule("M7.2")
@pytest.mark.parametrize(
    "loot",
    [
        ("tomahawk", "tomahawk", NONE),
        ("tomahawk*2", "tomahawk*2", "tomahawk"),
        ("tomahawk*2", "tomahawk*2", "tomahawk*2"),
        (NONE, NONE, NONE),
    ],
)
def test_level_on_most_tomahawks_none_of_them_gets_the_point(loot: tuple[str, ...]) -> None:
    assert ended(*loot).scores == (0, 0, 0)


@rule("M7.3")
def test_a_pair_is_any_two() -> None:
    assert points("tepee3,tepee1") == 2
    assert points("bison3,bison1") == 2
    assert points("bison3,tepee1") == 2


@rule("M7.3")
@pytest.mark.parametrize(
    ("loot", "expected"),
    [
        ("tepee3,tepee1", 0),
        ("bison3", 0),
        ("bison3,tepee1", 1),
        ("bison3,tepee2,tepee2", 3),
        ("tepee3,tepee1,bison3,bison2", 4),
        ("tepee3,tepee2,bison3,bison2", 5),
        ("tepee3,tepee1,bison3*2", 4),
    ],
)
def test_mixed_pairs_are_one_tepee_and_one_bison(loot: str, expected: int) -> None:
    assert points(loot, options="mixed_pairs") == expected


@rule("M7.4")
def test_most_points_wins() -> None:
    assert ended("bison3", "bison3*2", "bison1,tepee1,tomahawk*2") == Outcome(
        (3, 1, 2), (1, 3, 2), "points"
    )


@rule("M7.4")
def test_then_most_tepees_by_the_sum_of_the_numbers() -> None:
    assert ended("bison3,bison1", "tepee2,bison2") == Outcome((2, 1), (2, 2), "tepees")
    # Three tiles with three tepees lose to one tile with four: the numbers count.
    outcome = ended("tepee1*3,bison1", "tepee3,tepee1")
    assert outcome == Outcome((2, 1), (2, 2), "tepees")


@rule("M7.4")
def test_tepees_count_before_tiles() -> None:
    outcome = ended("bison1*4", "tepee2,bison2")
    assert outcome == Outcome((2, 1), (2, 2), "tepees")


@rule("M7.4")
def test_then_most_loot_tiles() -> None:
    assert ended("bison1*4", "bison2*2") == Outcome((1, 2), (2, 2), "tiles")
    outcome = ended("totem", "totem*2,horse", NONE, rest="phase over; totem b; horse b")
    assert outcome == Outcome((2, 1, 3), (0, 2, 0), "points")


@rule("M7.4")
def test_then_the_victory_is_shared() -> None:
    assert ended("bison2", "bison2", "bison1") == Outcome((1, 1, 3), (1, 1, 0), "shared")
    assert ended("bison2", "bison2", "bison2").winners == (0, 1, 2)
    assert ended(NONE, NONE) == Outcome((1, 1), (0, 0), "shared")


@rule("M7.4")
def test_the_reason_is_what_parts_the_winner_from_the_next_not_others() -> None:
    assert ended("bison3*2", "bison2", "bison2") == Outcome((1, 2, 2), (3, 1, 1), "points")
    outcome = ended("tepee2", "tepee1,bison1", "bison2", "bison1*2")
    assert outcome == Outcome((1, 2, 4, 3), (1, 1, 1, 1), "tepees")


@rule("M7.4")
def test_places_below_the_first_are_parted_by_the_same_questions() -> None:
    assert ended("bison3*2", "bison2", "tepee2", "bison1*2").places == (1, 4, 2, 3)


@rule("M7.4")
@pytest.mark.parametrize(("players", "hunts"), [(2, 4), (3, 3), (4, 4), (5, 5)])
def test_the_match_ends_after_the_last_hunt(players: int, hunts: int) -> None:
    last = "abcde"[players - 1]
    match = last_card(
        f"manitou {players}; hunt {hunts}; {last}: hand=1 loot=tepee3,tepee2",
        f"{last} plays 1 left",
    )
    assert actors(match) == last
    match.play(players - 1, "discards tepee2")
    assert actors(match) == ""
    places = (2,) * (players - 1) + (1,)
    assert match.outcome == Outcome(places, (0,) * (players - 1) + (1,), "points")


@rule("M7.4")
def test_nothing_more_is_played_after_the_end() -> None:
    match = random_match(2, 11)
    before = match.digest, match.log.dumps()
    for move in ("a plays 1 left", "a passes", "b picks 3"):
        with pytest.raises(StaleAction, match="The match is over"):
            match.play("ab".index(move[0]), move)
    assert (match.digest, match.log.dumps()) == before
    assert legal(match, "a") == []


def test_a_position_may_be_over_already() -> None:
    match = table("manitou 3; phase over; a: loot=bison3")
    assert match.outcome == Outcome((1, 2, 2), (1, 0, 0), "points")


@rule("M8.1")
def test_tepees_3_and_1_bison_3_and_2_are_four_points_and_five_with_one_more_of_either() -> None:
    assert points("tepee3,tepee1,bison3,bison2") == 4
    assert points("tepee3,tepee1*2,bison3,bison2") == 5
    assert points("tepee3,tepee1,bison3,bison2,bison1") == 5
