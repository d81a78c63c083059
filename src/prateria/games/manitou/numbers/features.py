"""Features of each seat's standing, as rows of numbers: what learned bots evaluate.

They are computed from the state, because a search needs them thousands of times a second, but
reveal no more than one seat's view does; a law checks that. For the cards another seat will play,
they give the expectation over those nobody has seen.
"""

from __future__ import annotations

from typing import Final

from prateria.games.manitou.numbers.evaluate import TILE_WORTH
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    HUNTER_BITS,
    NO_WARRIOR,
    NUMBER,
    TILES,
    VALUE,
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
    OVER,
    PICK_PARTY,
    PLAY,
    SHARE,
    TOTEM,
)
from prateria.games.manitou.rules.ruleset import pair_points
from prateria.games.manitou.rules.scoring import hunters_sum, most_tomahawks
from prateria.games.manitou.rules.state import State, party_size
from prateria.games.manitou.rules.view import unseen

WORTH: Final = tuple([TILE_WORTH[tile] for tile in TILES])
BEST_FIRST: Final = tuple(
    [int(tile) for tile in sorted(TILES, key=TILE_WORTH.__getitem__, reverse=True)]
)
ALL: Final = 99
_PHASES_TOLD: Final = (PICK_PARTY, PLAY, TOTEM, HORSE, DISCARD, SHARE)


def _tepees(pile: int) -> int:
    """Like `scoring.tepees`, without a loop."""
    return (pile >> 12 & 15) + 2 * (pile >> 16 & 15) + 3 * (pile >> 20 & 15)


def _bison(pile: int) -> int:
    return (pile & 15) + 2 * (pile >> 4 & 15) + 3 * (pile >> 8 & 15)


class _Ground:
    """What the rows of all seats have in common about one ground."""

    __slots__ = ("best", "promised", "second", "strength", "total")

    total: float
    best: float
    second: float
    strength: list[int]
    promised: list[float]


def features(state: State, viewer: int) -> list[list[float]]:
    """A row for each seat, all of the same length whatever the number of players."""
    seats = state.seats
    grounds = [_ground(state, ground) for ground in range(3)]
    if state.phase == SHARE:
        _promise_takings(state, grounds)
    order = _richest_first(grounds)
    played = [hunters_sum(state, seat) for seat in range(seats)]
    wealth = [_wealth(state, seat) for seat in range(seats)]
    leader = most_tomahawks(state.loot)
    if leader >= 0:
        wealth[leader] += 1.0
    promised = [sum([ground.promised[seat] for ground in grounds]) for seat in range(seats)]
    start = _situation(state)
    rows: list[list[float]] = []
    for seat in range(seats):
        row = start[:]
        _add_standing(row, state, seat, wealth, promised, played)
        _add_cards(row, state, seat, viewer)
        for ground in order:
            _add_ground(row, state, seat, ground, grounds[ground])
        rows.append(row)
    return rows


def _richest_first(grounds: list[_Ground]) -> tuple[int, int, int]:
    """The grounds by the value of their tiles, equal ones from left to right."""
    left, middle, right = grounds[0].total, grounds[1].total, grounds[2].total
    if left >= middle:
        if middle >= right:
            return 0, 1, 2
        return (0, 2, 1) if left >= right else (2, 0, 1)
    if left >= right:
        return 1, 0, 2
    return (1, 2, 0) if middle >= right else (2, 1, 0)


def _situation(state: State) -> list[float]:
    """The point the match has reached: the same for all seats."""
    seats: int = state.seats
    step: int = state.step
    row = [1.0 if state.phase == phase else 0.0 for phase in _PHASES_TOLD]
    hunts_left = state.ruleset.hunts - state.hunt
    row += [
        hunts_left / 4,
        1.0 if hunts_left == 0 else 0.0,
        1.0 if state.hunt & 1 else 0.0,
    ]
    row.append(step / (7 * seats) if state.phase >= DRAW else 0.0)
    return row


def _ground(state: State, ground: int) -> _Ground:
    """The tiles of a ground, how strong everybody is there, and what they would take now."""
    found = _Ground()
    seats = state.seats
    values = _values(state.tiles[ground])
    found.total = sum(values)
    found.best = values[0] if values else 0.0
    found.second = values[1] if len(values) > 1 else 0.0
    strength: list[int] = []
    for seat in range(seats):
        hunters = state.hunters[ground * seats + seat]
        tomahawks = state.loot[seat] >> 32 & 15
        strength.append(VALUE[hunters] + NUMBER[hunters] * tomahawks)
    found.strength = strength
    found.promised = [0.0] * seats
    owner = state.owner[ground]
    place = 0
    if owner >= 0 and values:
        found.promised[owner] += values[0]
        place = 1
    first, second = best_two(found.strength)
    if first >= 0:
        found.promised[first] += sum(values[place : place + 2])
        if second >= 0:
            found.promised[second] += sum(values[place + 2 :])
    return found


def _values(tiles: int) -> list[float]:
    """The values of the tiles of a pile, the best first."""
    values: list[float] = []
    if tiles:
        for tile in BEST_FIRST:
            number = tiles >> (4 * tile) & 15
            while number:
                values.append(WORTH[tile])
                number -= 1
    return values


def best_two(strength: list[int]) -> tuple[int, int]:
    """Who comes first and second at a ground, or -1: ties drop out."""
    first, second = -1, -1
    for seat, value in enumerate(strength):
        if value == 0 or strength.count(value) > 1:
            continue
        if first < 0 or value > strength[first]:
            second = first
            first = seat
        elif second < 0 or value > strength[second]:
            second = seat
    return first, second


def _promise_takings(state: State, grounds: list[_Ground]) -> None:
    """Add what is still to be taken at grounds whose strengths have been read (rule M5.7)."""
    counted = 3 if state.ruleset.tomahawks_next_hunt else state.takings[0][0] + 1
    for found in grounds[:counted]:
        found.promised = [0.0] * state.seats
    left = [_values(state.tiles[ground]) for ground in range(3)]
    for ground, seat, number, _ in state.takings:
        grounds[ground].promised[seat] += sum(left[ground][:number])
        left[ground] = left[ground][number:]


def _wealth(state: State, seat: int) -> float:
    """Points in hand, an odd tepee or bison for half."""
    pile = state.loot[seat]
    own_tepees, own_bison = _tepees(pile), _bison(pile)
    pairs = pair_points(own_tepees, own_bison, state.ruleset)
    points = pairs + 0.25 * (own_tepees + own_bison - 2 * pairs)
    if seat == state.totem:
        points += 1
    if seat == state.horse:
        points += 1
    return points


def _best_other(values: list[float], seat: int) -> float:
    best = -1e9
    for other, value in enumerate(values):
        if other != seat and value > best:
            best = value
    return best


def _add_standing(
    row: list[float],
    state: State,
    seat: int,
    wealth: list[float],
    promised: list[float],
    played: list[int],
) -> None:
    """Loot, what the grounds promise, the hide thief's meter, compared with the best of the
    others."""
    pile = state.loot[seat]
    both = [wealth[other] + promised[other] for other in range(state.seats)]
    row += [
        wealth[seat] / 10,
        (wealth[seat] - _best_other(wealth, seat)) / 5,
        promised[seat] / 5,
        (both[seat] - _best_other(both, seat)) / 5,
        _tepees(pile) / 10,
        tile_number(pile) / 10,
    ]
    for tile in (6, 7, 8):
        mine = tile_count(pile, tile)
        most = 0
        for other in range(state.seats):
            if other != seat:
                most = max(most, tile_count(state.loot[other], tile))
        row += [
            mine / 3,
            (mine - most) / 3,
        ]
    row += [
        1.0 if state.totem == seat else 0.0,
        1.0 if state.horse == seat else 0.0,
    ]
    most_played = 0
    for other in range(state.seats):
        if other != seat:
            most_played = max(most_played, played[other])
    row += [
        (played[seat] - most_played) / 20,
        1.0 if played[seat] and played[seat] >= most_played else 0.0,
        1.0 if seat in state.thieves else 0.0,
        1.0 if state.dealer == seat else 0.0,
        1.0 if state.turn == seat and state.phase >= PLAY else 0.0,
    ]


def _add_cards(row: list[float], state: State, seat: int, viewer: int) -> None:
    """The cards in a seat's party that have not been played yet: its own known, another's
    expected."""
    choosing = state.phase in (PICK_PARTY, DRAW_PARTY)
    if seat == viewer:
        party = state.hand[seat] + state.stack[seat]
        number = float(card_number(party))
        share = 1.0
        rest = state.available[seat]
        rest_share = 1.0
    else:
        party = unseen(state, seat)
        pool = card_number(party)
        held = card_number(state.hand[seat])
        if choosing:
            held = party_size(state, seat)
        elif state.phase < OVER:
            held += card_number(state.stack[seat])
        number = float(held)
        share = held / pool if pool else 0.0
        rest = party
        rest_share = 1.0 - share
    row += [
        1.0 if seat == viewer else 0.0,
        number / 9,
        share * VALUE[party & HUNTER_BITS] / 40,
        share * NUMBER[party & HUNTER_BITS] / 9,
        share * (party >> 9 & 1) + share * (party >> 8 & 1),
        share * (NUMBER[party & 15]) / 4,
    ]
    for card in range(FIRST_WARRIOR, FIRST_WARRIOR + 5):
        row.append(share * card_count(party, card) / 2)
    row += [
        rest_share * VALUE[rest & HUNTER_BITS] / 40,
        rest_share * NUMBER[rest >> 10] / 4,
    ]
    hand = state.hand[seat] if seat == viewer else 0
    row += [
        VALUE[hand & HUNTER_BITS] / 20,
        (card_number(hand) - NUMBER[hand & HUNTER_BITS]) / 3,
    ]


def _add_ground(row: list[float], state: State, seat: int, ground: int, found: _Ground) -> None:
    """How a seat stands at one ground."""
    strength = found.strength[seat]
    best, second = 0, 0
    for other in range(state.seats):
        value = found.strength[other]
        if other != seat:
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
    row += [
        found.total / 4,
        found.best / 1.5,
        found.second / 1.5,
        found.promised[seat] / 3,
        strength / 20,
        best / 20,
        (strength - best) / 10,
        1.0 if strength > best else 0.0,
        1.0 if strength and strength == best else 0.0,
        (strength - second) / 10 if state.seats > 2 else 0.0,
        1.0 if strength > second and state.seats > 2 else 0.0,
        found.total * max(-1.0, min(1.0, (strength - best) / 8)) / 4,
    ]
    owner = state.owner[ground]
    two = owner >= 0 and state.upper[ground] != NO_WARRIOR
    sign = 0.0 if owner < 0 else 1.0 if owner == seat else -1.0
    row += [
        sign,
        sign if two else 0.0,
        sign * found.best / 1.5,
    ]
    top = -1 if owner < 0 else state.upper[ground] if two else state.lower[ground]
    for card in range(FIRST_WARRIOR, FIRST_WARRIOR + 5):
        row.append(sign if card == top else 0.0)
