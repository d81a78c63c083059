"""The complete state of a match of Manitou, secrets included. Only the rules may hold one.

Rows with one value a seat are lists; rows at the grounds are lists indexed by `ground * seats +
seat`. Every value is a whole number or an immutable tuple, so a copy is a copy of the rows.
"""

from __future__ import annotations

from prateria.core.native import i64
from prateria.core.rules import rule
from prateria.core.setup import BY_LOT
from prateria.games.manitou.rules.components import NO_WARRIOR, ONE_TILE
from prateria.games.manitou.rules.phases import LOT, TILES_DRAWN
from prateria.games.manitou.rules.ruleset import RuleSet

NOBODY = -1


class State:
    """Mutable and slotted; `copy_state` knows all of it."""

    __slots__ = (
        "available",
        "bag",
        "choosing",
        "dealer",
        "fallen",
        "gone",
        "hand",
        "horse",
        "hunt",
        "hunters",
        "loot",
        "lower",
        "owner",
        "phase",
        "ruleset",
        "seats",
        "spent",
        "stack",
        "step",
        "takings",
        "thieves",
        "tiles",
        "totem",
        "turn",
        "uncovered",
        "upper",
    )

    ruleset: RuleSet
    seats: i64
    hunt: int
    """The hunt, counted from 1."""
    dealer: i64
    phase: i64
    turn: i64
    """Who plays, draws, discards or takes, where the phase is about one seat."""
    step: i64
    """Tiles laid so far, then cards played so far (the totem's extra one not counted)."""
    choosing: i64
    """The seats still choosing their party, one bit each."""
    bag: i64
    gone: i64
    """Tiles that have left the game."""
    tiles: list[int]
    """The tiles at each ground."""
    available: list[int]
    """Cards not in the party and not spent."""
    stack: list[int]
    """The party's face-down stack; while parties are chosen, the cards chosen so far."""
    hand: list[int]
    spent: list[int]
    """Cards played in the previous hunt and not yet returned."""
    hunters: list[int]
    fallen: list[int]
    """Great warriors face down."""
    owner: list[int]
    """Who has face-up great warriors at a ground, or NOBODY (rule M3.7)."""
    lower: list[int]
    upper: list[int]
    """The face-up great warriors: the first, and the one that covers it; or NO_WARRIOR."""
    uncovered: i64
    """The grounds where the owner lost the upper great warrior to a sacrifice and may cover the
    lower again, one bit each. Only tracked with the option two placed, as nothing else needs it."""
    loot: list[int]
    totem: i64
    horse: i64
    """Who holds the totem and the horse, or NOBODY."""
    takings: tuple[tuple[int, int, int, int], ...]
    """Who still takes tiles at the ground being shared out: ground, seat, how many, and the
    `Claim`. With the option tomahawks next hunt, those of the grounds after it follow."""
    thieves: tuple[int, ...]
    """Hide thieves that still have to discard."""


def new_state(ruleset: RuleSet, seats: int) -> State:
    """Everyone with 17 cards, all tiles in the bag, nothing drawn."""
    state = State()
    state.ruleset = ruleset
    state.seats = seats
    state.hunt = 1
    state.dealer = NOBODY if ruleset.dealer == BY_LOT else ruleset.dealer
    state.phase = LOT if ruleset.dealer == BY_LOT else TILES_DRAWN
    state.turn = 0
    state.step = 0
    state.choosing = 0
    state.bag = full_bag(ruleset)
    state.gone = 0
    state.tiles = [0, 0, 0]
    state.available = [ruleset.tribe] * seats
    state.stack = [0] * seats
    state.hand = [0] * seats
    state.spent = [0] * seats
    state.hunters = [0] * (3 * seats)
    state.fallen = [0] * (3 * seats)
    state.owner = [NOBODY] * 3
    state.lower = [NO_WARRIOR] * 3
    state.upper = [NO_WARRIOR] * 3
    state.uncovered = 0
    state.loot = [0] * seats
    state.totem = NOBODY
    state.horse = NOBODY
    state.takings = ()
    state.thieves = ()
    return state


def full_bag(ruleset: RuleSet) -> int:
    """All tiles of the game."""
    bag = 0
    for tile, number in enumerate(ruleset.tile_mix):
        bag += number * ONE_TILE[tile]
    return bag


def copy_state(state: State) -> State:
    """An independent copy, written out by hand because it is the hottest thing a search does."""
    twin = State()
    twin.ruleset = state.ruleset
    twin.seats = state.seats
    twin.hunt = state.hunt
    twin.dealer = state.dealer
    twin.phase = state.phase
    twin.turn = state.turn
    twin.step = state.step
    twin.choosing = state.choosing
    twin.bag = state.bag
    twin.gone = state.gone
    twin.tiles = state.tiles[:]
    twin.available = state.available[:]
    twin.stack = state.stack[:]
    twin.hand = state.hand[:]
    twin.spent = state.spent[:]
    twin.hunters = state.hunters[:]
    twin.fallen = state.fallen[:]
    twin.owner = state.owner[:]
    twin.lower = state.lower[:]
    twin.upper = state.upper[:]
    twin.uncovered = state.uncovered
    twin.loot = state.loot[:]
    twin.totem = state.totem
    twin.horse = state.horse
    twin.takings = state.takings
    twin.thieves = state.thieves
    return twin


def carry(pile: int, source: list[int], target: list[int], seat: int) -> None:
    """A pile of a seat's goes from one row to another. (With `-=` on a place of a list the compiler
    would forget that it is a whole number.)"""
    source[seat] = source[seat] - pile
    target[seat] = target[seat] + pile


def next_seat(state: State, seat: int) -> int:
    """The next seat clockwise. (Cheaper than a remainder, and asked after every card.)"""
    return seat + 1 if seat + 1 < state.seats else 0


def first_player(state: State) -> int:
    """The player to the dealer's left."""
    return next_seat(state, state.dealer)


def in_order(state: State) -> list[int]:
    """All seats clockwise from the first player to the dealer."""
    first = first_player(state)
    return [(first + place) % state.seats for place in range(state.seats)]


def party_size(state: State, seat: int) -> int:
    """How many cards a seat takes into its party this hunt."""
    place = seat - first_player(state)
    return state.ruleset.party_sizes[place if place >= 0 else place + state.seats]


# Not decorated, as the compiler calls it directly then.
rule("M1.1", "M1.2")(new_state)
