"""The bot that looks one action ahead and asks the game's own estimate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from prateria.bots.base import Budget, Observation
from prateria.core.chance import Rng

_GRAIN: Final = 1 << 20
GUESSES: Final = 2
"""How many times what is hidden is guessed; the actions are compared on the same guesses."""


class GreedyBot:
    """The action after which the own seat stands best against the best of the others.

    With `noise`, in points, it misjudges each action by about so much.
    """

    def __init__(self, noise: float = 0.0) -> None:
        self._noise = noise

    def choose(
        self,
        observation: Observation,
        legal: Sequence[Any],
        budget: Budget,  # noqa: ARG002
        rng: Rng,
    ) -> Any:
        if len(legal) == 1:
            return legal[0]
        game = observation.game
        worth = [0.0] * len(legal)
        for _ in range(GUESSES):
            guess = game.determinize(observation.view, rng)
            for index, action in enumerate(legal):
                state = game.copy(guess)
                game.apply(state, action)
                values = game.evaluate(game.view(state, observation.seat))
                worth[index] += lead(values, observation.seat)
        if self._noise:
            worth = [value + GUESSES * self._noise * normal(rng) for value in worth]
        best = max(worth)
        level = [action for action, value in zip(legal, worth, strict=True) if value == best]
        return level[rng.below(len(level))]


def normal(rng: Rng) -> float:
    """About a draw from the standard normal distribution."""
    return sum([rng.below(_GRAIN) for _ in range(12)]) / _GRAIN - 6


def lead(values: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - max(others, default=0.0)
