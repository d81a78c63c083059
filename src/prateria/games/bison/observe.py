"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It puts together pieces that were packed before; land and camps, which are most of it, change
seldom. The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct, pack
from typing import Final

from prateria.games.bison.board import Board
from prateria.games.bison.components import (
    HUNTERS,
    KINDS,
    NOTHING,
    PLACES,
    TERRAINS,
    counts,
    size_of,
)
from prateria.games.bison.encode import (
    NO_TILE,
    PIECES_OF_A_KIND,
    RANK,
    WORKED,
    tile_row,
    unseen_row,
)
from prateria.games.bison.phases import DRAW, OVER, OVERFLOW, PHASES
from prateria.games.bison.ruleset import RuleSet
from prateria.games.bison.scoring import hunted
from prateria.games.bison.state import State
from prateria.games.bison.view import unseen


def _one_hot(width: int) -> tuple[bytes, ...]:
    """For each place a row that has its 1 there; at last one without."""
    rows = [[float(place == other) for other in range(width)] for place in range(width + 1)]
    return tuple([pack(f"{width}f", *row) for row in rows])


_PHASES: Final = _one_hot(len(PHASES))
_KINDS: Final = _one_hot(len(KINDS))
_TERRAINS: Final = _one_hot(len(TERRAINS))
_HEAD: Final = Struct("6f")
_MARKS: Final = Struct("5f")
_TAIL: Final = Struct("2f")
_ONE: Final = Struct("f")


class _Rules:
    """A rule set by its identity: it is told from others faster so than by what is in it."""

    __slots__ = ("ruleset",)

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset

    def __hash__(self) -> int:
        return id(self.ruleset)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and self.ruleset is other.ruleset


def observe(state: State, seat: int) -> bytes:
    """All that the seat's view encodes to."""
    ruleset, players, phase, own = state.ruleset, state.seats, state.phase, state.drawn[seat]
    rules = _Rules(ruleset)
    pays, spaces = _camps(state.board, tuple(state.pieces), tuple(state.camps), seat)
    parts = [_PHASES[phase], _KINDS[state.action]]
    parts.append(_TERRAINS[state.terrain if phase == OVERFLOW else NOTHING])
    parts.append(
        _HEAD.pack(
            state.season / ruleset.seasons,
            state.round / 4,
            state.involved / 5,
            float(ruleset.several_spaces),
            float(ruleset.may_reduce),
            float(ruleset.final_limit),
        )
    )
    parts.append(_tile(rules, own))
    parts.append(_unseen(unseen(state, seat)))
    turn = state.turn if DRAW <= phase < OVER else NOTHING
    for place in range(players):
        other = (seat + place) % players
        bison, turkeys, salmon = state.stock[3 * other : 3 * other + 3]
        marks = (float(state.start == other), float(turn == other))
        parts.append(_MARKS.pack(*marks, bison / 15, turkeys / 15, salmon / 15))
        parts.append(_pieces(state.supply[other]))
        parts.append(_pieces(state.market[other]))
        parts.append(_used(state.used[other]))
        parts.append(_TAIL.pack(float(state.drawn[other] != NOTHING), pays[other] / 45))
    parts.append(_land(state.board, rules))
    parts.append(_with_action(state, spaces) if state.space != NOTHING or state.moved else spaces)
    return b"".join(parts)


def _with_action(state: State, spaces: bytes) -> bytes:
    """The spaces with their part in the action that is carried out."""
    row, width = bytearray(spaces), 4 * (state.seats + 5)
    if state.space != NOTHING:
        _ONE.pack_into(row, width * RANK[state.space] + 12, 1.0)
    for space in set(state.moved):
        worth = 0.0
        for _ in range(state.moved.count(space)):  # added up as `encode` does, to the last bit
            worth += 0.2
        _ONE.pack_into(row, width * RANK[space] + 16, worth)
    return bytes(row)


@lru_cache(maxsize=4096)
def _camps(
    board: Board, pieces: tuple[int, ...], camps: tuple[tuple[int, ...], ...], seat: int
) -> tuple[tuple[int, ...], bytes]:
    """What each seat would get now, and what there is at each space."""
    players = len(camps)
    pays = [0] * players
    for terrain in range(3):
        for _, other, _, animals in hunted(board, pieces, camps, terrain):
            pays[other] += animals
    width = players + 5
    row = [0.0] * (width * len(WORKED))
    for rank, space in enumerate(WORKED):
        area = board.area[space]
        row[width * rank] = 0.0 if area == NOTHING else board.total[area] / 15
    for other, spaces in enumerate(camps):
        for space in spaces:
            start = width * RANK[space]
            row[start + 1] = (pieces[space] & HUNTERS) / 8
            row[start + 2] = size_of(pieces[space]) / 4
            row[start + 5 + (other - seat) % players] = 1.0
    return tuple(pays), pack(f"{len(row)}f", *row)


@lru_cache(maxsize=1024)
def _land(board: Board, rules: _Rules) -> bytes:
    row: list[float] = []
    for cell in PLACES:
        land = board.land[cell]
        tiles = rules.ruleset.tiles
        row += NO_TILE if land == NOTHING else tile_row(tiles[land // 3], land % 3)
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=256)
def _tile(rules: _Rules, tile: int) -> bytes:
    row = NO_TILE if tile == NOTHING else tile_row(rules.ruleset.tiles[tile], 0)
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=4096)
def _unseen(tiles: tuple[int, ...]) -> bytes:
    row = unseen_row(tiles)
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=4096)
def _pieces(pile: int) -> bytes:
    row = [number / most for number, most in zip(counts(pile), PIECES_OF_A_KIND, strict=True)]
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=64)
def _used(used: int) -> bytes:
    return pack(f"{len(KINDS)}f", *[float(used >> kind & 1) for kind in range(len(KINDS))])
