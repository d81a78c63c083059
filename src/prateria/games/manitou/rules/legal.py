"""What may be done now. Lists of plays depend only on the hand and on which grounds take no third
great warrior, so they are computed once and cached."""

from __future__ import annotations

from typing import Final

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE
from prateria.core.rules import rule
from prateria.games.manitou.rules.actions import (
    DISCARD_TILE,
    DRAW_CARD,
    LAY_TILE,
    MOVE_HUNTER,
    NAME_DEALER,
    PASS,
    PICK_CARD,
    PLAY_CARD,
    TAKE_TILE,
    Action,
)
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    GROUNDS,
    HUNTER_BITS,
    NO_WARRIOR,
    NUMBER,
    ONE_TILE,
    TILES,
    card_count,
    card_kinds,
    card_number,
    tile_count,
    tile_kinds,
    tile_number,
)
from prateria.games.manitou.rules.phases import (
    DISCARD,
    DRAW,
    HORSE,
    LOT,
    OVER,
    PICK_PARTY,
    PLAY,
    TILES_DRAWN,
    TOTEM,
)
from prateria.games.manitou.rules.state import State, in_order
from prateria.games.manitou.rules.warriors import grounds_full

FOOD: Final = sum(15 * ONE_TILE[tile] for tile in TILES[:6])
"""All tepee and bison tiles: the part of a pile that the hide thief must pay from."""

_CHANCE_ONLY: Final = (CHANCE,)
_NOBODY: Final[tuple[int, ...]] = ()
_SEATS: Final = tuple(
    tuple(seat for seat in range(5) if choosing >> seat & 1) for choosing in range(32)
)
_ONE_SEAT: Final = tuple((seat,) for seat in range(5))
MOST_KEPT: Final = 2048
"""How many hands are cached with their plays; then the cache is cleared."""
_plays: Final[dict[int, tuple[Action, ...]]] = {}
_HUNTER_PICKS: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    tuple(tuple(row[card] for card in card_kinds(pile)) for pile in range(1024))
    for row in PICK_CARD
)
_WARRIOR_PICKS: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    tuple(tuple(row[card] for card in card_kinds(pile << 10)) for pile in range(1024))
    for row in PICK_CARD
)


def actors(state: State) -> tuple[int, ...]:
    """Who may act now."""
    phase = state.phase
    if phase == DRAW:
        return _CHANCE_ONLY
    if phase == PICK_PARTY:
        return _SEATS[state.choosing]
    if phase < PLAY:
        return _CHANCE_ONLY
    if phase == OVER:
        return _NOBODY
    return _ONE_SEAT[state.turn]


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may do now; nothing if it may not act."""
    phase = state.phase
    if phase == PICK_PARTY:
        return legal_picks(state, seat) if state.choosing >> seat & 1 else ()
    if state.turn != seat or phase < PLAY or phase == OVER:
        return ()
    if phase == PLAY:
        return legal_plays(state, seat) or (PASS[seat],)
    if phase == TOTEM:
        return (*legal_plays(state, seat), PASS[seat])
    if phase == HORSE:
        return (*legal_moves(state, seat), PASS[seat])
    if phase == DISCARD:
        row = DISCARD_TILE[seat]
        return tuple(row[tile] for tile in tile_kinds(payable(state.loot[seat])))
    ground = state.takings[0][0]
    return tuple(TAKE_TILE[seat][tile] for tile in tile_kinds(state.tiles[ground]))


def legal_picks(state: State, seat: int) -> tuple[Action, ...]:
    """Any card that is still available."""
    pile = state.available[seat]
    return _HUNTER_PICKS[seat][pile & HUNTER_BITS] + _WARRIOR_PICKS[seat][pile >> 10]


def legal_plays(state: State, seat: int) -> tuple[Action, ...]:
    """Any card of the hand at any ground, but no third great warrior at one."""
    full = grounds_full(state, seat) if state.ruleset.two_placed else 0
    for ground in range(3):
        if state.owner[ground] == seat and state.upper[ground] != NO_WARRIOR:
            full |= 1 << ground
    grounds = state.ruleset.grounds
    key = ((state.hand[seat] << 3 | full) * 4 + grounds) * 8 + seat
    plays = _plays.get(key)
    if plays is None:
        if len(_plays) >= MOST_KEPT:
            _plays.clear()
        plays = _plays[key] = plays_for(state.hand[seat], full, seat, grounds)
    return plays


def plays_for(hand: int, full: int, seat: int, grounds: int) -> tuple[Action, ...]:
    """The plays of a hand; `full` has a bit for each ground that takes no great warrior."""
    return tuple(
        PLAY_CARD[seat][card][ground]
        for card in card_kinds(hand)
        for ground in GROUNDS[:grounds]
        if card < FIRST_WARRIOR or not full >> ground & 1
    )


rule("M2.2")(legal_picks)
rule("M2.4", "M3.4", "M3.8")(legal_plays)


@rule("M6.2")
def legal_moves(state: State, seat: int) -> list[Action]:
    """Any hunter of the seat's own to another ground."""
    return [
        MOVE_HUNTER[seat][card][source][target]
        for source in GROUNDS
        for card in card_kinds(state.hunters[source * state.seats + seat])
        for target in GROUNDS[: state.ruleset.grounds]
        if target != source
    ]


@rule("M4.2")
def payable(loot: int) -> int:
    """What a hide thief may pay with: tepees and bison, or with none of them anything."""
    return loot & FOOD or loot


def outcomes(state: State) -> list[tuple[Action, int]]:
    """What luck may bring now, with weights."""
    if state.phase == LOT:
        return [(NAME_DEALER[seat], 1) for seat in range(state.seats)]
    if state.phase == TILES_DRAWN:
        return [(LAY_TILE[tile], tile_count(state.bag, tile)) for tile in tile_kinds(state.bag)]
    if state.phase == DRAW:
        row, pile = DRAW_CARD[state.turn], state.stack[state.turn]
        return [(row[card], card_count(pile, card)) for card in card_kinds(pile)]
    seat = quick_seat(state)
    pile = state.available[seat]
    return [(PICK_CARD[seat][card], card_count(pile, card)) for card in card_kinds(pile)]


def quick_seat(state: State) -> int:
    """Whose party is being drawn at random: clockwise from the first player."""
    return next(seat for seat in in_order(state) if state.choosing >> seat & 1)


def sample(state: State, rng: Rng) -> Action:
    """One of `outcomes`, the same that drawing from that list would give, but faster."""
    if state.phase == LOT:
        return NAME_DEALER[rng.below(state.seats)]
    if state.phase == TILES_DRAWN:
        return LAY_TILE[tile_at(state.bag, rng.below(tile_number(state.bag)))]
    if state.phase == DRAW:
        pile = state.stack[state.turn]
        return DRAW_CARD[state.turn][card_at(pile, rng.below(card_number(pile)))]
    seat = quick_seat(state)
    pile = state.available[seat]
    return PICK_CARD[seat][card_at(pile, rng.below(card_number(pile)))]


def tile_at(pile: int, ticket: int) -> int:
    """The kind of the tile at an index of a pile, counted from 0."""
    tile = 0
    ticket -= pile & 15
    while ticket >= 0:
        pile >>= 4
        tile += 1
        ticket -= pile & 15
    return tile


def card_at(pile: int, ticket: int) -> int:
    """The kind of the card at an index of a pile, counted from 0."""
    hunters = pile & HUNTER_BITS
    number = NUMBER[hunters]
    if ticket < number:
        while ticket > 0:
            hunters &= hunters - 1
            ticket -= 1
        return (hunters & -hunters).bit_length() - 1
    ticket -= number
    card = FIRST_WARRIOR
    pile >>= 10
    ticket -= pile & 3
    while ticket >= 0:
        pile >>= 2
        card += 1
        ticket -= pile & 3
    return card
