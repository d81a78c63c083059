"""Helpers for several commands: games and options from arguments, names of seats, engine
versions."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import prateria
from prateria.cli.terminal.screen import clean
from prateria.core import registry
from prateria.core.contract.game import LETTERS, AnyGame
from prateria.core.contract.meta import Meta, OptionValue, option_text
from prateria.core.errors import SetupError
from prateria.core.matches.log import Header

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001

HELP_WIDTH: Final = 78

Run: TypeAlias = Callable[[argparse.Namespace], int]


def add_command(
    commands: Commands, name: str, run: Run, *, short: str, text: str
) -> argparse.ArgumentParser:
    """Add a command with its help: a line in the list, and a text with examples."""
    parser = commands.add_parser(
        name,
        help=short,
        description="\n\n".join(map(_filled, text.split("\n\n"))),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _filled(paragraph: str) -> str:
    """Prose filled to the width of a small terminal; examples unchanged."""
    return (
        paragraph
        if "\n  " in paragraph
        else textwrap.fill(paragraph, HELP_WIDTH, break_on_hyphens=False)
    )


def add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as `prateria games` lists them; may be repeated",
    )


def the_game(game_id: str | None) -> AnyGame:
    """The game with this id; without one, the only game installed."""
    if game_id is not None:
        return registry.get(game_id)
    ids = registry.ids()
    if len(ids) != 1:
        raise SetupError(f"which game? There are: {', '.join(ids) or 'none installed'}")
    return registry.get(ids[0])


def read_options(meta: Meta, words: Sequence[str]) -> dict[str, OptionValue]:
    """Parse options such as `quick=true` or just `quick`; the game reports errors in them."""
    chosen: dict[str, OptionValue] = {}
    values = {option.name: option.values for option in meta.options}
    for word in words:
        name, given, text = word.partition("=")
        name = name.strip().replace("-", "_")
        text = text.strip().lower() if given else "true"
        known = {option_text(value): value for value in values.get(name, ())}
        chosen[name] = known.get(text, text)
    return chosen


def seat_names(header: Header, you: int | None = None) -> tuple[str, ...]:
    """`a (you)`, `b (random)`: the letter used at the table, and the player."""
    names = []
    for seat, player in enumerate(header.players):
        letter = LETTERS[seat]
        name = "you" if seat == you else clean(player)
        names.append(letter if name == letter else f"{letter} ({name})")
    return tuple(names)


def short_names(header: Header) -> tuple[str, ...]:
    """For sentences, once `seat_names` has introduced everybody: the player's name, or the letter
    where another player has the same name."""
    players = [clean(player) for player in header.players]
    return tuple(
        LETTERS[seat] if players.count(name) > 1 else name for seat, name in enumerate(players)
    )


def other_engine(header: Header) -> str:
    """A note if another version of the engine wrote the log; "" otherwise."""
    if header.engine == prateria.__version__:
        return ""
    own = registry.get(header.game).meta.rules_version
    rules = f"Both play version {own} of the rules."
    if header.rules != own:
        rules = (
            f"It plays version {own} of the rules, and matches of version {clean(header.rules)} "
            "by the rules they were played by."
        )
    return (
        f"played with engine {clean(header.engine)}; this is engine {prateria.__version__}. {rules}"
    )
