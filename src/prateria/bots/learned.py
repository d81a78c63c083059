"""The bot that plays what the learned net likes best, one action ahead.

With a temperature it sometimes takes what it likes nearly as well: mistakes like a person's,
small ones often and great ones hardly ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, Final

import numpy as np

from prateria.bots.base import Budget, Observation, undisturbed
from prateria.bots.judge import Judge
from prateria.bots.net import FloatArray
from prateria.core.chance import Rng

_GRAIN: Final = 1 << 30


class LearnedBot:
    """One ply on the learned net. `temperature` is in units of the net's `spread`."""

    def __init__(self, temperature: float = 0.0) -> None:
        self._temperature = temperature
        self._judge: Judge | None = None

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
        game, seat, until = observation.game, observation.seat, budget.until()
        state = game.determinize(observation.view, rng)
        if self._judge is None:
            self._judge = Judge(game, game.notation.setup(state)[0])
        legal = self._judge.candidates(state, seat, legal)
        shares = self._judge.weigh_until(until, state, seat, legal)
        temperature = self._temperature * self._judge.net.spread
        return legal[pick_by(shares[:, seat], temperature, rng)]


def pick_by(values: FloatArray, temperature: float, rng: Rng) -> int:
    """Index of the best value, or a softmax sample if a temperature is given."""
    if temperature <= 0:
        return int(np.argmax(values))
    best, chosen = -1e9, 0
    for place, value in enumerate(values.tolist()):
        noise = -log(-log((rng.below(_GRAIN) + 0.5) / _GRAIN))  # Gumbel: a softmax draw
        if value / temperature + noise > best:
            best, chosen = value / temperature + noise, place
    return chosen
