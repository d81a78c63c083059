"""The process in which bots think: JSON lines in, JSON lines out, nothing else.

It gets a seat's view, what that seat saw and its legal moves as texts; never a state, a log or a
seed. It can crash or hang without harm: `bots.Thinkers` starts another.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from prateria import bots
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.game import AnyGame
from prateria.core.wire import Codec


class Question(Struct, frozen=True):
    """What to decide. `compare`: also tell what each move leads to, for a hint."""

    game: str
    bot: str
    seat: int
    view: Raw
    events: tuple[Raw, ...]
    legal: tuple[str, ...]
    ms: int
    luck: int
    compare: bool = False


class Decision(Struct, frozen=True):
    """The place of the chosen move in `legal`; with `compare`, the lead after each move."""

    choice: int
    leads: tuple[float, ...] = ()


GUESSES = 4


@cache
def _codec(game_id: str) -> Codec:
    game = registry.get(game_id)
    return Codec((*game.views, *game.events))


def decide(question: Question) -> Decision:
    """Ask the bot; this is also how a test thinks without a process."""
    game, codec = registry.get(question.game), _codec(question.game)
    view = codec.decode(bytes(question.view))
    events = tuple(codec.decode(bytes(event)) for event in question.events)
    legal = [game.parse_action(text) for text in question.legal]
    rng = Quick(question.luck)
    observation = bots.Observation(game, question.seat, view, events)
    budget = bots.Budget(milliseconds=question.ms)
    choice = bots.make(question.bot).choose(observation, legal, budget, rng)
    leads = _leads(game, view, question.seat, legal, rng) if question.compare else ()
    return Decision(legal.index(choice), leads)


def _leads(game: AnyGame, view: Any, seat: int, legal: list[Any], rng: Quick) -> tuple[float, ...]:
    """How far the seat is ahead after each move, by the game's own estimate, over some guesses."""
    totals = [0.0] * len(legal)
    for _ in range(GUESSES):
        guess = game.determinize(view, rng)
        for index, action in enumerate(legal):
            state = game.copy(guess)
            game.apply(state, action)
            values = game.evaluate(game.view(state, seat))
            others = [value for other, value in enumerate(values) if other != seat]
            totals[index] += values[seat] - max(others, default=0.0)
    return tuple(round(total / GUESSES, 2) for total in totals)


def main() -> None:
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        answer = decide(decoder.decode(line))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
