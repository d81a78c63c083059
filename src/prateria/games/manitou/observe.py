"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It puts together pieces that were packed before: a pile of cards or tiles is one number, and its
bytes are looked up by it. The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct, pack
from typing import Final

from prateria.games.manitou.components import (
    CARDS,
    NO_WARRIOR,
    TILES,
    card_count,
    card_number,
    tile_count,
)
from prateria.games.manitou.phases import DRAW, OVER, PHASES
from prateria.games.manitou.state import State
from prateria.games.manitou.view import is_choosing

_HUNTERS: Final = 4 * 10
"""The bytes of a row of cards that are hunters'."""
_PHASES: Final = tuple(
    [
        pack(f"{len(PHASES)}f", *[float(phase == other) for other in range(len(PHASES))])
        for phase in range(len(PHASES))
    ]
)
_FLAG: Final = (pack("f", 0.0), pack("f", 1.0))
_HEAD: Final = Struct("4f")
_SEAT: Final = Struct("8f")


def observe(state: State, seat: int) -> bytes:
    """All that the seat's view encodes to."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    order = [(seat + place) % players for place in range(players)]
    parts = [_PHASES[phase]]
    parts.append(
        _HEAD.pack(
            state.hunt / ruleset.hunts,
            state.step / (7 * players),
            float(ruleset.quick),
            float(ruleset.mixed_pairs),
        )
    )
    parts.append(_bag(state.bag))
    parts.append(_cards(state.hand[seat]))
    parts.append(_cards(state.stack[seat]))
    parts.append(_cards(state.available[seat]))
    turn = state.turn if DRAW <= phase < OVER else -1
    choosing = is_choosing(state)
    for other in order:
        ready = not state.choosing >> other & 1
        parts.append(
            _SEAT.pack(
                card_number(state.hand[other]) / 3,
                0.0 if choosing and not ready else card_number(state.stack[other]) / 9,
                float(ready),
                float(state.dealer == other),
                float(turn == other),
                float(state.totem == other),
                float(state.horse == other),
                float(other in state.thieves),
            )
        )
        parts.append(_cards(state.spent[other]))
        parts.append(_tiles(state.loot[other]))
    for ground in range(3):
        start, end = ground * players, (ground + 1) * players
        parts.append(
            _ground(
                state.tiles[ground],
                state.owner[ground],
                state.lower[ground],
                state.upper[ground],
                (*state.hunters[start:end], *state.fallen[start:end]),
                seat,
            )
        )
    parts.append(_takings(state, order))
    return b"".join(parts)


@lru_cache(maxsize=2048)
def _ground(
    tiles: int, owner: int, lower: int, upper: int, piles: tuple[int, ...], own: int
) -> bytes:
    """A hunting ground; most are as they were a step ago. Piles are hunters, then the fallen."""
    parts, players = [_tiles(tiles), _warriors(lower, upper)], len(piles) // 2
    for seat in (*range(own, players), *range(own)):
        parts.append(_FLAG[owner == seat])
        parts.append(_cards(piles[seat])[:_HUNTERS])
        parts.append(_cards(piles[players + seat])[_HUNTERS:])
    return b"".join(parts)


def _takings(state: State, order: list[int]) -> bytes:
    width = len(order) + 4
    if not state.takings:
        return bytes(4 * width)
    ground, seat, number = state.takings[0]
    flags = [float(seat == other) for other in order]
    flags += [float(ground == other) for other in range(3)]
    return pack(f"{width}f", *flags, number / 15)


@lru_cache(maxsize=256)
def _warriors(lower: int, upper: int) -> bytes:
    up = [card for card in (lower, upper) if card != NO_WARRIOR]
    row = [float(place < len(up) and up[place] == card) for place in (0, 1) for card in CARDS[10:]]
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=16384)
def _cards(pile: int) -> bytes:
    row = [card_count(pile, card) * (1.0 if card < 10 else 0.5) for card in CARDS]
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=16384)
def _tiles(pile: int) -> bytes:
    row = [tile_count(pile, tile) * 0.125 for tile in TILES]
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=4096)
def _bag(pile: int) -> bytes:
    row = [tile_count(pile, tile) / 8 for tile in TILES]
    return pack(f"{len(row)}f", *row)
