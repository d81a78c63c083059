"""The actions that bots consider, in every game: some of the legal ones, and at least one."""

from __future__ import annotations

from typing import Any

import pytest

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
from prateria.core.contract.numbers import Numbers, numbers_from_views
from prateria.core.playout import positions
from tests.golden.games import own_games


@pytest.mark.parametrize("game_id", own_games())
def test_candidates_are_some_of_the_legal_actions_in_their_order(game_id: str) -> None:
    game = registry.get(game_id)
    candidates = numbers_of(game).candidates
    for state in positions(game, game.new(game.ruleset(2, {}), 2), Quick(3)):
        for seat in [actor for actor in game.actors(state) if actor >= 0]:
            legal = list(game.legal(state, seat))
            kept = list(candidates(state, seat, legal))
            assert kept
            assert kept == [action for action in legal if action in kept]


@pytest.mark.untraced
@pytest.mark.parametrize("game_id", own_games())
def test_every_action_has_a_topic_that_can_be_compared(game_id: str) -> None:
    game = registry.get(game_id)
    topic = numbers_of(game).topic
    for state in positions(game, game.new(game.ruleset(2, {}), 2), Quick(4)):
        for seat in [actor for actor in game.actors(state) if actor >= 0]:
            assert {topic(state, seat, action) for action in game.legal(state, seat)}


def test_in_a_game_that_says_nothing_each_action_is_overlooked_by_itself() -> None:
    numbers: Numbers[Any, Any, Any, Any] = numbers_from_views(
        lambda _state, _seat: None, evaluate=lambda _view: (), encode=lambda _view: ()
    )
    assert numbers.topic(None, 0, "this") == "this"
    assert numbers.candidates(None, 0, ["this", "that"]) == ["this", "that"]
