"""The chance of winning, as the learned net estimates it.

The net predicts shares of victory and score together, so it is underconfident: a seat that has 60 %
there wins more often than that. How much more was measured in self-play (`tools/calibrate.py`):
shares are raised to that power, so that a chance of 60 % comes true about 60 times in 100.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from prateria.bots.judge import Judge
from prateria.bots.learned_files import CALIBRATION, learned_text
from prateria.bots.net import FloatArray, shipped
from prateria.core.contract.game import AnyGame
from prateria.core.contract.meta import Outcome

GUESSES: Final = 8
"""Guesses at what is hidden when moves are compared."""
LONGEST_TURN: Final = 24
"""Actions after which the end of a turn is no longer looked for."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibration exponents by player count, and how they were measured."""

    powers: Mapping[int, float]
    story: Mapping[str, Any]

    def power(self, players: int) -> float:
        return self.powers[min(self.powers, key=lambda number: abs(number - players))]


@cache
def calibration(game_id: str) -> Calibration:
    """The calibration measured for a game; without one, shares are left unchanged."""
    text = learned_text(game_id, CALIBRATION)
    if text is None:
        return Calibration({2: 1.0}, {})
    form = json.loads(text)
    powers = {int(players): power for players, power in form["powers"].items()}
    return Calibration(powers, form["story"])


def is_judged(game_id: str) -> bool:
    """Whether the game has a learned bot that can evaluate it."""
    return shipped(game_id) is not None


class WinModel:
    """Chances of winning in one game with a fixed number of players."""

    def __init__(self, game: AnyGame, players: int, power: float) -> None:
        self.game = game
        self.players = players
        self.power = power
        self._judge = Judge(game, players)

    def mean_shares(self, state: Any) -> FloatArray:
        """The net's shares for all seats, averaged over what each seat can see."""
        rows = [self._judge.look_at((state,), seat)[0] for seat in range(self.players)]
        mean: FloatArray = self._judge.shares(np.concatenate(rows)).mean(axis=0)
        return mean

    def after(self, state: Any, seat: int, actions: Sequence[Any]) -> FloatArray:
        """The chances of all seats after each action, as far as `seat` can see."""
        return self.judge(self._judge.after_each(state, actions), seat)

    def judge(self, states: Iterable[Any], seat: int) -> FloatArray:
        """The chances of all seats in each position, as far as `seat` can see."""
        rows, ends = self._judge.look_at(states, seat)
        chances = calibrated(self._judge.shares(rows), self.power)
        for place, outcome in ends:
            chances[place] = won(outcome)
        return chances

    def play_on(
        self, state: Any, seat: int, wanted: Sequence[Any] = ()
    ) -> tuple[tuple[Any, ...], Any]:
        """What a seat does to the end of its turn, and the position then: what is wanted, in that
        order and as soon as it may be done, else the net's favourite. At most `LONGEST_TURN`
        actions."""
        done: list[Any] = []
        left = [*wanted]
        while seat in self.game.actors(state) and len(done) < LONGEST_TURN:
            legal = self.game.legal(state, seat)
            action = next((each for each in left if each in legal), None)
            if action is None:
                options = self.candidates(state, seat, legal)
                action = options[int(np.argmax(self.after(state, seat, options)[:, seat]))]
            else:
                left.remove(action)
            (state,) = self.after_each(state, [action])
            done.append(action)
        return tuple(done), state

    def candidates(self, state: Any, seat: int, legal: Sequence[Any]) -> Sequence[Any]:
        """Those of the legal actions that a bot would consider."""
        return self._judge.candidates(state, seat, legal)

    def after_each(self, state: Any, actions: Sequence[Any]) -> list[Any]:
        """The positions after each action."""
        return list(self._judge.after_each(state, actions))


def win_model_for(game: AnyGame, players: int) -> WinModel:
    return WinModel(game, players, calibration(game.meta.id).power(players))


def compare(model: WinModel, guesses: Sequence[Any], seat: int, legal: Sequence[Any]) -> FloatArray:
    """A seat's chance after each move, averaged over guesses at what it cannot see. What bots do
    not look at is never told as better than the best of what they do."""
    mean: FloatArray = np.mean(
        [model.after(guess, seat, legal)[:, seat] for guess in guesses], axis=0
    )
    looked_at = {*model.candidates(guesses[0], seat, legal)}
    best = max(float(mean[place]) for place, action in enumerate(legal) if action in looked_at)
    return np.minimum(mean, np.float32(best))


def calibrated(shares: FloatArray, power: float) -> FloatArray:
    """Shares raised to a power and renormalized."""
    raised = np.maximum(shares, np.float32(1e-9)) ** np.float32(power)
    chances: FloatArray = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def won(outcome: Outcome) -> FloatArray:
    """1 for the winner; a shared victory is split."""
    first = np.array([place == 1 for place in outcome.places], np.float32)
    shared: FloatArray = first / first.sum()
    return shared
