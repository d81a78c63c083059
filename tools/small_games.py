"""The size of the shrunken games, and the results of exact solvers: rows for the figures of
docs/environments.md."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any, Final

import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]
    cfr,
    exploitability,
    minimax,
)

from prateria import research

ITERATIONS: Final = 10
DEEPEST: Final = 1000


def small_names() -> list[str]:
    return [name for name in research.register_with_open_spiel() if name.endswith("_small")]


def sizes(game: Any) -> tuple[int, int, int]:
    """Histories, positions and information states."""
    histories, positions, known = 0, set(), set()
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        histories += 1
        positions.add(str(state))
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            known.add(state.information_state_string(state.current_player()))
        waiting += [state.child(action) for action in state.legal_actions()]
    return histories, len(positions), len(known)


def solved(game: Any) -> str:
    """By minimax where nothing is hidden, otherwise by CFR+."""
    start = process_time()
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        value, _ = minimax.expectiminimax(game.new_initial_state(), DEEPEST, lambda _: 0, 0)
        spent = process_time() - start
        return f"minimax: {value:g} for the first seat, {spent:.1f} s"
    solver = cfr.CFRPlusSolver(game)
    first = exploitability.nash_conv(game, solver.average_policy())
    start = process_time()
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    each = (process_time() - start) / ITERATIONS
    last = exploitability.nash_conv(game, solver.average_policy())
    return (
        f"CFR+: NashConv {first:.3f} at random, {last:.3f} after {ITERATIONS} iterations"
        f" of {each:.1f} s"
    )


def small_rows() -> Iterator[str]:
    yield (
        "| game | histories | positions | information states | actions | tensor"
        " | solved, in CPU seconds |"
    )
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for name in small_names():
        whole = pyspiel.load_game(name)
        game = pyspiel.load_game(f"{name}(memory=0)")
        histories, positions, known = sizes(game)
        (tensor,) = whole.information_state_tensor_shape()
        yield (
            f"| `{name}` | {histories:,} | {positions:,} | {known:,}"
            f" | {game.num_distinct_actions()} | {tensor:,} | {solved(game)} |"
        )
