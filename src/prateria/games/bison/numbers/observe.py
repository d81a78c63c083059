"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It assembles pieces that were packed before; land and camps, which are most of it, change seldom and
are cached with the board (`ObservationCache`). The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct, pack
from typing import Final

from prateria.core.packed import one_hot
from prateria.games.bison.numbers.cache import ObservationCache
from prateria.games.bison.numbers.encode import (
    NO_TILE,
    PIECES_OF_A_KIND,
    RANK,
    WORKED,
    tile_row,
    unseen_row,
)
from prateria.games.bison.rules.board import Board
from prateria.games.bison.rules.components import (
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
from prateria.games.bison.rules.phases import DRAW, OVER, OVERFLOW, PHASES
from prateria.games.bison.rules.ruleset import RuleSet, Tile, rule_numbers
from prateria.games.bison.rules.scoring import hunted
from prateria.games.bison.rules.state import State
from prateria.games.bison.rules.view import unseen_tiles

_PHASES: Final = one_hot(len(PHASES))
_KINDS: Final = one_hot(len(KINDS))
_TERRAINS: Final = one_hot(len(TERRAINS))
_SEAT: Final = Struct(f"5f{4 * len(PIECES)}s{4 * len(PIECES)}s{4 * len(KINDS)}s2f")
_ONE: Final = Struct("f")
_USED: Final = tuple(
    [
        pack(f"{len(KINDS)}f", *[float(used >> kind & 1) for kind in range(len(KINDS))])
        for used in range(ALL_KINDS + 1)
    ]
)
_CAMPS: Final = tuple([pack("2f", (camp & HUNTERS) / 8, size_of(camp) / 4) for camp in range(256)])
"""The hunters, and the tepee or canoe, of a camp, without its owner."""


def observe(state: State, seat: int) -> bytes:
    """The packed encoding of the seat's view."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    drawn, stock, own = state.drawn, state.stock, state.drawn[seat]
    terrain = state.terrain if phase == OVERFLOW else NOTHING
    season = state.season / ruleset.seasons
    rules = rule_numbers(ruleset)
    cache = _cache_of(state)
    pays, spaces = cache.pays, cache.spaces[seat]
    if not spaces:
        spaces = cache.spaces[seat] = _spaces(state, seat, cache.areas)
    parts = [
        _course(phase, state.action, terrain, season, state.round, state.involved, rules),
        _NO_TILE if own == NOTHING else _tile(ruleset.tiles[own], 0),
        _unseen(ruleset.alike, state.stack, (*drawn[:seat], *drawn[seat + 1 :])),
    ]
    turn = state.turn if DRAW <= phase < OVER else NOTHING
    for other in (*range(seat, players), *range(seat)):
        first = 3 * other
        parts.append(
            _SEAT.pack(
                state.start == other,
                turn == other,
                stock[first] / 15,
                stock[first + 1] / 15,
                stock[first + 2] / 15,
                _pieces(state.supply[other]),
                _pieces(state.market[other]),
                _USED[state.used[other]],
                drawn[other] != NOTHING,
                pays[other] / 45,
            )
        )
    parts.append(cache.land)
    parts.append(_with_action(state, spaces) if state.space != NOTHING or state.moved else spaces)
    return b"".join(parts)


def _with_action(state: State, spaces: bytes) -> bytes:
    """The spaces with their part in the action being carried out."""
    row, width = bytearray(spaces), 4 * (state.seats + 5)
    if state.space != NOTHING:
        _ONE.pack_into(row, width * RANK[state.space] + 12, 1.0)
    for space in set(state.moved):
        worth = 0.0
        for _ in range(state.moved.count(space)):  # summed as `encode` does, to the last bit
            worth += 0.2
        _ONE.pack_into(row, width * RANK[space] + 16, worth)
    return bytes(row)


@lru_cache(maxsize=1024)
def _course(
    phase: int,
    action: int,
    terrain: int,
    season: float,
    round_: int,
    involved: int,
    rules: tuple[float, ...],
) -> bytes:
    """The point the match has reached, and the options."""
    head = pack(f"{3 + len(rules)}f", season, round_ / 4, involved / 5, *rules)
    return _PHASES[phase] + _KINDS[action] + _TERRAINS[terrain] + head


def _cache_of(state: State) -> ObservationCache:
    """The cache of what is on the board; most steps change nothing in it."""
    board = state.board
    kept = board.kept
    if isinstance(kept, ObservationCache) and kept.players == state.seats:
        cache = kept
    else:
        cache = board.kept = _new_cache(state)
    if cache.pieces != state.pieces:
        _look(cache, state)
    return cache


def _new_cache(state: State) -> ObservationCache:
    cache = ObservationCache()
    cache.players = state.seats
    cache.land = _land(state.board, state.ruleset)
    cache.areas = _areas(state.board, state.seats)
    cache.pieces = []
    cache.there = [[], [], []]
    cache.paid = [[], [], []]
    return cache


def _look(cache: ObservationCache, state: State) -> None:
    """Update the camps. A move changes one terrain or two, seldom all."""
    pieces, players = state.pieces[:], state.seats
    pays = [0] * players
    for terrain in range(3):
        there = pieces[terrain::3]
        if cache.there[terrain] != there:
            cache.there[terrain] = there
            paid = cache.paid[terrain] = [0] * players
            for _, seat, _, animals in hunted(state.board, pieces, state.camps, terrain):
                paid[seat] += animals
        for seat, animals in enumerate(cache.paid[terrain]):
            pays[seat] += animals
    cache.pieces = pieces
    cache.pays = pays
    cache.spaces = [b""] * players


def _spaces(state: State, seat: int, areas: bytes) -> bytes:
    """The packed contents of each space."""
    players, pieces = state.seats, state.pieces
    row, width = bytearray(areas), 4 * (players + 5)
    for other, spaces in enumerate(state.camps):
        camps = _camps_of((other - seat) % players, players)
        for space in spaces:
            start = width * RANK[space]
            row[start + 4 : start + width] = camps[pieces[space] & 255]
    return bytes(row)


@lru_cache(maxsize=64)
def _camps_of(owner: int, players: int) -> tuple[bytes, ...]:
    """Every camp of the seat `owner` places on: what stands there, no part in an action yet, and
    whose it is."""
    whose = bytes(8) + one_hot(players)[owner]
    return tuple([camp + whose for camp in _CAMPS])


def _areas(board: Board, players: int) -> bytes:
    """The animals of each space's area, with room for what stands there."""
    area, total, room = board.area, board.total, bytes(4 * (players + 4))
    return b"".join(
        [
            (_NO_AREA if area[space] == NOTHING else _animals(total[area[space]])) + room
            for space in WORKED
        ]
    )


_NO_AREA: Final = bytes(4)


@lru_cache(maxsize=256)
def _animals(number: int) -> bytes:
    return _ONE.pack(number / 15)


def _land(board: Board, ruleset: RuleSet) -> bytes:
    """The tiles place by place."""
    tiles, land = ruleset.tiles, board.land
    return b"".join(
        [
            _NO_TILE if land[cell] == NOTHING else _tile(tiles[land[cell] // 3], land[cell] % 3)
            for cell in PLACES
        ]
    )


_NO_TILE: Final = pack(f"{len(NO_TILE)}f", *NO_TILE)


@lru_cache(maxsize=256)
def _tile(tile: Tile, turn: int) -> bytes:
    row = tile_row(tile, turn)
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=1024)
def _unseen(alike: tuple[int, ...], stack: int, others: tuple[int, ...]) -> bytes:
    row = unseen_row(unseen_tiles(alike, stack, others))
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=1024)
def _pieces(pile: int) -> bytes:
    row = [number / most for number, most in zip(counts(pile), PIECES_OF_A_KIND, strict=True)]
    return pack(f"{len(row)}f", *row)
