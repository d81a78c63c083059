"""What has happened, in the past tense, for logs that read as sentences and for moving pieces.

`card` is None where a seat may not know it. The common ones exist once, in the tables at the end:
creating a frozen object is slow, compiled or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from prateria.games.manitou.rules.actions import SEATS
from prateria.games.manitou.rules.components import (
    CARDS,
    CLAIMS,
    GROUNDS,
    NO_WARRIOR,
    TILES,
    Card,
    Claim,
    Ground,
    Tile,
)
from prateria.games.manitou.rules.warriors import MEETINGS, Meeting


@dataclass(frozen=True, slots=True)
class DealerNamed:
    seat: int


@dataclass(frozen=True, slots=True)
class HuntBegan:
    hunt: int
    hunts: int
    dealer: int
    first: int
    """Who plays first."""


@dataclass(frozen=True, slots=True)
class TileLaid:
    ground: Ground
    tile: Tile


@dataclass(frozen=True, slots=True)
class GroundLaid:
    """A ground has all its tiles."""

    ground: Ground
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class CardPicked:
    """Told to its owner only."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class PartyReady:
    seat: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class CardDrawn:
    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: int
    card: Card
    ground: Ground
    extra: bool = False
    """Whether it was played by the totem's power, after everybody's last card."""


@dataclass(frozen=True, slots=True)
class WarriorsMet:
    """A great warrior was played where others stood face up, and the result."""

    seat: int
    card: Card
    ground: Ground
    owner: int
    warriors: tuple[Card, ...]
    """The great warriors that stood there, all of one owner, the lower first."""
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class HunterMoved:
    seat: int
    card: Card
    source: Ground
    target: Ground


@dataclass(frozen=True, slots=True)
class Passed:
    """Declined the power of the totem or the horse (named by its tile); with None, had no card that
    might be played."""

    seat: int
    power: Tile | None


@dataclass(frozen=True, slots=True)
class ThievesNamed:
    """The hide thieves of the hunt, what their hunters add up to, and who of them has no tile."""

    seats: tuple[int, ...]
    sum: int
    spared: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    seat: int
    tile: Tile


Strength: TypeAlias = tuple[int, int, int]
"""The hunter strength of a seat at a ground: the seat, printed values, and what tomahawks add."""


@dataclass(frozen=True, slots=True)
class GroundCounted:
    """The hunter strengths by which a ground is shared out, the strongest first."""

    ground: Ground
    strengths: tuple[Strength, ...]


@dataclass(frozen=True, slots=True)
class TileTaken:
    seat: int
    ground: Ground
    tile: Tile
    claim: Claim


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
    hunts: int


@dataclass(frozen=True, slots=True)
class PointsCounted:
    """The points of a seat at the end, with everything used for them and for ties."""

    seat: int
    tepees: int
    bison: int
    pairs: int
    totem: bool
    horse: bool
    tomahawks: bool
    tiles: int

    @property
    def points(self) -> int:
        return self.pairs + self.totem + self.horse + self.tomahawks


@dataclass(frozen=True, slots=True)
class MatchWon:
    """Who won, and what decided it."""

    seats: tuple[int, ...]
    reason: str


Event: TypeAlias = (
    DealerNamed
    | HuntBegan
    | TileLaid
    | GroundLaid
    | CardPicked
    | PartyReady
    | CardDrawn
    | CardPlayed
    | WarriorsMet
    | HunterMoved
    | Passed
    | ThievesNamed
    | TileDiscarded
    | GroundCounted
    | TileTaken
    | TilesLeft
    | PieceMoved
    | HuntEnded
    | PointsCounted
    | MatchWon
)
EVENTS: Final[tuple[type, ...]] = get_args(Event)

TILE_LAID: Final = tuple(tuple((TileLaid(ground, tile),) for tile in TILES) for ground in GROUNDS)
CARD_PICKED: Final = tuple(tuple((CardPicked(seat, card),) for card in CARDS) for seat in SEATS)
CARD_DRAWN: Final = tuple(tuple((CardDrawn(seat, card),) for card in CARDS) for seat in SEATS)
CARD_PLAYED: Final = tuple(
    tuple(tuple(CardPlayed(seat, card, ground) for ground in GROUNDS) for card in CARDS)
    for seat in SEATS
)
TILE_TAKEN: Final = tuple(
    tuple(
        tuple(tuple(TileTaken(seat, ground, tile, claim) for tile in TILES) for ground in GROUNDS)
        for seat in SEATS
    )
    for claim in CLAIMS
)
"""By claim, counted from 0, seat, ground and tile."""
PIECE_MOVED: Final = tuple(
    tuple(PieceMoved(tile, seat) for seat in (*SEATS, None)) for tile in TILES
)
"""By tile and seat; the last one, index -1 (no seat), is for a piece that goes back."""
MOST_KEPT: Final = 1024
_met: Final[dict[int, WarriorsMet]] = {}


def warriors_met(
    seat: int, card: int, ground: int, owner: int, lower: int, upper: int, meeting: int
) -> WarriorsMet:
    """The event, rarely created twice.

    The result for a card follows from what it meets and from the table's options, so it is part of
    the key.
    """
    key = ((((seat * 5 + owner) * 3 + ground) * 16 + card) * 16 + lower) * 16 + upper + 1
    key = key * len(MEETINGS) + meeting
    event = _met.get(key)
    if event is None:
        if len(_met) >= MOST_KEPT:
            _met.clear()
        stood = tuple([CARDS[other] for other in (lower, upper) if other != NO_WARRIOR])
        event = _met[key] = WarriorsMet(
            seat, CARDS[card], GROUNDS[ground], owner, stood, MEETINGS[meeting]
        )
    return event
