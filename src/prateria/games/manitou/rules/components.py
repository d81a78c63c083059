"""The cards and tiles of Manitou, and piles of them packed into whole numbers.

A pile of cards has one bit for each hunter (there is one of each) and two bits for each kind of
great warrior (there are at most two). A pile of tiles has four bits a kind. So piles are added and
subtracted with + and -, compared with ==, and copied for nothing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from prateria.core.native import i64
from prateria.core.rules import rule


class Card(IntEnum):
    """A kind of card. Hunters come first, so that a hunter's value is its number plus one."""

    HUNTER_1 = 0
    HUNTER_2 = 1
    HUNTER_3 = 2
    HUNTER_4 = 3
    HUNTER_5 = 4
    HUNTER_6 = 5
    HUNTER_7 = 6
    HUNTER_8 = 7
    HUNTER_9 = 8
    HUNTER_10 = 9
    CHIEF = 10
    CLAN_MOTHER = 11
    RAINMAKER = 12
    SCOUT = 13
    MEDICINE_MAN = 14


class Tile(IntEnum):
    """A kind of loot tile."""

    BISON_1 = 0
    BISON_2 = 1
    BISON_3 = 2
    TEPEE_1 = 3
    TEPEE_2 = 4
    TEPEE_3 = 5
    TOTEM = 6
    HORSE = 7
    TOMAHAWK = 8


class Ground(IntEnum):
    """A hunting ground."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


class Claim(IntEnum):
    """Why somebody takes tiles at a ground; the number is that of the rule, M5.1 to M5.3."""

    WARRIOR = 1
    STRONGEST = 2
    SECOND = 3


CARDS: Final = tuple(Card)
TILES: Final = tuple(Tile)
GROUNDS: Final = tuple(Ground)
CLAIMS: Final = tuple(Claim)
FIRST_WARRIOR: Final = 10
"""Cards below this number are hunters, the others are great warriors."""
HUNTER_BITS: Final = 1023

ONE_CARD: Final = tuple(1 << card if card < 10 else 1 << (2 * card - 10) for card in range(15))
"""A pile of just that card."""
ONE_TILE: Final = tuple(1 << (4 * tile) for tile in range(9))
"""A pile of just that tile."""
NO_WARRIOR: Final = -1
TOTEM_TILE: Final = 6
HORSE_TILE: Final = 7
TOMAHAWK_TILE: Final = 8
"""Plain numbers for the inner loops: looking up a member of an enumeration is slow."""


@rule("M1.1")
def tribe_cards() -> int:
    """The 17 cards of a player: ten hunters, two chiefs, two clan mothers, three others."""
    pairs = 2 * ONE_CARD[Card.CHIEF] + 2 * ONE_CARD[Card.CLAN_MOTHER]
    singles = ONE_CARD[Card.RAINMAKER] + ONE_CARD[Card.SCOUT] + ONE_CARD[Card.MEDICINE_MAN]
    return HUNTER_BITS + pairs + singles


ALL_CARDS: Final = tribe_cards()

VALUE: Final = tuple(
    sum(card + 1 for card in range(10) if pile >> card & 1) for pile in range(1024)
)
"""The sum of the printed values of a pile of hunters."""
NUMBER: Final = tuple(pile.bit_count() for pile in range(1024))
"""How many hunters there are in a pile of them."""
_WARRIOR_NUMBER: Final = tuple(
    sum(pile >> (2 * kind) & 3 for kind in range(5)) for pile in range(1024)
)
HUNTER_KINDS: Final = tuple(
    tuple(card for card in CARDS[:10] if pile >> card & 1) for pile in range(1024)
)
_WARRIOR_KINDS: Final = tuple(
    tuple(card for card in CARDS[10:] if pile >> (2 * card - 20) & 3) for pile in range(1024)
)
WARRIOR_CARDS: Final = tuple(
    tuple(card for card in CARDS[10:] for _ in range(pile >> (2 * card - 20) & 3))
    for pile in range(1024)
)


def card_number(pile: i64) -> int:
    """How many cards there are in a pile."""
    return NUMBER[pile & HUNTER_BITS] + _WARRIOR_NUMBER[pile >> 10]


def card_kinds(pile: i64) -> tuple[Card, ...]:
    """The kinds of card in a pile, each once, hunters first."""
    return HUNTER_KINDS[pile & HUNTER_BITS] + _WARRIOR_KINDS[pile >> 10]


def card_count(pile: i64, card: i64) -> int:
    """How many of that card there are in a pile."""
    if card < FIRST_WARRIOR:
        return pile >> card & 1
    return pile >> (2 * card - 10) & 3


def cards_of(pile: i64) -> tuple[Card, ...]:
    """All the cards of a pile, hunters first."""
    return HUNTER_KINDS[pile & HUNTER_BITS] + WARRIOR_CARDS[pile >> 10]


def tile_count(pile: i64, tile: i64) -> int:
    """How many of that tile there are in a pile."""
    return pile >> (4 * tile) & 15


_TILE_NUMBER: Final = tuple((n & 15) + (n >> 4 & 15) + (n >> 8) for n in range(4096))
"""How many tiles there are in three kinds, which are twelve bits."""
_TILE_KINDS: Final = tuple(
    tuple(
        tuple(TILES[first + place] for place in range(3) if n >> (4 * place) & 15)
        for n in range(4096)
    )
    for first in (0, 3, 6)
)


def tile_number(pile: i64) -> int:
    """How many tiles there are in a pile."""
    return _TILE_NUMBER[pile & 4095] + _TILE_NUMBER[pile >> 12 & 4095] + _TILE_NUMBER[pile >> 24]


def tile_kinds(pile: i64) -> tuple[Tile, ...]:
    """The kinds of tile in a pile, each once."""
    bison, tepees, others = _TILE_KINDS
    return bison[pile & 4095] + tepees[pile >> 12 & 4095] + others[pile >> 24]


def tiles_of(pile: i64) -> tuple[Tile, ...]:
    """All the tiles of a pile."""
    return tuple([tile for tile in TILES for _ in range(tile_count(pile, tile))])
