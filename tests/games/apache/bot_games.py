"""Golden games of bots, in tests/golden/apache/bots/.

Greedy bots play sound claims, which random ones hardly do; in the live tempo on a simulated
time line, over lines of their own. Each tempo, each optional rule alone, and all together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import prateria
from prateria.arena.network import NetworkLine
from prateria.arena.timeline import LiveSeat, TimeLine
from prateria.bots import BotSeat, make
from prateria.core.chance import Quick
from prateria.core.contract.meta import OptionValue
from prateria.core.matches.match import Match

LINES: Final = (20, 120, 230, 60, 300)
LEVELS: Final = ("hard", "hard", "medium", "easy", "hard")
RULES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("warpath",),
    ("marriage",),
    ("division",),
    ("warpath", "marriage", "division"),
)


def setups() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """A name, how many players, which options."""
    for number, rules in enumerate(RULES):
        for tempo in ("calm", "live"):
            options: dict[str, OptionValue] = {"tempo": tempo, **dict.fromkeys(rules, True)}
            yield "-".join([tempo, *rules]), 2 + number % 4, options


def game(name: str, players: int, options: dict[str, OptionValue]) -> Match:
    """The golden game of that name."""
    match = prateria.new_match("apache", seats=players, seed=f"golden {name}", options=options)
    bots = [BotSeat(make("greedy"), seat, name) for seat in range(players)]
    if options["tempo"] == "live":
        seats = [
            LiveSeat(bot.decide, LEVELS[seat], NetworkLine(LINES[seat]))
            for seat, bot in enumerate(bots)
        ]
        return TimeLine(match, seats, Quick(players)).run()
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bots[seat].decide(match))
    return match


def log_of(name: str, players: int, options: dict[str, OptionValue]) -> str:
    """The log of the golden game of that name."""
    return game(name, players, options).log.dumps()


FILES: Final = {f"bots/{setup[0]}.jsonl": partial(log_of, *setup) for setup in setups()}
