"""Every action a seat can ever take, in a pinned order: the action space of learning programs.

Only places of the board that can hold land are in it, and no more hunters than rule B4.1 allows.
"""

from __future__ import annotations

from collections.abc import Iterable

from prateria.games.bison.actions import (
    BUILD,
    BUY,
    CALL_HUNTER,
    CHOOSE_ACTION,
    DONE,
    END_TURN,
    ENLARGE,
    EXCHANGE,
    GAIN,
    GATHER,
    LAY_TILE,
    MOVE_HUNTER,
    PAY,
    PICK_HUNTER,
    REDUCE,
    SEND_HUNTERS,
    Action,
)
from prateria.games.bison.components import ANIMALS, COST, IS_PLACE, PLACES, SPACES

_SPACES = [space for space in range(SPACES) if IS_PLACE[space // 3]]
_MOST = len(COST) - 1


def every_action(seat: int) -> tuple[Action, ...]:
    """The same place is the same decision for each seat."""
    row: list[Action] = [*CHOOSE_ACTION[seat]]
    row += [turn for cell in PLACES for turn in LAY_TILE[seat][cell]]
    for numbered in (SEND_HUNTERS, BUILD, ENLARGE, REDUCE):
        row += [action for space in _SPACES for action in numbered[seat][space][:_MOST]]
    for named in (GATHER, CALL_HUNTER, PICK_HUNTER, MOVE_HUNTER):
        row += [named[seat][space] for space in _SPACES]
    row += [DONE[seat], END_TURN[seat], *GAIN[seat], *BUY[seat]]
    row += [EXCHANGE[seat][give][take] for give in ANIMALS for take in ANIMALS if give != take]
    return (*row, *_payments(seat))


def _payments(seat: int) -> Iterable[Action]:
    return [way for price, ways in PAY[seat].items() if price for way in ways]
