"""The bot that looks one action ahead and uses the game's own estimate."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

from prateria.bots.base import Budget, Observation, undisturbed
from prateria.core.chance import Rng
from prateria.core.contract.game import numbers_of

_GRAIN: Final = 1 << 20
GUESSES: Final = 2
"""Guesses at what is hidden; all actions are compared under the same guesses."""


class GreedyBot:
    """Plays the action after which its seat has the largest lead over the best of the others.

    With `noise`, each action's value gets a normal error with that standard deviation, in points.
    """

    def __init__(self, noise: float = 0.0) -> None:
        self._noise = noise

    @undisturbed()
    def choose(
        self,
        observation: Observation,
        legal: Sequence[Any],
        budget: Budget,
        rng: Rng,
    ) -> Any:
        if len(legal) == 1:
            return legal[0]
        until = budget.until()
        guess = observation.game.determinize(observation.view, rng)
        numbers = numbers_of(observation.game)
        legal = numbers.candidates(guess, observation.seat, legal)
        worth = self._look_ahead(observation, guess, legal, until)
        for _ in range(1, GUESSES):
            guess = observation.game.determinize(observation.view, rng)
            again = self._look_ahead(observation, guess, legal, until)
            if len(again) < len(legal):
                break
            worth = [one + other for one, other in zip(worth, again, strict=True)]
        if self._noise:
            worth = [value + GUESSES * self._noise * normal(rng) for value in worth]
        best = max(worth)
        level = [action for action, value in zip(legal, worth, strict=False) if value == best]
        return level[rng.below(len(level))]

    def _look_ahead(
        self, observation: Observation, guess: Any, legal: Sequence[Any], until: float
    ) -> list[float]:
        """The lead after each action in one guessed world, while there is time."""
        game, seat = observation.game, observation.seat
        evaluate = numbers_of(game).evaluate
        worth: list[float] = []
        for action in legal:
            state = game.copy(guess)
            game.apply(state, action)
            worth.append(lead(evaluate(game.view(state, seat)), seat))
            if perf_counter() > until:
                break
        return worth


def normal(rng: Rng) -> float:
    """An approximate draw from the standard normal distribution."""
    return sum([rng.below(_GRAIN) for _ in range(12)]) / _GRAIN - 6


def lead(values: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best of the others."""
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - max(others, default=0.0)
