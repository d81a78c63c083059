"""`encode` of a seat's view straight from the state, in bytes, for programs that look very often.

It assembles pieces that were packed before: a pile of cards or tiles is one number, which is the
key to its bytes. The law OBSERVED holds it to `encode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Final

from prateria.core.packed import flags, one_hot, shares
from prateria.games.manitou.rules.components import (
    CARDS,
    FIRST_WARRIOR,
    HUNTER_BITS,
    NO_WARRIOR,
    card_count,
    card_number,
)
from prateria.games.manitou.rules.phases import DRAW, OVER, PHASES
from prateria.games.manitou.rules.ruleset import MOST_OF_A_KIND
from prateria.games.manitou.rules.state import State
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
_FLAG: Final = flags(1)
_OPTIONS: Final = flags(4)
_HUNTS: Final = tuple([shares(hunts, max(hunts, 1)) for hunts in range(6)])
"""By how many there are."""
_STEPS: Final = tuple([shares(3 * MOST_OF_A_KIND, 7 * max(players, 1)) for players in range(6)])
"""By the number of players."""
_HAND: Final = shares(17, 3)
_STACK: Final = shares(17, 9)
_SEAT: Final = flags(6)
_TILES: Final = tuple(
    [pack("3f", (n & 15) / 8, (n >> 4 & 15) / 8, (n >> 8) / 8) for n in range(4096)]
)
"""The numbers of three kinds of tiles, which are twelve bits."""
_UP: Final = one_hot(len(CARDS) - FIRST_WARRIOR)
_NONE_UP: Final = _UP[-1]
_GROUNDS: Final = one_hot(3)
_PLACES: Final = tuple([one_hot(players) for players in range(6)])
_TAKEN: Final = shares(15, 15)
_CLAIMS: Final = shares(3, 3)
_NO_TAKINGS: Final = tuple([bytes(4 * (players + 5)) for players in range(6)])


def observe(state: State, seat: int) -> bytes:
    """The packed encoding of the seat's view."""
    ruleset, players, phase = state.ruleset, state.seats, state.phase
    options = 1 if ruleset.quick else 0
    options += 2 if ruleset.mixed_pairs else 0
    options += 4 if ruleset.two_placed else 0
    options += 8 if ruleset.tomahawks_next_hunt else 0
    parts = [
        _PHASES[phase],
        _HUNTS[ruleset.hunts][state.hunt],
        _STEPS[players][state.step],
        _OPTIONS[options],
    ]
    _add_tiles(parts, state.bag)
    _add_cards(parts, state.hand[seat])
    _add_cards(parts, state.stack[seat])
    _add_cards(parts, state.available[seat])
    for other in range(seat, players):
        _add_seat(parts, state, other)
    for other in range(seat):
        _add_seat(parts, state, other)
    for ground in range(3):
        _add_ground(parts, state, ground, seat)
    if state.takings:
        _add_takings(parts, state, seat)
    else:
        parts.append(_NO_TAKINGS[players])
    return b"".join(parts)


def _add_tiles(parts: list[bytes], pile: int) -> None:
    parts.append(_TILES[pile & 4095])
    parts.append(_TILES[pile >> 12 & 4095])
    parts.append(_TILES[pile >> 24])


def _add_cards(parts: list[bytes], pile: int) -> None:
    parts.append(_HUNTERS[pile & HUNTER_BITS])
    parts.append(_WARRIORS[pile >> 10])


def _add_seat(parts: list[bytes], state: State, seat: int) -> None:
    """What everybody can see of a player."""
    phase = state.phase
    facts = 0 if state.choosing >> seat & 1 else 1
    stack = 0 if facts == 0 and is_choosing(state) else card_number(state.stack[seat])
    if state.dealer == seat:
        facts += 2
    if state.turn == seat and DRAW <= phase < OVER:
        facts += 4
    if state.totem == seat:
        facts += 8
    if state.horse == seat:
        facts += 16
    if seat in state.thieves:
        facts += 32
    parts.append(_HAND[card_number(state.hand[seat])])
    parts.append(_STACK[stack])
    parts.append(_SEAT[facts])
    _add_cards(parts, state.spent[seat])
    _add_tiles(parts, state.loot[seat])


def _add_ground(parts: list[bytes], state: State, ground: int, own: int) -> None:
    players, owner = state.seats, state.owner[ground]
    lower, upper = state.lower[ground], state.upper[ground]
    _add_tiles(parts, state.tiles[ground])
    parts.append(_NONE_UP if lower == NO_WARRIOR else _UP[lower - FIRST_WARRIOR])
    parts.append(_NONE_UP if upper == NO_WARRIOR else _UP[upper - FIRST_WARRIOR])
    parts.append(_FLAG[state.uncovered >> ground & 1])
    for place in range(players):
        seat = (own + place) % players
        row = ground * players + seat
        parts.append(_FLAG[1 if owner == seat else 0])
        parts.append(_HUNTERS[state.hunters[row]])
        parts.append(_WARRIORS[state.fallen[row] >> 10])


def _add_takings(parts: list[bytes], state: State, own: int) -> None:
    """Whose turn it is to take, where, how many and for what."""
    ground, seat, number, claim = state.takings[0]
    parts.append(_PLACES[state.seats][(seat - own) % state.seats])
    parts.append(_GROUNDS[ground])
    parts.append(_TAKEN[number])
    parts.append(_CLAIMS[claim])
