"""Random play through the contract alone: for benchmarks, endgames (`research/endgame.py`), tests.

Where several seats may act, the first of them does. Searching bots do not use this: they roll out
with their learned policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, AnyGame


def playout(game: AnyGame, state: Any, rng: Rng) -> int:
    """Play the state to its end with random legal actions; returns the number of decisions."""
    decisions = 0
    while actors := game.actors(state):
        if random_step(game, state, actors[0], rng):
            decisions += 1
    return decisions


def positions(game: AnyGame, state: Any, rng: Rng) -> Iterator[Any]:
    """Play the state to its end like `playout`, and yield it before each step.

    It is the same state each time: copy what you keep.
    """
    while actors := game.actors(state):
        yield state
        random_step(game, state, actors[0], rng)


def random_step(game: AnyGame, state: Any, actor: int, rng: Rng) -> bool:
    """Apply a random legal action of an actor; returns whether it was a decision, not luck."""
    if actor == CHANCE:
        game.apply(state, game.sample(state, rng))
        return False
    legal = game.legal(state, actor)
    game.apply(state, legal[rng.below(len(legal))])
    return True
