"""What may come of each action, by the learned net: the one ply that all learned bots share."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

import numpy as np

from prateria.bots.net import Net, Numbers, as_numbers, net_for
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.contract.meta import Outcome

AT_A_TIME: Final = 16
"""Actions judged between two looks at the clock."""
SCORE_PART: Final = 0.5
"""How much of the worth of an end is by score; the rest is by victory. So a bot that is sure to
win or to lose goes on playing well."""


class Judge:
    """Judges positions of one game with so many players, in shares of the victory."""

    def __init__(self, game: AnyGame, players: int, net: Net | None = None) -> None:
        self.game = game
        self.players = players
        self._net = net

    @property
    def net(self) -> Net:
        assert self._net is not None
        return self._net

    def shares(self, numbers: Numbers) -> Numbers:
        """The net's shares of all seats, for the features of some positions."""
        if self._net is None:
            self._net = net_for(self.game.meta.id, self.players, numbers.shape[-1])
        return self._net.shares(numbers)

    def weigh(self, state: Any, seat: int, actions: Sequence[Any]) -> Numbers:
        """The shares of all seats after each action, as far as `seat` can tell."""
        return self.weigh_with_rows(state, seat, actions)[0]

    def weigh_until(self, until: float, state: Any, seat: int, actions: Sequence[Any]) -> Numbers:
        """The same, some actions at a time; those that time does not allow are left out."""
        parts: list[Numbers] = []
        for start in range(0, len(actions), AT_A_TIME):
            parts.append(self.weigh(state, seat, actions[start : start + AT_A_TIME]))
            if perf_counter() > until:
                break
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def weigh_with_rows(
        self, state: Any, seat: int, actions: Sequence[Any]
    ) -> tuple[Numbers, Numbers]:
        """The same, and the features it was told by, for learning."""
        game = self.game
        rows: list[list[list[float]]] = []
        ends: list[tuple[int, Outcome]] = []
        for index, action in enumerate(actions):
            after = game.copy(state)
            game.apply(after, action)
            rows.append(numbers_of(game).features(after, seat))
            outcome = game.outcome(after)
            if outcome is not None:
                ends.append((index, outcome))
        numbers = as_numbers(rows)
        shares = self.shares(numbers)
        for index, outcome in ends:
            shares[index] = worth(outcome)
        return shares, numbers


def worth(outcome: Outcome) -> Numbers:
    """What an end is worth to each seat: mostly the victory, a little the score; 1 in all."""
    won = np.array([place == 1 for place in outcome.places], np.float32)
    scores = np.array(outcome.scores, np.float32)
    span = max(float(np.abs(scores).max()), 1.0)
    by_score = np.exp(4 * (scores - scores.max()) / span)
    by_score /= by_score.sum()
    total: Numbers = (1 - SCORE_PART) * won / won.sum() + SCORE_PART * by_score
    return total.astype(np.float32)
