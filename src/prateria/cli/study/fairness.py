"""`prateria fairness`: who wins a race when one player's line is slower."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from prateria.arena.fairness import FairnessReport, as_text, fairness
from prateria.arena.races.measure import CARDS, HONEST, RaceReport, Races, race
from prateria.arena.races.measure import as_text as race_text
from prateria.arena.races.racers import ATTACKS
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
rules, how often somebody else was really faster, what lies gain and how often they are marked, and
how long the decision has to wait.

With --server the same is measured on a real server, which is started for it, over real sockets
through proxies that delay: honest people, then each attack from either line, and how evenly five
pages are sent a card. Each pair of reaction times is raced twice, with the seats swapped.

examples:
  prateria fairness apache --rtt 30,230 --grabs 100000
  prateria fairness apache --rtt 20,90 --json
  prateria fairness apache --server --races 400 --json
  prateria fairness apache --server --races 400 --attack lie-60
  prateria fairness apache --server --races 2 --attack none --bots 200"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "fairness", run, short="who wins a race over a slower line", text=TEXT
    )
    parser.add_argument("game", help="which game; one that can be played live")
    parser.add_argument(
        "--rtt", default="30,230", metavar="MS,MS", help="the two mean round trips (30,230)"
    )
    parser.add_argument("--grabs", type=int, default=10000, metavar="N", help="how many (10000)")
    parser.add_argument("--server", action="store_true", help="measure on a real server")
    parser.add_argument(
        "--races", type=int, default=400, metavar="N", help="with --server: how many a row (400)"
    )
    parser.add_argument(
        "--attack",
        action="append",
        choices=["none", *ATTACKS],
        metavar="NAME",
        help=f"with --server: only these attacks, or none (all: {', '.join(ATTACKS)})",
    )
    parser.add_argument(
        "--bots",
        type=int,
        default=0,
        metavar="N",
        help="with --server: also this many reactions of bots of each level (0)",
    )
    parser.add_argument(
        "--quiet-proxy",
        action="store_true",
        help="with --server: the proxies do not tell the lines' round trips; what that costs",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the random seed (1)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    report: FairnessReport | RaceReport
    if arguments.server:
        report = _on_a_server(arguments, game.meta.id)
        text = race_text(report)
    else:
        with progress_bar(arguments.grabs) as progress:
            report = fairness(
                game.meta.id,
                round_trips(arguments.rtt),
                arguments.grabs,
                seed=arguments.seed,
                progress=progress,
            )
        text = as_text(report)
    shown = json.dumps(asdict(report), indent=2) if arguments.json else text.rstrip()
    Screen().write_raw(shown)
    return 0


def _on_a_server(arguments: argparse.Namespace, game_id: str) -> RaceReport:
    first, second = round_trips(arguments.rtt)
    if arguments.races < 2:
        raise SetupError("--races takes at least 2: each pair of times is raced twice")
    named = arguments.attack or list(ATTACKS)
    attacks = tuple(name for name in named if name != "none")
    wish = Races(
        game=game_id,
        rtts=(first, second),
        races=arguments.races,
        attacks=attacks,
        bot_plays=max(0, arguments.bots),
        cards=0 if arguments.attack else CARDS,
        seed=arguments.seed,
        tells=not arguments.quiet_proxy,
    )
    with progress_bar(arguments.races * (HONEST + 2 * len(attacks))) as progress:
        return race(wish, progress)


def round_trips(text: str) -> list[int]:
    """`30,230` as two numbers; SetupError for anything but two."""
    words = text.split(",")
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 6 for word in words):
        raise SetupError(f"--rtt takes two times in milliseconds like 30,230, not {text!r}")
    return [int(word) for word in words]
