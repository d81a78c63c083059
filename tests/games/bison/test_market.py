"""Buying and exchanging (rule B8)."""

from __future__ import annotations

import pytest

from prateria.core.rules import rule
from tests.games.bison.table import (
    happened,
    hunters_in_supply,
    legal,
    market,
    may,
    phase,
    play,
    refused,
    stock,
    supply,
    table,
)


@rule("B8.1")
@pytest.mark.parametrize(
    ("piece", "left"), [("hunter", 9), ("tepee2", 8), ("tepee4", 6), ("canoe3", 7)]
)
def test_a_piece_costs_its_size_of_each_animal_and_goes_to_the_supply(
    piece: str, left: int
) -> None:
    match = table("bison 2", f"a buys {piece}")
    assert stock(match, "a") == f"{left}/{left}/{left}"
    if piece == "hunter":
        assert hunters_in_supply(match, "a") == 5
    else:
        assert supply(match, "a").split().count(piece) == (2 if piece == "tepee2" else 1)
        assert piece not in market(match, "a")
    assert phase(match) == "turn"


@rule("B8.1")
def test_one_may_buy_before_and_after_the_action_as_often_as_wanted() -> None:
    match = table("bison 2", "a buys hunter", "a buys hunter", "a chooses gather")
    assert may(match, "a", "buys") == ""
    assert refused(match, "a buys hunter") == "B8.1"
    assert refused(match, "a exchanges bison salmon") == "B8.2"
    play(match, "a is done", "a gains bison", "a buys hunter", "a buys tepee1", "a ends")
    assert hunters_in_supply(match, "a") == 7
    assert "a buys a hunter." in happened(match)
    assert "a buys a tepee 1." in happened(match)


@rule("B8.1")
def test_only_what_is_in_the_market_and_can_be_paid_for_is_offered() -> None:
    match = table("bison 2; a: stock=9/2/9 supply=hunter*8")
    assert may(match, "a", "buys") == "tepee1 tepee2 canoe1 canoe2"
    assert refused(match, "a buys hunter") == "B8.1"
    assert refused(match, "a buys tepee3") == "B8.1"
    match = table("bison 2; a: stock=9/0/9")
    assert may(match, "a", "buys") == ""


@rule("B8.2")
def test_three_of_one_kind_are_exchanged_for_one_of_another() -> None:
    match = table("bison 2; a: stock=10/2/15")
    assert may(match, "a", "exchanges") == "bison turkey salmon bison salmon turkey"
    play(match, "a exchanges bison turkey")
    assert stock(match, "a") == "7/3/15"
    assert refused(match, "a exchanges bison bison") == "B8.2"
    assert refused(match, "a exchanges bison salmon") == "B9.6"
    assert "a exchanges 3 bison for 1 turkey." in happened(match)
    match = table("bison 2; a: stock=2/2/2")
    assert refused(match, "a exchanges bison turkey") == "B8.2"


@rule("B8.3")
def test_buying_and_exchanging_belong_to_the_own_turn() -> None:
    match = table("bison 2")
    assert legal(match, "b") == []
    assert refused(match, "b buys hunter") == "B3.3"


@rule("B8.3", "B9.6")
def test_buying_and_exchanging_are_open_when_a_stock_is_over_the_limit() -> None:
    match = table("bison 2; phase overflow; scored prairie; a: stock=18/3/3")
    assert may(match, "a", "buys").startswith("hunter")
    assert may(match, "a", "exchanges").startswith("bison turkey")


@rule("B8.4")
def test_a_piece_that_returns_goes_to_the_supply_never_to_the_market() -> None:
    match = table("bison 2; a: d3p=1+1", "a chooses tepees", "a enlarges 1 d3p")
    assert supply(match, "a") == "tepee1 canoe1 canoe2"
    assert market(match, "a") == "tepee1 tepee2 tepee3 tepee4 canoe1 canoe2 canoe3 canoe4"
