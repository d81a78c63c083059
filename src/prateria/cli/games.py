"""`prateria games`: what is installed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from prateria import bots
from prateria.cli.common import add_command
from prateria.cli.terminal.screen import Screen
from prateria.core import registry
from prateria.core.contract.meta import Option, option_text

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
The installed games: who made them, for how many players, with which options; and the bots.

example:
  prateria games"""


def add(commands: Commands) -> None:
    add_command(commands, "games", run, short="the installed games and their options", text=TEXT)


def run(_: argparse.Namespace) -> int:
    screen = Screen()
    for game in registry.games():
        meta = game.meta
        makers = " and ".join(meta.designers)
        screen.write(f"{meta.id}: {meta.name} by {makers}, {meta.publisher} {meta.year}", "bold")
        players = f"{meta.least} to {meta.most}" if meta.most > meta.least else str(meta.least)
        screen.write(f"  players  {players}")
        for number, option in enumerate(meta.offered):
            screen.block([f"  {'options' if number == 0 else '':<7}  {_option(option)}"])
        screen.block([f"  rules    {len(game.rulebook.rules)}, version {meta.rules_version}"])
    screen.write(f"bots: {', '.join(bots.names())}", "bold")
    for fault in registry.faults():
        screen.write(str(fault))
    return 0


def _option(option: Option) -> str:
    values = ", ".join(map(option_text, option.values))
    return f"{option.name}: {values} (else {option_text(option.default)}; rule {option.rule})"
