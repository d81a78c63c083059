"""How far the match has come: season, action, tiles left, start player; and the rule that applies
now."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.core.drawing.markup import medal
from prateria.games.bison.drawing.table import Table, colour
from prateria.games.bison.rules.components import Kind
from prateria.games.bison.rules.ruleset import TILES, tiles_unused
from prateria.games.bison.rules.view import View


def draw_head(table: Table) -> str:
    view, texts = table.view, table.scene.texts
    seasons = view.ruleset.seasons
    rounds = view.ruleset.rounds
    action = min(view.round + 1, rounds)
    left = escape(texts.say("Tiles left"))
    rows = [
        _meter(texts.say("Season"), view.season, seasons, table),
        _meter(texts.say("Action"), action, rounds, table),
        f'<div class="bs-left"><dt>{left}</dt><dd>{tiles_left(table)}</dd></div>',
    ]
    if view.start is not None:
        start = f"{medal(colour(view.start))}{escape(table.name(view.start))}"
        title = escape(texts.say("Start player"))
        rows.append(f'<div class="bs-left"><dt>{title}</dt><dd>{start}</dd></div>')
    return f'<dl class="bs-head">{"".join(rows)}</dl>'


def _meter(title: str, number: int, of: int, table: Table) -> str:
    past, now = '<i class="bs-past"></i>', '<i class="bs-cur"></i>'
    dots = past * (number - 1) + now + "<i></i>" * (of - number)
    told = table.scene.texts.say("{number} of {of}", number=number, of=of)
    return (
        f'<div><dt>{escape(title)}</dt><dd><span class="bs-dots" aria-hidden="true">{dots}</span>'
        f"{escape(told)}</dd></div>"
    )


def tiles_left(table: Table) -> int:
    """The number of tiles still to be drawn: nobody can tell which tiles are out of the game."""
    view = table.view
    others = sum(other.has_tile for seat, other in enumerate(view.seats) if seat != view.seat)
    unseen = sum(tile < TILES for tile in view.unseen)
    return unseen - others - tiles_unused(len(view.seats))


RULES: Final = {
    "turn": "B4.1",
    "lay": "B5.1",
    "send": "B5.2",
    "build": "B6.1",
    "gather": "B7.2",
    "call": "B7.2",
    "gain": "B4.2",
    "pay": "B4.1",
    "after": "B8.1",
    "overflow": "B9.6",
}


def rule(view: View) -> str:
    """The rule that governs what to do now."""
    if view.phase in ("pick", "move"):
        return "B7.4" if view.action == Kind.MOVE_THREE else "B7.3"
    return RULES.get(view.phase, "")
