"""`prateria fairness`: who wins a race when one player's line is slower."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from prateria.arena.fairness import as_text, fairness
from prateria.cli.common import add_command, the_game
from prateria.cli.study.simulate import progress_bar
from prateria.cli.terminal.screen import Screen
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Let two equally skilled players with different lines race for one card, and count who gets it.

Every grab is decided by the rules of the game, from made-up reaction times and lines that
docs/fairness.md describes. Shown are each player's share if the first to arrive won and by the
rules, how often somebody else was really faster, what a client gains that reports 150 ms too
little, how often reports are found impossible, and how long the decision has to wait.

examples:
  prateria fairness apache --rtt 30,230 --grabs 100000
  prateria fairness apache --rtt 20,90 --json"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "fairness", run, short="who wins a race over a slower line", text=TEXT
    )
    parser.add_argument("game", help="which game; one that can be played live")
    parser.add_argument(
        "--rtt", default="30,230", metavar="MS,MS", help="the two mean round trips (30,230)"
    )
    parser.add_argument("--grabs", type=int, default=10000, metavar="N", help="how many (10000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the luck (1)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    with progress_bar(arguments.grabs) as progress:
        report = fairness(
            game.meta.id,
            round_trips(arguments.rtt),
            arguments.grabs,
            seed=arguments.seed,
            progress=progress,
        )
    screen = Screen()
    text = json.dumps(asdict(report), indent=2) if arguments.json else as_text(report).rstrip()
    screen.write_raw(text)
    return 0


def round_trips(text: str) -> list[int]:
    """`30,230` as two numbers; SetupError for anything but two."""
    words = text.split(",")
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 6 for word in words):
        raise SetupError(f"--rtt takes two times in milliseconds like 30,230, not {text!r}")
    return [int(word) for word in words]
