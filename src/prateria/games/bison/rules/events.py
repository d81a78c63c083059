"""What has happened, in the past tense, for logs that read as sentences and for moving pieces.

A tile is given by its number, with what is printed on it; both are None where a seat may not know
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from prateria.games.bison.rules.actions import by_animals, by_seat, by_space
from prateria.games.bison.rules.components import ANIMALS, KINDS, PIECES, Animal, Kind, Piece
from prateria.games.bison.rules.ruleset import Tile


@dataclass(frozen=True, slots=True)
class StartNamed:
    seat: int


@dataclass(frozen=True, slots=True)
class StartTileLaid:
    cell: int
    tile: int
    turn: int
    printed: Tile


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    season: int
    seasons: int
    start: int


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Everybody has one more action in the season, this one of a known total."""

    season: int
    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class TileDrawn:
    seat: int
    tile: int | None
    printed: Tile | None


@dataclass(frozen=True, slots=True)
class ActionChosen:
    seat: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class TileLaid:
    seat: int
    cell: int
    tile: int
    turn: int
    printed: Tile


@dataclass(frozen=True, slots=True)
class HuntersSent:
    seat: int
    space: int
    hunters: int


@dataclass(frozen=True, slots=True)
class PieceBuilt:
    """Hunters became a tepee or canoe."""

    seat: int
    space: int
    size: int


@dataclass(frozen=True, slots=True)
class PieceEnlarged:
    seat: int
    space: int
    size: int
    hunters: int


@dataclass(frozen=True, slots=True)
class PieceReduced:
    """A tepee or canoe has the smaller size now, 0 if it was dismantled."""

    seat: int
    space: int
    size: int
    hunters: int


@dataclass(frozen=True, slots=True)
class GatheringCalled:
    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class HunterPicked:
    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class HunterMoved:
    seat: int
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class AnimalGained:
    seat: int
    animal: Animal


@dataclass(frozen=True, slots=True)
class NothingGained:
    """An action without hunters brought nothing, as all three stocks were full."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paid:
    """How many animals of each kind were paid, and in `stock` how many of each are left."""

    seat: int
    bison: int
    turkeys: int
    salmon: int
    stock: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PieceBought:
    seat: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class AnimalsExchanged:
    seat: int
    give: Animal
    take: Animal


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: int


@dataclass(frozen=True, slots=True)
class ScoringBegan:
    season: int


@dataclass(frozen=True, slots=True)
class StocksCleared:
    """All stocks were set to 0 for the final scoring."""

    season: int


@dataclass(frozen=True, slots=True)
class AreaCounted:
    """An area where somebody hunts: the spaces it consists of, and all the animals printed
    there."""

    spaces: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class AreaScored:
    """The number of animals a seat hunted in the area counted just before.

    `space` is the first of the area; `level` whether others share the place; `strength` the seat's
    pieces there, as `scoring.strength` packs them.
    """

    seat: int
    space: int
    place: int
    animals: int
    level: bool
    strength: int


@dataclass(frozen=True, slots=True)
class AnimalsLost:
    """The animals over the limit."""

    seat: int
    animal: Animal
    number: int


@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """The areas are scored and the white cubes are removed. `stock` has three values a seat."""

    season: int
    stock: tuple[int, ...]


Event: TypeAlias = (
    StartNamed
    | StartTileLaid
    | SeasonBegan
    | RoundBegan
    | TileDrawn
    | ActionChosen
    | TileLaid
    | HuntersSent
    | PieceBuilt
    | PieceEnlarged
    | PieceReduced
    | GatheringCalled
    | HunterPicked
    | HunterMoved
    | AnimalGained
    | NothingGained
    | Paid
    | PieceBought
    | AnimalsExchanged
    | TurnEnded
    | ScoringBegan
    | StocksCleared
    | AreaCounted
    | AreaScored
    | AnimalsLost
    | SeasonEnded
)
EVENTS: Final[tuple[type, ...]] = get_args(Event)

ACTION_CHOSEN: Final = by_seat(lambda seat: tuple([(ActionChosen(seat, k),) for k in KINDS]))
HUNTER_PICKED: Final = by_space(lambda seat, space: (HunterPicked(seat, space),))
GATHERING_CALLED: Final = by_space(lambda seat, space: (GatheringCalled(seat, space),))
ANIMAL_GAINED: Final = by_seat(lambda seat: tuple([(AnimalGained(seat, a),) for a in ANIMALS]))
PIECE_BOUGHT: Final = by_seat(lambda seat: tuple([(PieceBought(seat, p),) for p in PIECES]))
ANIMALS_EXCHANGED: Final = by_animals(lambda seat, one, two: (AnimalsExchanged(seat, one, two),))
TURN_ENDED: Final = by_seat(lambda seat: (TurnEnded(seat),))
"""Frequent events, each preallocated as a tuple of one."""
