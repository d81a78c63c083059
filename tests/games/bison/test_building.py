"""Tepees and canoes, and the variants (rules B6 and B11)."""

from __future__ import annotations

import pytest

from prateria.core.rules import rule
from tests.games.bison.table import (
    VARIANTS,
    happened,
    hunters_in_supply,
    legal,
    market,
    may,
    on,
    own_steps,
    phase,
    play,
    refused,
    stock,
    supply,
    table,
)

ALL = "supply=hunter,tepee1*2,tepee2*2,tepee3,tepee4,canoe1*2,canoe2*2,canoe3,canoe4"


def spent(text: str, *moves: str) -> int:
    """How many animals a pays for these moves."""
    match = table(text, *moves)
    if phase(match) == "pay":
        play(match, legal(match, "a")[0])
    assert phase(match) == "after"
    return 30 - sum(map(int, stock(match, "a").split("/")))


@rule("B6.1")
def test_hunters_become_a_tepee_of_their_number_and_go_back_to_the_supply() -> None:
    match = table("bison 2; a: d3p=3", "a chooses tepees", "a builds 2 d3p", "a pays 1/1/0")
    assert on(match, "d3p") == "a1+2"
    assert hunters_in_supply(match, "a") == 1 + 2
    assert supply(match, "a") == "tepee1 canoe1 canoe2"
    assert "a builds a tepee 2 on the prairie d3." in happened(match)


@rule("B6.1")
def test_a_canoe_is_built_on_a_river_and_a_tepee_is_not() -> None:
    match = table("bison 2; a: d3r=1 d3p=1", "a chooses canoes")
    assert may(match, "a", "builds") == "1 d3r"
    assert refused(match, "a builds 1 d3p") == "B6.1"
    play(match, "a builds 1 d3r")
    assert on(match, "d3r") == "a+1"
    match = table("bison 2; a: d3r=1 d3m=1", "a chooses tepees")
    assert may(match, "a", "builds") == "1 d3m"
    assert refused(match, "a builds 1 d3r") == "B6.1"


@rule("B6.2", "B8.4")
def test_a_tepee_grows_by_the_hunters_that_move_in_and_the_old_one_goes_to_the_supply() -> None:
    match = table(
        "bison 2; a: d3p=2+1 supply=tepee3", "a chooses tepees", "a enlarges 2 d3p", "a pays 1/1/0"
    )
    assert on(match, "d3p") == "a+3"
    assert supply(match, "a") == "tepee1"
    assert hunters_in_supply(match, "a") == 2
    assert market(match, "a") == (
        "tepee1 tepee2 tepee2 tepee4 canoe1 canoe1 canoe2 canoe2 canoe3 canoe4"
    )
    assert "a enlarges the tepee on the prairie d3 from 1 to 3." in happened(match)


@rule("B6.1", "B6.2", "B4.3")
def test_the_new_piece_must_be_in_the_supply() -> None:
    match = table("bison 2; a: d3p=2+1", "a chooses tepees")
    assert may(match, "a", "enlarges") == "1 d3p"
    assert refused(match, "a enlarges 2 d3p") == "B4.3"
    match = table("bison 2; a: d3p=4", "a chooses tepees")
    assert may(match, "a", "builds") == "1 d3p 2 d3p"
    assert refused(match, "a builds 3 d3p") == "B4.3"


@rule("B6.3")
def test_one_action_does_one_of_these_on_one_space() -> None:
    match = table("bison 2; a: d3p=1 d4p=1", "a chooses tepees", "a builds 1 d3p")
    assert phase(match) == "after"
    assert refused(match, "a builds 1 d4p") == "B6.3"
    assert refused(match, "a builds 1 d4r") == "B3.3"
    match = table("bison 2; a: d3p=2 d4p=1", "a chooses tepees", "a builds 2 d3p")
    assert phase(match) == "pay"
    assert refused(match, "a enlarges 1 d4p") == "B6.3"
    assert refused(match, "a builds 1 d4r") == "B4.1"
    match = table("bison 2 variant=1; a: d3p=2 d4p=1", "a chooses tepees", "a builds 2 d3p")
    play(match, "a is done")
    assert refused(match, "a builds 1 d4p") == "B4.1"


@rule("B6.4")
@pytest.mark.parametrize("kind", ["gather", "move-one", "move-three"])
def test_tepees_and_canoes_never_move(kind: str) -> None:
    match = table("bison 2; a: d3p=+2 d4m=1 c4m=1", f"a chooses {kind}")
    assert "d3p" not in may(match, "a", "picks" if kind != "gather" else "gathers")
    if kind == "gather":
        play(match, "a gathers d4m")
    assert refused(match, f"a {'calls' if kind == 'gather' else 'picks'} d3p") == "B6.4"


@rule("B2.5")
def test_a_second_tepee_on_a_space_is_refused() -> None:
    match = table("bison 2; a: d3p=2+1", "a chooses tepees")
    assert refused(match, "a builds 1 d3p") == "B2.5"


@rule("B13.5")
def test_three_hunters_on_a_mountain() -> None:
    text = f"bison 2; a: d3m=3 {ALL}"
    for size, price in ((1, 0), (2, 2), (3, 4)):
        assert spent(text, "a chooses tepees", f"a builds {size} d3m") == price


@rule("B13.5")
def test_a_tepee_1_and_two_hunters() -> None:
    text = "bison 2; a: d3m=2+1 supply=tepee2,tepee3"
    for hunters, price in ((1, 0), (2, 2)):
        assert spent(text, "a chooses tepees", f"a enlarges {hunters} d3m") == price


@rule("B13.5")
def test_canoes_on_a_river() -> None:
    for size, price in ((1, 0), (2, 2)):
        assert spent("bison 2; a: d3r=2", "a chooses canoes", f"a builds {size} d3r") == price
    assert spent("bison 2; a: d3r=1+1", "a chooses canoes", "a enlarges 1 d3r") == 0


# --- the variants -------------------------------------------------------------------------


@rule("B11.1", "B13.7")
def test_variant_1_enlarges_and_builds_on_several_spaces() -> None:
    match = table(
        "bison 2 variant=1; d2 pmmmpp021; a: d3m=1+1 d3p=1 d2p=2 supply=tepee1,tepee2*2",
        *("a chooses tepees", "a enlarges 1 d3m", "a builds 1 d3p", "a builds 2 d2p"),
        *("a is done", "a pays 3/2/2"),
    )
    assert [on(match, space) for space in ("d3m", "d3p", "d2p")] == ["a+2", "a+1", "a+2"]
    assert stock(match, "a") == "7/8/8"


@rule("B11.1")
def test_variant_1_lets_pieces_that_come_back_be_used_again() -> None:
    match = table("bison 2 variant=1; a: d3m=1+1 d3p=1 supply=tepee2", "a chooses tepees")
    assert may(match, "a", "builds") == ""
    play(match, "a enlarges 1 d3m")
    assert may(match, "a", "builds") == "1 d3p"


@rule("B11.1", "B4.1")
def test_variant_1_still_involves_at_most_five_hunters() -> None:
    match = table(f"bison 2 variant=1; a: d3m=4 d3p=2 {ALL}", "a chooses tepees", "a builds 4 d3m")
    assert may(match, "a", "builds") == "1 d3p"
    assert refused(match, "a builds 2 d3p") == "B4.1"
    play(match, "a builds 1 d3p")
    assert own_steps(match, "a") == ["a is done"]


@rule("B11.2", "B13.7")
def test_variant_2_reduces_dismantles_and_builds() -> None:
    match = table(
        "bison 2 variant=2; d2 pmmmpp021; a: d3m=+2 d3p=+1 d2p=2 supply=hunter*2,tepee1,tepee2",
        *("a chooses tepees", "a reduces 1 d3m", "a reduces 1 d3p", "a builds 2 d2p"),
        *("a is done", "a pays 3/2/2"),
    )
    assert [on(match, space) for space in ("d3m", "d3p", "d2p")] == ["a1+1", "a1", "a+2"]
    assert stock(match, "a") == "7/8/8"
    assert "a reduces the tepee on the mountain d3 from 2 to 1." in happened(match)
    assert "a dismantles the tepee 1 on the prairie d3." in happened(match)


@rule("B11.2", "B8.4")
def test_variant_2_takes_the_hunters_and_the_smaller_piece_from_the_supply() -> None:
    match = table("bison 2 variant=2; a: d3r=+3 supply=hunter*2,canoe1", "a chooses canoes")
    assert may(match, "a", "reduces") == "2 d3r"
    assert refused(match, "a reduces 1 d3r") == "B4.3"
    assert refused(match, "a reduces 3 d3r") == "B4.3"
    play(match, "a reduces 2 d3r", "a is done", "a pays 0/0/2")
    assert (on(match, "d3r"), supply(match, "a")) == ("a2+1", "canoe3")


@rule("B11.2")
@pytest.mark.parametrize("variant", VARIANTS[:2])
def test_only_variant_2_reduces(variant: str) -> None:
    match = table(f"bison 2 variant={variant}; a: d3p=+2", "a chooses tepees")
    assert may(match, "a", "reduces") == ""
    assert refused(match, "a reduces 1 d3p") == "B11.2"


@rule("B11.2", "B4.1")
def test_each_hunter_of_a_reduction_counts_in_the_cost() -> None:
    text = "bison 2 variant=2; a: d3p=+4 d3m=+2 supply=hunter*6,tepee1*2,tepee2,tepee3"
    match = table(text, "a chooses tepees", "a reduces 4 d3p")
    assert may(match, "a", "reduces") == "1 d3m"
    assert refused(match, "a reduces 2 d3m") == "B4.1"
    assert refused(match, "a reduces 3 d3m") == "B11.2"
