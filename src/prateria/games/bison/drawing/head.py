"""How far the match is: season, action, tiles left, start player."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import medal
from prateria.games.bison.drawing.table import Table, colour
from prateria.games.bison.rules.ruleset import TILES, tiles_unused


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
    """The tiles that will still be drawn: those out of the game cannot be told from the rest."""
    view = table.view
    others = sum(other.has_tile for seat, other in enumerate(view.seats) if seat != view.seat)
    unseen = sum(tile < TILES for tile in view.unseen)
    return unseen - others - tiles_unused(len(view.seats))
