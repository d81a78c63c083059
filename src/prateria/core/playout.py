"""A random game to its end, through the contract alone. Bots roll out with it."""

from __future__ import annotations

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, AnyGame


def playout(game: AnyGame, state: object, rng: Rng) -> int:
    """Play the state to its end with random legal actions; how many decisions that took."""
    decisions = 0
    while True:
        actors = game.actors(state)
        if not actors:
            return decisions
        actor = actors[0]
        if actor == CHANCE:
            game.apply(state, game.sample(state, rng))
        else:
            legal = game.legal(state, actor)
            game.apply(state, legal[rng.below(len(legal))])
            decisions += 1
