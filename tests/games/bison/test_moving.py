"""Moving hunters: gather, move one, move three (rule B7)."""

from __future__ import annotations

from prateria.core.rules import rule
from tests.games.bison.table import happened, may, on, own_steps, phase, play, refused, stock, table


@rule("B7.1")
def test_a_step_goes_to_an_adjacent_space() -> None:
    match = table("bison 2; a: d3m=1", "a chooses move-one", "a picks d3m")
    assert may(match, "a", "moves") == "c4m d3r d4m"
    assert refused(match, "a moves d3p") == "B7.3"
    play(match, "a moves d4m")
    assert on(match, "d4m") == "a1"
    assert "a: a hunter goes from the mountain d3 to the mountain d4." in happened(match)


@rule("B7.1")
def test_a_move_may_not_end_on_anothers_space() -> None:
    match = table("bison 2; a: d3m=1; b: d4m=+1", "a chooses move-one", "a picks d3m")
    assert may(match, "a", "moves") == "c4m d3r"
    assert refused(match, "a moves d4m") == "B7.1"


@rule("B7.1")
def test_a_hunter_hemmed_in_by_others_cannot_be_picked() -> None:
    match = table("bison 2; a: d3p=1; b: d3r=1", "a chooses move-one")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a picks d3p") == "B7.1"


@rule("B7.2")
def test_hunters_gather_where_an_own_one_stands_from_whatever_distance() -> None:
    match = table("bison 2; d2 pmmmpp021; a: d2p=1+1 c4p=2 d4r=1", "a chooses gather")
    assert may(match, "a", "gathers") == "c4p d2p d4r"
    play(match, "a gathers d2p")
    assert may(match, "a", "calls") == "c4p d4r"
    play(match, "a calls c4p", "a calls d4r", "a is done")
    assert (on(match, "d2p"), on(match, "c4p"), on(match, "d4r")) == ("a3+1", "a1", "")
    assert "a calls hunters to the prairie d2." in happened(match)


@rule("B7.2")
def test_without_another_hunter_there_is_nothing_to_gather() -> None:
    match = table("bison 2; a: d3p=2 d4p=+1; b: c4p=1", "a chooses gather")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a gathers d3p") == "B7.2"
    assert refused(match, "a gathers d4p") == "B7.2"
    assert refused(match, "a gathers c4p") == "B7.2"


@rule("B13.6", "B7.2")
def test_gathering_with_two_called_hunters_costs_two() -> None:
    match = table(
        "bison 2; a: d3p=1 d4p=1 c4p=1",
        *("a chooses gather", "a gathers d3p", "a calls d4p", "a calls c4p", "a is done"),
    )
    assert phase(match) == "pay"
    play(match, "a pays 1/1/0")
    assert stock(match, "a") == "9/9/10"
    assert on(match, "d3p") == "a3"


@rule("B13.6", "B7.3")
def test_moving_four_hunters_one_step_each_costs_seven() -> None:
    match = table(
        "bison 2; d2 pmmmpp021; a: d2p=1 d2m=1 d3m=1 d4p=1",
        *("a chooses move-one", "a picks d2p", "a moves d2r", "a picks d2m", "a moves d2r"),
        *("a picks d3m", "a moves d4m", "a picks d4p", "a moves d4r", "a is done"),
    )
    assert may(match, "a", "pays").startswith("3/2/2")
    play(match, "a pays 7/0/0")
    assert stock(match, "a") == "3/10/10"
    assert (on(match, "d2r"), on(match, "d4m"), on(match, "d4r")) == ("a2", "a1", "a1")


@rule("B7.3")
def test_move_one_moves_up_to_five_hunters_one_step_each() -> None:
    match = table("bison 2; a: d3p=6", "a chooses move-one")
    for _ in range(5):
        play(match, "a picks d3p", "a moves d3r")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a picks d3p") == "B4.1"
    play(match, "a is done")
    assert len(may(match, "a", "pays").split()) == 66


@rule("B7.4")
def test_move_three_moves_hunters_one_to_three_steps() -> None:
    match = table("bison 2; a: d3p=1", "a chooses move-three", "a picks d3p")
    assert may(match, "a", "moves") == "c4m d3m d3r d4m"
    assert refused(match, "a moves c4p") == "B7.4"
    play(match, "a moves c4m", "a is done")
    assert (on(match, "c4m"), stock(match, "a")) == ("a1", "10/10/10")


@rule("B7.5")
def test_a_hunter_moves_at_most_once_in_one_action() -> None:
    match = table("bison 2; a: d3p=1 d3r=1", "a chooses move-one", "a picks d3p", "a moves d3r")
    assert may(match, "a", "picks") == "d3r"
    play(match, "a picks d3r", "a moves d3p")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a picks d3r") == "B7.5"


@rule("B4.3")
def test_no_more_hunters_move_than_can_be_paid_for() -> None:
    match = table("bison 2; a: d3p=3 stock=1/1/1", "a chooses move-one")
    for _ in range(2):
        play(match, "a picks d3p", "a moves d3r")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a picks d3p") == "B4.3"
    text = "bison 2; a: d3p=1 d4p=3 stock=0/1/0"
    match = table(text, "a chooses gather", "a gathers d3p", "a calls d4p")
    assert own_steps(match, "a") == ["a is done"]
    assert refused(match, "a calls d4p") == "B4.3"
