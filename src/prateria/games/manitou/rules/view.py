"""What a seat may know, by allow-list, and worlds consistent with it.

Hidden from a seat: the others' hands, stacks, parties in the making, and so which of their cards
are still to come. Everything else is open, including the bag's contents, because every tile that
left it was seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from prateria.core.chance import Rng, shuffled
from prateria.core.rules import rule
from prateria.core.wire import OMIT_DEFAULT
from prateria.games.manitou.rules.components import (
    CARDS,
    CLAIMS,
    GROUNDS,
    NO_WARRIOR,
    ONE_CARD,
    ONE_TILE,
    TILES,
    Card,
    Claim,
    Ground,
    Tile,
    card_number,
    cards_of,
    tile_count,
    tiles_of,
)
from prateria.games.manitou.rules.events import CardDrawn, CardPicked, Event, PartyReady
from prateria.games.manitou.rules.phases import DRAW, DRAW_PARTY, OVER, PHASES, PICK_PARTY
from prateria.games.manitou.rules.ruleset import RuleSet
from prateria.games.manitou.rules.state import NOBODY, State, party_size


@dataclass(frozen=True, slots=True)
class GroundView:
    """A hunting ground. Rows have one place a seat."""

    tiles: tuple[Tile, ...]
    owner: int | None
    warriors: tuple[Card, ...]
    """The owner's face-up great warriors, the lower first."""
    hunters: tuple[tuple[Card, ...], ...]
    fallen: tuple[tuple[Card, ...], ...]
    uncovered: bool = field(default=False, metadata=OMIT_DEFAULT)
    """Whether the owner may cover again after a sacrifice, with the option two placed."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody can see of a player."""

    hand_size: int
    stack_size: int
    ready: bool
    """Whether the party is complete."""
    spent: tuple[Card, ...]
    loot: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Taking:
    """Somebody who still takes tiles at a ground; all that are left if `number` is 15."""

    ground: Ground
    seat: int
    number: int
    claim: Claim


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat, or with None a spectator, may know."""

    seat: int | None
    ruleset: RuleSet
    hunt: int
    dealer: int | None
    phase: str
    turn: int | None
    step: int
    bag: tuple[int, ...]
    """How many of each tile are in the bag, in the order of `Tile`."""
    gone: tuple[int, ...]
    grounds: tuple[GroundView, ...]
    seats: tuple[SeatView, ...]
    hand: tuple[Card, ...]
    stack: tuple[Card, ...]
    """The viewer's stack, sorted, because its order is not known. While choosing: the party so
    far."""
    available: tuple[Card, ...]
    totem: int | None
    horse: int | None
    takings: tuple[Taking, ...]
    thieves: tuple[int, ...]


VIEWS: Final = (RuleSet, GroundView, SeatView, Taking, View)


@rule("M2.8", "M2.3")
def view_of(state: State, seat: int | None) -> View:
    """The state as a seat sees it."""
    own = NOBODY if seat is None else seat
    return View(
        seat=seat,
        ruleset=state.ruleset,
        hunt=state.hunt,
        dealer=_or_none(state.dealer),
        phase=PHASES[state.phase],
        turn=_turn(state),
        step=state.step,
        bag=_counts_look(state.bag),
        gone=_counts_look(state.gone),
        grounds=tuple([_ground_view(state, ground) for ground in GROUNDS]),
        seats=tuple([_seat_view(state, other) for other in range(state.seats)]),
        hand=() if own == NOBODY else _cards_look(state.hand[own]),
        stack=() if own == NOBODY else _cards_look(state.stack[own]),
        available=() if own == NOBODY else _cards_look(state.available[own]),
        totem=_or_none(state.totem),
        horse=_or_none(state.horse),
        takings=tuple([Taking(GROUNDS[g], s, n, CLAIMS[c - 1]) for g, s, n, c in state.takings]),
        thieves=state.thieves,
    )


def _turn(state: State) -> int | None:
    return state.turn if DRAW <= state.phase < OVER else None


def is_choosing(state: State) -> bool:
    """Whether parties are in the making."""
    return state.phase in (PICK_PARTY, DRAW_PARTY)


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


# Between two moves most grounds and seats look the same, and they look the same to every seat. So
# each look is created once and shared: nothing in it depends on the observer.


def _ground_view(state: State, ground: int) -> GroundView:
    start, end = ground * state.seats, (ground + 1) * state.seats
    piles = (*state.hunters[start:end], *state.fallen[start:end])
    up = (state.lower[ground], state.upper[ground])
    uncovered = state.uncovered >> ground & 1
    return _ground_look(state.tiles[ground], state.owner[ground], up, piles, uncovered)


@lru_cache(maxsize=1024)
def _counts_look(pile: int) -> tuple[int, ...]:
    return tuple([tile_count(pile, tile) for tile in TILES])


@lru_cache(maxsize=4096)
def _cards_look(pile: int) -> tuple[Card, ...]:
    return cards_of(pile)


@lru_cache(maxsize=4096)
def _ground_look(
    tiles: int, owner: int, up: tuple[int, int], piles: tuple[int, ...], uncovered: int
) -> GroundView:
    half = len(piles) // 2
    return GroundView(
        tiles=tiles_of(tiles),
        owner=_or_none(owner),
        warriors=tuple([CARDS[card] for card in up if card != NO_WARRIOR]),
        hunters=tuple([cards_of(pile) for pile in piles[:half]]),
        fallen=tuple([cards_of(pile) for pile in piles[half:]]),
        uncovered=bool(uncovered),
    )


def _seat_view(state: State, seat: int) -> SeatView:
    """While parties are chosen, a seat's progress stays hidden."""
    ready = not state.choosing >> seat & 1
    hidden = is_choosing(state) and not ready
    return _seat_look(
        card_number(state.hand[seat]),
        0 if hidden else card_number(state.stack[seat]),
        ready,
        state.spent[seat],
        state.loot[seat],
    )


@lru_cache(maxsize=4096)
def _seat_look(hand_size: int, stack_size: int, ready: bool, spent: int, loot: int) -> SeatView:  # noqa: FBT001
    return SeatView(hand_size, stack_size, ready, cards_of(spent), tiles_of(loot))


def seen(event: Event, seat: int | None) -> Event | None:
    """The event as a seat sees it."""
    if isinstance(event, CardPicked):
        return event if event.seat == seat else None
    if isinstance(event, PartyReady) and event.seat != seat:
        return PartyReady(event.seat, None)
    if isinstance(event, CardDrawn) and event.seat != seat:
        return CardDrawn(event.seat, None)
    return event


def pile_of(cards: Sequence[Card]) -> int:
    """Cards packed into a pile."""
    return sum([ONE_CARD[card] for card in cards])


def tile_pile(tiles: Sequence[Tile]) -> int:
    """Tiles packed into a pile."""
    return sum([ONE_TILE[tile] for tile in tiles])


def determinize(view: View, rng: Rng) -> State:
    """A state consistent with the view: what others hold is drawn from what they have not shown."""
    ruleset = view.ruleset
    seats = ruleset.players
    state = State()
    state.ruleset = ruleset
    state.seats = seats
    state.hunt = view.hunt
    state.dealer = _or_nobody(view.dealer)
    state.phase = PHASES.index(view.phase)
    state.turn = 0 if view.turn is None else view.turn
    state.step = view.step
    state.choosing = sum(1 << seat for seat in range(seats) if not view.seats[seat].ready)
    state.bag = sum(count * ONE_TILE[tile] for tile, count in enumerate(view.bag))
    state.gone = sum(count * ONE_TILE[tile] for tile, count in enumerate(view.gone))
    state.tiles = [tile_pile(ground.tiles) for ground in view.grounds]
    state.hunters = [pile_of(cards) for ground in view.grounds for cards in ground.hunters]
    state.fallen = [pile_of(cards) for ground in view.grounds for cards in ground.fallen]
    state.owner = [_or_nobody(ground.owner) for ground in view.grounds]
    state.lower = [_warrior(ground, 0) for ground in view.grounds]
    state.upper = [_warrior(ground, 1) for ground in view.grounds]
    state.uncovered = sum(1 << place for place, g in enumerate(view.grounds) if g.uncovered)
    state.spent = [pile_of(other.spent) for other in view.seats]
    state.loot = [tile_pile(other.loot) for other in view.seats]
    state.totem = _or_nobody(view.totem)
    state.horse = _or_nobody(view.horse)
    state.takings = tuple([(int(t.ground), t.seat, t.number, int(t.claim)) for t in view.takings])
    state.thieves = view.thieves
    state.hand, state.stack, state.available = [], [], []
    for seat in range(seats):
        hand, stack, available = _cards_held(view, state, seat, rng)
        state.hand.append(hand)
        state.stack.append(stack)
        state.available.append(available)
    return state


def _or_nobody(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _warrior(ground: GroundView, place: int) -> int:
    return int(ground.warriors[place]) if place < len(ground.warriors) else NO_WARRIOR


def _cards_held(view: View, state: State, seat: int, rng: Rng) -> tuple[int, int, int]:
    """A seat's hand, stack and available cards: its own as they are, another's at random."""
    if seat == view.seat:
        return pile_of(view.hand), pile_of(view.stack), pile_of(view.available)
    other = view.seats[seat]
    pool = shuffled(cards_of(unseen(state, seat)), rng)
    stack_size = other.stack_size
    if is_choosing(state) and not other.ready:
        stack_size = rng.below(party_size(state, seat))
    hand = pile_of(pool[: other.hand_size])
    stack = pile_of(pool[other.hand_size : other.hand_size + stack_size])
    return hand, stack, pile_of(pool[other.hand_size + stack_size :])


def unseen(state: State, seat: int) -> int:
    """The cards of a seat that nobody else has seen since they were last available."""
    pile = state.ruleset.tribe - state.spent[seat]
    for ground in GROUNDS:
        place = ground * state.seats + seat
        pile -= state.hunters[place] + state.fallen[place]
        if state.owner[ground] == seat:
            pile -= warriors_up(state, ground)
    return pile


def warriors_up(state: State, ground: int) -> int:
    """The face-up great warriors at a ground, as a pile."""
    up = (state.lower[ground], state.upper[ground])
    return sum(ONE_CARD[card] for card in up if card != NO_WARRIOR)
