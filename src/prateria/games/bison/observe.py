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
    ALL_KINDS,
    HUNTERS,
    KINDS,
    NOTHING,
    PIECES,
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
from prateria.games.bison.ruleset import RuleSet, Tile
from prateria.games.bison.scoring import hunted
from prateria.games.bison.state import State
from prateria.games.bison.view import unseen_tiles


def _one_hot(width: int) -> tuple[bytes, ...]:
    """For each place a row that has its 1 there; at last one without."""
    rows = [[float(place == other) for other in range(width)] for place in range(width + 1)]
    return tuple([pack(f"{width}f", *row) for row in rows])


_PHASES: Final = _one_hot(len(PHASES))
_KINDS: Final = _one_hot(len(KINDS))
_TERRAINS: Final = _one_hot(len(TERRAINS))
_HEAD: Final = Struct("6f")
_SEAT: Final = Struct(f"5f{8 * len(PIECES) + 4 * len(KINDS)}s2f")
_ONE: Final = Struct("f")
_USED: Final = tuple(
    [
        pack(f"{len(KINDS)}f", *[float(used >> kind & 1) for kind in range(len(KINDS))])
        for used in range(ALL_KINDS + 1)
    ]
)
_CAMPS: Final = tuple([pack("2f", (camp & HUNTERS) / 8, size_of(camp) / 4) for camp in range(256)])
"""Hunters, and the tepee or canoe, of a camp without its owner."""
_MOST_KEPT: Final = 1024
_lands: Final[dict[Board, bytes]] = {}
_scenes: Final[dict[tuple[Board, tuple[int, ...], int], tuple[list[int], list[bytes]]]] = {}
_paid: Final[dict[tuple[Board, int, tuple[int, ...]], list[tuple[int, int, int, int]]]] = {}


def observe(state: State, seat: int) -> bytes:
    """All that the seat's view encodes to."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    drawn, stock, board, own = state.drawn, state.stock, state.board, state.drawn[seat]
    terrain = state.terrain if phase == OVERFLOW else NOTHING
    season = state.season / ruleset.seasons
    rules = (ruleset.several_spaces, ruleset.may_reduce, ruleset.final_limit)
    pays, spaces = _camps(state, seat)
    parts = [
        _course(phase, state.action, terrain, season, state.round, state.involved, rules),
        _NO_TILE if own == NOTHING else _tile(ruleset.tiles[own], 0),
        _unseen(ruleset.alike, state.stack, (*drawn[:seat], *drawn[seat + 1 :])),
    ]
    start, turn = state.start, state.turn if DRAW <= phase < OVER else NOTHING
    supply, market, used = state.supply, state.market, state.used
    for other in (*range(seat, players), *range(seat)):
        first = 3 * other
        parts.append(
            _SEAT.pack(
                start == other,
                turn == other,
                stock[first] / 15,
                stock[first + 1] / 15,
                stock[first + 2] / 15,
                _owned(supply[other], market[other], used[other]),
                drawn[other] != NOTHING,
                pays[other] / 45,
            )
        )
    parts.append(_land(board, ruleset))
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
def _course(
    phase: int,
    action: int,
    terrain: int,
    season: float,
    round_: int,
    involved: int,
    rules: tuple[bool, bool, bool],
) -> bytes:
    """Where in the match we are, and the options."""
    head = _HEAD.pack(season, round_ / 4, involved / 5, *map(float, rules))
    return _PHASES[phase] + _KINDS[action] + _TERRAINS[terrain] + head


def _camps(state: State, seat: int) -> tuple[list[int], bytes]:
    """What each seat would get now, and what there is at each space: most steps change neither."""
    pieces = tuple(state.pieces)
    key = (state.board, pieces, state.seats)
    found = _scenes.get(key)
    if found is None:
        if len(_scenes) >= _MOST_KEPT:
            _scenes.clear()
        found = _scenes[key] = (_pays(state, pieces), [b""] * state.seats)
    pays, seen = found
    spaces = seen[seat]
    if not spaces:
        spaces = seen[seat] = _spaces(state, seat)
    return pays, spaces


def _pays(state: State, pieces: tuple[int, ...]) -> list[int]:
    """What each seat would get now. A move changes one terrain or two, seldom all."""
    pays = [0] * state.seats
    for terrain in range(3):
        key = (state.board, terrain, pieces[terrain::3])
        rows = _paid.get(key)
        if rows is None:
            if len(_paid) >= 8 * _MOST_KEPT:
                _paid.clear()
            rows = _paid[key] = hunted(state.board, pieces, state.camps, terrain)
        for _, seat, _, animals in rows:
            pays[seat] += animals
    return pays


def _spaces(state: State, seat: int) -> bytes:
    """What there is at each space."""
    players, pieces = state.seats, state.pieces
    row, width = bytearray(_areas(state.board, players)), 4 * (players + 5)
    for other, spaces in enumerate(state.camps):
        camps = _camps_of((other - seat) % players, players)
        for space in spaces:
            start = width * RANK[space]
            row[start + 4 : start + width] = camps[pieces[space] & 255]
    return bytes(row)


@lru_cache(maxsize=64)
def _camps_of(owner: int, players: int) -> tuple[bytes, ...]:
    """Every camp of the seat that sits so many places on: what stands there, no part in an action
    yet, and whose it is."""
    whose = bytes(8) + _one_hot(players)[owner]
    return tuple([camp + whose for camp in _CAMPS])


@lru_cache(maxsize=1024)
def _areas(board: Board, players: int) -> bytes:
    """The animals of each space's area, with room for what stands there."""
    width = 4 * (players + 5)
    row = bytearray(width * len(WORKED))
    for space in WORKED:
        area = board.area[space]
        if area != NOTHING:
            _ONE.pack_into(row, width * RANK[space], board.total[area] / 15)
    return bytes(row)


def _land(board: Board, ruleset: RuleSet) -> bytes:
    """The tiles place by place. A board is of one set of tiles, so it need not be asked for them
    again: telling rule sets apart would take longer."""
    found = _lands.get(board)
    if found is None:
        tiles, land = ruleset.tiles, board.land
        rows = [
            _NO_TILE if land[cell] == NOTHING else _tile(tiles[land[cell] // 3], land[cell] % 3)
            for cell in PLACES
        ]
        if len(_lands) >= _MOST_KEPT:
            _lands.clear()
        found = _lands[board] = b"".join(rows)
    return found


_NO_TILE: Final = pack(f"{len(NO_TILE)}f", *NO_TILE)


@lru_cache(maxsize=256)
def _tile(tile: Tile, turn: int) -> bytes:
    row = tile_row(tile, turn)
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=4096)
def _unseen(alike: tuple[int, ...], stack: int, others: tuple[int, ...]) -> bytes:
    row = unseen_row(unseen_tiles(alike, stack, others))
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=4096)
def _owned(supply: int, market: int, used: int) -> bytes:
    """The pieces in a seat's supply and market, and its cubes."""
    row = [
        number / most
        for pile in (supply, market)
        for number, most in zip(counts(pile), PIECES_OF_A_KIND, strict=True)
    ]
    return pack(f"{len(row)}f", *row) + _USED[used]
