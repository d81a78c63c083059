"""`prateria position`: a position in notation, shown as a table with its legal moves."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from prateria.cli.common import add_command
from prateria.cli.terminal.screen import Screen
from prateria.core import registry
from prateria.core.contract.game import CHANCE
from prateria.core.matches.log import actor_name

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Show a position: the table as whoever acts next sees it, and every legal move in notation.

The position is a file, - for standard input, or the text itself.

examples:
  prateria replay evening.jsonl --entry 40 --position > puzzle.txt
  prateria position manitou puzzle.txt"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "position", run, short="show a position and its legal moves", text=TEXT
    )
    parser.add_argument("game")
    parser.add_argument("text", metavar="POSITION", help="a file, - or the position itself")


def run(arguments: argparse.Namespace) -> int:
    game = registry.get(arguments.game)
    state = game.notation.parse_state(_text(arguments.text))
    actors = game.actors(state)
    seats = [actor for actor in actors if actor >= 0]
    screen = Screen()
    screen.block(
        str(game.words.describe(game.view(state, seats[0] if seats else None))).split("\n")
    )
    if not actors:
        screen.heading("The match is over.")
    for actor in actors:
        screen.heading(f"{actor_name(actor)} to act")
        if actor == CHANCE:
            legal = [outcome for outcome, _ in game.chance(state)]
        else:
            legal = list(game.legal(state, actor))
        screen.block(f"  {game.notation.format_action(action)}" for action in legal)
    return 0


def _text(word: str) -> str:
    if word == "-":
        return sys.stdin.read()
    if "\n" not in word and Path(word).is_file():
        return Path(word).read_text("utf-8")
    return word
