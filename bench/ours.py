"""Random games of ours through the public contract, timed; and the memory that a match needs.

Runs in a process of its own, with PYTHONPATH set to the plain sources or to the compiled
ones, so that both can be measured in one go. Must not import a game by name.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tomllib
import tracemalloc
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

import prateria
from bench.measure import Sample, answer, measure
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, AnyGame
from prateria.core.contract.meta import OptionValue, settle_options
from prateria.core.errors import SetupError
from prateria.core.playout import playout

ROOT: Final = Path(__file__).resolve().parent.parent


class Ours:
    """One game with one rule set."""

    def __init__(
        self, game: AnyGame, players: int, options: dict[str, OptionValue], seed: int
    ) -> None:
        self.game = game
        self.players = players
        self.ruleset: object = game.ruleset(players, settle_options(game.meta, options))
        self.rng = Quick(seed)

    def play(self) -> int:
        """The random playout of the package, compiled with the rules."""
        return playout(self.game, self.game.new(self.ruleset, self.players), self.rng)

    def own_loop(self) -> int:
        """The same game with the same calls, but from outside: always plain Python."""
        game, below = self.game, self.rng.below
        actors, legal, apply, sample = game.actors, game.legal, game.apply, game.sample
        state = game.new(self.ruleset, self.players)
        decisions = 0
        while who := actors(state):
            seat = who[0]
            if seat == CHANCE:
                apply(state, sample(state, self.rng))
            else:
                actions = legal(state, seat)
                apply(state, actions[below(len(actions))])
                decisions += 1
        return decisions

    def walk(self, sample: Sample) -> None:
        game, rng = self.game, self.rng

        def look(state: object) -> None:
            actor = game.actors(state)[0]
            if actor == CHANCE:
                sample.luck += 1
                return
            sample.decision(len(game.legal(state, actor)))
            if sample.wants_state():
                sample.copies.append(partial(game.copy, game.copy(state)))

        playout(game, game.new(self.ruleset, self.players), rng, look)


def find_game(game_id: str) -> AnyGame:
    """The installed game, or the one that pyproject.toml names if nothing is installed."""
    try:
        return registry.get(game_id)
    except SetupError:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        points = project["entry-points"][registry.GROUP]
        if game_id not in points:
            raise
        module, _, name = points[game_id].partition(":")
        registry.register(getattr(import_module(module), name))
        return registry.get(game_id)


def is_compiled(game: AnyGame) -> bool:
    """Whether the module that defines the game's class is machine code."""
    origin = sys.modules[type(game).__module__].__file__ or ""
    return not origin.endswith(".py")


def match_bytes(game_id: str, options: dict[str, OptionValue], seed: int) -> int:
    """The memory of a finished match of the largest table, its log included."""
    game = find_game(game_id)
    choose = random.Random(seed)
    _finished(game, options, choose)  # the first fills tables that all matches share
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    match = _finished(game, options, choose)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert match.outcome is not None
    return after - before


def _finished(
    game: AnyGame, options: dict[str, OptionValue], choose: random.Random
) -> prateria.Match:
    match = prateria.new_match(
        game.meta.id, seats=game.meta.most, seed=str(choose.random()), options=options
    )
    while match.actors:
        seat = match.actors[0]
        match.play(seat, choose.choice(match.legal(seat)))
    return match


def main() -> None:
    parser = argparse.ArgumentParser(description="Time one game of ours once.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--options", type=json.loads, default={}, help="a JSON object")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", action="store_true", help="weigh a match instead")
    args = parser.parse_args()
    if args.memory:
        sys.stdout.write(f"{match_bytes(args.game, args.options, args.seed)}\n")
        return
    game = find_game(args.game)
    ours = Ours(game, args.players, args.options, args.seed)
    answer(measure(ours, args.seconds, own_loop=ours.own_loop, compiled=is_compiled(game)))


if __name__ == "__main__":
    main()
