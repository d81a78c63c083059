"""`prateria dataset`: games by bots as a table of decisions."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Final

from prateria.cli.common import add_command, add_option, read_options, the_game
from prateria.cli.study.simulate import progress_bar
from prateria.cli.terminal.screen import Screen, counted
from prateria.research.dataset import write_dataset

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Let bots play, and write one row for each decision to a Parquet file: what the seat saw, what it
could do, what it did, and how the match ended for it. docs/dataset.md describes the columns.

The same command with the same seed writes the same file, with any number of workers. It needs
pip install 'prateria[research]'.

examples:
  prateria dataset manitou --games 1000 --seed 1 --out manitou.parquet
  prateria dataset apache --players 3 --bots level:3,greedy,random --workers 2"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "dataset", run, short="let bots play, and keep every decision", text=TEXT
    )
    parser.add_argument("game", nargs="?", help="which game; may be left out if there is only one")
    parser.add_argument("--players", type=int, metavar="N", help="how many (the game's fewest)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    parser.add_argument(
        "--seed", metavar="TEXT", help="the random seed; drawn and shown if left out"
    )
    parser.add_argument(
        "--bots", default="random", metavar="BOT,BOT", help="one for all seats, or one each"
    )
    add_option(parser)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (GAME.parquet)")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    seed = secrets.token_hex(8) if arguments.seed is None else arguments.seed
    out = arguments.out or Path(f"{game.meta.id}.parquet")
    with progress_bar(arguments.games) as report:
        written = write_dataset(
            out,
            game.meta.id,
            games=arguments.games,
            seed=seed,
            players=arguments.players,
            options=read_options(game.meta, arguments.option),
            bots=[bot.strip() for bot in arguments.bots.split(",")],
            workers=arguments.workers,
            overwrite=arguments.force,
            progress=report,
        )
    rows = counted(written.rows, "decision")
    games = counted(written.matches, "game")
    Screen().write(f"{out}: {rows} of {games}, seed {seed!r}, {written.size:,} bytes")
    return 0
