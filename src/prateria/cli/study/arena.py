"""`prateria arena`: bots against bots, seat by seat and deal by deal, until the answer is clear."""

from __future__ import annotations

import argparse
import json
import secrets
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from prateria.arena.contest import ContestProgress, run_contest
from prateria.arena.executors import PLACES
from prateria.arena.files import write_whole
from prateria.arena.reports.page import as_page
from prateria.arena.reports.report import make_report
from prateria.arena.schedule import settle
from prateria.bots.specs import load_code
from prateria.cli.common import add_command, add_option, read_options, the_game
from prateria.cli.terminal.screen import Screen

if TYPE_CHECKING:
    from prateria.cli.common import Commands

INTERRUPTED: Final = 130
TEXT: Final = """\
Let bots play one another, and say how sure the result is.

Every combination of bots that fills a table is a line-up, and every line-up plays the same deals
in every rotation of its seats. A line-up stops as soon as it is clear whether the first bot is
above or below its fair share (or --target): the test stays valid when looked at after every deal.
Seeds fix everything but time: with budgets in simulations the report is the same on every executor.

With --out, the games, their logs, report.json and report.html go into that folder, and the same
command continues where Ctrl-C stopped it. --code loads a bot of your own, named after its file.

examples:
  prateria arena manitou --bots level:1,level:3,level:5 --out ladder/
  prateria arena bison --bots search:sims=200,greedy,greedy,greedy --players 4
  prateria arena manitou --code my_bot.py --bots my_bot,greedy --workers 2
  prateria arena apache --bots level:5,greedy --target 0.65 --seed 1 --json"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "arena", run, short="measure how strong bots are", text=TEXT)
    parser.add_argument("game", nargs="?", help="which game; may be left out if there is only one")
    parser.add_argument("--bots", required=True, metavar="BOT,BOT", help="who plays")
    parser.add_argument("--players", type=int, metavar="N", help="seats (the game's fewest)")
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="at most N a line-up (200)"
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help="the random seed; drawn and shown if left out"
    )
    parser.add_argument("--ms", type=int, metavar="N", help="milliseconds a decision, for all")
    parser.add_argument("--sims", type=int, metavar="N", help="simulations a decision, for all")
    parser.add_argument("--target", type=float, metavar="SHARE", help="the share to test against")
    parser.add_argument(
        "--all", action="store_true", help="play every game, even when the result is clear"
    )
    parser.add_argument("--code", action="append", default=[], metavar="FILE", help="a bot's file")
    add_option(parser)
    parser.add_argument("--on", choices=PLACES, help="how to run the games (inline, or processes)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="at once (1)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to keep everything")
    parser.add_argument("--no-logs", action="store_true", help="keep no logs of the games")
    parser.add_argument("--force", action="store_true", help="start again in a used folder")
    parser.add_argument("--json", action="store_true", help="the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    for path in arguments.code:
        load_code(path)
    contest = settle(
        game.meta.id,
        split_bots(arguments.bots),
        games=arguments.games,
        seed=secrets.token_hex(8) if arguments.seed is None else arguments.seed,
        players=arguments.players,
        options=read_options(game.meta, arguments.option),
        milliseconds=arguments.ms,
        simulations=arguments.sims,
        target=arguments.target,
        stops=not arguments.all,
        code=tuple(str(Path(path).resolve()) for path in arguments.code),
    )
    executor = arguments.on or ("processes" if arguments.workers > 1 else "inline")
    began = perf_counter()
    with progress_bar() as progress:
        ledger, interrupted = run_contest(
            contest,
            out=arguments.out,
            executor=executor,
            workers=arguments.workers,
            logs=not arguments.no_logs,
            fresh=arguments.force,
            progress=progress,
        )
    report = make_report(
        ledger, seconds=perf_counter() - began, executor=executor, workers=arguments.workers
    )
    text = json.dumps(report, indent=1, ensure_ascii=False)
    if arguments.out is not None:
        write_whole(arguments.out / "report.json", text + "\n")
        write_whole(
            arguments.out / "report.html", as_page(report, _command(arguments, contest.seed))
        )
    screen = Screen()
    if arguments.json:
        screen.write_raw(text)
    else:
        _write(screen, report)
    if interrupted:
        Console(stderr=True, highlight=False, markup=False).print(
            f"stopped after {report['games']} games; "
            + ("the same command goes on" if arguments.out else "with --out it could go on")
        )
        return INTERRUPTED
    return 0


def split_bots(text: str) -> list[str]:
    """`greedy,search:ms=5,explore=1`: a comma before `key=` belongs to the bot before it."""
    found: list[str] = []
    for word in text.split(","):
        name, is_setting, _ = word.partition("=")
        if is_setting and ":" not in name and found and ":" in found[-1]:
            found[-1] += f",{word.strip()}"
        else:
            found.append(word.strip())
    return found


def _command(arguments: argparse.Namespace, seed: str) -> str:
    """The command that runs the same contest again."""
    words = ["prateria", "arena", arguments.game, "--bots", arguments.bots]
    for flag in ("players", "games", "ms", "sims", "target"):
        value = getattr(arguments, flag)
        if value is not None:
            words += [f"--{flag}", str(value)]
    words += ["--seed", seed]
    for option in arguments.option:
        words += ["--option", option]
    if arguments.all:
        words.append("--all")
    return shlex.join([word for word in words if word])


@contextmanager
def progress_bar() -> Iterator[ContestProgress]:
    """A progress bar with the time left, on stderr; none when stderr is not a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=None)
        yield lambda done, most: bar.update(task, completed=done, total=most)


def _write(screen: Screen, report: dict[str, Any]) -> None:
    contest, timing = report["contest"], {row["name"]: row for row in report["timing"]["bots"]}
    screen.write(
        f"{contest['game']}, {contest['players']} players, {report['games']} games, "
        f"seed {contest['seed']!r}, {report['timing']['seconds']} s"
    )
    rated = {row["name"]: row for row in report["ratings"] or ()}
    wide = max(len(row["name"]) for row in report["bots"])
    screen.write(f"{'':<{wide}}   share   95 %             rating        think ms: mean, longest")
    for row in sorted(report["bots"], key=lambda row: -row["share"]):
        rating, think = rated.get(row["name"]), timing[row["name"]]
        stars = "" if rating is None else f"{rating['mu']:6.1f} ± {1.96 * rating['sigma']:.1f}"
        low, high = row["wilson"]
        times = f"{think['mean_ms']:9.1f} {think['longest_ms']:8.1f}"
        screen.write(
            f"{row['name']:<{wide}}  {row['share']:6.1%}  {low:6.1%} to {high:6.1%}"
            f"  {stars:<13} {times}"
        )
    for row in report["line_ups"]:
        others = list(row["bots"])
        others.remove(row["first"])
        low, high = row["always_valid"]
        verdict = {"above": "above", "below": "below", "open": "not clear at"}[row["verdict"]]
        screen.write(
            f"{row['first']} against {', '.join(others)}: {row['share']:.1%} of {row['games']}, "
            f"surely {low:.1%} to {high:.1%}; {verdict} {row['tested_against']:.1%}"
        )
