"""What can be done in Manitou: decisions of seats and outcomes of luck, each created once.

An action carries intent only. `interned` tables hold one object for each, so that lists of legal
actions are looked up, not built.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from prateria.games.manitou.rules.components import (
    CARDS,
    FIRST_WARRIOR,
    GROUNDS,
    TILES,
    Card,
    Ground,
    Tile,
    card_kinds,
)
from prateria.games.manitou.rules.ruleset import RuleSet

SEATS: Final = range(5)


@dataclass(frozen=True, slots=True)
class NameDealer:
    """Luck: who deals the first hunt."""

    seat: int


@dataclass(frozen=True, slots=True)
class LayTile:
    """Luck: the next tile out of the bag."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class PickCard:
    """Take a card into the party; with the option quick, luck does it."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Luck: the next card from a seat's stack."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card from the hand at a ground."""

    seat: int
    card: Card
    ground: Ground


@dataclass(frozen=True, slots=True)
class MoveHunter:
    """The horse's power: move one of your own hunters from one ground to another."""

    seat: int
    card: Card
    source: Ground
    target: Ground


@dataclass(frozen=True, slots=True)
class DiscardTile:
    """The hide thief's penalty."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class TakeTile:
    """Take a tile while a ground is shared out."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the totem's or the horse's power; or pass because no card may be played."""

    seat: int


Action: TypeAlias = (
    NameDealer
    | LayTile
    | PickCard
    | DrawCard
    | PlayCard
    | MoveHunter
    | DiscardTile
    | TakeTile
    | Pass
)
ACTIONS: Final[tuple[type, ...]] = get_args(Action)

NAME_DEALER: Final = tuple(NameDealer(seat) for seat in SEATS)
LAY_TILE: Final = tuple(LayTile(tile) for tile in TILES)
PICK_CARD: Final = tuple(tuple(PickCard(seat, card) for card in CARDS) for seat in SEATS)
DRAW_CARD: Final = tuple(tuple(DrawCard(seat, card) for card in CARDS) for seat in SEATS)
PLAY_CARD: Final = tuple(
    tuple(tuple(PlayCard(seat, card, ground) for ground in GROUNDS) for card in CARDS)
    for seat in SEATS
)
MOVE_HUNTER: Final = tuple(
    tuple(
        tuple(
            tuple(MoveHunter(seat, card, source, target) for target in GROUNDS)
            for source in GROUNDS
        )
        for card in CARDS
    )
    for seat in SEATS
)
"""Moves of great warriors are included, although the horse may not make them, so that the rules can
say so."""
DISCARD_TILE: Final = tuple(tuple(DiscardTile(seat, tile) for tile in TILES) for seat in SEATS)
TAKE_TILE: Final = tuple(tuple(TakeTile(seat, tile) for tile in TILES) for seat in SEATS)
PASS: Final = tuple(Pass(seat) for seat in SEATS)


def every_action(ruleset: RuleSet, seat: int) -> tuple[Action, ...]:
    """Every action the seat can ever take, in a pinned order: the action space of learning
    programs.

    A place in it means the same decision for each seat.
    """
    cards, grounds = card_kinds(ruleset.tribe), GROUNDS[: ruleset.grounds]
    row: list[Action] = [PICK_CARD[seat][card] for card in cards]
    row += [PLAY_CARD[seat][card][ground] for card in cards for ground in grounds]
    row += [
        MOVE_HUNTER[seat][card][source][target]
        for card in cards
        if card < FIRST_WARRIOR
        for source in grounds
        for target in grounds
        if source != target
    ]
    tiles = [tile for tile in TILES if ruleset.tile_mix[tile]]
    row += [DISCARD_TILE[seat][tile] for tile in tiles]
    row += [TAKE_TILE[seat][tile] for tile in tiles]
    return (*row, PASS[seat])
