"""Turns judged as a whole: their order does not matter, small losses add up, nobody knew more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from prateria.bots.net import FloatArray
from prateria.core.matches.begin import new_match, position
from prateria.core.matches.match import Match
from prateria.review import review
from prateria.review.better import Way, better_way
from prateria.review.turns import Decided, turns_of
from prateria.review.win_model import LONGEST_TURN, WinModel

MOST = 3


class Picking:
    """A game of one turn: seat 0 picks three letters, each once."""

    def actors(self, state: str) -> tuple[int, ...]:
        return (0,) if len(state) < MOST else (1,)

    def legal(self, state: str, _seat: int) -> list[str]:
        return [letter for letter in "abcdef" if letter not in state]


class Weights(WinModel):
    """Chances that are the weights of the picked letters, added up."""

    def __init__(self, **weights: float) -> None:
        self.game: Any = Picking()
        self.weights = weights

    def judge(self, states: Iterable[Any], seat: int) -> FloatArray:
        sums = [sum(self.weights.get(letter, 0.0) for letter in state) for state in states]
        return np.array([[each, 1 - each] for each in sums], np.float32)

    def after(self, state: Any, seat: int, actions: Sequence[Any]) -> FloatArray:
        return self.judge(self.after_each(state, actions), seat)

    def after_each(self, state: Any, actions: Sequence[Any]) -> list[Any]:
        return [state + action for action in actions]

    def candidates(self, state: Any, seat: int, legal: Sequence[Any]) -> Sequence[Any]:
        return legal


def way(picked: str, **weights: float) -> Way:
    before = [picked[:place] for place in range(len(picked))]
    turn = Decided(0, picked, [*range(len(picked))], before, [*picked])
    found = better_way(Weights(**weights), turn)
    assert found is not None
    return found


def test_another_order_of_the_same_steps_is_no_better() -> None:
    found = way("cba", a=0.3, b=0.2, c=0.1)
    assert found.actions == ()
    assert found.chance == found.got


def test_many_small_losses_are_seen_though_none_is_suspicious() -> None:
    found = way("def", a=0.03, b=0.03, c=0.03)
    assert (found.place, found.actions) == (0, ("a", "b", "c"))
    assert found.chance - found.got == pytest.approx(0.09)


def test_the_better_way_begins_where_nearly_all_of_it_could_still_be_had() -> None:
    found = way("cde", a=0.2, b=0.2, c=0.1)
    assert (found.place, found.actions) == (1, ("a", "b"))
    assert found.chance - found.got == pytest.approx(0.4)


def test_what_was_done_anyhow_is_no_part_of_the_better_way() -> None:
    found = way("cad", a=0.2, b=0.2, c=0.1)
    assert (found.place, found.actions) == (2, ("b",))


def test_a_turn_that_does_not_end_is_compared_with_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("prateria.review.win_model.LONGEST_TURN", 2)
    assert LONGEST_TURN > 2
    assert way("def", a=0.03, b=0.03, c=0.03).actions == ()


def test_what_only_goes_on_where_a_turn_was_cut_short_is_no_better_way() -> None:
    assert way("ab", a=0.2, b=0.2, c=0.2).actions == ()


BUYS_FIRST = ("buys tepee1", "chooses tepees", "is done", "gains bison", "buys hunter", "ends")
BUYS_LATER = ("chooses tepees", "buys tepee1", "is done", "gains bison", "buys hunter", "ends")


def test_a_step_that_is_done_later_in_the_same_turn_was_not_missed() -> None:
    judged = []
    for moves in (BUYS_FIRST, BUYS_LATER):
        text = "bison 2; phase turn; a: stock=9/9/9; b: stock=9/9/9"
        match = position("bison", text, seed="step")
        for move in moves:
            match.play(0, f"a {move}")
        (turn,) = [each for each in review(match).judged if each.seat == 0]
        judged.append((turn.best, turn.got))
        assert "a buys tepee1" not in turn.better
    assert judged[0] == pytest.approx(judged[1], abs=0.01)


def turns(match: Match) -> list[Decided]:
    start = Match(match.game, match.log.header, None).peek()
    return [*turns_of(match.game, start, match.log.entries)]


def test_who_chooses_last_is_judged_as_if_nobody_had_chosen(duel: None) -> None:
    match = new_match("duel", seats=2, seed="both")
    match.play(0, match.legal(0)[0])
    match.play(1, match.legal(1)[0])
    found = turns(match)[:2]
    assert [turn.seat for turn in found] == [0, 1]
    written = [match.game.notation.format_state(turn.before[0]) for turn in found]
    assert written[0] == written[1]


def test_what_was_taken_back_is_no_turn() -> None:
    match = new_match("bison", seats=2, seed="back")
    seat = match.actors[0]
    first, other = match.legal(seat)[:2]
    match.play(seat, first)
    match.take_back(seat)
    match.play(seat, other)
    (turn,) = turns(match)
    assert turn.actions[0] == other
    assert turn.entries == [match.version]


def test_a_turn_of_several_steps_is_one() -> None:
    match = position("bison", "bison 2; phase turn; a: stock=9/9/9; b: stock=9/9/9", seed="step")
    for move in BUYS_FIRST:
        match.play(0, f"a {move}")
    (turn,) = turns(match)
    assert len(turn.entries) == len(BUYS_FIRST)
    assert len(turn.before) == len(BUYS_FIRST)
