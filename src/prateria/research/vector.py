"""Many matches stepped together, for training: one array a batch.

In every step each match gets one action, by the seat that acts in it. A match that ends is reset at
once: the rewards are those of the match that ended, the observation is of the new one.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from prateria.bots.net import FloatArray
from prateria.core.contract.meta import OptionValue, Outcome
from prateria.core.errors import SetupError
from prateria.research.episode import EnvSetup, Episode, Mask
from prateria.research.rewards import reward_named

Whole: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """What each match waits for; one row a match, for the seat that acts in it."""

    observations: FloatArray
    """Matches by width."""
    masks: Mask
    """Matches by actions."""
    seats: Whole
    """The seat whose observation, mask and next action it is."""
    rewards: FloatArray
    """Matches by seats: rewards of the matches that ended in this step, otherwise 0."""
    ended: npt.NDArray[np.bool_]
    outcomes: tuple[Outcome | None, ...]


class ManyMatches:
    """A fixed number of matches of one kind. The arrays of a batch are never changed later."""

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        reward: str = "rank",
    ) -> None:
        if count < 1:
            raise SetupError("there must be at least one match")
        self.setup = EnvSetup(game, seats, options)
        self.count = count
        self._reward = reward_named(reward)
        self._episodes = [Episode(self.setup) for _ in range(count)]
        self._legal: list[list[int]] = []
        self._seats: list[int] = []
        self._seeds = random.Random()

    def reset(self, seed: int | None = None) -> Batch:
        """Start all matches; the same seed gives the same matches, and all those after them."""
        if seed is not None:
            self._seeds = random.Random(seed)
        for episode in self._episodes:
            episode.start(self._seeds.getrandbits(60))
        return self._batch({})

    def step(self, actions: npt.ArrayLike) -> Batch:
        """One action for each match; IllegalAction if one is outside its mask."""
        numbers = [int(number) for number in np.asarray(actions).ravel()]
        if len(numbers) != len(self._legal):
            wanted = len(self._legal) or "reset() first"
            raise SetupError(f"{len(numbers)} actions were given; needed: {wanted}")
        for row, number in enumerate(numbers):
            if number not in self._legal[row]:
                raise self._episodes[row].refuse(self._seats[row], number)
        ends: dict[int, Outcome] = {}
        for row, episode in enumerate(self._episodes):
            episode.play(self._seats[row], numbers[row])
            if not episode.actors:
                outcome = episode.outcome
                assert outcome is not None
                ends[row] = outcome
                episode.start(self._seeds.getrandbits(60))
        return self._batch(ends)

    def _batch(self, ends: Mapping[int, Outcome]) -> Batch:
        setup, count = self.setup, self.count
        self._seats = [episode.actors[0] for episode in self._episodes]
        self._legal = [
            episode.legal(seat) for episode, seat in zip(self._episodes, self._seats, strict=True)
        ]
        rows = [
            episode.observe_bytes(seat)
            for episode, seat in zip(self._episodes, self._seats, strict=True)
        ]
        masks = np.zeros((count, setup.size), np.int8)
        for row, legal in enumerate(self._legal):
            masks[row, legal] = 1
        rewards = np.zeros((count, setup.seats), np.float32)
        ended = np.zeros(count, np.bool_)
        for row, outcome in ends.items():
            rewards[row], ended[row] = self._reward(outcome), True
        return Batch(
            np.frombuffer(bytearray().join(rows), np.float32).reshape(count, setup.width),
            masks,
            np.array(self._seats, np.int64),
            rewards,
            ended,
            tuple(ends.get(row) for row in range(count)),
        )
