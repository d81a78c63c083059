from __future__ import annotations

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.playout import playout


def test_a_playout_ends_and_counts_decisions_only() -> None:
    game = registry.get("manitou")
    state = game.new(game.ruleset(3, {}), 3)
    decisions = playout(game, state, Quick(1))
    assert game.outcome(state) is not None
    assert decisions > 3 * (8 * 3 + 7 * 3) - 20
