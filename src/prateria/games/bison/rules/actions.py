"""What can be done in Bison: decisions of seats and outcomes of luck, each created once.

An action carries intent only. Cells, spaces and tiles go by their numbers (people read `CELL_NAMES`
and `SPACE_NAMES`); the tables at the end hold one object for each action, so that lists of legal
actions are assembled, not created.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar, get_args

from prateria.games.bison.rules.components import (
    ANIMALS,
    CELLS,
    COST,
    HUNTERS,
    KINDS,
    LARGEST,
    MOST_HUNTERS,
    PIECES,
    SPACES,
    START_CELLS,
    Animal,
    Kind,
    Piece,
    count,
)
from prateria.games.bison.rules.ruleset import START_TILES, TILES, RuleSet

SEATS: Final = range(4)
NUMBERS: Final = range(1, 9)
"""The most hunters that can be named; more than five are refused by rule B4.1."""


@dataclass(frozen=True, slots=True)
class NameStart:
    """Luck: who is the first start player."""

    seat: int


@dataclass(frozen=True, slots=True)
class LayStart:
    """Luck: the start tile on the next cell around the totem."""

    tile: int


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Luck: the tile a seat draws."""

    seat: int
    tile: int


@dataclass(frozen=True, slots=True)
class ChooseAction:
    """Put a white cube on one of the six actions."""

    seat: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class LayTile:
    """Lay the tile drawn, turned clockwise by 0, 1 or 2 thirds.

    3, 4 and 5 stand for the rotations between (60°, 180°, 300°), in which no tile fits.
    """

    seat: int
    cell: int
    turn: int


@dataclass(frozen=True, slots=True)
class SendHunters:
    """Put hunters from the supply onto a space of the tile just laid."""

    seat: int
    space: int
    hunters: int


@dataclass(frozen=True, slots=True)
class Build:
    """A number of hunters on a space become a tepee or canoe of that size."""

    seat: int
    space: int
    hunters: int


@dataclass(frozen=True, slots=True)
class Enlarge:
    """A number of hunters move into the tepee or canoe beside them, which grows by as much."""

    seat: int
    space: int
    hunters: int


@dataclass(frozen=True, slots=True)
class Reduce:
    """A tepee or canoe shrinks, possibly to nothing, and as many hunters from the supply appear."""

    seat: int
    space: int
    hunters: int


@dataclass(frozen=True, slots=True)
class Gather:
    """Name the space where hunters gather."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class CallHunter:
    """A hunter comes from this space to where they gather."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class PickHunter:
    """Pick up a hunter on this space."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class MoveHunter:
    """Move the hunter picked to this space."""

    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class Done:
    """No more hunters in this action; or no more buying while the stock is over the limit."""

    seat: int


@dataclass(frozen=True, slots=True)
class Gain:
    """An action without hunters: take one animal."""

    seat: int
    animal: Animal


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay for the action."""

    seat: int
    bison: int
    turkeys: int
    salmon: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a piece from the player's own market."""

    seat: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give three animals of one kind and take one of another."""

    seat: int
    give: Animal
    take: Animal


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn passes to the left."""

    seat: int


Action: TypeAlias = (
    NameStart
    | LayStart
    | DrawTile
    | ChooseAction
    | LayTile
    | SendHunters
    | Build
    | Enlarge
    | Reduce
    | Gather
    | CallHunter
    | PickHunter
    | MoveHunter
    | Done
    | Gain
    | Pay
    | Buy
    | Exchange
    | EndTurn
)
ACTIONS: Final[tuple[type, ...]] = get_args(Action)

T = TypeVar("T")


def by_seat(make: Callable[[int], T]) -> tuple[T, ...]:
    """One for each seat."""
    return tuple([make(seat) for seat in SEATS])


def by_space(make: Callable[[int, int], T]) -> tuple[tuple[T, ...], ...]:
    """One for each seat and space."""
    return by_seat(lambda seat: tuple([make(seat, space) for space in range(SPACES)]))


def by_hunters(make: Callable[[int, int, int], T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """One for each seat, space and number of hunters, from one on."""
    return by_space(lambda seat, space: tuple([make(seat, space, n) for n in NUMBERS]))


def by_animals(make: Callable[[int, Animal, Animal], T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """One for each seat and pair of animals."""
    return by_seat(
        lambda seat: tuple([tuple([make(seat, one, two) for two in ANIMALS]) for one in ANIMALS])
    )


def payments(seat: int, price: int) -> tuple[Pay, ...]:
    """Every way to pay a price, in order."""
    return tuple(
        [
            Pay(seat, bison, turkeys, price - bison - turkeys)
            for bison in range(price + 1)
            for turkeys in range(price - bison + 1)
        ]
    )


def lays(seat: int) -> tuple[tuple[LayTile, ...], ...]:
    """Every cell in the three rotations that fit."""
    return tuple([tuple([LayTile(seat, cell, turn) for turn in range(3)]) for cell in range(CELLS)])


NAME_START: Final = by_seat(NameStart)
LAY_START: Final = tuple([LayStart(TILES + place) for place in range(START_TILES)])
DRAW_TILE: Final = by_seat(lambda seat: tuple([DrawTile(seat, tile) for tile in range(TILES)]))
CHOOSE_ACTION: Final = by_seat(lambda seat: tuple([ChooseAction(seat, kind) for kind in KINDS]))
LAY_TILE: Final = by_seat(lays)
SEND_HUNTERS: Final = by_hunters(SendHunters)
BUILD: Final = by_hunters(Build)
ENLARGE: Final = by_hunters(Enlarge)
REDUCE: Final = by_hunters(Reduce)
GATHER: Final = by_space(Gather)
CALL_HUNTER: Final = by_space(CallHunter)
PICK_HUNTER: Final = by_space(PickHunter)
MOVE_HUNTER: Final = by_space(MoveHunter)
DONE: Final = by_seat(Done)
GAIN: Final = by_seat(lambda seat: tuple([Gain(seat, animal) for animal in ANIMALS]))
PAY: Final = by_seat(lambda seat: {price: payments(seat, price) for price in COST})
BUY: Final = by_seat(lambda seat: tuple([Buy(seat, piece) for piece in PIECES]))
EXCHANGE: Final = by_animals(Exchange)
END_TURN: Final = by_seat(EndTurn)


def every_action(ruleset: RuleSet, seat: int) -> tuple[Action, ...]:
    """Every action the seat can ever take, in a pinned order: the action space of learning
    programs.

    A place in it means the same decision for each seat. It contains only places of the board that
    can hold land, no more hunters than rule B4.1 allows, no larger tepees and canoes than exist,
    and only what the variant being played has: a shorter list is quicker to search and easier to
    learn.
    """
    spaces = [3 * cell + terrain for cell in ruleset.places for terrain in range(3)]
    sites = [cell for cell in ruleset.places if cell not in START_CELLS]
    hunters = ruleset.pieces & HUNTERS
    most, size = min(MOST_HUNTERS, hunters), min(LARGEST, hunters)
    row: list[Action] = [CHOOSE_ACTION[seat][kind] for kind in KINDS if ruleset.kinds >> kind & 1]
    row += [turn for cell in sites for turn in LAY_TILE[seat][cell]]
    for cell in sites:
        for terrain in range(3):
            row += SEND_HUNTERS[seat][3 * cell + terrain][:most]
    row += [action for space in spaces for action in BUILD[seat][space][:size]]
    row += [action for space in spaces for action in ENLARGE[seat][space][: min(size, LARGEST - 1)]]
    if ruleset.may_reduce:
        row += [action for space in spaces for action in REDUCE[seat][space][:size]]
    for named in (GATHER, CALL_HUNTER, PICK_HUNTER, MOVE_HUNTER):
        row += [named[seat][space] for space in spaces]
    row += [DONE[seat], END_TURN[seat], *GAIN[seat]]
    row += [BUY[seat][piece] for piece in PIECES if count(ruleset.pieces, piece)]
    row += [EXCHANGE[seat][give][take] for give in ANIMALS for take in ANIMALS if give != take]
    return (*row, *_payments(seat))


def _payments(seat: int) -> Iterable[Action]:
    return [way for price, ways in PAY[seat].items() if price for way in ways]
