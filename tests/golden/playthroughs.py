"""Playthroughs: what every seat and a spectator see at a few moments of the golden games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import prateria
from prateria.core.contract.game import LETTERS
from prateria.core.matches.begin import replay
from prateria.core.matches.match import Match
from tests.golden.layout import one_field_a_line
from tests.golden.replays import replayed

MOMENTS: Final = 3
"""Moments in one playthrough at which every view is written down."""
AS_ABOVE: Final = "as above"
"""Stands for a view's rule set that equals the one at the top of the file."""


def playthroughs(logs: Mapping[str, str]) -> dict[str, str]:
    """One per player count. Together they show a decision of every kind."""
    texts: dict[str, str] = {}
    shown: set[str] = set()
    for name in sorted(logs):
        players = int(name.split("-")[0])
        file = f"{players}-players-playthrough.txt"
        if file not in texts:
            texts[file] = playthrough(name, logs[name], shown)
    return texts


def playthrough(name: str, text: str, shown: set[str]) -> str:
    """Every seat's view of a golden game at a few moments: decisions of kinds not shown yet.

    The rule set is at the top; views that have the same one say so.
    """
    rules = ruleset(replay(text))
    moments: list[str] = []
    decisions = len([None for match in replayed(text) if match.actors])
    for number, match in enumerate(replayed(text)):
        kinds = {type(action).__name__ for seat in match.actors for action in match.legal(seat)}
        is_new = not kinds <= shown and len(moments) < MOMENTS
        if is_new or (not moments and number == decisions // 2):
            shown |= kinds
            moments.append(moment(match, rules))
    title = f"# Every view at a few moments of {name}. Written by ./play golden."
    return "\n\n".join([title, f"ruleset {one_field_a_line(rules)}", *moments]) + "\n"


def ruleset(match: Match) -> dict[str, Any]:
    """The fields of a match's rule set, as in JSON."""
    header = match.log.header
    return fields_of(match.game.ruleset(header.seats, header.options, header.data))


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a rule set or view, as in JSON."""
    fields: dict[str, Any] = json.loads(prateria.to_json(value))
    return fields


def moment(match: Match, rules: Mapping[str, Any]) -> str:
    """The match as everybody sees it now, after its last entry."""
    last = match.game.notation.format_action(match.log.entries[-1].action)
    lines = [f"=== after entry {match.version}: {last}", f"digest {match.digest}"]
    for seat in (*range(match.seats), None):
        lines += ["", *seen_by(match, seat, rules)]
    return "\n".join(line.rstrip() for line in lines)


def seen_by(match: Match, seat: int | None, rules: Mapping[str, Any]) -> Iterator[str]:
    """The last events, the legal moves, the view as JSON and as text."""
    game = match.game
    yield f"--- {'spectator' if seat is None else LETTERS[seat]}"
    seen = [game.seen(event, seat) for event in match.log.entries[-1].events]
    told = [game.words.tell(event, LETTERS) for event in seen if event is not None]
    yield from (line for line in told if line)
    if seat is not None and match.legal(seat):
        yield f"legal: {', '.join(map(game.notation.format_action, match.legal(seat)))}"
    view = fields_of(match.view(seat))
    if view["ruleset"] == rules:
        view["ruleset"] = AS_ABOVE
    yield one_field_a_line(view)
    yield game.words.describe(match.view(seat))
