"""What has happened, in the past tense, for logs that read as sentences and for moving pieces.

`card` is None where a seat may not know it. The common ones exist once, in the tables at the
end: making a frozen object is slow, compiled or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from prateria.games.manitou.rules.actions import SEATS
from prateria.games.manitou.rules.components import CARDS, GROUNDS, TILES, Card, Ground, Tile


@dataclass(frozen=True, slots=True)
class DealerNamed:
    seat: int


@dataclass(frozen=True, slots=True)
class HuntBegan:
    hunt: int
    dealer: int


@dataclass(frozen=True, slots=True)
class TileLaid:
    ground: Ground
    tile: Tile


@dataclass(frozen=True, slots=True)
class CardPicked:
    """Told to its owner only."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class PartyReady:
    seat: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: int
    card: Card
    ground: Ground


@dataclass(frozen=True, slots=True)
class WarriorTurned:
    """A great warrior was turned face down."""

    seat: int
    card: Card
    ground: Ground


@dataclass(frozen=True, slots=True)
class HunterMoved:
    seat: int
    card: Card
    source: Ground
    target: Ground


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class ThievesNamed:
    """The hide thieves of the hunt, whether or not they have a tile to discard."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class TileTaken:
    seat: int
    ground: Ground
    tile: Tile


@dataclass(frozen=True, slots=True)
class TilesLeft:
    """Tiles that nobody may take leave the game."""

    ground: Ground
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class PieceMoved:
    """The totem or the horse (named by its tile) went to a seat, or with None back."""

    piece: Tile
    seat: int | None


@dataclass(frozen=True, slots=True)
class HuntEnded:
    hunt: int


Event: TypeAlias = (
    DealerNamed
    | HuntBegan
    | TileLaid
    | CardPicked
    | PartyReady
    | CardDrawn
    | CardPlayed
    | WarriorTurned
    | HunterMoved
    | Passed
    | ThievesNamed
    | TileDiscarded
    | TileTaken
    | TilesLeft
    | PieceMoved
    | HuntEnded
)
EVENTS: Final[tuple[type, ...]] = get_args(Event)

TILE_LAID: Final = tuple(tuple((TileLaid(ground, tile),) for tile in TILES) for ground in GROUNDS)
CARD_PICKED: Final = tuple(tuple((CardPicked(seat, card),) for card in CARDS) for seat in SEATS)
CARD_DRAWN: Final = tuple(tuple((CardDrawn(seat, card),) for card in CARDS) for seat in SEATS)
CARD_PLAYED: Final = tuple(
    tuple(tuple(CardPlayed(seat, card, ground) for ground in GROUNDS) for card in CARDS)
    for seat in SEATS
)
PARTY_READY: Final = tuple(PartyReady(seat) for seat in SEATS)
WARRIOR_TURNED: Final = tuple(
    tuple(tuple(WarriorTurned(seat, card, ground) for ground in GROUNDS) for card in CARDS)
    for seat in SEATS
)
TILE_TAKEN: Final = tuple(
    tuple(tuple(TileTaken(seat, ground, tile) for tile in TILES) for ground in GROUNDS)
    for seat in SEATS
)
PIECE_MOVED: Final = tuple(
    tuple(PieceMoved(tile, seat) for seat in (*SEATS, None)) for tile in TILES
)
"""By tile and seat; the last place, which is -1 too, is for a piece that goes back."""
HUNT_BEGAN: Final = tuple(tuple(HuntBegan(hunt, dealer) for dealer in SEATS) for hunt in range(6))
PASSED: Final = tuple(Passed(seat) for seat in SEATS)
HUNT_ENDED: Final = tuple(HuntEnded(hunt) for hunt in range(6))
