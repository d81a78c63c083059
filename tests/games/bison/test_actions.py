"""The cost of actions, the gain without hunters, and placing the tile (rules B4 and B5)."""

from __future__ import annotations

import pytest

from prateria.core.rules import rule
from prateria.games.bison.rules.components import cost
from prateria.games.bison.rules.legal import even_payment
from tests.games.bison.table import (
    happened,
    hunters_in_supply,
    legal,
    may,
    on,
    own_steps,
    phase,
    play,
    refused,
    stock,
    table,
    used,
)

PLACED = ("a chooses place", "a lays d2 0")
ONLY = {"a chooses place": PLACED}


@rule("B4.1")
def test_the_cost_goes_by_the_number_of_hunters() -> None:
    assert [cost(hunters) for hunters in range(6)] == [0, 0, 2, 4, 7, 10]


@rule("B4.1", "B13.5")
@pytest.mark.parametrize(("hunters", "animals"), [(1, 0), (2, 2), (3, 4), (4, 7), (5, 10)])
def test_placing_hunters_costs_animals(hunters: int, animals: int) -> None:
    match = table("bison 2; a: supply=hunter*5", *PLACED, f"a sends {hunters} d2p")
    if animals:
        assert phase(match) == "pay"
        assert all(
            sum(map(int, way.split("/"))) == animals for way in may(match, "a", "pays").split()
        )
        play(match, legal(match, "a")[0])
    assert phase(match) == "after"
    assert sum(map(int, stock(match, "a").split("/"))) == 30 - animals
    assert on(match, "d2p") == f"a{hunters}"


@rule("B4.1")
def test_any_mix_may_be_paid_and_the_even_one_is_proposed_first() -> None:
    match = table("bison 2; a: stock=8/5/6", *PLACED, "a sends 3 d2m")
    ways = may(match, "a", "pays").split()
    assert ways[0] == "3/0/1"
    assert len(ways) == len({*ways}) == 15
    play(match, "a pays 0/4/0")
    assert stock(match, "a") == "8/1/6"
    assert "a pays 4 turkeys. Left in stock: bison 8, turkeys 1, salmon 6." in happened(match)


@rule("B4.1")
def test_only_what_is_in_stock_may_be_paid() -> None:
    match = table("bison 2; a: stock=1/1/2", *PLACED, "a sends 3 d2m")
    assert may(match, "a", "pays") == "1/1/2"
    assert refused(match, "a pays 2/2/0") == "B4.3"
    assert refused(match, "a pays 1/1/0") == "B4.1"
    assert refused(match, "a gains bison") == "B4.1"


def test_the_even_payment_takes_from_the_largest_stock() -> None:
    assert divmod(even_payment(10, 10, 10, 7), 16) == (3, 2)
    assert divmod(even_payment(0, 9, 3, 10), 16) == (0, 8)
    assert divmod(even_payment(2, 0, 0, 2), 16) == (2, 0)


@rule("B4.2")
@pytest.mark.parametrize("kind", ["tepees", "canoes", "gather", "move-one", "move-three", "place"])
def test_an_action_without_hunters_gains_one_animal_and_is_used_up(kind: str) -> None:
    match = play(table("bison 2"), *ONLY.get(f"a chooses {kind}", (f"a chooses {kind}",)))
    play(match, "a is done")
    assert may(match, "a", "gains") == "bison turkey salmon"
    play(match, "a gains turkey")
    assert stock(match, "a") == "10/11/10"
    assert used(match, "a") == kind
    if kind == "place":
        assert "d2" in " ".join(happened(match))
    assert refused(match, "a gains bison") == "B3.3"


@rule("B4.2")
def test_a_kind_of_which_there_are_15_cannot_be_chosen() -> None:
    match = table("bison 2; a: stock=15/3/15", "a chooses gather", "a is done")
    assert may(match, "a", "gains") == "turkey"
    assert refused(match, "a gains bison") == "B4.2"
    assert refused(match, "a pays 1/1/0") == "B4.2"


@rule("B4.2")
def test_with_all_stocks_full_nothing_is_gained() -> None:
    match = table("bison 2; a: stock=15/15/15", "a chooses gather", "a is done")
    assert phase(match) == "after"
    assert stock(match, "a") == "15/15/15"
    assert happened(match)[-1] == ("a involves no hunter and gains nothing: all stocks are full.")


@rule("B4.3")
def test_what_cannot_be_paid_for_is_not_offered() -> None:
    match = table("bison 2; a: stock=1/1/1 supply=hunter*5", *PLACED)
    assert may(match, "a", "sends") == "1 d2p 2 d2p 1 d2m 2 d2m 1 d2r 2 d2r"
    assert refused(match, "a sends 3 d2p") == "B4.3"


@rule("B4.3")
def test_what_there_are_no_pieces_for_is_not_offered() -> None:
    match = table("bison 2; a: supply=hunter", *PLACED)
    assert may(match, "a", "sends") == "1 d2p 1 d2m 1 d2r"
    assert refused(match, "a sends 2 d2p") == "B4.3"
    match = table("bison 2; a: supply=nothing", *PLACED)
    assert own_steps(match, "a") == ["a is done"]


@rule("B5.2")
def test_hunters_come_together_onto_one_space_of_the_new_tile() -> None:
    match = table("bison 2", *PLACED)
    assert refused(match, "a sends 2 d3p") == "B5.2"
    assert refused(match, "a builds 1 d2p") == "B5.2"
    play(match, "a sends 2 d2r", "a pays 1/1/0")
    assert on(match, "d2r") == "a2"
    assert hunters_in_supply(match, "a") == 2
    assert phase(match) == "after"


@rule("B4.1", "B5.2")
def test_a_sixth_hunter_is_refused() -> None:
    match = table("bison 2; a: supply=hunter*8", *PLACED)
    assert "5 d2p" in may(match, "a", "sends")
    assert refused(match, "a sends 6 d2p") == "B4.1"


@rule("B13.5")
def test_placing_three_hunters_costs_four_animals_and_four_cost_seven() -> None:
    assert (cost(3), cost(4)) == (4, 7)
    match = table("bison 2", *PLACED, "a sends 4 d2p", "a pays 3/2/2")
    assert stock(match, "a") == "7/8/8"
