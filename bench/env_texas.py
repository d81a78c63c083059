"""PettingZoo's Texas hold'em, as published and without its wrappers.

Runs in the peers' own environment (see peers_env.py); must not import prateria.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from bench.env_loop import answer, steps_per_second


def main() -> None:
    parser = argparse.ArgumentParser(description="Time texas_holdem_v4 once.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    texas: Any = import_module("pettingzoo.classic.texas_holdem_v4")
    figures = {
        name: steps_per_second(make(num_players=args.players), args.seconds, args.seed)
        for name, make in (("env", texas.env), ("raw_env", texas.raw_env))
    }
    answer(dict(figures))


if __name__ == "__main__":
    main()
