"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It assembles pieces that were packed before; land and camps, which are most of it, change seldom and
are cached with the board (`ObservationCache`). The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from itertools import product
from struct import Struct, pack
from typing import Final

from prateria.core.packed import flags, one_hot, shares
from prateria.games.bison.numbers.cache import ObservationCache
from prateria.games.bison.numbers.encode import (
    NO_TILE,
    PIECES_OF_A_KIND,
    RANK,
    WORKED,
)
from prateria.games.bison.rules.board import Board, corner_of
from prateria.games.bison.rules.components import (
    HUNTERS,
    KINDS,
    NOTHING,
    PLACES,
    TERRAINS,
    size_of,
)
from prateria.games.bison.rules.phases import DRAW, OVER, OVERFLOW, PHASES
from prateria.games.bison.rules.ruleset import START_TILES, TILES, RuleSet, Tile, rule_numbers
from prateria.games.bison.rules.scoring import hunted
from prateria.games.bison.rules.state import State
from prateria.games.bison.rules.view import unseen


def _piles(first: int) -> tuple[bytes, ...]:
    """The shares of three kinds of pieces, packed side by side. Their twelve bits of a pile are the
    index; empty where there are not that many pieces."""
    rows = [b""] * 4096
    most = PIECES_OF_A_KIND[first : first + 3]
    for one, two, three in product(*[range(number + 1) for number in most]):
        row = (one / most[0], two / most[1], three / most[2])
        rows[one | two << 4 | three << 8] = pack("3f", *row)
    return tuple(rows)


_PHASES: Final = one_hot(len(PHASES))
_KINDS: Final = one_hot(len(KINDS))
_TERRAINS: Final = one_hot(len(TERRAINS))
_ONE: Final = Struct("f")
_USED: Final = flags(len(KINDS))
_FLAGS: Final = flags(2)
_HAS_TILE: Final = flags(1)
_SEASONS: Final = tuple([shares(seasons, max(seasons, 1)) for seasons in range(7)])
"""By how many there are."""
_ROUNDS: Final = shares(4, 4)
_INVOLVED: Final = shares(15, 5)
_ANIMALS: Final = shares(255, 15)
_TILES: Final = shares(TILES + START_TILES, 1)
_CORNERS: Final = one_hot(6)
_PRINTS: Final = tuple(
    [
        pack("4f", prairie / 6, bison / 3, turkeys / 3, salmon / 3)
        for prairie, bison, turkeys, salmon in product(range(6), range(4), range(4), range(4))
    ]
)
"""The prairie and the animals of a tile."""
_HUNTERS_AND_TEPEES: Final = _piles(0)
_LARGER: Final = _piles(3)
_CANOES: Final = _piles(6)
_PAYS: Final = shares(255, 45)
_CAMPS: Final = tuple([pack("2f", (camp & HUNTERS) / 8, size_of(camp) / 4) for camp in range(256)])
"""The hunters, and the tepee or canoe, of a camp, without its owner."""
_CAMPS_OF: Final = tuple(
    [
        tuple([tuple([camp + bytes(8) + whose for camp in _CAMPS]) for whose in one_hot(players)])
        for players in range(5)
    ]
)
"""By the number of players and how many places on the owner sits: what stands there, no part in an
action yet, and whose it is."""


def observe(state: State, seat: int) -> bytes:
    """The packed encoding of the seat's view."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    own = state.drawn[seat]
    cache = _cache_of(state)
    spaces = cache.spaces[seat]
    if not spaces:
        spaces = cache.spaces[seat] = _spaces(state, seat, cache.areas)
    parts = [
        _PHASES[phase],
        _KINDS[state.action],
        _TERRAINS[state.terrain if phase == OVERFLOW else NOTHING],
        _SEASONS[ruleset.seasons][state.season],
        _ROUNDS[state.round],
        _INVOLVED[state.involved],
        cache.rules,
        _NO_TILE if own == NOTHING else _tile(ruleset.tiles[own], 0),
        cache.unseen[seat] or _see_unseen(cache, state, seat),
    ]
    for place in range(players):
        _add_seat(parts, state, (seat + place) % players, cache)
    parts.append(cache.land)
    parts.append(_with_action(state, spaces) if state.space != NOTHING or state.moved else spaces)
    return b"".join(parts)


def _add_seat(parts: list[bytes], state: State, seat: int, cache: ObservationCache) -> None:
    """What everybody can see of a player."""
    facts = 1 if state.start == seat else 0
    if state.turn == seat and DRAW <= state.phase < OVER:
        facts += 2
    stock, first = state.stock, 3 * seat
    parts.append(_FLAGS[facts])
    parts.append(_ANIMALS[stock[first]])
    parts.append(_ANIMALS[stock[first + 1]])
    parts.append(_ANIMALS[stock[first + 2]])
    for pile in (state.supply[seat], state.market[seat]):
        parts.append(_HUNTERS_AND_TEPEES[pile & 4095])
        parts.append(_LARGER[pile >> 12 & 4095])
        parts.append(_CANOES[pile >> 24])
    parts.append(_USED[state.used[seat]])
    parts.append(_HAS_TILE[0 if state.drawn[seat] == NOTHING else 1])
    parts.append(_PAYS[cache.pays[seat]])


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


def _cache_of(state: State) -> ObservationCache:
    """The cache of what is on the board; most steps change nothing in it."""
    board = state.board
    kept = board.kept
    if isinstance(kept, ObservationCache) and kept.ruleset is state.ruleset:
        cache = kept
    else:
        cache = board.kept = _new_cache(state)
    if cache.pieces != state.pieces:
        _look(cache, state)
    if cache.stack != state.stack or cache.drawn != state.drawn:
        cache.stack, cache.drawn = state.stack, state.drawn[:]
        cache.unseen = [b""] * state.seats
    return cache


def _new_cache(state: State) -> ObservationCache:
    cache = ObservationCache()
    cache.ruleset = state.ruleset
    rules = rule_numbers(state.ruleset)
    cache.rules = pack(f"{len(rules)}f", *rules)
    cache.land = _land(state.board, state.ruleset)
    cache.areas = _areas(state.board, state.seats)
    cache.stack = NOTHING
    cache.drawn = []
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
        camps = _CAMPS_OF[players][(other - seat) % players]
        for space in spaces:
            start = width * RANK[space]
            row[start + 4 : start + width] = camps[pieces[space] & 255]
    return bytes(row)


def _areas(board: Board, players: int) -> bytes:
    """The animals of each space's area, with room for what stands there."""
    area, total, room = board.area, board.total, bytes(4 * (players + 4))
    parts: list[bytes] = []
    for space in WORKED:
        there = area[space]
        parts.append(_ANIMALS[0 if there == NOTHING else total[there]])
        parts.append(room)
    return b"".join(parts)


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


def _tile(tile: Tile, turn: int) -> bytes:
    """Where the river starts, how much is prairie, and the animals."""
    animals = (tile.bison * 4 + tile.turkeys) * 4 + tile.salmon
    return _CORNERS[corner_of(tile, turn)] + _PRINTS[tile.prairie * 64 + animals]


def _see_unseen(cache: ObservationCache, state: State, seat: int) -> bytes:
    """How many there are of each tile that the seat has not seen."""
    numbers = [0] * (TILES + START_TILES)
    for tile in unseen(state, seat):
        numbers[tile] = numbers[tile] + 1
    packed = cache.unseen[seat] = b"".join([_TILES[number] for number in numbers])
    return packed
