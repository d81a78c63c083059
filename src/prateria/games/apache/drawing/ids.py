"""Ids of what can be picked, its keys, and the colours as style sheets call them."""

from __future__ import annotations

from typing import Final

from prateria.games.apache.rules.components import CARDS, CHOICES, COLOURS, ROLES

COLOUR_IDS: Final = tuple(colour.name.lower() for colour in COLOURS)
ROLE_IDS: Final = tuple(role.name.lower() for role in ROLES)
CARD_IDS: Final = tuple(card.name.lower().replace("_", "-") for card in CARDS)

HAND: Final = tuple(f"hand-{role}" for role in ROLE_IDS)
CLAIM: Final = tuple(f"claim-{choice.name.lower()}" for choice in CHOICES)
TAKE: Final = tuple(f"take-{card}" for card in CARD_IDS)
PASS: Final = "play-none"
TURN: Final = "turn-card"

CLAIM_KEYS: Final = "qwe"
PERSON_KEYS: Final = "qwetasdfgzxcvby"
"""There are fifteen males, and never more to pick from. R is the page's own."""
PASS_KEY: Final = "0"
TURN_KEY: Final = "t"


def colour(seat: int) -> str:
    """The colour of a seat's tribe."""
    return COLOUR_IDS[seat]
