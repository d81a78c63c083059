"""Random play through the contract alone: for benchmarks, endgames (`research/endgame.py`), tests.

Where several seats may act, the first of them does. Searching bots do not use this: they roll out
with their learned policy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, AnyGame


def playout(game: AnyGame, state: Any, rng: Rng, visit: Callable[[Any], None] | None = None) -> int:
    """Play the state to its end with random legal actions; returns the number of decisions.

    `visit` is called with the state before each step. It is the same object each time.
    """
    decisions = 0
    while True:
        actors = game.actors(state)
        if not actors:
            return decisions
        if visit is not None:
            visit(state)
        actor = actors[0]
        if actor == CHANCE:
            game.apply(state, game.sample(state, rng))
        else:
            legal = game.legal(state, actor)
            game.apply(state, legal[rng.below(len(legal))])
            decisions += 1


def positions(game: AnyGame, state: Any, rng: Rng) -> list[Any]:
    """Play the state to its end like `playout`; return a copy of the state before each step."""
    found: list[Any] = []
    playout(game, state, rng, lambda now: found.append(game.copy(now)))
    return found
