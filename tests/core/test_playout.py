from __future__ import annotations

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE
from prateria.core.playout import playout, positions


def test_a_playout_ends_and_counts_decisions_only() -> None:
    game = registry.get("manitou")
    state = game.new(game.ruleset(3, {}), 3)
    decisions = playout(game, state, Quick(1))
    assert game.outcome(state) is not None
    assert decisions > 3 * (8 * 3 + 7 * 3) - 20


def test_positions_are_those_of_the_playout_with_the_same_generator() -> None:
    game = registry.get("manitou")
    one, other = (game.new(game.ruleset(3, {}), 3) for _ in range(2))
    decided = [game.actors(state)[0] != CHANCE for state in positions(game, one, Quick(1))]
    assert sum(decided) == playout(game, other, Quick(1))
    assert False in decided
    assert game.notation.format_state(one) == game.notation.format_state(other)
