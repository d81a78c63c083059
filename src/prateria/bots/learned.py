"""The bot that plays the learned net's favourite action, one action ahead, among those it notices.

It can be made to play like a weaker person. Then it overlooks what an action could be about (a
role, a ground, a place) and what its action does to an opponent, and it misjudges what it sees, but
never by more than a bound: it does not act against what it sees.
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
from prateria.core.contract.game import numbers_of

_GRAIN: Final = 1 << 30


class LearnedBot:
    """One ply on the learned net.

    `overlook` is the chance that it overlooks a topic, or an opponent. `unsure` is the most by
    which it misjudges an action, `temperature` that of a softmax; both in units of the net's
    `spread`. `version` is that of the net, if not the newest.
    """

    def __init__(
        self,
        temperature: float = 0.0,
        overlook: float = 0.0,
        unsure: float = 0.0,
        version: int = 0,
    ) -> None:
        self._temperature = temperature
        self._overlook = overlook
        self._unsure = unsure
        self._version = version
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
            self._judge = Judge(game, game.notation.setup(state)[0], version=self._version)
        legal = self._judge.candidates(state, seat, legal)
        unheeded: list[int] = []
        if self._overlook:
            topics = [numbers_of(game).topic(state, seat, action) for action in legal]
            legal = noticed(legal, topics, self._overlook, rng)
            others = [other for other in range(self._judge.players) if other != seat]
            unheeded = [other for other in others if happens(self._overlook, rng)]
        if len(legal) == 1:
            return legal[0]
        values = self._judge.weigh_until(until, state, seat, legal, unheeded)[:, seat]
        if self._unsure:
            values = values + self._judge.net.spread * self._unsure * errors(len(values), rng)
        return legal[pick_by(values, self._temperature * self._judge.net.spread, rng)]


def noticed(
    legal: Sequence[Any], topics: Sequence[object], overlook: float, rng: Rng
) -> Sequence[Any]:
    """The actions that are not overlooked. If it would notice nothing at all, it notices one
    topic."""
    known = [*dict.fromkeys(topics)]
    seen = {topic for topic in known if topic is None or not happens(overlook, rng)}
    if not seen:
        seen = {known[rng.below(len(known))]}
    return [action for action, topic in zip(legal, topics, strict=True) if topic in seen]


def happens(chance: float, rng: Rng) -> bool:
    return rng.below(_GRAIN) < chance * _GRAIN


def errors(number: int, rng: Rng) -> FloatArray:
    """Numbers between -1 and 1, most likely near 0."""
    return np.array(
        [(rng.below(_GRAIN) + rng.below(_GRAIN)) / _GRAIN - 1 for _ in range(number)], np.float32
    )


def pick_by(values: FloatArray, temperature: float, rng: Rng) -> int:
    """Index of the best value, or a softmax sample if a temperature is given."""
    if temperature <= 0:
        return int(np.argmax(values))
    best, chosen = -1e9, 0
    for place, value in enumerate(values.tolist()):
        noise = -log(-log((rng.below(_GRAIN) + 0.5) / _GRAIN))  # Gumbel trick: a softmax draw
        if value / temperature + noise > best:
            best, chosen = value / temperature + noise, place
    return chosen
