"""Hints: made from a view alone, for the whole turn, with what the plan gives."""

from __future__ import annotations

import numpy as np
import pytest

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
from prateria.core.matches.begin import new_match, position
from prateria.review import advise, is_judged
from prateria.review.advice import _common

GAMES = [game for game in registry.ids() if is_judged(game)]


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_made_from_a_view_alone(game: str) -> None:
    match = new_match(game, seats=3, seed="compare")
    seat = match.actors[0]
    legal, view = match.legal(seat), match.view(seat)
    advice = advise(match.game, view, seat, legal, Quick(1))
    assert len(advice.chances) == len(legal)
    assert ((advice.chances >= 0) & (advice.chances <= 1)).all()
    assert advice.plan[0] == legal[advice.choice]
    again = advise(match.game, view, seat, legal, Quick(1))
    assert np.array_equal(advice.chances, again.chances)
    assert advice.plan == again.plan


def test_a_plan_goes_on_to_the_end_of_the_turn_and_says_what_it_gives() -> None:
    match = position("bison", "bison 2; phase turn; a: stock=9/9/9; b: stock=9/9/9", seed="step")
    advice = advise(match.game, match.view(0), 0, match.legal(0), Quick(1))
    assert len(advice.plan) > 1
    assert advice.points[0] == numbers_of(match.game).evaluate(match.view(0))[0]
    for action in advice.plan:
        match.play(0, action)
    assert match.actors != (0,)
    assert advice.points[1] == pytest.approx(numbers_of(match.game).evaluate(match.view(0))[0])


def test_a_plan_ends_where_it_depends_on_what_the_seat_cannot_see() -> None:
    assert _common([("a", "b", "c"), ("a", "b"), ("a", "b", "d")]) == ("a", "b")
    assert _common([("a", "b"), ("a", "c")]) == ("a",)
