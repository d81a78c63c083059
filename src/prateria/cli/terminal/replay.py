"""`prateria replay`: a log told as sentences."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import prateria
from prateria.cli.common import add_command, other_engine, seat_names, short_names
from prateria.cli.terminal.play import write_ending
from prateria.cli.terminal.screen import Screen
from prateria.cli.terminal.story import ALL, Viewpoint, read_eyes, retell, seat_of, write_told
from prateria.core.errors import SetupError
from prateria.core.matches.log import actor_name, record_of
from prateria.core.matches.match import Match
from prateria.core.rules import LANGUAGES
from prateria.core.texts import Texts
from prateria.i18n.catalogues import texts_in

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Retell a match from its log, entry by entry.

You see everything that happened, hidden cards too; with --eyes what one seat saw, or a
spectator. With --entry, the story stops there and the table is shown.

examples:
  prateria replay games/manitou-000001.jsonl
  prateria replay evening.jsonl --eyes a            as seat a saw it
  prateria replay evening.jsonl --eyes none --step  as a spectator, step by step
  prateria replay evening.jsonl --language it       in Italian
  prateria replay evening.jsonl --entry 40          the table after entry 40
  prateria replay evening.jsonl --entry 40 --position"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "replay", run, short="retell a match from its log", text=TEXT)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--eyes", default=ALL, metavar="SEAT", help="a seat's letter, none or all")
    parser.add_argument("--entry", type=int, metavar="N", help="stop after entry N")
    parser.add_argument(
        "--position", action="store_true", help="print only the position, secrets included"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of the sentences (en)"
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after each entry")


def run(arguments: argparse.Namespace) -> int:
    match = prateria.replay(arguments.file.read_bytes())
    eyes = read_eyes(arguments.eyes, match.seats)
    last = match.version if arguments.entry is None else arguments.entry
    if not 0 <= last <= match.version:
        raise SetupError(f"there are entries 0 to {match.version}, no entry {last}")
    screen = Screen()
    if arguments.position:
        return _write_position(screen, match, eyes, last)
    texts = texts_in(arguments.language, match.game)
    _write_header(screen, match, texts)
    standing = _tell(screen, match, eyes, last, texts, step=arguments.step)
    if arguments.entry is not None or match.outcome is None:
        _write_table(screen, standing, eyes)
    else:
        write_ending(screen, match, texts)
    return 0


def _write_position(screen: Screen, match: Match, eyes: Viewpoint, last: int) -> int:
    if eyes != ALL:
        raise SetupError("--position shows every secret, so it cannot be used with --eyes")
    standing = Match(match.game, match.log.header, None)
    for number, entry in enumerate(match.log.entries[:last], 1):
        standing.follow(record_of(number, entry))
    screen.write_raw(standing.position)
    return 0


def _write_header(screen: Screen, match: Match, texts: Texts) -> None:
    # Imported here: Babel takes a while to load.
    from prateria.server.pages.labels import changed_options

    header = match.log.header
    seats = ", ".join(seat_names(header))
    entries = texts.count("{number} entry", "{number} entries", match.version)
    screen.write(f"{match.game.meta.name}: {seats}. {entries}.")
    for label, value, rule in changed_options(match.game, match.options, texts):
        screen.write(f"{label} {value} ({rule}).")
    if other_engine(header):
        screen.write(f"Note: {other_engine(header)}")


def _tell(
    screen: Screen, match: Match, eyes: Viewpoint, last: int, texts: Texts, *, step: bool
) -> Match:
    standing = Match(match.game, match.log.header, None)
    for standing, told in retell(match.log, eyes, short_names(match.log.header), texts):
        if told.n > last:
            break
        write_told(screen, told)
        if step and told.passages and not _goes_on(screen, standing, eyes, told.n):
            break
        if told.n == last:
            break
    return standing


def _goes_on(screen: Screen, standing: Match, eyes: Viewpoint, number: int) -> bool:
    """Wait at an entry; `t` shows the table, `q` ends."""
    while True:
        try:
            word = screen.ask(f"[{number}] Enter: next, t: table, q: quit > ")
        except EOFError:
            return False
        if word != "t":
            return word != "q"
        _write_table(screen, standing, eyes)


def _write_table(screen: Screen, standing: Match, eyes: Viewpoint) -> None:
    lines = str(standing.game.words.describe(standing.view(seat_of(eyes)))).split("\n")
    screen.heading(lines[0])
    screen.block(lines[1:])
    if standing.actors:
        who = ", ".join(actor_name(actor) for actor in standing.actors)
        screen.write(f"After entry {standing.version}, to act: {who}.")
