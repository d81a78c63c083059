"""The bot that chooses at random: the baseline for all others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from prateria.bots.base import Budget, Observation
from prateria.core.chance import Rng


class RandomBot:
    """Any legal action, all equally likely."""

    def choose(
        self,
        observation: Observation,  # noqa: ARG002
        legal: Sequence[Any],
        budget: Budget,  # noqa: ARG002
        rng: Rng,
    ) -> Any:
        return legal[rng.below(len(legal))]
