"""A table of Apache as a drawing, and what all drawings of it share."""

from __future__ import annotations

from functools import cache

from prateria.core.drawing.markup import asset, symbols_in, use
from prateria.core.drawing.scene import Art, Drawing, Scene
from prateria.games.apache.drawing.act import act
from prateria.games.apache.drawing.board import board
from prateria.games.apache.drawing.players import head, players
from prateria.games.apache.drawing.spread import RINGS
from prateria.games.apache.rules.view import View

PACKAGE = "prateria.games.apache"


def draw(view: View, scene: Scene) -> Drawing:
    """The table as the view's seat sees it."""
    return Drawing(
        head=head(view, scene.texts),
        players=players(view, scene),
        board=board(view, scene),
        act=act(view, scene),
        side="",
    )


@cache
def art() -> Art:
    """Style, symbols, the picture of the first page."""
    return Art(
        style=asset(PACKAGE, "apache.css"),
        symbols=f"<defs>{symbols_in(asset(PACKAGE, 'symbols.svg'))}{_rings()}</defs>",
        cover=asset(PACKAGE, "cover.svg"),
        emblem=asset(PACKAGE, "emblem.svg"),
    )


def _rings() -> str:
    """A card, a gap and a frame in each ring of the sun, upright; each use only turns it."""
    out = ""
    for ring, (_, radius) in enumerate(RINGS):
        top = -radius - 18
        out += (
            f'<g id="ap-r{ring}">{use("ap-back", -12, top, 24, 36)}</g>'
            f'<rect id="ap-g{ring}" x="-12" y="{top}" width="24" height="36" rx="3.4" '
            f'fill="var(--sun-soft)" stroke="var(--ink)" stroke-width="1.6" '
            f'stroke-dasharray="4 3"/>'
            f'<rect id="ap-n{ring}" x="-15" y="{top - 3}" width="30" height="42" rx="6" '
            f'fill="var(--focus)" fill-opacity=".01" stroke="var(--ink)" stroke-width="3"/>'
        )
    return out
