"""Many matches stepped together, for training: one array a batch.

In every step each match gets one action, by the seat that acts in it. A match that ends is reset at
once: the rewards are those of the match that ended, the observation is of the new one. The matches
themselves, `MatchRows`, are compiled with the rules, and write into the arrays.
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
from prateria.core.matches.many import MatchRows
from prateria.research.episode import EnvSetup, Mask
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
    """A fixed number of matches of one kind. A batch's arrays are never changed later, unless it is
    handed in again as `out`."""

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
        setup = self.setup
        self._rows = MatchRows(setup.game, setup.ruleset, setup.seats, setup.space, count)
        self._nobody: tuple[Outcome | None, ...] = (None,) * count
        self._seeds = random.Random()

    def reset(self, seed: int | None = None, *, out: Batch | None = None) -> Batch:
        """Start all matches; the same seed gives the same matches, and all those after them."""
        if seed is not None:
            self._seeds = random.Random(seed)
        batch = self._new_batch() if out is None else out
        self._rows.start(self._new_seed, *self._buffers(batch))
        return self._told(batch, {})

    def step(self, actions: npt.ArrayLike, *, out: Batch | None = None) -> Batch:
        """One action for each match; IllegalAction if one is outside its mask, and then none is
        played. With `out` the arrays of an earlier batch are written over, and its batch is void.
        """
        numbers: list[int] = np.asarray(actions, np.int64).ravel().tolist()
        if len(numbers) != len(self._rows.legal):
            wanted = len(self._rows.legal) or "reset() first"
            raise SetupError(f"{len(numbers)} actions were given; needed: {wanted}")
        refused = self._rows.refused(numbers)
        if refused >= 0:
            self.setup.check_number(numbers[refused])
            raise self._rows.refuse(refused, numbers[refused])
        batch = self._new_batch() if out is None else out
        ends = self._rows.step(numbers, self._new_seed, *self._buffers(batch))
        return self._told(batch, ends)

    def _new_seed(self) -> int:
        return self._seeds.getrandbits(60)

    def _new_batch(self) -> Batch:
        setup, count = self.setup, self.count
        return Batch(
            np.empty((count, setup.width), np.float32),
            np.empty((count, setup.size), np.int8),
            np.empty(count, np.int64),
            np.zeros((count, setup.seats), np.float32),
            np.zeros(count, np.bool_),
            self._nobody,
        )

    def _buffers(self, batch: Batch) -> tuple[memoryview, memoryview]:
        """The bytes of a batch's observations and masks."""
        setup, count = self.setup, self.count
        observations, masks = batch.observations, batch.masks
        if (observations.nbytes, masks.nbytes) != (4 * count * setup.width, count * setup.size):
            raise SetupError("the batch to write over is not one of these matches")
        return observations.data.cast("B"), masks.data.cast("B")

    def _told(self, batch: Batch, ends: Mapping[int, Outcome]) -> Batch:
        """The batch with everything else that there is to tell."""
        batch.seats[:] = self._rows.seats
        batch.rewards[:] = 0
        batch.ended[:] = False
        if not ends:
            outcomes = self._nobody
        else:
            outcomes = tuple(ends.get(row) for row in range(self.count))
            for row, outcome in ends.items():
                batch.rewards[row], batch.ended[row] = self._reward(outcome), True
        return Batch(
            batch.observations, batch.masks, batch.seats, batch.rewards, batch.ended, outcomes
        )
