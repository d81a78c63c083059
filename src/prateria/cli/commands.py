"""The command `prateria`: parses its arguments, runs one command, turns errors into a line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

import prateria
from prateria.cli import games
from prateria.cli.books import rules
from prateria.cli.host import admin, bot, serve
from prateria.cli.study import (
    arena,
    dataset,
    exploit,
    fairness,
    nashconv,
    review,
    simulate,
    train,
    verify,
)
from prateria.cli.terminal import play, position, replay
from prateria.cli.terminal.screen import clean
from prateria.core.errors import LogError, PrateriaError

OK: Final = 0
FAILED: Final = 1
BAD_USAGE: Final = 2
INTERRUPTED: Final = 130

INTRO: Final = """\
Bison, Apache and Manitou, played and studied.

Start with

  prateria play                 a game in this terminal, you against two bots
  prateria games                which games are installed, and their options
  prateria COMMAND --help       what a command does, with examples
"""
COMMANDS: Final = (
    play,
    serve,
    games,
    rules,
    replay,
    review,
    verify,
    simulate,
    arena,
    train,
    exploit,
    nashconv,
    dataset,
    fairness,
    position,
    bot,
    admin,
)


def make_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="prateria",
        description=INTRO,
        epilog="exit codes: 0 all is well, 1 a check failed, 2 the command was not understood",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    how = "compiled" if prateria.is_compiled() else "plain Python"
    parser.add_argument(
        "--version", action="version", version=f"prateria {prateria.__version__} ({how})"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in COMMANDS:
        command.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code. An error of ours is one line on stderr."""
    _never_fail_on_a_letter()
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        parser.print_help()
        return OK
    try:
        code: int = chosen.run(chosen)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output, perhaps `head`, has closed it. Python would complain on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except LogError as error:
        return _complain(error, FAILED)
    except (PrateriaError, OSError) as error:
        return _complain(error, BAD_USAGE)
    return code


def _complain(error: Exception, code: int) -> int:
    if isinstance(error, OSError) and error.filename is not None:
        text = f"{error.filename}: {error.strerror}"
    else:
        text = str(error)
    print(f"prateria: {clean(text)}", file=sys.stderr)
    return code


def _never_fail_on_a_letter() -> None:
    """A terminal that cannot display a character shows a question mark, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
