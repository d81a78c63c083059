"""`prateria review`: where a match was decided, and what each decision gave away."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

import prateria
from prateria.cli.common import add_command, seat_names
from prateria.cli.terminal.screen import Screen
from prateria.cli.terminal.story import ALL, retell
from prateria.core.contract.game import AnyGame
from prateria.core.errors import SetupError
from prateria.core.matches.match import Match
from prateria.review import JudgedTurn, Review, Summary, review

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Review a match that is over: the entries that turned it, the turns that gave away a part of the
chance to win and what would have been better, and how each seat played.

The learned bot judges whole turns, by how they end, knowing what the seat knew.

examples:
  prateria review games/bison-000001.jsonl
  prateria review evening.jsonl --json       with the chances after every entry"""


def add(commands: Commands) -> None:
    parser = add_command(commands, "review", run, short="where a match was decided", text=TEXT)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    match = prateria.replay(arguments.file.read_bytes())
    if match.outcome is None:
        raise SetupError("this match is not over; a review would tell its secrets")
    screen, found = Screen(), review(match)
    if arguments.json:
        screen.write_raw(msgspec.json.encode(found).decode())
        return 0
    _write(screen, match, found)
    return 0


def _write(screen: Screen, match: Match, found: Review) -> None:
    names = seat_names(match.log.header)
    turning = {point.entry: point for point in found.turning_points}
    slips = {slip.entry: slip for slip in found.slips}
    told_turning, told_slips = [], []
    start = Match(match.game, match.log.header, None)
    view = start.view(slips[1].seat) if 1 in slips else None
    for standing, told in retell(match.log, ALL, names):
        said = " ".join([f"[{told.n}]", *told.sentences])
        if told.n in turning:
            point = turning[told.n]
            change = f"{names[point.seat]}: {point.before:.0%} → {point.after:.0%}."
            told_turning.append(f"{said} {change}")
        if told.n in slips:
            slip = slips[told.n]
            told_slips.append(_slip(match.game, view, slip, names))
        if told.n + 1 in slips:  # what the seat had seen when it decided
            view = standing.view(slips[told.n + 1].seat)
    screen.heading("What turned it")
    screen.points(told_turning or ["Nothing did: no entry changed a chance by a tenth."])
    screen.heading("What gave away something")
    screen.points(told_slips or ["Nothing: every turn was within a twentieth of the best."])
    screen.heading("How they played")
    screen.points([_summary(name, found.summary(seat)) for seat, name in enumerate(names)])


def _slip(game: AnyGame, view: Any, slip: JudgedTurn, names: Sequence[str]) -> str:
    def phrase(text: str) -> str:
        return game.words.phrase(view, game.notation.parse_action(text))

    grade = "" if slip.grade is None else slip.grade.value
    return (
        f"[{slip.entry}] {names[slip.seat]}: {phrase(slip.move)} "
        f"({grade}, {slip.lost:.0%}); better: {phrase(slip.better[0])}"
    )


def _summary(name: str, summary: Summary) -> str:
    if summary.accuracy is None:
        return f"{name}: nothing to decide"
    return (
        f"{name}: {summary.blunders} blunders, {summary.mistakes} mistakes, "
        f"{summary.inaccuracies} inaccuracies in {summary.turns} turns; kept "
        f"{summary.accuracy:.1%} of the chances they offered"
    )
