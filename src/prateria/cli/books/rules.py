"""`prateria rules`: the rules of a game, and which code and tests carry them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from prateria.cli.books import rulebook
from prateria.cli.books.ledger import RuleRow, find_tests, matrix, strangers
from prateria.cli.common import add_command, the_game
from prateria.cli.terminal.screen import Screen
from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.errors import SetupError
from prateria.core.rules import LANGUAGES

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Show the rules of a game.

All of them, or those with the given numbers. A rule marked as our ruling is one that we had to
decide because the rulebook is silent or contradicts itself. With --matrix: one line a rule, with
the code that enforces it and the tests that prove it; the last line counts the rules that lack
either.

examples:
  prateria rules manitou                   all the rules
  prateria rules manitou M3.4              one rule
  prateria rules manitou M3 --language de  a section, in German
  prateria rules manitou --matrix          code and tests; exit 1 if one lacks"""


def add(commands: Commands) -> None:
    parser = add_command(
        commands, "rules", run, short="a game's rules, their code and tests", text=TEXT
    )
    parser.add_argument("game", nargs="?", help="which game; may be left out if there is only one")
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="a rule or section: M3.4, M3")
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of the rules (en)"
    )
    parser.add_argument(
        "--matrix", action="store_true", help="each rule with the code and the tests that carry it"
    )
    parser.add_argument(
        "--tests",
        type=Path,
        metavar="FOLDER",
        help="folder of the tests, for the matrix (tests)",
    )


def run(arguments: argparse.Namespace) -> int:
    game = the_game(arguments.game)
    if arguments.matrix:
        return _matrix(game, arguments.tests, arguments.language)
    rulebook.write(Screen(), game, arguments.numbers, language=arguments.language)
    return 0


def _matrix(game: AnyGame, tests: Path | None, language: str) -> int:
    screen = Screen()
    if tests is not None and not tests.is_dir():
        raise SetupError(f"{tests} is not a folder")
    found = find_tests(tests)
    lines = matrix(game, None if found is None else found[1])
    section = ""
    for line in lines:
        if rulebook.section_of(line.rule) != section:
            section = rulebook.section_of(line.rule)
            title = game.rulebook.sections.get(section)
            screen.heading(f"{section}  {title[language]}" if title else section)
        _write_line(screen, line, language, registry.package_of(game) or "")
    unknown = {} if found is None else strangers(game, found[1])
    for number, places in unknown.items():
        screen.write_raw(f"{number} is no rule of {game.meta.name}: {', '.join(places)}")
    return _verdict(screen, lines, None if found is None else found[0]) or int(bool(unknown))


def _write_line(screen: Screen, line: RuleRow, language: str, package: str) -> None:
    text = f"{line.rule.number:<5} {rulebook.marked(line.rule, language)}"
    short = text if len(text) <= screen.width else text[: screen.width - 1].rstrip() + "…"
    screen.write_raw(short)
    code = [place.removeprefix(f"{package}.") for place in line.code]
    screen.block([f"      code   {', '.join(code) or 'MISSING'}"])
    if line.tests is not None:
        if not line.tests:
            screen.block(["      tests  MISSING"])
        for number, place in enumerate(line.tests):
            screen.write_raw(f"      {'tests' if number == 0 else '':<5}  {place}")


def _verdict(screen: Screen, lines: list[RuleRow], tests: Path | None) -> int:
    """The last line: `0 missing` appears only if there were tests to read."""
    missing = [line.rule.number for line in lines if line.is_missing]
    rulings = sum(line.rule.ruling for line in lines)
    screen.write()
    screen.write_raw(
        f"{len(lines)} rules, {rulings} of them rulings; tests from {tests or 'nowhere'}"
    )
    if tests is None:
        screen.write_raw("no tests that carry rules were found: say where they are with --tests")
        screen.write_raw(f"{len(missing)} without code, tests not checked")
        return 1
    names = f": {', '.join(missing)}" if missing else ""
    screen.write_raw(f"{len(missing)} missing{names}")
    return 1 if missing else 0
