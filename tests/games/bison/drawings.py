"""Golden drawings of Bison."""

from __future__ import annotations

from functools import partial
from typing import Final

from tests.games.bison.pictures import drawn
from tests.games.bison.table import table
from tests.golden import drawings
from tests.golden.drawings import Position

_PAYING: Final = "bison 2; d3 mmpppm210; a: d3p=2+1 d3m=3 stock=9/4/6; b: d4r=1+1; phase pay"

POSITIONS: Final = {
    "start": Position("bison 2; a: tile=ppmmmm210", 0),
    "lay": Position("bison 2; a: tile=ppmmmm210; action place; phase lay", 0, picked=("site-e3",)),
    "pay": Position(f"{_PAYING}; action move-one involved 3", 0, looked="space-d3p"),
}


def page(name: str) -> str:
    """The golden drawing of a position."""
    position = POSITIONS[name]
    seat = -1 if position.seat is None else position.seat
    match, picked = table(position.notation), " ".join(position.picked)
    drawing = drawn(match, seat, picked, position.looked, position.language)
    return drawings.page(position, drawing)


FILES: Final = {f"drawings/{name}.html": partial(page, name) for name in POSITIONS}
