"""`prateria verify`: checks logs down to the last draw, and says what could not be checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import prateria
from prateria.cli.common import add_command, other_engine
from prateria.cli.terminal import saves
from prateria.cli.terminal.screen import Screen, clean, counted
from prateria.core.contract.game import CHANCE
from prateria.core.errors import LogError, PrateriaError
from prateria.core.matches.match import Match

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Check logs: that no line was changed, that every action was legal, that the seed is the one
committed to at the start, and that it draws everything that luck brought.

The seed is in the last line of a finished match. Of a match that is not over, everything but the
draws is checked, and those too if you have its seed.

examples:
  prateria verify games/manitou-000001.jsonl
  prateria verify games/*.jsonl --quiet              one line a file
  prateria verify evening.jsonl --seed-file evening.jsonl.seed"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "verify", run, short="check logs to the last draw", text=TEXT)
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument("--seed", metavar="TEXT", help="the seed of a match that is not over")
    parser.add_argument(
        "--seed-file",
        type=Path,
        metavar="FILE",
        help="the file in which `prateria play` keeps that seed",
    )
    parser.add_argument("--quiet", action="store_true", help="one line a file")


def run(arguments: argparse.Namespace) -> int:
    screen = Screen()
    seed = arguments.seed
    if arguments.seed_file is not None:
        seed = saves.read_secret(arguments.seed_file).seed
    bad = sum(not _verified(screen, path, seed, arguments) for path in arguments.files)
    if len(arguments.files) > 1:
        screen.write_raw(f"{counted(len(arguments.files), 'file')}, {bad} failed")
    return 1 if bad else 0


def _verified(screen: Screen, path: Path, seed: str | None, arguments: argparse.Namespace) -> bool:
    try:
        match = prateria.replay(path.read_bytes(), seed=seed)
    except LogError as error:
        screen.write_raw(f"{path}: FAILED, line {error.line}: {clean(error.why)}")
        return False
    except (PrateriaError, OSError) as error:
        screen.write_raw(f"{path}: FAILED, {clean(str(error))}")
        return False
    screen.write_raw(f"{path}: {_verdict(match, seed)}")
    if not arguments.quiet:
        _write_details(screen, match, seed)
    return True


def _verdict(match: Match, seed: str | None) -> str:
    if match.log.ending is not None:
        return "ok"
    return "ok so far, not over" if seed is not None else "not over; its luck cannot be checked yet"


def _write_details(screen: Screen, match: Match, seed: str | None) -> None:
    log = match.log
    draws = sum(entry.by == CHANCE for entry in log.entries)
    revealed = log.ending.seed if log.ending is not None else seed
    redrawn = "redrawn, all as in the log" if revealed is not None else "possible, NOT redrawn"
    rows = [
        ("entries", f"{len(log.entries)}; the chain holds, every action is legal"),
        ("draws", f"{draws} {redrawn}"),
        ("commitment", log.header.commitment),
        ("seed", clean(revealed) if revealed is not None else "not revealed before the end"),
    ]
    if other_engine(log.header):
        rows.append(("engine", other_engine(log.header)))
    if log.header.position is not None:
        rows.append(("start", "from a position that was set up, not from the beginning"))
    for name, text in rows:
        screen.write_raw(f"  {name:<11} {text}")
