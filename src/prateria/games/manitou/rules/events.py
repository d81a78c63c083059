"""What has happened, in the past tense, for logs that read as sentences and for moving pieces.

`card` is None where a seat may not know it. The common ones exist once, in the tables at the end:
creating a frozen object is slow, compiled or not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias, get_args

from prateria.games.manitou.rules.actions import SEATS
from prateria.games.manitou.rules.components import (
    CARDS,
    CLAIMS,
    FIRST_WARRIOR,
    GROUNDS,
    NO_WARRIOR,
    TILES,
    Card,
    Claim,
    Ground,
    Tile,
    tiles_of,
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

Told: TypeAlias = tuple[Event, ...]
"""Said so because of a tuple that is known to have one place the compiler makes a new one at each
use."""
TILE_LAID: Final[tuple[tuple[Told, ...], ...]] = tuple(
    tuple((TileLaid(ground, tile),) for tile in TILES) for ground in GROUNDS
)
CARD_PICKED: Final[tuple[tuple[Told, ...], ...]] = tuple(
    tuple((CardPicked(seat, card),) for card in CARDS) for seat in SEATS
)
CARD_DRAWN: Final[tuple[tuple[Told, ...], ...]] = tuple(
    tuple((CardDrawn(seat, card),) for card in CARDS) for seat in SEATS
)
CARD_PLAYED: Final[tuple[tuple[tuple[tuple[Told, ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(
            tuple((CardPlayed(seat, card, ground, extra),) for ground in GROUNDS) for card in CARDS
        )
        for seat in SEATS
    )
    for extra in (False, True)
)
"""By whether it is an extra card, seat, card and ground."""
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
HUNTER_MOVED: Final = tuple(
    tuple(
        tuple(
            tuple(HunterMoved(seat, card, source, target) for target in GROUNDS)
            for source in GROUNDS
        )
        for card in CARDS[:FIRST_WARRIOR]
    )
    for seat in SEATS
)
HUNT_ENDED: Final = tuple(tuple(HuntEnded(hunt, hunts) for hunt in range(6)) for hunts in range(6))
"""By how many there are, and which it was."""
TILE_DISCARDED: Final = tuple(tuple(TileDiscarded(seat, tile) for tile in TILES) for seat in SEATS)
PASSED: Final = tuple(
    tuple(Passed(seat, power) for power in (None, Tile.TOTEM, Tile.HORSE)) for seat in SEATS
)
"""By seat, and by whether it did without the totem, 1, or the horse, 2."""


@cache
def hunt_began(hunt: int, hunts: int, dealer: int, first: int) -> HuntBegan:
    return HuntBegan(hunt, hunts, dealer, first)


MOST_KEPT: Final = 8192
"""How many events of a kind are cached; then the cache is cleared."""
_laid: Final[dict[int, GroundLaid]] = {}
_left: Final[dict[int, TilesLeft]] = {}
_met: Final[list[WarriorsMet | None]] = [None] * (5 * 5 * 3 * 5 * 5 * 6 * len(MEETINGS))


def warriors_met(
    seat: int, card: int, ground: int, owner: int, lower: int, upper: int, meeting: int
) -> WarriorsMet:
    """The event, created once. The result for a card follows from what it meets and from the
    table's options, so it is part of the index."""
    place = ((seat * 5 + owner) * 3 + ground) * 5 + card - FIRST_WARRIOR
    above = 0 if upper == NO_WARRIOR else upper - FIRST_WARRIOR + 1
    place = ((place * 5 + lower - FIRST_WARRIOR) * 6 + above) * len(MEETINGS) + meeting
    event = _met[place]
    if event is None:
        stood = tuple([CARDS[other] for other in (lower, upper) if other != NO_WARRIOR])
        event = _met[place] = WarriorsMet(
            seat, CARDS[card], GROUNDS[ground], owner, stood, MEETINGS[meeting]
        )
    return event


def ground_laid(ground: int, pile: int) -> GroundLaid:
    """The event, rarely created twice."""
    key = pile * len(GROUNDS) + ground
    event = _laid.get(key)
    if event is None:
        if len(_laid) >= MOST_KEPT:
            _laid.clear()
        event = _laid[key] = GroundLaid(GROUNDS[ground], tiles_of(pile))
    return event


def tiles_left(ground: int, pile: int) -> TilesLeft:
    """The event, rarely created twice."""
    key = pile * len(GROUNDS) + ground
    event = _left.get(key)
    if event is None:
        if len(_left) >= MOST_KEPT:
            _left.clear()
        event = _left[key] = TilesLeft(GROUNDS[ground], tiles_of(pile))
    return event
