"""Games of pgx, 64 at once on one core, timed once.

Runs in an environment of its own (see peers_env.py); must not import prateria. pgx runs games as
XLA programs, which a GPU is best at; here a processor runs them, because ours have nothing else.
Every step draws an action at random within the masks, as its documentation does, and makes the
next observation; a match that is over starts again inside the program.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from time import process_time
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"

from bench.env_loop import answer

MATCHES = 64
INSIDE = 500
"""Steps before a program returns, where the loop is part of it."""


def one_core() -> None:
    """XLA's threads, whatever they are, share one core: nothing is gained by a second."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rates(game: str, seconds: float, seed: int) -> dict[str, float]:
    """Steps a second of CPU time, with the loop in Python and with the loop in XLA."""
    jax: Any = import_module("jax")
    jnp: Any = import_module("jax.numpy")
    env: Any = import_module("pgx").make(game)
    fresh = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def step(state: Any, key: Any) -> Any:
        choice, luck = jax.random.split(key)
        odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choice, odds, axis=1)
        return jax.vmap(fresh)(state, actions, jax.random.split(luck, MATCHES))

    def steps(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, INSIDE)
        return jax.lax.scan(lambda now, each: (step(now, each), None), state, keys)[0]

    def rate(program: Any, count: int) -> float:
        key = jax.random.PRNGKey(seed)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, MATCHES))
        state = jax.block_until_ready(program(state, key))  # compiles
        made, start = 0, process_time()
        while (spent := process_time() - start) < seconds:
            key, now = split(key)
            state = jax.block_until_ready(program(state, now))
            made += MATCHES * count
        return made / spent

    split = jax.jit(jax.random.split)
    split(jax.random.PRNGKey(seed))
    return {"vector": rate(jax.jit(step), 1), "inside": rate(jax.jit(steps), INSIDE)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time one game of pgx once.")
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    one_core()
    answer(dict(rates(args.game, args.seconds, args.seed)))


if __name__ == "__main__":
    main()
