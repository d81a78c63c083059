"""The process in which bots think: JSON lines in, JSON lines out, nothing else.

It gets a seat's view, what that seat saw and its legal moves as texts; never a state, a log or a
seed. It can crash or hang without harm: `pool.BotPool` starts another.
"""

from __future__ import annotations

import gc
import sys
from functools import cache

import msgspec
from msgspec import Raw, Struct

from prateria import bots
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.wire import Codec
from prateria.review import compare


class Question(Struct, frozen=True):
    """What to decide. `compare`: by the chance after each move, and tell those, for a hint."""

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
    """The place of the chosen move in `legal`; with `compare`, the chance after each move."""

    choice: int
    chances: tuple[float, ...] = ()


@cache
def _codec(game_id: str) -> Codec:
    game = registry.get(game_id)
    return Codec((*game.views, *game.events))


def decide(question: Question) -> Decision:
    """Ask the bot; this is also how a test thinks without a process."""
    game, codec = registry.get(question.game), _codec(question.game)
    view = codec.decode(bytes(question.view))
    events = tuple(codec.decode(bytes(event)) for event in question.events)
    legal = [game.notation.parse_action(text) for text in question.legal]
    rng = Quick(question.luck)
    if question.compare:
        chances = compare(game, view, question.seat, legal, rng)
        return Decision(int(chances.argmax()), tuple(round(float(each), 3) for each in chances))
    observation = bots.Observation(game, question.seat, view, events)
    budget = bots.Budget(milliseconds=question.ms)
    choice = bots.make(question.bot).choose(observation, legal, budget, rng)
    return Decision(legal.index(choice))


def main() -> None:
    gc.freeze()  # a full collection, due as soon as a bot has thought, skips what was imported
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        answer = decide(decoder.decode(line))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
