"""The actions that bots consider: no useless trade, no useless action."""

from __future__ import annotations

import pytest

from prateria.games.bison.game import Bison
from prateria.games.bison.notation import NOTATION
from prateria.games.bison.numbers import NUMBERS

GAME = Bison()


def looked_at(text: str) -> list[str]:
    """The actions that the first seat considers, in notation."""
    state = NOTATION.parse_state(text)
    found = NUMBERS.candidates(state, 0, GAME.legal(state, 0))
    return [NOTATION.format_action(action).removeprefix("a ") for action in found]


def bought(text: str) -> list[str]:
    return [said.removeprefix("buys ") for said in looked_at(text) if said.startswith("buys")]


def exchanged(text: str) -> list[str]:
    return [said for said in looked_at(text) if said.startswith("exchanges")]


def chosen(text: str) -> str:
    row = [said.removeprefix("chooses ") for said in looked_at(text) if said.startswith("chooses")]
    return " ".join(row)


@pytest.mark.parametrize(
    "text",
    ["bison 2; phase lay; action place", "bison 2; phase pay; action gather; involved 3"],
)
def test_nothing_is_bought_or_exchanged_in_the_middle_of_an_action(text: str) -> None:
    assert not bought(text)
    assert not exchanged(text)
    assert looked_at(text)


def test_three_are_given_for_one_only_where_all_three_would_be_lost() -> None:
    assert not exchanged("bison 2")
    assert not exchanged("bison 2; phase after")
    over = "bison 2; phase overflow; scored prairie; a: stock={}/15/3"
    assert exchanged(over.format(18)) == ["exchanges bison salmon"]
    assert not exchanged(over.format(17))
    turkeys = "bison 2; phase overflow; scored mountain; a: stock=15/18/15"
    assert not exchanged(turkeys)
    final = "bison 2 final_limit; season 6; phase overflow; scored prairie; a: stock={}/0/0"
    assert exchanged(final.format(17)) == []
    assert len(exchanged(final.format(18))) == 2


def test_what_lies_in_the_supply_is_not_bought_again_unless_two_can_be_built_at_once() -> None:
    text = "bison 2{}; phase after; a: supply={}"
    assert "hunter" in bought(text.format("", "hunter*4"))
    assert "hunter" not in bought(text.format("", "hunter*5"))
    assert "tepee2" not in bought(text.format("", "hunter*4,tepee2"))
    assert "tepee1" in bought(text.format("", "hunter*4,tepee2"))
    assert "tepee2" in bought(text.format(" variant=1", "hunter*4,tepee2"))


def last_season(used: str, own: str, phase: str = "turn") -> list[str]:
    """What a bot considers buying in the last season when everybody has used these actions."""
    done = used.split(",")
    rounds = len(done) + (phase == "turn")
    others = ",".join(done[: rounds - 1])
    return bought(
        f"bison 2; season 6 start a; round {rounds}; turn a; phase {phase}; "
        f"a: used={used} {own}; b: used={others}"
    )


def test_in_the_last_season_only_what_can_still_come_to_the_board_is_bought() -> None:
    tile = "tile=ppmmmm210 supply=hunter*3"
    assert last_season("gather,move-one", tile) == ["hunter"]
    assert last_season("gather,move-one", f"{tile} d3p=3", "after") == []
    supply = "supply=hunter*3,canoe1"
    assert last_season("place,gather", f"{supply} d3p=3") == ["tepee1", "tepee2", "tepee3"]
    assert last_season("place,gather", f"{supply} d3r=+1 d3m=1") == ["tepee1"]
    assert last_season("place,gather", f"{supply} d3r=1+1") == ["canoe2"]
    assert last_season("place,tepees", f"{supply} d3p=3") == []


def test_at_the_limit_everything_may_be_bought_but_after_the_last_season() -> None:
    text = "bison 2{}; phase overflow; scored prairie; a: stock=17/2/2 supply=hunter*6"
    assert "hunter" in bought(text.format(""))
    assert bought(text.format(" final_limit; season 6")) == []


def test_no_action_is_begun_in_which_no_hunter_could_take_part_while_there_are_others() -> None:
    assert chosen("bison 2; a: tile=ppmmmm210") == "place"
    assert (
        chosen("bison 2; start a; round 2; turn a; b: used=place; a: used=place")
        == "tepees canoes gather move-one move-three"
    )
    text = "bison 2; start a; round 2; turn a; b: used=place; a: used=place"
    one = f"{text} supply=hunter,tepee1,canoe2 "
    assert chosen(one + "d3p=1") == "tepees move-one move-three"
    assert chosen(one + "d3r=1") == "move-one move-three"
    assert chosen(one + "d3p=1+4 d4r=1+1") == "canoes gather move-one move-three"
    assert (
        chosen("bison 2 variant=2; start a; round 2; turn a; b: used=place; a: used=place d3p=+1")
        == "tepees"
    )


def test_what_is_overlooked_together() -> None:
    def topics(text: str) -> set[object]:
        state = NOTATION.parse_state(text)
        return {NUMBERS.topic(state, 0, action) for action in GAME.legal(state, 0)}

    assert topics("bison 2; start a; round 2; turn a; b: used=place; a: used=place") == {
        1,
        2,
        3,
        4,
        5,
        "market",
    }
    assert topics("bison 2; phase after; a: stock=0/0/0") == {None}
    assert len(topics("bison 2; phase lay; action place; a: tile=ppmmmm210 stock=0/0/0")) > 5
    sending = "bison 2; d2 pmmmpp021; phase send; action place; space d2p; a: stock=0/0/0"
    assert len(topics(sending)) == 4  # three spaces, or nobody
    moving = "bison 2; phase move; action move-one; space d3p; a: d3p=1"
    assert None not in topics(moving)
