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
from prateria.review import JudgedDecision, Review, review

if TYPE_CHECKING:
    from prateria.cli.common import Commands

TEXT: Final = """\
Review a match that is over: the entries that turned it, the decisions that gave away most of a
chance to win and what would have been better, and how much each seat gave away on average.

The learned bot judges, one move ahead, knowing what the seat knew.

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
    turns = {turn.entry: turn for turn in found.turns}
    slips = {slip.entry: slip for slip in found.slips}
    told_turns, told_slips = [], []
    start = Match(match.game, match.log.header, None)
    view = start.view(slips[1].seat) if 1 in slips else None
    for standing, told in retell(match.log, ALL, names):
        said = " ".join([f"[{told.n}]", *told.sentences])
        if told.n in turns:
            turn = turns[told.n]
            told_turns.append(f"{said} {names[turn.seat]}: {turn.before:.0%} → {turn.after:.0%}.")
        if told.n in slips:
            slip = slips[told.n]
            told_slips.append(_slip(match.game, view, slip, names))
        if told.n + 1 in slips:  # what the seat had seen when it decided
            view = standing.view(slips[told.n + 1].seat)
    screen.heading("What turned it")
    screen.points(told_turns or ["Nothing did: no entry changed a chance by a tenth."])
    screen.heading("What gave away most")
    screen.points(told_slips or ["Nothing: every decision was within a twentieth of the best."])
    screen.heading("Given away in a decision, on average")
    screen.points([f"{name}: {found.mean_lost(seat):.1%}" for seat, name in enumerate(names)])


def _slip(game: AnyGame, view: Any, slip: JudgedDecision, names: Sequence[str]) -> str:
    played, better = (
        game.words.phrase(view, game.notation.parse_action(text)) for text in (slip.move, slip.best)
    )
    return f"[{slip.entry}] {names[slip.seat]}: {played} ({slip.lost:.0%}); better: {better}"
