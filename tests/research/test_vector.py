"""Many matches stepped together are the same as one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from prateria import research
from prateria.core.errors import IllegalAction, SetupError
from prateria.research.vector import Batch


def first_legal(batch: Batch) -> list[int]:
    return [int(number) for number in batch.masks.argmax(axis=1)]


@pytest.mark.parametrize("game", ["apache", "bison", "manitou"])
def test_a_batch_has_one_row_for_the_seat_that_acts_in_each_match(game: str) -> None:
    envs = research.vector_env(game, 5, seats=3)
    batch = envs.reset(seed=1)
    for _ in range(30):
        assert batch.observations.shape == (5, envs.setup.width)
        assert batch.masks.shape == (5, envs.setup.size)
        assert (batch.masks.sum(axis=1) > 0).all()
        assert ((batch.seats >= 0) & (batch.seats < 3)).all()
        batch = envs.step(first_legal(batch))


def test_a_single_match_goes_as_it_does_turn_by_turn() -> None:
    envs, env = research.vector_env("manitou", 1), research.aec_env("manitou")
    batch = envs.reset(seed=9)
    env.reset(seed=9)
    while True:
        observed = env.observe(env.agent_selection)
        assert env.agent_selection == f"seat_{batch.seats[0]}"
        assert np.array_equal(observed["observation"], batch.observations[0])
        assert np.array_equal(observed["action_mask"], batch.masks[0])
        action = first_legal(batch)[0]
        batch = envs.step([action])
        env.step(action)
        if batch.ended[0]:
            break
    assert [env.rewards[agent] for agent in env.agents] == list(batch.rewards[0])
    outcome = batch.outcomes[0]
    assert outcome is not None
    assert env.infos["seat_0"]["score"] == outcome.scores[0]
    env.reset()
    assert np.array_equal(env.observe(env.agent_selection)["observation"], batch.observations[0])


def test_the_arrays_of_a_batch_never_change() -> None:
    envs = research.vector_env("apache", 3)
    batch = envs.reset(seed=1)
    before = batch.observations.copy(), batch.masks.copy()
    envs.step(first_legal(batch))
    assert np.array_equal(batch.observations, before[0])
    assert np.array_equal(batch.masks, before[1])


def test_the_arrays_of_an_earlier_batch_can_be_written_over() -> None:
    fresh, envs = (research.vector_env("bison", 3) for _ in range(2))
    one, other = fresh.reset(seed=4), envs.reset(seed=4)
    for _ in range(300):  # long enough for matches to end
        one = fresh.step(first_legal(one))
        again = envs.step(first_legal(other), out=other)
        assert again.observations is other.observations
        assert again.masks is other.masks
        for ours, theirs in zip(same(again), same(one), strict=True):
            assert np.array_equal(ours, theirs)
        assert again.outcomes == one.outcomes
        other = again
    smaller = research.vector_env("bison", 2).reset(seed=1)
    with pytest.raises(SetupError, match="not one of these matches"):
        envs.reset(seed=1, out=smaller)


def same(batch: Batch) -> list[np.ndarray[Any, Any]]:
    return [batch.observations, batch.masks, batch.seats, batch.rewards, batch.ended]


def test_a_wrong_batch_is_refused_and_nothing_is_played() -> None:
    envs = research.vector_env("manitou", 2)
    with pytest.raises(SetupError, match="reset"):
        envs.step([0, 0])
    batch = envs.reset(seed=1)
    with pytest.raises(SetupError, match="3 actions were given"):
        envs.step([0, 0, 0])
    with pytest.raises(IllegalAction):
        envs.step([first_legal(batch)[0], 138])
    again = envs.reset(seed=1)
    assert np.array_equal(batch.observations, again.observations)
    with pytest.raises(SetupError, match="at least one match"):
        research.vector_env("manitou", 0)
