"""Perft: the number of ways to continue from a position, to pin what is legal."""

from __future__ import annotations

from typing import Any

from prateria.core.contract.game import CHANCE, AnyGame
from tests.golden.layout import one_a_line


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """How many different sequences there are of this many actions, including luck's."""
    if depth == 0:
        return 1
    count = 0
    for actor in game.actors(state):
        if actor == CHANCE:
            actions = [action for action, _ in game.chance(state)]
        else:
            actions = list(game.legal(state, actor))
        if depth == 1:
            count += len(actions)
            continue
        for action in actions:
            twin = game.copy(state)
            game.apply(twin, action)
            count += perft(game, twin, depth - 1)
    return count


def perft_counts(game: AnyGame, positions: str) -> str:
    """Counts to the depth given before each position of `positions.txt`."""
    rows = {}
    for line in positions.splitlines():
        if line and not line.startswith("#"):
            depth, _, position = line.partition(" ")
            state = game.notation.parse_state(position)
            rows[position] = [perft(game, state, number) for number in range(int(depth) + 1)]
    return one_a_line(rows)
