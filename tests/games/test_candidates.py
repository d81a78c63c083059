"""What bots look at, of every game: some of what is legal, and at least one."""

from __future__ import annotations

import pytest

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
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
