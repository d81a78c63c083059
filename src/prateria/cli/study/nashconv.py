"""`prateria nashconv`: how far a bot is from perfect play, on a game's small twin."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Final

from prateria.bots import make
from prateria.bots.levels import meaning
from prateria.bots.net import weights_digest
from prateria.cli.common import add_command, the_game
from prateria.cli.terminal.screen import Screen, counted
from prateria.core.contract.game import LETTERS, numbers_of
from prateria.core.errors import SetupError
from prateria.research.extra import needed

if TYPE_CHECKING:
    from prateria.cli.common import Commands

DRAWS: Final = 8
TEXT: Final = """\
Tell how far a bot is from perfect play, exactly: on the game's small twin, whose whole tree
OpenSpiel searches for the best response to the bot's policy. NashConv is what all seats together
could gain: 0 for an equilibrium; a victory is worth 1 and a defeat -1.

At each decision a new bot is asked some times, with luck of its own, and plays each action as often
as it chose it. A bot with a limit of time gives figures that depend on the machine; name one with a
limit of simulations.

examples:
  prateria nashconv manitou --bot level:5
  prateria nashconv apache --bot search:sims=64 --draws 16 --json"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "nashconv", run, short="how far a bot is from perfect play", text=TEXT
    )
    parser.add_argument("game", nargs="?", help="which game; may be left out if there is only one")
    parser.add_argument("--bot", default="level:5", metavar="BOT", help="which bot (level:5)")
    parser.add_argument(
        "--draws", type=int, default=DRAWS, metavar="N", help=f"askings a decision ({DRAWS})"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the random seed (1)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    make(arguments.bot)
    if game.numbers is None or numbers_of(game).small() is None:
        raise SetupError(f"{game.meta.name} has no small twin")
    if arguments.draws < 1 or arguments.seed < 0:
        raise SetupError("draws are at least 1, the seed at least 0")
    needed("pyspiel")
    from prateria.research.nash_conv import BotPolicy, distance, small_game

    small = small_game(game.meta.id)
    played = BotPolicy(small, arguments.bot, arguments.draws, arguments.seed)
    found = distance(small, played)
    report = {
        "game": game.meta.id,
        "rules": game.meta.rules_version,
        "bot": arguments.bot,
        "meaning": meaning(arguments.bot, game.meta.id),
        "weights": weights_digest(game.meta.id),
        "draws": arguments.draws,
        "seed": arguments.seed,
        "decisions": len(played.known),
        "nash_conv": round(found.nash_conv, 4),
        "gains": [round(gain, 4) for gain in found.gains],
        "values": [round(value, 4) for value in found.values],
    }
    screen = Screen()
    if arguments.json:
        screen.write_raw(json.dumps(report, indent=1))
        return 0
    screen.write(f"NashConv     {found.nash_conv:.4f}")
    for seat, (gain, value) in enumerate(zip(found.gains, found.values, strict=True)):
        screen.write(f"seat {LETTERS[seat]}       gets {value:+.4f}, could gain {gain:.4f}")
    screen.write(
        f"asked        {counted(len(played.known), 'decision')}, {arguments.draws} times each"
    )
    return 0
