"""What a match was worth to each seat. Rewards come at the end and sum to zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from prateria.core.contract.meta import Outcome
from prateria.core.errors import SetupError

Reward: TypeAlias = Callable[[Outcome], tuple[float, ...]]


def by_rank(outcome: Outcome) -> tuple[float, ...]:
    """From 1 for the best to -1 for the last, in even steps; tied seats share theirs."""
    places = outcome.places
    others = len(places) - 1
    return tuple(
        (sum(other > place for other in places) - sum(other < place for other in places)) / others
        for place in places
    )


def by_score(outcome: Outcome) -> tuple[float, ...]:
    """The lead in points over the mean of the others."""
    total, others = sum(outcome.scores), len(outcome.scores) - 1
    return tuple(score - (total - score) / others for score in outcome.scores)


REWARDS: Final[dict[str, Reward]] = {"rank": by_rank, "score": by_score}


def reward_named(name: str) -> Reward:
    if name not in REWARDS:
        raise SetupError(f"there is no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]
