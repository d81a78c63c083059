"""The ids of elements in the picture, their keys and colours, and the ids that spell a move."""

from __future__ import annotations

from typing import Final, assert_never

from prateria.games.apache.rules.actions import (
    Action,
    Beat,
    Claim,
    CloseWindow,
    EndClaim,
    NameFirst,
    Pass,
    PlayTribe,
    SetOrder,
    TakePerson,
    TurnCard,
    TurnUp,
)
from prateria.games.apache.rules.components import CARDS, CHOICES, COLOURS, ROLES
from prateria.games.apache.rules.view import View

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
"""There are fifteen males, and never more to pick from. The page itself uses R."""
PASS_KEY: Final = "0"
TURN_KEY: Final = "t"


def colour(seat: int) -> str:
    """The colour of a seat's tribe."""
    return COLOUR_IDS[seat]


def path(_view: View, action: Action) -> tuple[str, ...]:
    """One id each: in a race nothing may come between the key and the play."""
    match action:
        case PlayTribe(_, role):
            return (HAND[role],)
        case TurnCard():
            return (TURN,)
        case Claim(_, choice):
            return (CLAIM[choice],)
        case TakePerson(_, card):
            return (TAKE[card],)
        case Pass():
            return (PASS,)
        case NameFirst() | TurnUp() | SetOrder() | Beat() | CloseWindow() | EndClaim():
            return ()
    assert_never(action)


def confirms(view: View, action: Action) -> bool:
    """A tribe card in the calm tempo: a slip costs two cards, and there is time to ask."""
    return isinstance(action, PlayTribe) and not view.ruleset.clocked
