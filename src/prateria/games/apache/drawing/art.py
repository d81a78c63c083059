"""What all drawings of Apache share: style, symbols, cover and emblem."""

from __future__ import annotations

from functools import cache
from typing import Final

from prateria.core.drawing.markup import asset, read_art, symbols_in, use
from prateria.core.drawing.scene import Art
from prateria.games.apache.drawing.spread import RINGS

PACKAGE: Final = "prateria.games.apache"


@cache
def art() -> Art:
    """Style, symbols, the picture for the home page."""
    symbols = f"<defs>{symbols_in(asset(PACKAGE, 'symbols.svg'))}{_rings()}</defs>"
    return read_art(PACKAGE, "apache.css", symbols=symbols)


def _rings() -> str:
    """A card, a gap and a frame for each ring of the sun, upright; each use only rotates it."""
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
