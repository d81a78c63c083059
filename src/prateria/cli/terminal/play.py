"""`prateria play`: sets up the table, runs the match, says how it ended."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

import prateria
from prateria.cli.common import add_command, add_option, read_options, seat_names, the_game
from prateria.cli.terminal import saves
from prateria.cli.terminal.screen import Screen, clean
from prateria.cli.terminal.seats import default_seats, read_seats
from prateria.cli.terminal.terminal_table import Left, SavePlace, TerminalTable
from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.errors import LogError, SetupError
from prateria.core.matches.match import Match
from prateria.core.rules import LANGUAGES
from prateria.core.texts import ENGLISH, Texts

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Play a game in this terminal.

Seats are separated by commas, clockwise from seat a: me is you, me=NAME is you under that
name, and everything else is a bot (random, greedy). With more than one me the keyboard is
passed around, and a curtain hides each hand from the others.

examples:
  prateria play                                 you against two random bots
  prateria play manitou --seats me,greedy       for two, the bot looks ahead
  prateria play manitou --seats me=Anna,me=Ugo  two people, one keyboard
  prateria play manitou --option quick=true     with an option of the game
  prateria play --continue evening.jsonl        continue an unfinished game

While you play, ? shows what you can type."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "play", run, short="play a game in the terminal", text=TEXT)
    parser.add_argument("game", nargs="?", help="which game; may be left out if there is only one")
    parser.add_argument("--seats", metavar="WHO,WHO", help="who sits where (me,random,random)")
    add_option(parser)
    parser.add_argument("--seed", metavar="TEXT", help="the random seed; secret if left out")
    parser.add_argument("--log", metavar="FILE", help="where to keep the match, a new file")
    parser.add_argument(
        "--continue", metavar="FILE", dest="resume", help="continue a match that was stopped"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of the rules that are quoted"
    )


def run(arguments: argparse.Namespace) -> int:
    screen = Screen()
    table = _resumed(arguments, screen) if arguments.resume else _new(arguments, screen)
    header = table.match.log.header
    seats = ", ".join(seat_names(header))
    screen.write(f"{table.match.game.meta.name}: {seats}. Type ? for help, quit to stop.")
    screen.write("The seed of its luck is fixed, and revealed at the end. Its SHA-256 is", "dim")
    screen.write(f"  {header.commitment}", "dim")
    try:
        table.run()
    except (Left, KeyboardInterrupt):
        screen.write()
        screen.write("The match is kept. Play on with:")
        screen.write_raw(f"  prateria play --continue {quote(str(table.place.path))}")
        return 0
    write_ending(screen, table.match)
    screen.write_raw(f"Log: {table.place.path}")
    screen.write_raw(f"Check it with: prateria verify {quote(str(table.place.path))}")
    return 0


def _new(arguments: argparse.Namespace, screen: Screen) -> TerminalTable:
    game = _choose_game(arguments.game, screen)
    text = default_seats(game.meta) if arguments.seats is None else arguments.seats
    chairs = read_seats(text, game.meta)
    options = read_options(game.meta, arguments.option)
    seed = secrets.token_hex(32) if arguments.seed is None else arguments.seed
    path = saves.default_path(game.meta.id) if arguments.log is None else Path(arguments.log)
    if path.exists():
        raise SetupError(f"{path} already exists; choose another name, or play on with --continue")
    match = prateria.new_match(
        game.meta.id,
        seats=len(chairs),
        seed=seed,
        options=options,
        players=[chair.name for chair in chairs],
    )
    place = SavePlace(path, saves.Secret(seed, text), arguments.language)
    return TerminalTable(match, chairs, place, screen)


def _resumed(arguments: argparse.Namespace, screen: Screen) -> TerminalTable:
    given = ("game", "seats", "seed", "log")
    if arguments.option or any(getattr(arguments, name) is not None for name in given):
        raise SetupError("--continue takes the game, seats, options and seed from the file alone")
    path = Path(arguments.resume)
    match, secret = saves.load(path)
    chairs = read_seats(secret.seats, match.game.meta)
    if len(chairs) != match.seats:
        raise SetupError(f"{saves.secret_path(path)} names {len(chairs)} seats, not {match.seats}")
    return TerminalTable(match, chairs, SavePlace(path, secret, arguments.language), screen)


def _choose_game(game_id: str | None, screen: Screen) -> AnyGame:
    ids = registry.ids()
    if game_id is not None or len(ids) == 1:
        return the_game(game_id)
    try:
        return the_game(screen.ask(f"Which game: {', '.join(ids)}? "))
    except EOFError:
        return the_game(None)


def write_ending(screen: Screen, match: Match, texts: Texts = ENGLISH) -> None:
    """Write who won and why, everyone's place and score, and the seed."""
    outcome, header = match.outcome, match.log.header
    if outcome is None:
        raise LogError(match.version + 1, "the match is not over")
    names = seat_names(header)
    winners = [names[seat] for seat in outcome.winners]
    screen.heading(texts.say("The end"))
    if len(winners) > 1:
        screen.write(texts.say("Shared victory: {names}", names=", ".join(winners)))
    else:
        decided = texts.say("What decided it: {reason}.", reason=_reason(match, texts))
        screen.write(f"{texts.say('{name} wins', name=winners[0])}. {decided}")
    order = sorted(range(match.seats), key=lambda seat: (outcome.places[seat], seat))
    width = max(map(len, names))
    for seat in order:
        score = outcome.scores[seat]
        screen.write(f"  {outcome.places[seat]}. {names[seat]:<{width}}  {score:>3}")
    if match.log.ending is not None:
        screen.write_raw(texts.say("Seed: {seed}", seed=clean(match.log.ending.seed)))
        screen.write_raw(texts.say("Its SHA-256, as published at the start:"))
        screen.write_raw(f"      {header.commitment}")


def _reason(match: Match, texts: Texts) -> str:
    # Imported here: Babel takes a while to load.
    from prateria.server.pages.labels import reason

    assert match.outcome is not None
    return reason(match.game, match.outcome.reason, texts)
