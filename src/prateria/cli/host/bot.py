"""`prateria bot run`: your own program at a server's tables."""

from __future__ import annotations

import argparse
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from prateria.cli.common import add_command
from prateria.cli.terminal.screen import Screen
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Let your own program play on a server. The file defines choose(observation, legal), which returns
one of the legal actions; docs/bots.md has an example of ten lines.

The token belongs to an account and is made on the server with the scope "bot". The host of a table
seats the program by the name of its account.

example:
  prateria bot run my_bot.py --server http://localhost:8137 --token prt_..."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "bot", run, short="run your own bot on a server", text=TEXT)
    parser.add_argument("action", choices=["run"], help="what to do")
    parser.add_argument("file", type=Path, metavar="FILE", help="the Python file of the bot")
    parser.add_argument("--server", required=True, metavar="URL", help="where to play")
    parser.add_argument("--token", required=True, help="the token of the bot's account")
    parser.add_argument("--matches", type=int, metavar="N", help="stop after N matches")


def run(arguments: argparse.Namespace) -> int:
    from prateria.server.client import BotClient, Program

    choose: Any = runpy.run_path(str(arguments.file)).get("choose")
    if not callable(choose):
        raise SetupError(f"{arguments.file} has no function choose(observation, legal)")
    screen = Screen()
    client = BotClient(arguments.server, arguments.token)
    Program(client, choose, screen.write_raw).run(arguments.matches)
    return 0
