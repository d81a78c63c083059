"""The ids of elements in the picture, and the path of ids that spells a move.

A card keeps its id from the choice of the party to the ground. Nobody can tell two chiefs apart;
they are distinguished by where they lie, those furthest from the hand first. Tiles are identified
by kind and place only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from prateria.core.drawing.scene import COLOURS
from prateria.games.manitou.notation.write import GROUND_WORDS
from prateria.games.manitou.rules.actions import (
    Action,
    DiscardTile,
    DrawCard,
    LayTile,
    MoveHunter,
    NameDealer,
    Pass,
    PickCard,
    PlayCard,
    TakeTile,
)
from prateria.games.manitou.rules.components import CARDS, TILES, Card, Ground, Tile
from prateria.games.manitou.rules.view import View

CARD_SLUGS: Final = tuple(card.name.lower().replace("_", "-") for card in CARDS)
TILE_SLUGS: Final = tuple(tile.name.lower().replace("_", "-") for tile in TILES)
GROUND_IDS: Final = tuple(f"ground-{word}" for word in GROUND_WORDS)
PASS_ID: Final = "pass"
TWINS: Final = (Card.CHIEF, Card.CLAN_MOTHER)
"""The cards of which a player has two."""


class CardIds:
    """The ids of all visible cards, for one view."""

    __slots__ = ("available", "fallen", "hand", "stack", "up")

    def __init__(self, view: View) -> None:
        used = [[other.spent.count(twin) for twin in TWINS] for other in view.seats]
        self.fallen: list[list[list[str]]] = []
        self.up: list[list[str]] = []
        for ground in view.grounds:
            self.fallen.append(
                [named(cards, seat, used[seat]) for seat, cards in enumerate(ground.fallen)]
            )
            owner = ground.owner
            self.up.append([] if owner is None else named(ground.warriors, owner, used[owner]))
        own = view.seat or 0
        self.hand = named(view.hand, own, used[own])
        self.stack = named(view.stack, own, used[own])
        self.available = named(view.available, own, used[own])


def named(cards: Sequence[Card], seat: int, used: list[int]) -> list[str]:
    """Ids for cards of a seat; `used` counts how many of each twin already have theirs, and is
    updated."""
    return [card_id(card, seat, used) for card in cards]


def card_id(card: Card, seat: int, used: list[int]) -> str:
    name = f"card-{COLOURS[seat]}-{CARD_SLUGS[card]}"
    if card not in TWINS:
        return name
    place = TWINS.index(card)
    used[place] += 1
    return f"{name}-{used[place]}"


def hunter_id(card: Card, seat: int) -> str:
    return f"card-{COLOURS[seat]}-{CARD_SLUGS[card]}"


def tile_id(ground: int, tile: Tile, copy: int) -> str:
    """The nth tile of its kind at a ground, counted from 1."""
    return f"tile-{GROUND_WORDS[ground]}-{TILE_SLUGS[tile]}-{copy}"


def gift_id(tile: Tile) -> str:
    """A tile that a hide thief may give away."""
    return f"give-{TILE_SLUGS[tile]}"


def path(view: View, action: Action) -> tuple[str, ...]:
    """What to pick for a move. A party is chosen as a whole, by buttons that send its moves."""
    match action:
        case PlayCard(_, card, ground):
            return (CardIds(view).hand[view.hand.index(card)], GROUND_IDS[ground])
        case MoveHunter(seat, card, _, target):
            return (hunter_id(card, seat), GROUND_IDS[target])
        case DiscardTile(_, tile):
            return (gift_id(tile),)
        case TakeTile(_, tile):
            return (tile_id(view.takings[0].ground, tile, 1),)
        case Pass():
            return (PASS_ID,)
        case PickCard() | NameDealer() | LayTile() | DrawCard():
            return ()
    assert_never(action)


def ground_of(ground_id: str) -> Ground | None:
    """The ground with this id."""
    return Ground(GROUND_IDS.index(ground_id)) if ground_id in GROUND_IDS else None


def confirms(_view: View, action: Action) -> bool:
    """A played card has been seen by everybody."""
    return isinstance(action, PlayCard)
