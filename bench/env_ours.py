"""One of our environments, timed once; PYTHONPATH decides which prateria it is."""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

import prateria
from bench.env_loop import answer, steps_per_second
from bench.ours import find_game
from prateria.research import aec_env, vector_env
from prateria.research.episode import Mask
from prateria.research.vector import ManyMatches, Whole

MATCHES = 64


def vector_steps_per_second(envs: ManyMatches, seconds: float, seed: int) -> float:
    """Decisions per second of CPU time, chosen at random within the masks."""
    rng = np.random.default_rng(seed)
    now = envs.reset(seed)
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        now = envs.step(chosen(now.masks, rng), out=now)
        steps += envs.count
    return steps / spent


def chosen(masks: Mask, rng: np.random.Generator) -> Whole:
    """One action a match, each legal one as likely as the next. To draw a number for every action
    there is would take longer than the step itself."""
    matches, size = masks.shape
    legal = np.flatnonzero(masks.view(np.bool_))
    rows = np.searchsorted(legal, size * np.arange(matches + 1))
    lots = (rng.random(matches) * np.diff(rows)).astype(np.int64)
    numbers: Whole = legal[rows[:-1] + lots] % size
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(description="Time one of our environments once.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    find_game(args.game)
    vector = vector_env(args.game, MATCHES, seats=args.players)
    answer(
        {
            "aec": steps_per_second(
                aec_env(args.game, seats=args.players), args.seconds, args.seed
            ),
            "vector": vector_steps_per_second(vector, args.seconds, args.seed),
            "compiled": prateria.is_compiled(),
        }
    )


if __name__ == "__main__":
    main()
