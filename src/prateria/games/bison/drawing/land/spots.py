"""Where animals are printed and where pieces stand on a tile, computed once for every print.

`assets/spots.json` has for each print ("04": the river starts at corner 0, four prairie sides; with
a "t" a start tile, the totem in its corner) and terrain four rows, for 0 to 3 animals: the foot of
the pieces, the animals' scale, and each animal's place (on a river also its angle).
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Any, Final

from prateria.core.drawing.markup import asset, num
from prateria.games.bison.drawing.land.geometry import CENTRES, Point
from prateria.games.bison.rules.board import corner_of
from prateria.games.bison.rules.components import START_CELLS, TERRAIN_LETTERS
from prateria.games.bison.rules.ruleset import Tile

PACKAGE: Final = "prateria.games.bison"
ANIMAL_ART: Final = ("bison", "turkey", "salmon")
MANY: Final = 2048
"""How many spaces are cached: those of some twenty lands. All tiles at all places would be a
hundred times as many, and a server's memory would grow a little with every match."""


@cache
def _table() -> dict[str, dict[str, list[Any]]]:
    table: dict[str, dict[str, list[Any]]] = json.loads(asset(PACKAGE, "spots.json"))
    return table


def print_of(tile: Tile, turn: int) -> str:
    """The name of a rotated tile's art."""
    return f"{corner_of(tile, turn)}{tile.prairie}"


def _row(cell: int, tile: Tile, turn: int, terrain: int) -> Any:
    table, key = _table(), print_of(tile, turn)
    if cell in START_CELLS:
        key += "t"
    animals = (tile.bison, tile.turkeys, tile.salmon)[terrain]
    return table[key][TERRAIN_LETTERS[terrain]][animals]


@lru_cache(maxsize=MANY)
def foot(cell: int, tile: Tile, turn: int, terrain: int) -> Point:
    """Where the pieces on a space stand."""
    x, y = CENTRES[cell]
    (dx, dy), _, _ = _row(cell, tile, turn, terrain)
    return x + dx, y + dy


@lru_cache(maxsize=MANY)
def animals_at(cell: int, tile: Tile, turn: int, terrain: int) -> str:
    """The animals printed on a space. In a herd, every other one faces the other way."""
    x, y = CENTRES[cell]
    _, scale, herd = _row(cell, tile, turn, terrain)
    art = ANIMAL_ART[terrain]
    size = f"{scale:.2f}".lstrip("0")
    drawn = []
    for place, (dx, dy, *angle) in enumerate(herd):
        if angle:
            way = f"rotate({angle[0]})scale({size})"
        else:
            way = f"scale({'-' if (place + cell) % 2 else ''}{size} {size})"
        where = f"translate({num(x + dx)} {num(y + dy)}){way}"
        drawn.append(f'<use href="#{art}" transform="{where}"/>')
    return "".join(drawn)
