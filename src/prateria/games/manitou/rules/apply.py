"""Carrying out actions. Trusts its caller: an action that `legal` does not offer corrupts the
state.

One function an action kind, found by its class. Each leaves the state at the next thing to be
decided or drawn, and returns the events.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from prateria.core.rules import rule
from prateria.games.manitou.rules.actions import (
    Action,
    DiscardTile,
    DrawCard,
    LayTile,
    MoveHunter,
    NameDealer,
    Pass,
    PickCard,
    PlayCard,
    TakeTile,
)
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    GROUNDS,
    HORSE_TILE,
    NO_WARRIOR,
    ONE_CARD,
    ONE_TILE,
    TOTEM_TILE,
    card_number,
    cards_of,
    tile_count,
    tile_number,
)
from prateria.games.manitou.rules.events import (
    CARD_DRAWN,
    CARD_PICKED,
    CARD_PLAYED,
    HUNT_ENDED,
    HUNTER_MOVED,
    PASSED,
    PIECE_MOVED,
    TILE_DISCARDED,
    TILE_LAID,
    TILE_TAKEN,
    DealerNamed,
    Event,
    GroundCounted,
    MatchWon,
    PartyReady,
    PointsCounted,
    ThievesNamed,
    TileTaken,
    ground_laid,
    hunt_began,
    tiles_left,
    warriors_met,
)
from prateria.games.manitou.rules.phases import (
    DISCARD,
    DRAW,
    HORSE,
    OVER,
    PLAY,
    SHARE,
    TILES_DRAWN,
    TOTEM,
)
from prateria.games.manitou.rules.ruleset import dealer_may_play_on, pair_points
from prateria.games.manitou.rules.scoring import (
    bison,
    final_outcome,
    hide_thieves,
    most_tomahawks,
    strengths,
    takings,
    tepees,
)
from prateria.games.manitou.rules.state import (
    NOBODY,
    State,
    carry,
    first_player,
    next_seat,
    party_size,
)
from prateria.games.manitou.rules.warriors import ALONE, meet, note_cover

HAND: Final = 3


def apply_action(state: State, action: Action) -> Sequence[Event]:
    """Carry out any action. The common kinds come first, called directly."""
    if isinstance(action, PickCard):
        return pick_card(state, action)
    if isinstance(action, PlayCard):
        return play_card(state, action)
    if isinstance(action, DrawCard):
        return draw_card(state, action)
    if isinstance(action, LayTile):
        return lay_tile(state, action)
    if isinstance(action, TakeTile):
        return take_tile(state, action)
    if isinstance(action, NameDealer):
        return name_dealer(state, action)
    if isinstance(action, Pass):
        return do_without(state, action)
    if isinstance(action, MoveHunter):
        return move_hunter(state, action)
    if isinstance(action, DiscardTile):
        return discard_tile(state, action)
    assert_never(action)


@rule("M1.3")
def name_dealer(state: State, action: NameDealer) -> Sequence[Event]:
    state.dealer = action.seat
    state.phase = TILES_DRAWN
    return [DealerNamed(action.seat)]


def lay_tile(state: State, action: LayTile) -> Sequence[Event]:
    """The next tile goes to the left ground until that is complete, then middle, then right."""
    size = state.ruleset.tiles_at_ground
    ground = state.step // size
    tile: int = action.tile
    state.bag -= ONE_TILE[tile]
    state.tiles[ground] = state.tiles[ground] + ONE_TILE[tile]
    state.step += 1
    laid: Sequence[Event] = TILE_LAID[ground][tile]
    if state.step == 1:
        first = first_player(state)
        laid = (hunt_began(state.hunt, state.ruleset.hunts, state.dealer, first), *laid)
    if state.step % size == 0:
        laid = (*laid, ground_laid(ground, state.tiles[ground]))
        if state.step == state.ruleset.grounds * size:
            state.step = 0
            state.phase = state.ruleset.party_phase
            state.choosing = (1 << state.seats) - 1
    return laid


def pick_card(state: State, action: PickCard) -> Sequence[Event]:
    """A card goes into the party; the party is complete when it has its size."""
    seat = action.seat
    card: int = action.card
    carry(ONE_CARD[card], state.available, state.stack, seat)
    picked = CARD_PICKED[seat][card]
    if card_number(state.stack[seat]) < party_size(state, seat):
        return picked
    state.choosing -= 1 << seat
    if state.choosing == 0:
        state.phase = DRAW
        state.turn = first_player(state)
    return (*picked, PartyReady(seat, cards_of(state.stack[seat])))


def draw_card(state: State, action: DrawCard) -> Sequence[Event]:
    """A card from the stack into the hand: three each at first, then one after each play."""
    seat = action.seat
    card: int = action.card
    carry(ONE_CARD[card], state.stack, state.hand, seat)
    if state.step > 0:
        state.phase = PLAY
        state.turn = next_seat(state, seat)
    elif card_number(state.hand[seat]) == hand_size(state, seat):
        state.turn = next_seat(state, seat)
        if state.turn == first_player(state):
            state.phase = PLAY
    return CARD_DRAWN[seat][card]


def hand_size(state: State, seat: int) -> int:
    """Three cards are dealt to each; or the whole party, where tables make it smaller."""
    return min(HAND, party_size(state, seat))


def play_card(state: State, action: PlayCard) -> Sequence[Event]:
    """A card goes from the hand to a ground, then the turn goes on."""
    seat = action.seat
    card: int = action.card
    ground: int = action.ground
    state.hand[seat] = state.hand[seat] - ONE_CARD[card]
    played = CARD_PLAYED[state.phase == TOTEM][seat][card][ground]
    if card < FIRST_WARRIOR:
        place = ground * state.seats + seat
        state.hunters[place] = state.hunters[place] + ONE_CARD[card]
        if state.step < state.ruleset.plays * state.seats - 1:
            pass_turn_on(state)
            return played
        events: list[Event] = [*played]
    else:
        owner, lower, upper = state.owner[ground], state.lower[ground], state.upper[ground]
        meeting = meet(state, seat, card, ground)
        if meeting == ALONE:
            events = [*played]
        else:
            events = [*played, warriors_met(seat, card, ground, owner, lower, upper, meeting)]
        if state.ruleset.two_placed:
            note_cover(state, ground, meeting)
    go_on(state, events)
    return events


def do_without(state: State, action: Pass) -> Sequence[Event]:
    """No extra card, no move; or no card this turn, because M3.4 lets none be played."""
    power = 1 if state.phase == TOTEM else 2 if state.phase == HORSE else 0
    events: list[Event] = [PASSED[action.seat][power]]
    go_on(state, events)
    return events


def move_hunter(state: State, action: MoveHunter) -> Sequence[Event]:
    seat = action.seat
    hunter, hunters = ONE_CARD[action.card], state.hunters
    hunters[action.source * state.seats + seat] -= hunter
    hunters[action.target * state.seats + seat] += hunter
    events: list[Event] = [HUNTER_MOVED[seat][action.card][action.source][action.target]]
    go_on(state, events)
    return events


def discard_tile(state: State, action: DiscardTile) -> Sequence[Event]:
    seat = action.seat
    state.loot[seat] = state.loot[seat] - ONE_TILE[action.tile]
    state.gone += ONE_TILE[action.tile]
    events: list[Event] = [TILE_DISCARDED[seat][action.tile]]
    if action.tile == TOTEM_TILE and state.totem == seat:
        state.totem = holder_after_loss(state, seat, TOTEM_TILE)
        note_holder(events, TOTEM_TILE, seat, state.totem)
    if action.tile == HORSE_TILE and state.horse == seat:
        state.horse = holder_after_loss(state, seat, HORSE_TILE)
        note_holder(events, HORSE_TILE, seat, state.horse)
    state.thieves = state.thieves[1:]
    next_thief(state, events)
    return events


def take_tile(state: State, action: TakeTile) -> Sequence[Event]:
    """One tile of the seat's choice; the rest of the taking follows."""
    ground, seat, number, claim = state.takings[0]
    events: list[Event] = []
    take(state, seat, ground, action.tile, claim, events)
    state.takings = ((ground, seat, number - 1, claim), *state.takings[1:])
    share_on(state, ground, events)
    if len(events) > 1:
        order_claims(events, seat, ground)
    return events


def order_claims(events: list[Event], seat: int, ground: int) -> None:
    """Used when a seat takes all that is left, for the great warrior and for its strength: which
    tile counts for which makes no difference, so it is always told the same way."""
    taken = [
        (place, event)
        for place, event in enumerate(events)
        if isinstance(event, TileTaken) and event.seat == seat and event.ground == ground
    ]
    claims = sorted([int(event.claim) for _, event in taken])
    if len(claims) > 1 and claims[0] != claims[-1]:
        tiles = sorted([int(event.tile) for _, event in taken])
        for (place, _), tile, claim in zip(taken, tiles, claims, strict=True):
            events[place] = TILE_TAKEN[claim - 1][seat][ground][tile]


def pass_turn_on(state: State) -> None:
    """After a play that does not end the hunt: the seat draws if it has a stack, otherwise the next
    plays."""
    state.step += 1
    if state.stack[state.turn]:
        state.phase = DRAW
    else:
        state.turn = next_seat(state, state.turn)


def go_on(state: State, events: list[Event]) -> None:
    """What comes after a play, an extra card or a move: the next play, totem, horse, the end."""
    if state.phase == PLAY:
        if state.step < state.ruleset.plays * state.seats - 1:
            pass_turn_on(state)
            return
        state.step += 1
        if has_extra_card(state):
            state.phase = TOTEM
            state.turn = state.totem
            return
    if state.phase != HORSE and state.horse != NOBODY and has_hunter(state, state.horse):
        state.phase = HORSE
        state.turn = state.horse
        return
    end_plays(state, events)


def has_extra_card(state: State) -> bool:
    """Whether the totem's holder may play one more card: they have one, and they are not the
    dealer."""
    holder = state.totem
    if holder == NOBODY or not state.hand[holder]:
        return False
    return holder != state.dealer or dealer_may_play_on(state.ruleset)


def has_hunter(state: State, seat: int) -> bool:
    """Whether a seat has a hunter at any ground."""
    hunters, seats = state.hunters, state.seats
    return hunters[seat] != 0 or hunters[seats + seat] != 0 or hunters[2 * seats + seat] != 0


def end_plays(state: State, events: list[Event]) -> None:
    """First the hide thief, then the sharing; in the first hunt the other way round."""
    if state.hunt > 1:
        name_thieves(state, events)
    else:
        begin_sharing(state, events)


def name_thieves(state: State, events: list[Event]) -> None:
    thieves, most = hide_thieves(state)
    state.thieves = tuple([seat for seat in thieves if state.loot[seat]])
    if thieves:
        spared = tuple([seat for seat in thieves if not state.loot[seat]])
        events.append(ThievesNamed(thieves, most, spared))
    next_thief(state, events)


def next_thief(state: State, events: list[Event]) -> None:
    """The next hide thief discards; after the last one the hunt goes on."""
    if state.thieves:
        state.phase = DISCARD
        state.turn = state.thieves[0]
    elif state.hunt > 1:
        begin_sharing(state, events)
    else:
        end_hunt(state, events)


def begin_sharing(state: State, events: list[Event]) -> None:
    """A ground is counted when its turn comes; with the option tomahawks next hunt, all are counted
    now."""
    last = len(GROUNDS) if state.ruleset.tomahawks_next_hunt else 1
    for ground in range(last):
        count_ground(state, ground, events)
    share_on(state, 0, events)


def count_ground(state: State, ground: int, events: list[Event]) -> None:
    """Who takes what there, by the tomahawks held at this moment."""
    if ground < state.ruleset.grounds:
        rows = strengths(state, ground)
        events.append(GroundCounted(GROUNDS[ground], rows))
        state.takings += takings(state, ground, rows)


def share_on(state: State, ground: int, events: list[Event]) -> None:
    """Go on from a ground to the next choice of a tile, or to what follows the last ground."""
    while True:
        take_all(state, ground, events)
        if state.takings and state.takings[0][0] == ground:
            state.phase = SHARE
            state.turn = state.takings[0][1]
            return
        clear_grounds(state, ground, events)
        ground += 1
        if ground == len(GROUNDS):
            break
        if not state.ruleset.tomahawks_next_hunt:
            count_ground(state, ground, events)
    if state.hunt > 1:
        end_hunt(state, events)
    else:
        name_thieves(state, events)


def take_all(state: State, ground: int, events: list[Event]) -> None:
    """A seat that may take all that is left at a ground takes it at once; continue to the next
    choice."""
    while state.takings and state.takings[0][0] == ground:
        _, seat, number, claim = state.takings[0]
        left = state.tiles[ground]
        if number and tile_number(left) > number:
            return
        if number:
            for tile in range(len(ONE_TILE)):
                for _ in range(tile_count(left, tile)):
                    take(state, seat, ground, tile, claim, events)
        state.takings = state.takings[1:]


def clear_grounds(state: State, last: int, events: list[Event]) -> None:
    """Tiles that nobody may take leave the game, at the grounds up to this one."""
    for ground in range(last + 1):
        if state.tiles[ground]:
            events.append(tiles_left(ground, state.tiles[ground]))
            state.gone += state.tiles[ground]
            state.tiles[ground] = 0


def take(state: State, seat: int, ground: int, tile: int, claim: int, events: list[Event]) -> None:
    """A tile goes from a ground to a seat, and a totem or horse tile may bring the piece along."""
    state.tiles[ground] = state.tiles[ground] - ONE_TILE[tile]
    state.loot[seat] = state.loot[seat] + ONE_TILE[tile]
    events.append(TILE_TAKEN[claim - 1][seat][ground][tile])
    if tile == TOTEM_TILE:
        before = state.totem
        state.totem = holder_after_gain(state, before, seat, tile)
        note_holder(events, tile, before, state.totem)
    elif tile == HORSE_TILE:
        before = state.horse
        state.horse = holder_after_gain(state, before, seat, tile)
        note_holder(events, tile, before, state.horse)


def holder_after_gain(state: State, holder: int, seat: int, tile: int) -> int:
    """Who holds the piece once a seat has taken one more of its tiles: a seat that draws level gets
    it."""
    if holder == NOBODY:
        return seat
    if tile_count(state.loot[seat], tile) >= tile_count(state.loot[holder], tile):
        return seat
    return holder


def holder_after_loss(state: State, holder: int, tile: int) -> int:
    """Who holds the piece once its holder has lost one of its tiles."""
    kept = tile_count(state.loot[holder], tile)
    heir, most = NOBODY, max(kept, 1) - 1
    for place in range(1, state.seats):
        seat = (holder + place) % state.seats
        owned = tile_count(state.loot[seat], tile)
        if owned > most:
            heir, most = seat, owned
    if heir != NOBODY:
        return heir
    return holder if kept else NOBODY


def note_holder(events: list[Event], tile: int, before: int, after: int) -> None:
    if before != after:
        events.append(PIECE_MOVED[tile][after])


def end_hunt(state: State, events: list[Event]) -> None:
    """Unplayed cards stay available, played ones are spent or all come back; the deal passes on."""
    events.append(HUNT_ENDED[state.ruleset.hunts][state.hunt])
    all_back = state.hunt % 2 == 0
    tribe = state.ruleset.tribe
    for seat in range(state.seats):
        kept = state.available[seat] + state.hand[seat] + state.stack[seat]
        state.available[seat] = tribe if all_back else kept
        state.spent[seat] = 0 if all_back else tribe - kept
        state.hand[seat] = 0
        state.stack[seat] = 0
    state.hunters = [0] * (3 * state.seats)
    state.fallen = [0] * (3 * state.seats)
    state.owner = [NOBODY] * 3
    state.lower = [NO_WARRIOR] * 3
    state.upper = [NO_WARRIOR] * 3
    state.uncovered = 0
    state.step = 0
    state.turn = 0
    if state.hunt == state.ruleset.hunts:
        state.phase = OVER
        count_points(state, events)
        return
    state.hunt += 1
    state.dealer = first_player(state)
    state.phase = TILES_DRAWN


def count_points(state: State, events: list[Event]) -> None:
    """What the end of the match brings, part by part."""
    leader = most_tomahawks(state.loot)
    for seat, pile in enumerate(state.loot):
        points = pair_points(tepees(pile), bison(pile), state.ruleset)
        held = (seat == state.totem, seat == state.horse, seat == leader)
        events.append(
            PointsCounted(seat, tepees(pile), bison(pile), points, *held, tile_number(pile))
        )
    outcome = final_outcome(state)
    winners = tuple([seat for seat, place in enumerate(outcome.places) if place == 1])
    events.append(MatchWon(winners, outcome.reason))


# Not decorated, as the compiler calls them directly then.
rule("M2.1")(lay_tile)
rule("M2.2")(pick_card)
rule("M2.3")(draw_card)
rule("M2.4")(play_card)
rule("M2.5", "M6.1", "M6.2")(go_on)
rule("M6.5", "M3.4")(do_without)
rule("M6.2")(move_hunter)
rule("M4.2", "M4.4")(discard_tile)
rule("M5.7")(begin_sharing)
rule("M5.1", "M5.2", "M5.3")(count_ground)
rule("M5.6")(clear_grounds)
rule("M6.1", "M6.2")(holder_after_gain)
rule("M6.4")(holder_after_loss)
rule("M2.5", "M2.6", "M2.7")(end_hunt)
rule("M4.3")(end_plays)
rule("M4.1")(name_thieves)
rule("M6.1")(has_extra_card)
rule("M7.1")(count_points)
