"""The prairie cards of Apache, and which loot belongs to which role.

A heap of prairie cards is a list of counts, one for each kind in the order of `Card`. Loot comes
first, and buffalo first of all, because drawing a card walks along the counts.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from prateria.core.rules import rule


class Role(IntEnum):
    """A role. A player has one tribe card of each."""

    CHIEF = 0
    WARRIOR = 1
    MAIDEN = 2
    HUNTER = 3


class Colour(IntEnum):
    """A tribe. The player in seat 0 owns red, in seat 1 green, and so on."""

    RED = 0
    GREEN = 1
    VIOLET = 2
    YELLOW = 3
    BLUE = 4


class Card(IntEnum):
    """A kind of prairie card: loot first, then people, colour by colour."""

    BUFFALO = 0
    TOTEM = 1
    TOMAHAWK = 2
    NECKLACE = 3
    TEPEE = 4
    RED_CHIEF = 5
    RED_WARRIOR = 6
    RED_MAIDEN = 7
    RED_HUNTER = 8
    GREEN_CHIEF = 9
    GREEN_WARRIOR = 10
    GREEN_MAIDEN = 11
    GREEN_HUNTER = 12
    VIOLET_CHIEF = 13
    VIOLET_WARRIOR = 14
    VIOLET_MAIDEN = 15
    VIOLET_HUNTER = 16
    YELLOW_CHIEF = 17
    YELLOW_WARRIOR = 18
    YELLOW_MAIDEN = 19
    YELLOW_HUNTER = 20
    BLUE_CHIEF = 21
    BLUE_WARRIOR = 22
    BLUE_MAIDEN = 23
    BLUE_HUNTER = 24


class Choice(IntEnum):
    """What a claim is for. For a chief, LOOT means the totems and a prisoner."""

    LOOT = 0
    TEPEES = 1
    MARRIAGE = 2


ROLES: Final = tuple(Role)
COLOURS: Final = tuple(Colour)
CARDS: Final = tuple(Card)
CHOICES: Final = tuple(Choice)

CHIEF: Final = 0
WARRIOR: Final = 1
MAIDEN: Final = 2
BUFFALO: Final = 0
TEPEE: Final = 4
LOOT: Final = 0
TEPEES: Final = 1
MARRIAGE: Final = 2
FIRST_PERSON: Final = 5
"""Cards below this number are loot, the others are people."""


@rule("A1.2")
def prairie_cards() -> tuple[int, ...]:
    """How many of each kind there are: 69 loot cards and 45 people cards, always all of them."""
    people = {Role.CHIEF: 2, Role.WARRIOR: 2, Role.MAIDEN: 2, Role.HUNTER: 3}
    return (33, 9, 9, 9, 9, *(people[role] for _ in COLOURS for role in ROLES))


@rule("A4.2", "A4.3", "A4.4", "A4.5")
def own_loot(role: Role) -> Card:
    """The loot of which a role takes all: necklaces, tomahawks, buffalo; for the chief, totems."""
    return {
        Role.MAIDEN: Card.NECKLACE,
        Role.WARRIOR: Card.TOMAHAWK,
        Role.HUNTER: Card.BUFFALO,
        Role.CHIEF: Card.TOTEM,
    }[role]


PRAIRIE: Final = prairie_cards()
ALL_CARDS: Final = sum(PRAIRIE)
ALL_ROLES: Final = 15
"""A tribe with a card of each role, as one bit a role."""
LOOT_OF: Final[tuple[int, ...]] = tuple([int(own_loot(role)) for role in ROLES])
PERSON: Final[tuple[tuple[int, ...], ...]] = tuple(
    [tuple([FIRST_PERSON + 4 * colour + role for role in range(4)]) for colour in range(5)]
)
"""The people card of a colour and a role."""
MAIDENS: Final[tuple[int, ...]] = tuple([PERSON[colour][MAIDEN] for colour in range(5)])
MALES: Final[tuple[int, ...]] = tuple(
    [PERSON[colour][role] for colour in range(5) for role in range(4) if role != MAIDEN]
)
SPOUSES: Final = (MAIDENS, MAIDENS, MALES, MAIDENS)
"""Whom each role may marry."""


def cards_of(heap: list[int]) -> tuple[Card, ...]:
    """All the cards of a heap, one by one."""
    return tuple([card for card in CARDS for _ in range(heap[card])])
