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
    own_steps,
    phase,
    play,
    refused,
    stock,
    supply,
    table,
)

EVERY_EXCHANGE = "bison turkey bison salmon turkey bison turkey salmon salmon bison salmon turkey"


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
    play(match, "a is done", "a gains bison", "a buys hunter", "a buys tepee1", "a ends")
    assert hunters_in_supply(match, "a") == 7
    assert "a buys a hunter for 1 bison, 1 turkey and 1 salmon." in happened(match)
    assert "a buys a tepee 1 for 1 bison, 1 turkey and 1 salmon." in happened(match)


IN_THE_MIDDLE = {
    "lay": "phase lay; action place",
    "send": "d2 pmmmpp021; phase send; action place; space d2p",
    "build": "a: d3p=2+1; phase build; action tepees",
    "gather": "a: d3p=1 d4p=1; phase gather; action gather",
    "call": "a: d3p=1 d4p=1; phase call; action gather; space d3p",
    "pick": "a: d3p=1; phase pick; action move-one",
    "gain": "phase gain; action gather",
    "pay": "phase pay; action gather; involved 3",
}


@rule("B8.1", "B8.2")
@pytest.mark.parametrize("step", IN_THE_MIDDLE)
def test_one_may_buy_and_exchange_in_the_middle_of_an_action(step: str) -> None:
    match = table(f"bison 2; {IN_THE_MIDDLE[step]}")
    moves = own_steps(match, "a")
    assert legal(match, "a")[: len(moves)] == moves
    play(match, "a buys hunter", "a exchanges bison salmon", "a buys tepee1")
    assert phase(match) == step
    assert stock(match, "a") == "5/8/9"
    assert own_steps(match, "a")


@rule("B8.1", "B5.2")
def test_hunters_are_bought_after_the_tile_is_laid_and_sent_at_once() -> None:
    """The example of the audit: two hunters in the supply, and a third is wanted."""
    match = table("bison 2; a: supply=hunter*2", "a chooses place", "a lays d2 0")
    assert may(match, "a", "sends").startswith("1 d2p 2 d2p 1 d2m")
    assert refused(match, "a sends 3 d2p") == "B4.3"
    play(match, "a buys hunter", "a sends 3 d2p", "a pays 2/1/1", "a ends")
    assert stock(match, "a") == "7/8/8"


@rule("B8.1", "B6.1")
def test_a_tepee_is_bought_after_tepees_were_chosen() -> None:
    match = table("bison 2; a: d3p=3 supply=nothing", "a chooses tepees")
    assert own_steps(match, "a") == ["a is done"]
    play(match, "a buys tepee3", "a builds 3 d3p", "a pays 2/1/1")
    assert supply(match, "a") == "nothing"
    assert stock(match, "a") == "5/6/6"


@rule("B4.3")
@pytest.mark.parametrize(
    ("animals", "buys", "exchanges"),
    [
        ("5/1/1", "hunter tepee1 canoe1", "bison turkey bison salmon"),
        ("6/0/0", "", "bison turkey bison salmon"),
        ("5/0/0", "", ""),
        ("3/2/2", "hunter tepee1 canoe1", "bison turkey bison salmon"),
        ("2/2/2", "", ""),
        ("4/4/4", "hunter tepee1 tepee2 canoe1 canoe2", EVERY_EXCHANGE),
    ],
)
def test_what_a_trade_leaves_must_pay_for_the_hunters_already_involved(
    animals: str, buys: str, exchanges: str
) -> None:
    match = table(f"bison 2; phase pay; action gather; involved 3; a: stock={animals}")
    assert may(match, "a", "buys") == buys
    assert may(match, "a", "exchanges") == exchanges
    if "buys hunter" not in " ".join(legal(match, "a")) and animals[-1] != "0":
        assert refused(match, "a buys hunter") == "B4.3"
    if not exchanges and animals[0] >= "3":
        assert refused(match, "a exchanges bison turkey") == "B4.3"


@rule("B4.3")
def test_a_hunter_more_can_no_longer_be_moved_once_its_price_was_spent() -> None:
    match = table("bison 2; a: d3p=3 stock=2/2/1", "a chooses move-one")
    play(match, "a picks d3p", "a moves d3r", "a picks d3p", "a moves d3r")
    assert may(match, "a", "picks") == "d3p"
    play(match, "a buys hunter")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a picks d3p") == "B4.3"


@rule("B8.1", "B8.2")
def test_a_hunter_picked_up_is_put_down_before_anything_is_bought() -> None:
    match = table("bison 2; a: d3p=1", "a chooses move-one", "a picks d3p")
    assert legal(match, "a") == ["a moves d3r"]
    assert refused(match, "a buys hunter") == "B8.1"
    assert refused(match, "a exchanges bison salmon") == "B8.2"
    play(match, "a moves d3r", "a buys hunter")


@rule("B8.1")
def test_a_trade_after_the_tile_can_be_taken_back_and_the_tile_cannot() -> None:
    match = table("bison 2; a: tile=ppmmmm210", "a chooses place", "a lays d2 0")
    assert match.may_take_back(0) is None
    play(match, "a buys hunter")
    bought = match.version
    assert match.may_take_back(0) == bought
    match.take_back(0)
    assert stock(match, "a") == "10/10/10"
    assert phase(match) == "send"
    assert match.may_take_back(0) is None


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
    assert refused(match, "b buys hunter") == "B8.3"
    assert refused(match, "b exchanges bison salmon") == "B8.3"
    play(match, "a chooses gather")
    assert refused(match, "b buys hunter") == "B8.3"


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
