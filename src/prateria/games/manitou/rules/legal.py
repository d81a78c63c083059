"""What may be done now.

Lists of plays depend only on the hand and on which grounds take no third great warrior, so they
are made once and kept: those of the hunters and those of the great warriors, apart from each other
because together there would be too many.
"""

from __future__ import annotations

from typing import Final

from prateria.core.chance import Rng
from prateria.core.contract.game import CHANCE
from prateria.core.native import i64
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
    GROUNDS,
    HUNTER_BITS,
    HUNTER_KINDS,
    NO_WARRIOR,
    ONE_TILE,
    TILES,
    WARRIOR_CARDS,
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

_CHANCE_ONLY: Final[tuple[int, ...]] = (CHANCE,)
_NOBODY: Final[tuple[int, ...]] = ()
_SEATS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(seat for seat in range(5) if choosing >> seat & 1) for choosing in range(32)
)
_ONE_SEAT: Final[tuple[tuple[int, ...], ...]] = tuple((seat,) for seat in range(5))
_hunter_plays: Final[list[tuple[Action, ...] | None]] = [None] * (3 * 5 * 1024)
"""The plays of the hunters of a hand, once somebody has held them: by grounds, seat and pile."""
_warrior_plays: Final[list[tuple[Action, ...] | None]] = [None] * (5 * 8 * 1024)
"""Those of its great warriors: by seat, grounds that take no more of them, and pile."""
ALL_FULL: Final = 7
"""A bit for each ground; `ALL_FULL >> grounds << grounds` are those that are not in use."""
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
        return one_a_kind(DISCARD_TILE[seat], payable(state.loot[seat]))
    return one_a_kind(TAKE_TILE[seat], state.tiles[state.takings[0][0]])


def one_a_kind(row: tuple[Action, ...], pile: int) -> tuple[Action, ...]:
    """A row has an action for each tile: those whose tile is in the pile."""
    found: list[Action] = []
    tile, rest = 0, i64(pile)
    while rest:
        if rest & 15:
            found.append(row[tile])
        rest >>= 4
        tile += 1
    return tuple(found)


def legal_picks(state: State, seat: int) -> tuple[Action, ...]:
    """Any card that is still available."""
    pile = state.available[seat]
    return _HUNTER_PICKS[seat][pile & HUNTER_BITS] + _WARRIOR_PICKS[seat][pile >> 10]


def legal_plays(state: State, seat: int) -> tuple[Action, ...]:
    """Any card of the hand at any ground, but no third great warrior at one."""
    hand, grounds = state.hand[seat], state.ruleset.grounds
    if hand <= HUNTER_BITS:
        return hunter_plays(hand, seat, grounds)
    full = ALL_FULL >> grounds << grounds
    if state.ruleset.two_placed:
        full |= grounds_full(state, seat)
    for ground in range(3):
        if state.owner[ground] == seat and state.upper[ground] != NO_WARRIOR:
            full |= 1 << ground
    return hunter_plays(hand & HUNTER_BITS, seat, grounds) + warrior_plays(hand >> 10, seat, full)


def hunter_plays(hunters: int, seat: int, grounds: int) -> tuple[Action, ...]:
    """Any of a pile of hunters at any ground."""
    place = ((grounds - 1) * 5 + seat) * 1024 + hunters
    plays = _hunter_plays[place]
    if plays is None:
        plays = _hunter_plays[place] = plays_for(hunters, seat, ALL_FULL >> grounds << grounds)
    return plays


def warrior_plays(warriors: int, seat: int, full: int) -> tuple[Action, ...]:
    """Any of a pile of great warriors (without the hunters' bits) at any ground not full."""
    place = (seat * 8 + full) * 1024 + warriors
    plays = _warrior_plays[place]
    if plays is None:
        plays = _warrior_plays[place] = plays_for(warriors << 10, seat, full)
    return plays


def plays_for(pile: int, seat: int, closed: int) -> tuple[Action, ...]:
    """The plays of a pile; `closed` has a bit for each ground where it may not be played."""
    return tuple(
        [
            PLAY_CARD[seat][card][ground]
            for card in card_kinds(pile)
            for ground in GROUNDS
            if not closed >> ground & 1
        ]
    )


def legal_moves(state: State, seat: int) -> list[Action]:
    """Any hunter of the seat's own to another ground."""
    return [
        MOVE_HUNTER[seat][card][source][target]
        for source in GROUNDS
        for card in card_kinds(state.hunters[source * state.seats + seat])
        for target in GROUNDS[: state.ruleset.grounds]
        if target != source
    ]


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
    hunters = HUNTER_KINDS[pile & HUNTER_BITS]
    if ticket < len(hunters):
        return hunters[ticket]
    return WARRIOR_CARDS[pile >> 10][ticket - len(hunters)]


# Not decorated, as the compiler calls them directly then.
rule("M2.2")(legal_picks)
rule("M2.4", "M3.4", "M3.8")(legal_plays)
rule("M6.2")(legal_moves)
rule("M4.2")(payable)
