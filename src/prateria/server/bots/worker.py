"""The process in which bots think: JSON lines in, JSON lines out, nothing else.

It gets a seat's view, what that seat saw and its legal moves as texts; never a state, a log or a
seed. It can crash or hang without harm: `pool.BotPool` starts another.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from cachetools import LRUCache
from msgspec import Raw, Struct

from prateria import bots
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.wire import Codec
from prateria.review import advise


class Question(Struct, frozen=True):
    """What to decide. `advise`: for a hint, with the chances and the plan.
    `player` is the same for all questions of one seat of one match, and says nothing else: its bot
    may go on from what it thought before."""

    game: str
    bot: str
    seat: int
    view: Raw
    events: tuple[Raw, ...]
    legal: tuple[str, ...]
    ms: int
    luck: int
    advise: bool = False
    player: str = ""


class Decision(Struct, frozen=True):
    """The place of the chosen move in `legal`. For a hint: the chance after each move, the plan for
    the turn, that move first, and the plain estimate in points now and when it is carried out."""

    choice: int
    chances: tuple[float, ...] = ()
    plan: tuple[str, ...] = ()
    points: tuple[float, float] = (0.0, 0.0)
    error: str = ""
    """What went wrong, if the bot could not choose."""


_QUESTIONS: Final = msgspec.json.Decoder(Question)
SEATED: Final = 32
_seated: Final[LRUCache[tuple[str, str], bots.Bot]] = LRUCache(SEATED)
"""The bots asked last, by their seat. A bot must not use what it kept of another match or moment:
ours check whether the view is the one they foresaw."""


@cache
def _codec(game_id: str) -> Codec:
    game = registry.get(game_id)
    return Codec((*game.views, *game.events))


def decide(question: Question) -> Decision:
    """Ask the bot; tests also use this to think without a process."""
    game, codec = registry.get(question.game), _codec(question.game)
    view = codec.decode(bytes(question.view))
    events = tuple(codec.decode(bytes(event)) for event in question.events)
    legal = [game.notation.parse_action(text) for text in question.legal]
    rng = Quick(question.luck)
    if question.advise:
        advice = advise(game, view, question.seat, legal, rng)
        now, then = advice.points
        return Decision(
            advice.choice,
            tuple([round(float(each), 3) for each in advice.chances]),
            tuple([game.notation.format_action(action) for action in advice.plan]),
            (round(now, 1), round(then, 1)),
        )
    observation = bots.Observation(game, question.seat, view, events)
    budget = bots.Budget(milliseconds=question.ms)
    choice = _bot(question).choose(observation, legal, budget, rng)
    return Decision(legal.index(choice))


def _bot(question: Question) -> bots.Bot:
    """The bot that sits there, with what it thought before; a new one if no player is named."""
    if not question.player:
        return bots.make(question.bot)
    key = (question.player, question.bot)
    bot: bots.Bot | None = _seated.get(key)
    if bot is None:
        bot = _seated[key] = bots.make(question.bot)
    return bot


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of the terminal
    gc.freeze()  # a full collection, due as soon as a bot has thought, skips what was imported
    try:
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(msgspec.json.encode(_answer(line)) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # the server is gone, and flushing at exit would fail again


def _answer(line: bytes) -> Decision:
    """Errors are reported to the server, which writes them to its log."""
    try:
        return decide(_QUESTIONS.decode(line))
    except Exception as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        return Decision(-1, error=told)


if __name__ == "__main__":
    main()
