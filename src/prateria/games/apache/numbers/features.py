"""Features of each seat's standing, as rows of numbers: what learned bots evaluate.

They are computed from the state, because a search needs them thousands of times a second, but
reveal no more than one seat's view does; a law checks that. They allow weighing a play against
waiting: what a seat could claim, who else could take it now, and who might be turned up next.
"""

from __future__ import annotations

from typing import Final

from prateria.games.apache.rules.claims import PENALTY, open_claims
from prateria.games.apache.rules.components import (
    CHIEF,
    FIRST_PERSON,
    LOOT_OF,
    MALES,
    PERSON,
    PRAIRIE,
    SPOUSES,
    TEPEE,
)
from prateria.games.apache.rules.phases import CHOOSE, CHOOSE_CLAIM, ORDER, PICK_PERSON, RACE, TURN
from prateria.games.apache.rules.state import NOTHING, State, card_number

_PHASES_TOLD: Final = (TURN, CHOOSE, RACE, ORDER, CHOOSE_CLAIM, PICK_PERSON)
_CARDS: Final = sum(PRAIRIE)


def features(state: State, viewer: int) -> list[list[float]]:
    """A row for each seat, all of the same length whatever the number of players."""
    seats = range(state.seats)
    sizes = [[claim_size_now(state, seat, role) for role in range(4)] for seat in seats]
    cards = [card_number(state, seat) for seat in seats]
    start = _situation(state)
    rows: list[list[float]] = []
    for seat in seats:
        row = start[:]
        _add_standing(row, state, seat, cards, sizes)
        for role in range(4):
            _add_role(row, state, seat, role, sizes)
        _add_play(row, state, seat, viewer, cards[seat], sizes)
        rows.append(row)
    return rows


def claim_size_now(state: State, seat: int, role: int) -> int:
    """The most cards a seat could claim now with that role; 0 if a play would not be sound."""
    up = state.up
    if up[PERSON[seat][role]] == 0:
        return 0
    loot, tepees = up[LOOT_OF[role]], up[TEPEE]
    if role == CHIEF and loot:
        males = 0
        for card in MALES:
            males += up[card]
        loot = loot + 1 if males > 1 else 0
    if tepees and state.ruleset.marriage:
        for card in SPOUSES[role]:
            if up[card]:
                tepees += 1
                break
    if loot == 0 and tepees == 0:
        return 0
    allies = 0
    for colour in state.ruleset.allies:
        allies += up[PERSON[colour][role]]
    return max(loot, tepees) + 1 + allies


def _situation(state: State) -> list[float]:
    """The point the match has reached: the same for all seats."""
    row = [1.0 if state.phase == phase else 0.0 for phase in _PHASES_TOLD]
    row += [
        state.left / _CARDS,
        1.0 if state.left == 0 else 0.0,
        state.up[TEPEE] / 5,
        state.deck[TEPEE] / 9,
    ]
    loot = 0
    for card in range(FIRST_PERSON):
        loot += state.up[card]
    row.append(loot / 20)
    return row


def _add_standing(
    row: list[float], state: State, seat: int, cards: list[int], sizes: list[list[int]]
) -> None:
    """Cards won, and what could be claimed, compared with the best of the others."""
    most, rival = 0, 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, cards[other])
            rival = max(rival, max(sizes[other]))
    lead = cards[seat] - most
    best = max(sizes[seat])
    row += [
        lead / 20,
        lead / (5 + state.left / 2),
        best / 8,
        rival / 8,
        (best - rival) / 8,
        sum(sizes[seat]) / 16,
    ]
    if state.ruleset.warpath_buffalo:
        row.append(state.buffalo[seat] / 15)
    else:
        row.append(0.0)
    row.append(1.0 if state.turner == seat else 0.0)


def _add_role(row: list[float], state: State, seat: int, role: int, sizes: list[list[int]]) -> None:
    """What a role could take now and who else could, now or when one more card is turned."""
    up, deck = state.up, state.deck
    left = max(1, state.left)
    size = sizes[seat][role]
    rivals, coming, exposed = 0, 0, 0
    for other in range(state.seats):
        if other != seat:
            if sizes[other][role]:
                rivals += 1
            coming += deck[PERSON[other][role]]
            if sizes[other][CHIEF]:
                exposed = 1
    own = PERSON[seat][role]
    loot = up[LOOT_OF[role]]
    row += [
        size / 8,
        1.0 if size else 0.0,
        size / 8 if rivals else 0.0,
        loot / 8,
        up[own] / 2,
        min(1.0, 10 * deck[own] / left),
        loot / 8 * min(1.0, 10 * deck[own] / left),
        loot / 8 * min(1.0, 10 * coming / left),
        size / 8 * min(1.0, 10 * coming / left),
        deck[LOOT_OF[role]] / left,
        size / 8 if exposed and role != 2 else 0.0,
    ]


def _add_play(
    row: list[float],
    state: State,
    seat: int,
    viewer: int,
    cards: int,
    sizes: list[list[int]],
) -> None:
    """The seat's unresolved play, if the viewer may know of it."""
    role, before, shown, sound = NOTHING, 0, 0.0, False
    if state.phase in (CHOOSE, RACE):
        if seat == viewer:
            role = state.played[seat]
            sound = role != NOTHING and open_claims(state, seat, role) != 0
            row.append(0.0 if state.choosing >> seat & 1 else 1.0)
        else:
            row.append(0.0)
    else:
        row.append(0.0)
        for place, play in enumerate(state.powwow):
            if place >= state.place:
                if play[0] == seat:
                    role, sound, shown = play[1], play[2], 1.0
                    break
                before += 1
    if role == NOTHING:
        row += [0.0] * 9
        return
    size = sizes[seat][role]
    rivals = 0
    for other in range(state.seats):
        if other != seat and (sizes[other][role] or sizes[other][CHIEF]):
            rivals += 1
    row += [
        size / 8,
        1.0 if sound else 0.0,
        size / 8 if rivals else 0.0,
        size / 8 if shown else 0.0,
        size / 8 if before else 0.0,
        before / 2,
        shown,
        1.0 if not sound else 0.0,
        min(PENALTY, cards) / 2 if not sound else 0.0,
    ]
