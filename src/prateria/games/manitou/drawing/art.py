"""What all drawings of Manitou share: style, symbols, cover and emblem."""

from __future__ import annotations

from functools import cache
from typing import Final

from prateria.core.drawing.markup import asset, read_art, symbols_in
from prateria.core.drawing.scene import Art

PACKAGE: Final = "prateria.games.manitou"


@cache
def art() -> Art:
    symbols = symbols_in(asset(PACKAGE, "symbols.svg"))
    return read_art(PACKAGE, "table.css", symbols=symbols)
