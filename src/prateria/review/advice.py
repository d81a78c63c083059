"""Advice for a seat in a match that goes on, from what it sees alone: a move, and the plan behind
it to the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

import numpy as np

from prateria.bots.net import FloatArray
from prateria.core.chance import Rng
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.review.win_model import GUESSES, compare, win_model_for

LIKED: Final = 4
"""Moves that are played on to the end of the turn."""
LOOKED_INTO: Final = 4
"""Guesses in which that is done."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do in a seat's place."""

    chances: FloatArray
    """The chance of winning after each legal move, if the turn goes on well."""
    plan: tuple[Any, ...]
    """The best move and what follows it in the same turn, as far as that can be known now."""
    points: tuple[float, float]
    """The game's plain estimate for the seat, now and when the plan is carried out."""
    choice: int
    """The place of the best move."""


def advise(game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Rng) -> Advice:
    """The moves compared by the end of the turn: those liked best one action ahead are played on.
    No other is told as better than these."""
    guesses = [game.determinize(view, rng) for _ in range(GUESSES)]
    model = win_model_for(game, game.notation.setup(guesses[0])[0])
    chances = compare(model, guesses, seat, legal)
    looked_at = {*model.candidates(guesses[0], seat, legal)}
    order = [int(place) for place in np.argsort(-chances, kind="stable")]
    liked = [place for place in order if legal[place] in looked_at][:LIKED]
    ways = {
        place: [model.play_on(guess, seat, (legal[place],)) for guess in guesses[:LOOKED_INTO]]
        for place in liked
    }
    ends = {
        place: float(model.judge([end for _, end in way], seat)[:, seat].mean())
        for place, way in ways.items()
    }
    told = np.minimum(chances, np.float32(min(ends.values())))
    for place, chance in ends.items():
        told[place] = chance
    choice = max(liked, key=ends.__getitem__)
    evaluate = numbers_of(game).evaluate
    after = [evaluate(game.view(end, seat))[seat] for _, end in ways[choice]]
    points = (evaluate(view)[seat], sum(after) / len(after))
    return Advice(told, _common([done for done, _ in ways[choice]]), points, choice)


def _common(plans: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """How far all plans are the same: what differs depends on what the seat cannot see."""
    steps = takewhile(lambda step: all(each == step[0] for each in step), zip(*plans, strict=False))
    return tuple([step[0] for step in steps])
