"""The land in words, for those who do not see it: what is beside what, what an area consists of,
what surrounds a free place, and how a tile would lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.texts import Texts, capital
from prateria.games.bison.rules.board import Board, sides_at
from prateria.games.bison.rules.components import CELL_NAMES, NEIGHBOURS, NOTHING
from prateria.games.bison.rules.ruleset import RuleSet, Tile
from prateria.games.bison.words import words

SIDES: Final = range(6)


def beside(board: Board, space: int, texts: Texts) -> str:
    """The spaces of other tiles that a space touches: `touches prairie d4 and river e3`; "" if
    there are none. On its own tile the river touches both other spaces."""
    others = [other for other in board.near[space] if other // 3 != space // 3]
    return texts.say("touches {spaces}", spaces=named(others, texts)) if others else ""


def named(spaces: Sequence[int], texts: Texts) -> str:
    """`prairie d3, mountain e4 and river e4`."""
    return texts.listed([words.space(space, texts) for space in spaces])


def spaces_of(board: Board, area: int) -> list[int]:
    """The spaces that an area consists of."""
    return [space for space, its in enumerate(board.area) if its == area]


def site(board: Board, ruleset: RuleSet, cell: int, texts: Texts) -> str:
    """What a tile laid there would touch: `left: prairie d3, lower right: mountain e3`."""
    met = []
    for side in SIDES:
        other = NEIGHBOURS[cell][side]
        if other != NOTHING and board.land[other] != NOTHING:
            terrain = sides_at(board, ruleset, other)[(side + 3) % 6]
            where = texts.word(*words.SIDES[side])
            met.append(f"{where}: {words.space(3 * other + terrain, texts)}")
    return ", ".join(met)


def laid(then: Board, cell: int, tile: Tile, turn: int, texts: Texts) -> str:
    """A tile as it would lie: its print and rotation, and what its spaces would touch."""
    lines = [f"{CELL_NAMES[cell]}: {words.turned(tile, turn, texts)}"]
    for space in range(3 * cell, 3 * cell + 3):
        touched = beside(then, space, texts)
        if touched:
            lines.append(f"{capital(words.space(space, texts))} {touched}")
    return ". ".join(lines) + "."
