"""Scoring, the limit, the end (rules B9 and B10)."""

from __future__ import annotations

import pytest

from prateria.core.contract.meta import Outcome
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
        "a is first on the prairie d3 and hunts 2 bison.",
        "a is first on the mountain c4 and hunts 3 turkeys.",
        "a is first on the river d4 and hunts 2 salmon.",
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
def test_the_limit_holds_in_the_final_scoring_unless_the_table_lifts_it(variant: str) -> None:
    text = f"bison 2 variant={variant}; season 6; phase overflow; scored prairie"
    match = table(f"{text}; a: stock=18/0/0; b: stock=0/0/0")
    play(match, "a is done")
    assert match.outcome is not None
    assert match.outcome.scores[0] == 15
    assert GAME.ruleset(2, {"variant": variant, "no_final_limit": True}).final_limit is False


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
