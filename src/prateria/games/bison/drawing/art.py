"""What all drawings of Bison share: style, symbols, cover and emblem."""

from __future__ import annotations

from functools import cache
from typing import Final

from prateria.core.drawing.markup import asset, read_art, symbols_in
from prateria.core.drawing.scene import Art
from prateria.games.bison.drawing.land.geometry import CORNERS
from prateria.games.bison.drawing.land.spots import PACKAGE

SYMBOLS: Final = ("land.svg", "pieces.svg", "icons.svg")


@cache
def art() -> Art:
    return read_art(PACKAGE, "land.css", "table.css", symbols=symbols())


@cache
def symbols() -> str:
    """Land, pieces and icons, and the ponds."""
    return "".join(symbols_in(asset(PACKAGE, name)) for name in SYMBOLS) + _ponds()


def _ponds() -> str:
    """The pond in each corner of a tile, cut to the tile."""
    return "".join(
        f'<g id="pond{corner}" clip-path="url(#hex-clip)">'
        f'<use href="#pond" x="{x:.1f}" y="{y:.1f}"/></g>'
        for corner, (x, y) in enumerate(CORNERS)
    )
