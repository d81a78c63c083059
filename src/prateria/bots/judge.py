"""Evaluates the positions after each action with the learned net: the ply that all learned bots
share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, Final

import numpy as np

from prateria.bots.net import FloatArray, Net, as_array, net_for, shipped, softmax
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.contract.meta import Outcome
from prateria.core.contract.numbers import plain_features

AT_A_TIME: Final = 16
"""Actions evaluated between two checks of the clock."""
SCORE_PART: Final = 0.5
"""How much of the value of a finished match comes from the score; the rest comes from winning. So a
bot that is sure to win or to lose keeps playing well."""


class Judge:
    """Estimates each seat's share of the victory, in one game with a fixed number of players. It
    uses the game's net, or an earlier version of it, or the game's own estimates if there is no net
    yet."""

    def __init__(
        self, game: AnyGame, players: int, net: Net | None = None, version: int = 0
    ) -> None:
        self.game = game
        self.players = players
        self._net = net
        self._version = version
        numbers = numbers_of(game)
        is_learned = net is not None or shipped(game.meta.id) is not None
        self._features = (
            numbers.features if is_learned else plain_features(game.view, numbers.evaluate)
        )
        self.candidates = numbers.candidates

    @property
    def net(self) -> Net:
        assert self._net is not None
        return self._net

    def logits(self, rows: FloatArray) -> FloatArray:
        """The net's output for all seats, from the features of some positions."""
        if self._net is None:
            self._net = net_for(self.game.meta.id, self.players, rows.shape[-1], self._version)
        return self._net.logits(rows)

    def shares(self, rows: FloatArray) -> FloatArray:
        """The same as shares of the victory."""
        return softmax(self.logits(rows))

    def weigh(
        self, state: Any, seat: int, actions: Sequence[Any], unheeded: Sequence[int] = ()
    ) -> FloatArray:
        """The shares of all seats after each action, as far as `seat` can tell.

        Effects on the seats in `unheeded` are ignored: they stand as before.
        """
        return self.weigh_with_rows(state, seat, actions, unheeded)[0]

    def weigh_until(
        self,
        until: float,
        state: Any,
        seat: int,
        actions: Sequence[Any],
        unheeded: Sequence[int] = (),
    ) -> FloatArray:
        """The same in batches until time is up; the remaining actions are left out."""
        parts: list[FloatArray] = []
        for start in range(0, len(actions), AT_A_TIME):
            parts.append(self.weigh(state, seat, actions[start : start + AT_A_TIME], unheeded))
            if perf_counter() > until:
                break
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def weigh_with_rows(
        self, state: Any, seat: int, actions: Sequence[Any], unheeded: Sequence[int] = ()
    ) -> tuple[FloatArray, FloatArray]:
        """The same, together with the features used, for learning."""
        rows, ends = self.look_at(self.after_each(state, actions), seat)
        logits = self.logits(rows)
        if unheeded:
            before = self.logits(as_array([self._features(state, seat)]))[0]
            logits[:, unheeded] = before[[*unheeded]]
        shares = softmax(logits)
        for place, outcome in ends:
            shares[place] = worth(outcome)
        return shares, rows

    def after_each(self, state: Any, actions: Sequence[Any]) -> Iterator[Any]:
        """The states after each action, one at a time; the given state is not changed."""
        copy, apply = self.game.copy, self.game.apply
        for action in actions:
            after = copy(state)
            apply(after, action)
            yield after

    def look_at(
        self, states: Iterable[Any], seat: int
    ) -> tuple[FloatArray, list[tuple[int, Outcome]]]:
        """The features of some states as a seat sees them; and the outcomes of the finished ones,
        with their indices in the list."""
        features, outcome_of = self._features, self.game.outcome
        rows: list[list[list[float]]] = []
        ends: list[tuple[int, Outcome]] = []
        for place, state in enumerate(states):
            rows.append(features(state, seat))
            outcome = outcome_of(state)
            if outcome is not None:
                ends.append((place, outcome))
        return as_array(rows), ends


def worth(outcome: Outcome) -> FloatArray:
    """The value of a finished match for each seat: half for winning, half by score; they sum to
    1."""
    won = np.array([place == 1 for place in outcome.places], np.float32)
    scores = np.array(outcome.scores, np.float32)
    span = max(float(np.abs(scores).max()), 1.0)
    by_score = np.exp(4 * (scores - scores.max()) / span)
    by_score /= by_score.sum()
    total: FloatArray = (1 - SCORE_PART) * won / won.sum() + SCORE_PART * by_score
    return total.astype(np.float32)
