"""Play through the contract alone: random games for benchmarks, endgames (`research/endgame.py`)
and tests, and the way from one decision to the next for learning programs.

Where several seats may act, the first of them does. Searching bots do not use this: they roll out
with their learned policy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE, CLOCK, AnyGame


def playout(game: AnyGame, state: Any, rng: Rng, visit: Callable[[Any], None] | None = None) -> int:
    """Play the state to its end with random legal actions; returns the number of decisions.

    `visit` is called with the state before each step. It is the same object each time.
    """
    decisions = 0
    while True:
        actors = game.actors(state)
        if not actors:
            return decisions
        if visit is not None:
            visit(state)
        actor = actors[0]
        if actor == CHANCE:
            game.apply(state, game.sample(state, rng))
        else:
            legal = game.legal(state, actor)
            game.apply(state, legal[rng.below(len(legal))])
            decisions += 1


def next_seats(game: AnyGame, state: Any, rng: Rng) -> tuple[int, ...]:
    """Go on to the next decision of a seat: luck is drawn as soon as it is due, and the clock acts
    when no seat can. The seats that may act then; none when it is over."""
    while True:
        actors = game.actors(state)
        if not actors:
            return actors
        if actors[0] == CHANCE:
            game.apply(state, game.sample(state, rng))
        elif CLOCK not in actors:
            return actors
        elif len(actors) == 1:
            game.apply(state, game.legal(state, CLOCK)[0])
        else:
            return tuple([seat for seat in actors if seat != CLOCK])


def positions(game: AnyGame, state: Any, rng: Rng) -> list[Any]:
    """Play the state to its end like `playout`; return a copy of the state before each step."""
    found: list[Any] = []
    playout(game, state, rng, lambda now: found.append(game.copy(now)))
    return found
