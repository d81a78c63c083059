"""`prateria simulate`: bots play many matches; their logs are written, the figures shown."""

from __future__ import annotations

import argparse
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from prateria.arena import Simulation, simulate
from prateria.cli.common import add_command, add_option, read_options, the_game
from prateria.cli.terminal.screen import Screen, counted
from prateria.core.contract.game import LETTERS
from prateria.processes import OnProgress

if TYPE_CHECKING:
    from prateria.cli.common import Commands

INTERRUPTED: Final = 130
TEXT: Final = """\
Let bots play many games, and count the results.

Game number N depends only on the seed and on N: the same command writes byte-identical logs with
any number of workers. Logs are named GAME-NNNNNN.jsonl and can be replayed and verified. Existing
files are never overwritten without --force. Ctrl-C stops after the games under way and says how
many were written.

examples:
  prateria simulate manitou --players 4 --games 1000 --seed 1 --out games/
  prateria simulate manitou --players 5 --workers 2
  prateria simulate manitou --players 3 --games 200 --bots greedy,random,random
  prateria simulate manitou --players 2 --games 100 --option quick=true --json"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "simulate",
        run,
        short="let bots play many games, and count the results",
        text=TEXT,
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
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes to spread the work over (1)"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to write the logs")
    parser.add_argument("--force", action="store_true", help="overwrite existing logs")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    players = game.meta.least if arguments.players is None else arguments.players
    seed = secrets.token_hex(8) if arguments.seed is None else arguments.seed
    with progress_bar(arguments.games) as report:
        simulation = simulate(
            game.meta.id,
            players=players,
            games=arguments.games,
            seed=seed,
            options=read_options(game.meta, arguments.option),
            bots=[bot.strip() for bot in arguments.bots.split(",")],
            workers=arguments.workers,
            out=arguments.out,
            overwrite=arguments.force,
            progress=report,
        )
    screen = Screen()
    if arguments.json:
        figures = {"game": game.meta.id, "players": players, "seed": seed, **asdict(simulation)}
        screen.write_raw(json.dumps(figures, indent=2))
    else:
        _write(screen, simulation, seed)
    if arguments.out is not None and not arguments.json:
        screen.write_raw(f"logs         {arguments.out}{os.sep}")
    if simulation.interrupted:
        return _interrupted(simulation, arguments)
    return 0


@contextmanager
def progress_bar(games: int) -> Iterator[OnProgress]:
    """A progress bar with the time left, on stderr; none when stderr is not a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


def _write(screen: Screen, simulation: Simulation, seed: str) -> None:
    summary = simulation.summary
    mean, least, most = summary.mean_decisions, summary.shortest, summary.longest
    speed = summary.decisions / max(simulation.seconds, 1e-9)
    rows = [
        ("games", f"{summary.games}, seed {seed!r}"),
        ("decisions", f"{summary.decisions}, {mean:.1f} a game (from {least} to {most})"),
        ("entries", f"{summary.entries}, with those of luck"),
        ("time", f"{simulation.seconds:.1f} s, {speed:,.0f} decisions a second"),
        ("decided by", ", ".join(f"{reason} {count}" for reason, count in summary.reasons)),
    ]
    for name, text in rows:
        screen.write(f"{name:<11}  {text}")
    screen.write("wins         share, 95 % interval, mean score (a shared victory counts in parts)")
    for seat, row in enumerate(summary.seats):
        share = f"{row.share:6.1%}  {row.low:6.1%} to {row.high:6.1%}"
        screen.write(f"  seat {LETTERS[seat]}   {share}   {row.mean_score:7.2f}")


def _interrupted(simulation: Simulation, arguments: argparse.Namespace) -> int:
    done = counted(simulation.summary.games, "game")
    where = f"written to {arguments.out}" if arguments.out is not None else "counted"
    Console(stderr=True, highlight=False, markup=False).print(
        f"stopped: {done} of {arguments.games} {where}, each whole"
    )
    return INTERRUPTED
