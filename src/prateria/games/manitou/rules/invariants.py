"""What must be true of every state: cards and tiles are conserved, and somebody can go on."""

from __future__ import annotations

from prateria.games.manitou.rules.apply import HAND, hand_size
from prateria.games.manitou.rules.components import (
    CARDS,
    FIRST_WARRIOR,
    GROUNDS,
    NO_WARRIOR,
    TILES,
    Tile,
    card_count,
    card_number,
    tile_count,
    tile_number,
)
from prateria.games.manitou.rules.phases import (
    DISCARD,
    DRAW,
    DRAW_PARTY,
    HORSE,
    LOT,
    OVER,
    PICK_PARTY,
    PLAY,
    SHARE,
    TILES_DRAWN,
    TOTEM,
)
from prateria.games.manitou.rules.scoring import ALL_TILES
from prateria.games.manitou.rules.state import NOBODY, State, first_player, full_bag, party_size
from prateria.games.manitou.rules.view import unseen, warriors_up


def faults(state: State) -> list[str]:
    """What is wrong with a state, in words; nothing in any state that play can reach."""
    return [
        *_card_faults(state),
        *_warrior_faults(state),
        *_tile_faults(state),
        *_piece_faults(state, "totem", state.totem, Tile.TOTEM),
        *_piece_faults(state, "horse", state.horse, Tile.HORSE),
        *_phase_faults(state),
    ]


def _card_faults(state: State) -> list[str]:
    found = []
    plays = state.ruleset.plays
    for seat in range(state.seats):
        piles = [
            state.available[seat],
            state.stack[seat],
            state.hand[seat],
            state.spent[seat],
            *(state.hunters[ground * state.seats + seat] for ground in GROUNDS),
            *(state.fallen[ground * state.seats + seat] for ground in GROUNDS),
            *(warriors_up(state, g) for g in GROUNDS if state.owner[g] == seat),
        ]
        for card in CARDS:
            number = sum(card_count(pile, card) for pile in piles)
            if number != card_count(state.ruleset.tribe, card):
                found.append(f"seat {seat} has {number} of {card.name}")
        if card_number(state.hand[seat]) > HAND:
            found.append(f"seat {seat} holds more than {HAND} cards")
        held = card_number(state.hand[seat]) + card_number(state.stack[seat])
        if cards_out(state, seat) + min(held, turns_left(state, seat)) > plays + 1:
            found.append(f"seat {seat} plays more cards than are played in a hunt")
        if state.spent[seat] and state.hunt % 2 and state.phase != OVER:
            found.append(f"seat {seat} has spent cards, though all are back in hunt {state.hunt}")
        if card_number(state.spent[seat]) > plays + 1:
            found.append(f"seat {seat} has spent more cards than can be played in a hunt")
    return found


def cards_out(state: State, seat: int) -> int:
    """How many cards of a seat lie at the grounds."""
    return card_number(state.ruleset.tribe - state.spent[seat]) - card_number(unseen(state, seat))


def turns_left(state: State, seat: int) -> int:
    """How often a seat may still play in this hunt, the totem's extra card included."""
    extra = 1 if seat == state.totem and state.phase <= TOTEM else 0
    if state.phase not in (DRAW, PLAY):
        return extra
    place = (seat - first_player(state)) % state.seats
    had = (state.step + state.seats - 1 - place) // state.seats
    return max(0, state.ruleset.plays - had) + extra


def _warrior_faults(state: State) -> list[str]:
    found = []
    for ground in GROUNDS:
        lower, upper, owner = state.lower[ground], state.upper[ground], state.owner[ground]
        if (lower == NO_WARRIOR) != (owner == NOBODY):
            found.append(f"{ground.name} has an owner without a warrior or the other way round")
        if upper != NO_WARRIOR and lower == NO_WARRIOR:
            found.append(f"{ground.name} has an upper warrior and no lower one")
        if any(warrior != NO_WARRIOR and warrior < FIRST_WARRIOR for warrior in (lower, upper)):
            found.append(f"{ground.name} has a hunter among its great warriors")
        if state.uncovered >> ground & 1 and not _may_be_uncovered(state, ground):
            found.append(f"{ground.name} has nothing that lost its cover")
    return found


def _may_be_uncovered(state: State, ground: int) -> bool:
    """Whether the owner of one face-up great warrior has lost another there (rule M3.8)."""
    owner = state.owner[ground]
    return (
        state.ruleset.two_placed
        and owner != NOBODY
        and state.upper[ground] == NO_WARRIOR
        and state.fallen[ground * state.seats + owner] > 0
    )


def _tile_faults(state: State) -> list[str]:
    piles = [state.bag, state.gone, *state.tiles, *state.loot]
    bag = full_bag(state.ruleset)
    found = []
    for tile in TILES:
        number = sum(tile_count(pile, tile) for pile in piles)
        if number != tile_count(bag, tile):
            found.append(f"there are {number} of {tile.name}")
    size = state.ruleset.grounds * state.ruleset.tiles_at_ground
    needed = (state.ruleset.hunts - state.hunt) * size
    if state.phase <= TILES_DRAWN:
        needed += size - state.step
    if any(tile_number(pile) > ALL_TILES for pile in state.tiles):
        found.append(f"more than {ALL_TILES} tiles lie at a ground")
    if tile_number(state.bag) < needed:
        found.append("the bag has too few tiles for the hunts to come")
    return found


def _piece_faults(state: State, name: str, holder: int, tile: Tile) -> list[str]:
    """The holder has a tile of the kind, and nobody has more."""
    owned = [tile_count(pile, tile) for pile in state.loot]
    if holder == NOBODY:
        return [f"nobody holds the {name} though there are tiles"] if any(owned) else []
    if owned[holder] == 0 or owned[holder] < max(owned):
        return [f"seat {holder} holds the {name} with {owned[holder]} tiles"]
    return []


def _phase_faults(state: State) -> list[str]:
    """Whether the phase is consistent with the rest, so that the match can go on from here."""
    if not _fits_phase(state):
        return ["the phase, the step and the cards or tiles do not fit together"]
    return []


def _fits_phase(state: State) -> bool:
    phase, seats, last = state.phase, state.seats, state.ruleset.plays * state.seats
    if (state.dealer == NOBODY) != (phase == LOT):
        return False
    if (state.takings and phase != SHARE) or (state.thieves and phase != DISCARD):
        return False
    if phase in (PICK_PARTY, DRAW_PARTY):
        return phase == state.ruleset.party_phase and state.choosing > 0 and _parties_fit(state)
    if state.choosing:
        return False
    if phase in (LOT, TILES_DRAWN, OVER):
        return _between_hunts(state)
    if phase == DRAW and state.step == 0:
        return _deal_fits(state)
    if phase == DRAW:
        before = (first_player(state) + state.step - 1) % seats
        hand, stack = state.hand[state.turn], state.stack[state.turn]
        return state.turn == before and state.step < last and stack > 0 and card_number(hand) < HAND
    if phase == PLAY:
        return state.turn == (first_player(state) + state.step) % seats and state.step < last
    if phase == TOTEM:
        return state.turn == state.totem != NOBODY and state.step == last
    if phase == HORSE:
        return state.turn == state.horse != NOBODY and state.step == last
    if phase == DISCARD:
        return (
            len({*state.thieves}) == len(state.thieves) > 0
            and state.turn == state.thieves[0]
            and all(state.loot[seat] for seat in state.thieves)
            and (state.hunt > 1 or not any(state.tiles))
        )
    return _sharing_fits(state)


def _between_hunts(state: State) -> bool:
    """No cards are out; as many tiles are laid as the step says, ground by ground."""
    size = state.ruleset.tiles_at_ground
    laid = [min(size, max(0, state.step - ground * size)) for ground in GROUNDS]
    return (
        state.step < state.ruleset.grounds * size
        and laid == [tile_number(pile) for pile in state.tiles]
        and not any(state.stack)
        and not any(state.hand)
        and not any(state.hunters)
        and not any(state.fallen)
        and all(owner == NOBODY for owner in state.owner)
    )


def _parties_fit(state: State) -> bool:
    for seat in range(state.seats):
        chosen, size = card_number(state.stack[seat]), party_size(state, seat)
        if state.choosing >> seat & 1:
            if chosen >= size or chosen + card_number(state.available[seat]) < size:
                return False
        elif chosen != size:
            return False
    return not any(state.hand) and not any(cards_out(state, seat) for seat in range(state.seats))


def _deal_fits(state: State) -> bool:
    """The first three cards are dealt seat by seat: full hands, then one in the making."""
    first = first_player(state)
    for seat in range(state.seats):
        held = card_number(state.hand[seat])
        if held + card_number(state.stack[seat]) != party_size(state, seat):
            return False
        place, turn = (seat - first) % state.seats, (state.turn - first) % state.seats
        if (place < turn and held != hand_size(state, seat)) or (place > turn and held != 0):
            return False
    return card_number(state.hand[state.turn]) < hand_size(state, state.turn)


def _sharing_fits(state: State) -> bool:
    if not state.takings:
        return False
    ground, seat, number, _ = state.takings[0]
    if not state.ruleset.tomahawks_next_hunt and any(row[0] != ground for row in state.takings):
        return False
    return seat == state.turn and 0 < number < tile_number(state.tiles[ground])
