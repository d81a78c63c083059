"""What a seat may know, by allow-list, and worlds consistent with it.

Hidden from a seat: which tiles the others have drawn and not laid yet, and so which are left.
Everything else is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from prateria.core.chance import Rng, shuffled
from prateria.core.rules import rule
from prateria.games.bison.rules.board import board_of
from prateria.games.bison.rules.components import (
    CELLS,
    HUNTERS,
    KINDS,
    NOTHING,
    SPACES,
    TERRAINS,
    Kind,
    Terrain,
    camp,
    counts,
    owner_of,
    pile_of,
    size_of,
)
from prateria.games.bison.rules.events import Event, TileDrawn
from prateria.games.bison.rules.phases import DRAW, OVER, OVERFLOW, PHASES
from prateria.games.bison.rules.ruleset import START_TILES, TILES, RuleSet, Tile
from prateria.games.bison.rules.state import State


@dataclass(frozen=True, slots=True)
class LandView:
    """A tile on the table, turned clockwise by a number of thirds."""

    cell: int
    tile: int
    turn: int


@dataclass(frozen=True, slots=True)
class CampView:
    """What a player has on a space; `size` is that of the tepee or canoe, 0 for none."""

    space: int
    seat: int
    hunters: int
    size: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public facts about a player. Piles have one number a kind of `Piece`."""

    bison: int
    turkeys: int
    salmon: int
    supply: tuple[int, ...]
    market: tuple[int, ...]
    used: tuple[Kind, ...]
    has_tile: bool


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat, or with None a spectator, may know."""

    seat: int | None
    ruleset: RuleSet
    season: int
    start: int | None
    phase: str
    turn: int | None
    round: int
    action: Kind | None
    involved: int
    space: int | None
    moved: tuple[int, ...]
    terrain: Terrain | None
    """What was scored last, while a stock is over the limit."""
    land: tuple[LandView, ...]
    camps: tuple[CampView, ...]
    seats: tuple[SeatView, ...]
    tile: int | None
    """The viewer's own tile, drawn and not laid yet."""
    unseen: tuple[int, ...]
    """The tiles this seat has not seen: those in the stack and those that others hold."""


VIEWS: Final = (Tile, RuleSet, LandView, CampView, SeatView, View)

MOST_KEPT: Final = 1024
"""How many camps, and how many tiles in their places, are cached; then the cache is cleared."""
_lands: Final[dict[int, LandView]] = {}
_camps: Final[dict[int, CampView]] = {}
"""Each created once: there are a few thousand at most, and views have many."""
ROWS_KEPT: Final = 256
"""How many whole tables are cached, for the seats that look at them one after the other."""


@rule("B3.2")
def view_of(state: State, seat: int | None) -> View:
    """The state as a seat sees it."""
    own = NOTHING if seat is None else state.drawn[seat]
    phase = state.phase
    return View(
        seat=seat,
        ruleset=state.ruleset,
        season=state.season,
        start=_or_none(state.start),
        phase=PHASES[phase],
        turn=state.turn if DRAW <= phase < OVER else None,
        round=state.round,
        action=None if state.action == NOTHING else KINDS[state.action],
        involved=state.involved,
        space=_or_none(state.space),
        moved=state.moved,
        terrain=TERRAINS[state.terrain] if phase == OVERFLOW else None,
        land=_land_look(state.board.land),
        camps=_camps_look(tuple(state.pieces)),
        seats=tuple([_seat_view(state, other) for other in range(state.seats)]),
        tile=_or_none(own),
        unseen=unseen(state, seat),
    )


def _or_none(value: int) -> int | None:
    return None if value == NOTHING else value


# What lies on the table looks the same to every seat, so each look is created once for all of them,
# and sent as one text: nothing in it depends on the observer.


@lru_cache(maxsize=ROWS_KEPT)
def _land_look(land: tuple[int, ...]) -> tuple[LandView, ...]:
    return tuple([_land_view(cell, tile) for cell, tile in enumerate(land) if tile != NOTHING])


@lru_cache(maxsize=ROWS_KEPT)
def _camps_look(pieces: tuple[int, ...]) -> tuple[CampView, ...]:
    return tuple([_camp_view(space, camp) for space, camp in enumerate(pieces) if camp])


def _land_view(cell: int, land: int) -> LandView:
    key = land * CELLS + cell
    found = _lands.get(key)
    if found is None:
        if len(_lands) >= MOST_KEPT:
            _lands.clear()
        found = _lands[key] = LandView(cell, land // 3, land % 3)
    return found


def _camp_view(space: int, pieces: int) -> CampView:
    key = pieces * SPACES + space
    found = _camps.get(key)
    if found is None:
        if len(_camps) >= MOST_KEPT:
            _camps.clear()
        found = _camps[key] = CampView(space, owner_of(pieces), pieces & HUNTERS, size_of(pieces))
    return found


def _seat_view(state: State, seat: int) -> SeatView:
    return _seat_look(
        *state.stock[3 * seat : 3 * seat + 3],
        state.supply[seat],
        state.market[seat],
        state.used[seat],
        state.drawn[seat] != NOTHING,
    )


@lru_cache(maxsize=1024)
def _seat_look(
    bison: int,
    turkeys: int,
    salmon: int,
    supply: int,
    market: int,
    used: int,
    has_tile: bool,  # noqa: FBT001
) -> SeatView:
    return SeatView(
        bison=bison,
        turkeys=turkeys,
        salmon=salmon,
        supply=counts(supply),
        market=counts(market),
        used=tuple([kind for kind in KINDS if used >> kind & 1]),
        has_tile=has_tile,
    )


def unseen(state: State, seat: int | None) -> tuple[int, ...]:
    """The tiles that are neither on the table nor the viewer's; identical ones by the same
    number."""
    others = [tile for other, tile in enumerate(state.drawn) if other != seat]
    return unseen_tiles(state.ruleset.alike, state.stack, tuple(others))


@lru_cache(maxsize=ROWS_KEPT)
def unseen_tiles(alike: tuple[int, ...], stack: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """The tiles in the stack and those that others hold."""
    left = [alike[tile] for tile in range(TILES + START_TILES) if stack >> tile & 1]
    left += [tile for tile in others if tile != NOTHING]
    left.sort()
    return tuple(left)


def seen(event: Event, seat: int | None) -> Event | None:
    """The event as a seat sees it."""
    if isinstance(event, TileDrawn) and event.seat != seat:
        return TileDrawn(event.seat, None, None)
    return event


def determinize(view: View, rng: Rng) -> State:
    """A state consistent with the view: the tiles others hold are drawn from those not seen."""
    ruleset = view.ruleset
    seats = ruleset.players
    state = State()
    state.ruleset = ruleset
    state.seats = seats
    state.season = view.season
    state.start = _or_nothing(view.start)
    state.phase = PHASES.index(view.phase)
    state.turn = 0 if view.turn is None else view.turn
    state.round = view.round
    state.action = NOTHING if view.action is None else int(view.action)
    state.involved = view.involved
    state.space = _or_nothing(view.space)
    state.moved = view.moved
    state.terrain = 0 if view.terrain is None else int(view.terrain)
    state.used = [sum([1 << kind for kind in other.used]) for other in view.seats]
    state.stock = []
    for other in view.seats:
        state.stock += [other.bison, other.turkeys, other.salmon]
    state.supply = [pile_of(other.supply) for other in view.seats]
    state.market = [pile_of(other.market) for other in view.seats]
    land = [NOTHING] * CELLS
    for tile in view.land:
        land[tile.cell] = 3 * tile.tile + tile.turn
    state.board = board_of(ruleset, land)
    set_camps(state, view.camps)
    deal_tiles(state, view, rng)
    return state


def _or_nothing(value: int | None) -> int:
    return NOTHING if value is None else value


def set_camps(state: State, camps: tuple[CampView, ...]) -> None:
    """Put pieces on the spaces; they come sorted by space."""
    state.pieces = [0] * SPACES
    rows: list[list[int]] = [[] for _ in range(state.seats)]
    for row in camps:
        state.pieces[row.space] = camp(row.seat, row.hunters, row.size)
        rows[row.seat].append(row.space)
    state.camps = [tuple(row) for row in rows]


def deal_tiles(state: State, view: View, rng: Rng) -> None:
    """The viewer's tile as it is, the others' at random; the rest is the stack."""
    pool = shuffled([tile for tile in view.unseen if tile < TILES], rng)
    state.drawn = [
        pool.pop() if other.has_tile and seat != view.seat else NOTHING
        for seat, other in enumerate(view.seats)
    ]
    if view.seat is not None:
        state.drawn[view.seat] = _or_nothing(view.tile)
    state.stack = stack_of(state.ruleset, [*pool, *(t for t in view.unseen if t >= TILES)])


def stack_of(ruleset: RuleSet, tiles: list[int]) -> int:
    """Tiles packed as a stack: of those that look alike the last are there, since the first are
    drawn first."""
    numbers = [0] * (TILES + START_TILES)
    for tile in tiles:
        numbers[tile] += 1
    stack = 0
    for tile in range(TILES + START_TILES - 1, -1, -1):
        alike = ruleset.alike[tile]
        if numbers[alike]:
            numbers[alike] -= 1
            stack |= 1 << tile
    return stack
