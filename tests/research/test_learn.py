"""The worked example, in a short form: it learns, and beats the random bot."""

from __future__ import annotations

import numpy as np
import pytest

from examples.learn import Agent, sampled, share_of_victories, train

STEPS = {"apache": 150_000, "bison": 75_000, "manitou": 100_000}


@pytest.mark.slow
@pytest.mark.parametrize("game", STEPS)
def test_a_small_agent_learns_to_beat_the_random_bot(game: str) -> None:
    agent = train(game, seats=2, steps=STEPS[game], batch_size=1024, rate=0.005)
    share, low, _ = share_of_victories(agent, game, seats=2, games=160)
    assert low > 0.5, f"it wins {share:.0%}"


def test_an_agent_that_has_learned_nothing_plays_as_the_random_bot_does() -> None:
    agent = Agent(292, 139, np.random.default_rng(1))
    masks = np.zeros((1, 139), np.int8)
    masks[0, [3, 7]] = 1
    _, policy, _ = agent.forward(np.ones((1, 292), np.float32), masks)
    assert policy[0, 3] == policy[0, 7] == 0.5
    assert {int(sampled(policy, np.random.default_rng(n))[0]) for n in range(20)} == {3, 7}
