"""The chance of winning, as the learned net sees it.

The net tells shares of victory and score together, so it is modest: who has 60 % there wins more
often than that. How much more was measured in games it played against itself (`tools/sharpen.py`):
shares are raised to that power, so that what is called 60 % comes true about 60 times of 100.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from prateria.bots.judge import Judge
from prateria.bots.net import Numbers, as_numbers, shipped
from prateria.core.chance import Rng
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.contract.meta import Outcome

GUESSES: Final = 8
"""How often what is hidden is guessed to compare moves."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How modest the net is, for each number of players: measured, with how it was measured."""

    powers: Mapping[int, float]
    story: Mapping[str, Any]

    def power(self, players: int) -> float:
        return self.powers[min(self.powers, key=lambda number: abs(number - players))]


@cache
def sharpness(game_id: str) -> Sharpness:
    """The one measured for a game; without one, shares are taken as they are."""
    path = files("prateria.review") / "data" / f"{game_id}.json"
    if not path.is_file():
        return Sharpness({2: 1.0}, {})
    form = json.loads(path.read_text("utf-8"))
    powers = {int(players): power for players, power in form["powers"].items()}
    return Sharpness(powers, form["story"])


def is_judged(game_id: str) -> bool:
    """Whether there is a learned bot for the game that can judge it."""
    return shipped(game_id) is not None


class Seer:
    """Tells chances of winning in one game with so many players."""

    def __init__(self, game: AnyGame, players: int, power: float) -> None:
        self.game = game
        self.players = players
        self.power = power
        self._judge = Judge(game, players)

    def shares(self, rows: Sequence[Sequence[Sequence[float]]]) -> Numbers:
        """The net's shares of all seats, for the features of some positions."""
        return self._judge.shares(as_numbers(rows))

    def after(self, state: Any, seat: int, actions: Sequence[Any]) -> Numbers:
        """The chances of all seats after each action, as far as `seat` can tell."""
        return self.judge(self.then_each(state, actions), seat)

    def judge(self, states: Sequence[Any], seat: int) -> Numbers:
        """The chances of all seats in each position, as far as `seat` can tell."""
        chances = sharpened(
            self.shares([numbers_of(self.game).features(s, seat) for s in states]), self.power
        )
        for place, state in enumerate(states):
            outcome = self.game.outcome(state)
            if outcome is not None:
                chances[place] = won(outcome)
        return chances

    def played_on(self, state: Any, seat: int, most: int) -> Any:
        """The position when a seat has finished its turn as the net likes it best, or after so many
        decisions of it."""
        for _ in range(most):
            if self.game.actors(state) != (seat,):
                break
            legal = self.game.legal(state, seat)
            own = self.after(state, seat, legal)[:, seat]
            (state,) = self.then_each(state, [legal[int(np.argmax(own))]])
        return state

    def then_each(self, state: Any, actions: Sequence[Any]) -> list[Any]:
        """The positions after each action."""
        after = []
        for action in actions:
            then = self.game.copy(state)
            self.game.apply(then, action)
            after.append(then)
        return after


def seer_for(game: AnyGame, players: int) -> Seer:
    return Seer(game, players, sharpness(game.meta.id).power(players))


def compare(game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Rng) -> Numbers:
    """A seat's own chance after each move, over some guesses at what it cannot see."""
    guesses = [game.determinize(view, rng) for _ in range(GUESSES)]
    seer = seer_for(game, game.notation.setup(guesses[0])[0])
    mean: Numbers = np.mean([seer.after(guess, seat, legal)[:, seat] for guess in guesses], axis=0)
    return mean


def sharpened(shares: Numbers, power: float) -> Numbers:
    raised = np.maximum(shares, np.float32(1e-9)) ** np.float32(power)
    chances: Numbers = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def won(outcome: Outcome) -> Numbers:
    """1 for the winner; a shared victory is shared."""
    first = np.array([place == 1 for place in outcome.places], np.float32)
    shared: Numbers = first / first.sum()
    return shared
