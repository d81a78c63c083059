"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It assembles pieces that were packed before: a pile of cards or tiles is one number, which is the
key to its bytes. The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct, pack
from typing import Final

from prateria.core.packed import one_hot
from prateria.games.manitou.rules.components import (
    CARDS,
    FIRST_WARRIOR,
    HUNTER_BITS,
    NO_WARRIOR,
    TILES,
    card_count,
    card_number,
    tile_count,
)
from prateria.games.manitou.rules.phases import DRAW, OVER, PHASES
from prateria.games.manitou.rules.state import NOBODY, State
from prateria.games.manitou.rules.view import is_choosing


def _rows(cards: Sequence[int], shift: int) -> tuple[bytes, ...]:
    """The encoding of some cards for every pile of them; shifted, that is part of a larger pile.
    There may be two of each great warrior."""
    rows = [
        [card_count(pile << shift, card) * (1.0 if card < FIRST_WARRIOR else 0.5) for card in cards]
        for pile in range(1024)
    ]
    return tuple([pack(f"{len(cards)}f", *row) for row in rows])


_PHASES: Final = one_hot(len(PHASES))
_HUNTERS: Final = _rows(CARDS[:FIRST_WARRIOR], 0)
_WARRIORS: Final = _rows(CARDS[FIRST_WARRIOR:], 10)
_FLAG: Final = (pack("f", 0.0), pack("f", 1.0))
_HEAD: Final = Struct("6f")
_SEAT: Final = Struct("8f")


def observe(state: State, seat: int) -> bytes:
    """The packed encoding of the seat's view."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    order = (*range(seat, players), *range(seat))
    step = state.step / (7 * players)
    parts = [
        _PHASES[phase],
        _HEAD.pack(
            state.hunt / ruleset.hunts,
            step,
            ruleset.quick,
            ruleset.mixed_pairs,
            ruleset.two_placed,
            ruleset.tomahawks_next_hunt,
        ),
        _bag(state.bag),
    ]
    for pile in (state.hand[seat], state.stack[seat], state.available[seat]):
        parts += (_HUNTERS[pile & HUNTER_BITS], _WARRIORS[pile >> 10])
    turn = state.turn if DRAW <= phase < OVER else NOBODY
    choosing = is_choosing(state)
    for other in order:
        ready = not state.choosing >> other & 1
        row = _SEAT.pack(
            card_number(state.hand[other]) / 3,
            0.0 if choosing and not ready else card_number(state.stack[other]) / 9,
            ready,
            state.dealer == other,
            turn == other,
            state.totem == other,
            state.horse == other,
            other in state.thieves,
        )
        pile = state.spent[other]
        parts += (row, _HUNTERS[pile & HUNTER_BITS], _WARRIORS[pile >> 10])
        parts.append(_tiles(state.loot[other]))
    for ground in range(3):
        owner, start = state.owner[ground], ground * players
        parts += (_tiles(state.tiles[ground]), _up(state.lower[ground], state.upper[ground]))
        parts.append(_FLAG[state.uncovered >> ground & 1])
        for other in order:
            hunters, fallen = state.hunters[start + other], state.fallen[start + other]
            parts += (_FLAG[owner == other], _HUNTERS[hunters], _WARRIORS[fallen >> 10])
    parts.append(_takings(state, order) if state.takings else bytes(4 * (players + 5)))
    return b"".join(parts)


def _takings(state: State, order: Sequence[int]) -> bytes:
    ground, seat, number, claim = state.takings[0]
    flags = [float(seat == other) for other in order]
    flags += [float(ground == other) for other in range(3)]
    return pack(f"{len(flags) + 2}f", *flags, number / 15, claim / 3)


@lru_cache(maxsize=256)
def _up(lower: int, upper: int) -> bytes:
    """The face-up great warriors, the lower first."""
    up = [card for card in (lower, upper) if card != NO_WARRIOR]
    cards = CARDS[FIRST_WARRIOR:]
    row = [float(place < len(up) and up[place] == card) for place in (0, 1) for card in cards]
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=4096)
def _tiles(pile: int) -> bytes:
    row = [tile_count(pile, tile) * 0.125 for tile in TILES]
    return pack(f"{len(row)}f", *row)


@lru_cache(maxsize=1024)
def _bag(pile: int) -> bytes:
    row = [tile_count(pile, tile) / 8 for tile in TILES]
    return pack(f"{len(row)}f", *row)
