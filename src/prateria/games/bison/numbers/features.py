"""Features of each seat's standing, as rows of numbers: what learned bots evaluate.

They are computed from the state, because a search needs them thousands of times a second, but
reveal no more than one seat's view; a law checks that.
"""

from __future__ import annotations

from typing import Final

from prateria.games.bison.rules.components import (
    COST,
    HUNTERS,
    LIMIT,
    NOTHING,
    PRICE,
    count,
    size_of,
)
from prateria.games.bison.rules.phases import (
    AFTER,
    BUILD,
    CALL,
    GAIN,
    GATHER,
    LAY,
    MOVE,
    OVER,
    OVERFLOW,
    PAY,
    PICK,
    SEND,
    TURN,
)
from prateria.games.bison.rules.ruleset import ROUNDS
from prateria.games.bison.rules.scoring import shares, strength
from prateria.games.bison.rules.state import State

_STEPS: Final = (TURN, LAY, SEND, BUILD, GATHER, CALL, PICK, MOVE, GAIN, PAY, AFTER, OVERFLOW)
_FIRST_CANOE: Final = 5


class _Land:
    """What the areas would pay each seat now, and how securely. Rows have one value a seat."""

    __slots__ = ("firm", "led", "pays", "shaky", "slots", "taken", "wanted")

    pays: list[int]
    """Three values a seat: animals of each kind."""
    led: list[int]
    """Animals in areas where the seat alone is first."""
    firm: list[int]
    """Of these, the animals in areas where nobody else stands, or only much weaker players."""
    shaky: list[int]
    """Of these, the animals in areas where one more hunter would change that."""
    wanted: list[int]
    """Animals in areas where the seat is close behind the first."""
    taken: list[int]
    """Areas where the seat has a camp."""
    slots: int
    """Animals in areas where nobody stands."""


def features(state: State, viewer: int) -> list[list[float]]:  # noqa: ARG001
    """A row for each seat, all of the same length whatever the number of players.

    The tiles that others hold do not occur in it, so it is the same for every viewer.
    """
    seats = state.seats
    land = _land(state)
    sums = [sum(land.pays[3 * seat : 3 * seat + 3]) for seat in range(seats)]
    start = _situation(state, land)
    rows: list[list[float]] = []
    for seat in range(seats):
        row = start[:]
        _add_harvest(row, state, seat, land, sums)
        _add_stock(row, state, seat, land)
        _add_pieces(row, state, seat)
        _add_turn(row, state, seat)
        rows.append(row)
    return rows


def _situation(state: State, land: _Land) -> list[float]:
    """The point the match has reached: the same for all seats."""
    seasons = state.ruleset.seasons
    left = seasons - state.season
    time = (state.season - 1 + min(state.round, ROUNDS) / ROUNDS) / seasons
    row = [time, time * time, left / 5, 1.0 if left == 0 else 0.0, 1.0 if left == 1 else 0.0]
    row += [
        1.0 if state.phase == OVER else 0.0,
        state.round / ROUNDS,
        land.slots / 20,
    ]
    return row


def _land(state: State) -> _Land:
    seats, board = state.seats, state.board
    found = _Land()
    found.pays = [0] * (3 * seats)
    found.led, found.firm, found.shaky = [0] * seats, [0] * seats, [0] * seats
    found.wanted, found.taken = [0] * seats, [0] * seats
    areas: dict[int, list[tuple[int, int, int]]] = {}
    for seat in range(seats):
        sums: dict[int, int] = {}
        owns: dict[int, int] = {}
        for space in state.camps[seat]:
            area = board.area[space]
            sums[area] = sums.get(area, 0) + strength(state.pieces[space])
            owns[area] = owns.get(area, 0) + board.printed[space]
        found.taken[seat] = len(sums)
        for area, sum_ in sums.items():
            areas.setdefault(area, []).append((sum_, seat, owns[area]))
    free = sum(board.total)
    for area, rows in areas.items():
        total = board.total[area]
        free -= total
        for seat, _, animals in shares(rows, total):
            found.pays[3 * seat + area % 3] += animals
        _note_margins(found, rows, total)
    found.slots = free
    return found


def _note_margins(found: _Land, rows: list[tuple[int, int, int]], total: int) -> None:
    best, second, leader = 0, 0, NOTHING
    for sum_, seat, _ in rows:
        if sum_ > best:
            second = best
            best = sum_
            leader = seat
        elif sum_ > second:
            second = sum_
    if best > second:
        found.led[leader] += total
        if second == 0 or best - second > 8:
            found.firm[leader] += total
        elif best - second == 1:
            found.shaky[leader] += total
    for sum_, seat, _ in rows:
        if sum_ <= best and best - sum_ <= 2 and not (seat == leader and best > second):
            found.wanted[seat] += total


def _add_harvest(row: list[float], state: State, seat: int, land: _Land, sums: list[int]) -> None:
    """What the land would pay, and by how much that exceeds the best of the others."""
    other = 0
    for rival in range(state.seats):
        if rival != seat:
            other = max(other, sums[rival])
    kinds = sorted(land.pays[3 * seat : 3 * seat + 3])
    last = 1.0 if state.season == state.ruleset.seasons else 0.0
    row += [
        sums[seat] / 20,
        (sums[seat] - other) / 10,
        last * (sums[seat] - other) / 10,
        kinds[0] / 7,
        kinds[2] / 10,
        land.led[seat] / 20,
        land.firm[seat] / 20,
        land.shaky[seat] / 10,
        land.wanted[seat] / 10,
        land.taken[seat] / 8,
    ]


def _add_stock(row: list[float], state: State, seat: int, land: _Land) -> None:
    """Animals in stock, those the scoring would bring, and those it would waste."""
    stock = state.stock[3 * seat : 3 * seat + 3]
    pays = land.pays[3 * seat : 3 * seat + 3]
    last = state.season == state.ruleset.seasons
    spare = 0.0 if last else 1.0
    total = sum(stock)
    wasted = 0
    if not last or state.ruleset.final_limit:
        for terrain in range(3):
            there = pays[terrain] + (0 if last else stock[terrain])
            wasted += max(0, there - LIMIT)
    after = [min(LIMIT, stock[terrain] + pays[terrain]) for terrain in range(3)]
    other = 0
    for rival in range(state.seats):
        if rival != seat:
            other = max(other, sum(state.stock[3 * rival : 3 * rival + 3]))
    pending = COST[state.involved] if seat == state.turn and state.phase < OVERFLOW else 0
    row += [
        spare * total / 30,
        spare * min(1.0, total / 10),
        spare * min(stock) / 10,
        spare * max(stock) / 15,
        spare * (total - other) / 15,
        (1.0 - spare) * total / 30,
        (1.0 - spare) * min(1.0, total / 7),
        spare * min(after) / 10,
        spare * sum(after) / 45,
        wasted / 5,
        pending / 5,
        1.0 if state.phase == OVER else 0.0,
        (total - other) / 8 if state.phase == OVER else 0.0,
    ]


def _add_pieces(row: list[float], state: State, seat: int) -> None:
    """Hunters, tepees and canoes: on the board, in the supply, in the market."""
    hunters, alone, groups = 0, 0, 0
    built = [0, 0]
    biggest = 0
    for space in state.camps[seat]:
        camp = state.pieces[space]
        there = camp & HUNTERS
        hunters += there
        if there:
            groups += 1
        if there >= 2:
            alone += 1
        size = size_of(camp)
        built[1 if space % 3 == 2 else 0] += size
        biggest = max(biggest, size)
    supply, market = state.supply[seat], state.market[seat]
    tepees, canoes, bought = 0, 0, 0
    for piece in range(1, 9):
        number = count(supply, piece) * PRICE[piece]
        if piece < _FIRST_CANOE:
            tepees += number
        else:
            canoes += number
        bought += count(market, piece) * PRICE[piece]
    last = 0.0 if state.season == state.ruleset.seasons and state.round >= ROUNDS - 1 else 1.0
    row += [
        hunters / 8,
        groups / 5,
        alone / 3,
        built[0] / 8,
        built[1] / 8,
        biggest / 4,
        last * (supply & HUNTERS) / 8,
        last * min(3, supply & HUNTERS) / 3,
        last * tepees / 8,
        last * canoes / 8,
    ]
    for piece in range(1, 9):
        row.append(last * count(supply, piece) / 2)
    row += [
        (market & HUNTERS) / 4,
        bought / 20,
    ]


def _add_turn(row: list[float], state: State, seat: int) -> None:
    """The actions left this season, and the step the seat is in the middle of."""
    used = state.used[seat]
    turn: int = state.turn
    seats: int = state.seats
    row += [1.0 if used >> kind & 1 else 0.0 for kind in range(6)]
    row += [
        (ROUNDS - used.bit_count()) / ROUNDS,
        1.0 if state.drawn[seat] != NOTHING else 0.0,
        ((turn - seat) % seats) / seats,
        ((state.start - seat) % seats) / seats,
    ]
    mine = state.turn == seat
    for phase in _STEPS:
        row.append(1.0 if mine and state.phase == phase else 0.0)
    row.append(state.involved / 5 if mine else 0.0)
    there = 0
    if mine and state.space != NOTHING:
        there = state.pieces[state.space] & HUNTERS
        row += [
            state.board.printed[state.space] / 3,
            state.board.total[state.board.area[state.space]] / 8,
        ]
    else:
        row += [0.0, 0.0]
    row.append(there / 4)
