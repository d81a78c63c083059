"""Scoring, the limit, the end (rules B9 and B10)."""

from __future__ import annotations

import pytest

from prateria.core.contract.meta import Outcome
from prateria.core.errors import SetupError
from prateria.core.rules import rule
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.rules.components import SPACE_NAMES
from prateria.games.bison.rules.scoring import final_outcome
from tests.games.bison.table import (
    GAME,
    VARIANTS,
    happened,
    legal,
    may,
    pays,
    phase,
    play,
    random_match,
    ranked,
    refused,
    stock,
    table,
    turn,
    used,
)

SIX_TILES = "d3 mmpppm021; c4 pmmmpp102; d4 pppmmm210; d2 pmmmpp021; b5 mmpppp111; c5 ppppmm012"


def scored(text: str, *, start: str = "b") -> str:
    """A position after the last action of a season, the areas scored."""
    return f"{text}; start {start}; round 4; phase after; turn a"


@rule("B13.1", "B9.2", "B9.4", "B9.5")
def test_the_rulebooks_first_example() -> None:
    area = "Y:tepee2/1 R:tepee1+1/1 R:tepee1/3 G:tepee1+3/0 B:hunter/2"
    assert pays(area) == {"Y": 7, "R": 3, "G": 0, "B": 2}


def places(text: str) -> dict[str, int]:
    """The place of each player in an area, as `pays` reads it."""
    return {who: place for who, (place, _) in ranked(text).items()}


@rule("B9.2", "B9.5", "B13.1", "B13.2")
def test_the_last_of_four_is_fourth_and_behind_two_firsts_is_third() -> None:
    area = "Y:tepee2/1 R:tepee1+1/1 R:tepee1/3 G:tepee{}/0 B:hunter/2"
    assert places(area.format("1+3")) == {"Y": 1, "R": 2, "G": 3, "B": 4}
    assert places(area.format("2")) == {"Y": 1, "G": 1, "R": 3, "B": 4}
    assert places("Y:tepee2/1 R:hunter/1 G:hunter/0 B:hunter/2") == {"Y": 1, "R": 2, "G": 2, "B": 2}
    assert places("Y:tepee2/1 R:hunter2/1 G:hunter2/0 B:hunter/2")["B"] == 4
    assert places("Y:hunter/1 R:hunter/1 G:hunter/0 B:tepee1/2")["Y"] == 2


@rule("B9.5")
def test_the_fourth_is_told_as_fourth() -> None:
    text = "bison 4; c3 pmmmpp021; a: c4m=+2; b: d3m=+1; c: d4m=2; d: c3m=1"
    match = table(f"{text}; round 4; phase after; turn a; start b", "a ends")
    told = happened(match)
    first = told.index("Mountain c3, c4, d3 and d4: turkeys 5.")
    assert told[first + 1 : first + 5] == [
        "a is first (tepee 2) and hunts 5 turkeys.",
        "b is second (tepee 1) and hunts half: 2 turkeys.",
        "c is third (hunters 2) and hunts only where those stand: 0 turkeys.",
        "d is fourth (hunters 1) and hunts only where those stand: 2 turkeys.",
    ]


@rule("B9.3", "B9.4")
def test_who_is_level_is_told_as_level() -> None:
    text = "bison 4; c3 pmmmpp021; a: c4m=1; b: d3m=1; c: d4m=1+1; d: c3m=1"
    match = table(f"{text}; round 4; phase after; turn a; start b", "a ends")
    assert "a is level on second (hunters 1) and hunts only where those stand: 2 turkeys." in (
        happened(match)
    )
    match = table("bison 2; a: c4m=1; b: d3m=1; round 4; phase after; turn a; start b", "a ends")
    assert "b is level on first (hunters 1) and hunts half: 1 turkey." in happened(match)


@rule("B13.2", "B9.3")
def test_level_on_first_each_gets_half_and_there_is_no_second() -> None:
    area = "Y:tepee2/1 R:tepee1+1/1 R:tepee1/3 G:tepee2/0 B:hunter/2"
    assert pays(area) == {"Y": 3, "G": 3, "R": 4, "B": 2}


@rule("B9.2")
def test_the_largest_size_counts_first_then_the_next_then_hunters() -> None:
    assert pays("Y:tepee4/0 R:tepee3/0 R:tepee3+8/0 -/4") == {"Y": 4, "R": 2}
    assert pays("Y:tepee2/0 Y:tepee1/0 R:tepee2+5/4") == {"Y": 4, "R": 2}
    assert pays("Y:tepee2/0 Y:tepee2/0 R:tepee2/4 R:tepee1/0") == {"Y": 4, "R": 2}
    assert pays("Y:tepee1+1/0 R:tepee1+2/4") == {"R": 4, "Y": 2}
    assert pays("Y:hunter3/0 R:hunter2/4") == {"Y": 4, "R": 2}
    assert pays("Y:tepee1/0 R:hunter8/4") == {"Y": 4, "R": 2}


@rule("B9.4")
def test_level_on_second_each_gets_what_is_on_the_own_spaces() -> None:
    assert pays("Y:tepee2/1 R:hunter/3 G:hunter/0 -/5") == {"Y": 9, "R": 3, "G": 0}
    assert pays("Y:tepee2/1 R:hunter/3 G:hunter/0 B:hunter/2") == {"Y": 6, "R": 3, "G": 0, "B": 2}


@rule("B9.5")
def test_third_and_fourth_get_what_is_on_the_own_spaces() -> None:
    assert pays("Y:tepee4/0 R:tepee3/0 G:tepee2/3 B:tepee1/2") == {"Y": 5, "R": 2, "G": 3, "B": 2}


@rule("B9.3")
def test_the_only_one_in_an_area_gets_all_of_it() -> None:
    assert pays("Y:hunter/0 -/3 -/2") == {"Y": 5}


@rule("B13.3", "B9.1", "B2.3", "B2.4")
def test_the_rulebooks_third_example_from_the_tiles_up() -> None:
    board = NOTATION.parse_state(f"bison 2; {SIX_TILES}").board
    areas: dict[str, list[tuple[int, int]]] = {"p": [], "m": [], "r": []}
    for area in sorted({name for name in board.area if name >= 0}):
        row = areas[SPACE_NAMES[area][2]]
        row.append((board.area.count(area), board.total[area]))
    assert sorted(areas["p"]) == [(1, 0), (1, 0), (2, 2), (2, 2)]
    assert sorted(areas["m"]) == [(1, 1), (1, 2), (4, 4)]
    assert sorted(areas["r"]) == [(1, 2), (2, 2), (3, 3)]


@rule("B13.3")
def test_the_rulebooks_third_example_pays_nine_and_ten() -> None:
    # Yellow is a, Red is b. Which spaces: any of the areas named in the rulebook.
    board = NOTATION.parse_state(f"bison 2; {SIX_TILES}").board

    def spaces(letter: str, size: int, total: int) -> list[list[str]]:
        rows: dict[int, list[str]] = {}
        for space, area in enumerate(board.area):
            if area >= 0 and SPACE_NAMES[space][2] == letter:
                rows.setdefault(area, []).append(SPACE_NAMES[space])
        return [row for area, row in rows.items() if (len(row), board.total[area]) == (size, total)]

    one, other = spaces("p", 2, 2)
    (mountain,), (peak,) = spaces("m", 4, 4), spaces("m", 1, 2)
    (long,), (short,) = spaces("r", 3, 3), spaces("r", 2, 2)
    yellow = f"{other[0]}=1 {mountain[0]}=1+1 {long[0]}=+1 {short[0]}=+1"
    red = f"{one[0]}=1 {other[1]}=1 {mountain[1]}=1 {peak[0]}=1 {long[1]}=1 {short[1]}=+2"
    text = f"bison 2; {SIX_TILES}; a: {yellow} stock=0/0/0; b: {red} stock=0/0/0"
    match = table(scored(text), "a ends")
    assert stock(match, "a") == "1/4/4"
    assert stock(match, "b") == "3/4/3"


@rule("B9.1")
def test_prairies_are_scored_first_then_mountains_then_rivers() -> None:
    match = table(scored("bison 2; a: d3p=1 c4m=1 d4r=1"), "a ends")
    assert [text for text in happened(match) if "hunts" in text] == [
        "a is first (hunters 1) and hunts 2 bison.",
        "a is first (hunters 1) and hunts 3 turkeys.",
        "a is first (hunters 1) and hunts 2 salmon.",
    ]


@rule("B9.6")
def test_who_is_over_15_may_buy_and_exchange_and_the_rest_is_lost() -> None:
    match = table(scored("bison 2; d3 mmpppm210; a: d3p=1 stock=14/10/10"), "a ends")
    assert (phase(match), turn(match), stock(match, "a")) == ("overflow", "a", "16/10/10")
    assert refused(match, "a chooses gather") == "B9.6"
    assert refused(match, "a ends") == "B9.6"
    play(match, "a is done")
    assert stock(match, "a") == "15/10/10"
    assert "a has no room for more and loses 1 bison." in happened(match)
    match = table(scored("bison 2; d3 mmpppm210; a: d3p=1 stock=14/10/10"), "a ends")
    play(match, "a exchanges bison salmon", "a is done")
    assert stock(match, "a") == "13/10/11"


@rule("B9.6")
def test_the_start_player_comes_first_when_several_are_over() -> None:
    text = "bison 3; d3 mmpppm210; d4 pppmmm102; a: d3p=1 stock=15/10/10; b: d4p=1 stock=15/10/10"
    match = table(scored(text), "a ends")
    assert turn(match) == "b"
    assert refused(match, "a is done") == "B9.6"
    play(match, "b is done")
    assert turn(match) == "a"
    play(match, "a buys hunter", "a is done")
    assert (stock(match, "a"), stock(match, "b")) == ("15/9/9", "15/10/10")


@rule("B9.6")
def test_each_terrain_has_its_own_overflow() -> None:
    match = table(scored("bison 2; a: d3p=1 c4m=1 d4r=1 stock=15/15/15"), "a ends")
    for terrain in (0, 1, 2):
        assert match.view(None).terrain == terrain
        play(match, "a is done")
    assert stock(match, "a") == "15/15/15"
    assert match.view(None).season == 2


@rule("B9.6")
def test_in_overflow_a_full_stock_takes_nothing_in_exchange() -> None:
    match = table("bison 2; phase overflow; scored prairie; a: stock=18/15/3")
    assert may(match, "a", "exchanges") == "bison salmon turkey salmon"
    assert "bison turkey" not in may(match, "a", "exchanges")
    assert refused(match, "a exchanges bison turkey") == "B9.6"


@rule("B9.7")
def test_after_scoring_the_white_cubes_come_off() -> None:
    match = table(scored("bison 2"))
    assert len(used(match, "a").split()) == 4
    play(match, "a ends")
    assert used(match, "a") == ""


# --- the end ------------------------------------------------------------------------------


@rule("B10.1")
def test_before_the_final_scoring_all_stocks_are_set_to_0() -> None:
    match = table(scored("bison 2; season 6; a: d3p=1 stock=15/15/15"), "a ends")
    assert (stock(match, "a"), stock(match, "b")) == ("2/0/0", "0/0/0")
    assert match.outcome == Outcome((1, 2), (2, 0), "animals")
    assert "The final scoring: all stocks are set to 0." in happened(match)


@rule("B10.1", "B9.6")
@pytest.mark.parametrize("variant", VARIANTS)
def test_with_the_option_the_limit_holds_in_the_final_scoring_too(variant: str) -> None:
    text = f"bison 2 variant={variant} final_limit; season 6; phase overflow; scored prairie"
    match = table(f"{text}; a: stock=18/0/0; b: stock=0/0/0")
    assert refused(match, "a ends") == "B9.6"
    play(match, "a is done")
    assert match.outcome is not None
    assert match.outcome.scores[0] == 15


ALL_PRAIRIES = (
    "b4 mppppm300; b5 ppmmmm210; c3 ppmmmm201; c5 mppmmm201; d2 mppmmm210; d5 ppppmm102; "
    "e2 ppppmm111; e3 pppmmm120; a: b4p=1 b5p=1 c3p=1 c5p=1 d2p=1 d5p=1 e2p=1 e3p=1 "
    "c4p=+1 d3p=+2 d4p=+3"
)
"""All 17 bison there are, for one player."""


@rule("B10.1")
def test_the_limit_does_not_hold_in_the_final_scoring() -> None:
    match = table(scored(f"bison 2; season 6; {ALL_PRAIRIES}"), "a ends")
    assert match.outcome == Outcome((1, 2), (17, 0), "animals")
    match = table(scored(f"bison 2 final_limit; season 6; {ALL_PRAIRIES}"), "a ends")
    assert phase(match) == "overflow"
    play(match, "a is done")
    assert match.outcome == Outcome((1, 2), (15, 0), "animals")
    match = table(scored(f"bison 2; season 5; {ALL_PRAIRIES} stock=0/0/0"), "a ends")
    assert phase(match) == "overflow"


@rule("B10.1")
def test_logs_of_the_first_version_have_the_limit_unless_their_option_lifted_it() -> None:
    assert GAME.options_of_version("1", {}) == {"final_limit": True}
    lifted = GAME.options_of_version("1", {"variant": "1", "no_final_limit": True})
    assert lifted == {"variant": "1", "final_limit": False}
    assert GAME.options_of_version("2", {"final_limit": True}) == {"final_limit": True}
    assert GAME.options_of_version("3", {}) is None


@rule("B10.1")
@pytest.mark.parametrize(
    ("option", "why"),
    [
        ({"final_limit": False}, "has no option 'final_limit'; it has first, no_final_limit, var"),
        ({"no_final_limit": "x"}, "no_final_limit of Bison cannot be 'x'"),
    ],
)
def test_logs_of_the_first_version_have_no_options_of_the_second(
    option: dict[str, bool | str], why: str
) -> None:
    with pytest.raises(SetupError, match=why):
        GAME.options_of_version("1", option)


@rule("B10.2", "B13.4")
def test_the_rulebooks_example_of_the_end() -> None:
    yellow, red, blue = (10, 14, 6), (12, 7, 11), (9, 9, 11)
    outcome = final_outcome([*yellow, *red, *blue])
    assert outcome == Outcome((2, 1, 3), (30, 30, 29), "smallest")
    assert outcome.winners == (1,)


@rule("B10.2")
def test_most_animals_win_and_who_is_level_on_all_shares() -> None:
    assert final_outcome([5, 5, 5, 9, 9, 0]) == Outcome((2, 1), (15, 18), "animals")
    assert final_outcome([5, 4, 6, 6, 5, 4]) == Outcome((1, 1), (15, 15), "shared")


@rule("B10.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_ends_after_the_last_season(players: int) -> None:
    match = random_match(players, 3)
    assert match.outcome is not None
    assert phase(match) == "over"
    assert [legal(match, who) for who in "abcd"[:players]] == [[]] * players
