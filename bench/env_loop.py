"""The loop every PettingZoo environment is timed with: the one of PettingZoo's own pages.

Nothing of prateria here, so that it also runs in the peers' environment. Every step reads the
observation and chooses at random within its mask; dead agents' steps take their time but are not
counted, and neither is the reset between matches.
"""

from __future__ import annotations

import json
import random
import sys
from time import process_time
from typing import Any

import numpy as np


def steps_per_second(env: Any, seconds: float, seed: int) -> float:
    """Decisions per second of CPU time, whole matches only, after one to warm up."""
    uniform = random.Random(seed).random
    env.reset(seed=seed)
    _play(env, uniform)
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        env.reset()
        steps += _play(env, uniform)
    return steps / spent


def _play(env: Any, uniform: Any) -> int:
    steps = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        # As booleans: reading a large mask as whole numbers takes a tenth of the time of a step.
        legal = np.flatnonzero(observation["action_mask"].view(np.bool_))
        env.step(int(legal[int(uniform() * len(legal))]))
        steps += 1
    return steps


def answer(figures: dict[str, float | bool]) -> None:
    """Hand the figures to the process that asked: one JSON line, the last on stdout."""
    sys.stdout.write("\n" + json.dumps(figures) + "\n")
