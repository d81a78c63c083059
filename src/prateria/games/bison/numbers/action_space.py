"""Every action a seat can ever take, in a pinned order: the action space of learning programs.

Only places of the board that can hold land are in it, no more hunters than rule B4.1 allows, no
larger tepees and canoes than there are, and what the variant being played has: a shorter list is
quicker to look through and easier to learn.
"""

from __future__ import annotations

from collections.abc import Iterable

from prateria.games.bison.rules.actions import (
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
from prateria.games.bison.rules.components import (
    ANIMALS,
    HUNTERS,
    KINDS,
    LARGEST,
    MOST_HUNTERS,
    PIECES,
    START_CELLS,
    count,
)
from prateria.games.bison.rules.ruleset import RuleSet


def every_action(ruleset: RuleSet, seat: int) -> tuple[Action, ...]:
    """The same place is the same decision for each seat."""
    spaces = [3 * cell + terrain for cell in ruleset.places for terrain in range(3)]
    sites = [cell for cell in ruleset.places if cell not in START_CELLS]
    hunters = ruleset.pieces & HUNTERS
    most, size = min(MOST_HUNTERS, hunters), min(LARGEST, hunters)
    row: list[Action] = [CHOOSE_ACTION[seat][kind] for kind in KINDS if ruleset.kinds >> kind & 1]
    row += [turn for cell in sites for turn in LAY_TILE[seat][cell]]
    for cell in sites:
        for terrain in range(3):
            row += SEND_HUNTERS[seat][3 * cell + terrain][:most]
    row += [action for space in spaces for action in BUILD[seat][space][:size]]
    row += [action for space in spaces for action in ENLARGE[seat][space][: min(size, LARGEST - 1)]]
    if ruleset.may_reduce:
        row += [action for space in spaces for action in REDUCE[seat][space][:size]]
    for named in (GATHER, CALL_HUNTER, PICK_HUNTER, MOVE_HUNTER):
        row += [named[seat][space] for space in spaces]
    row += [DONE[seat], END_TURN[seat], *GAIN[seat]]
    row += [BUY[seat][piece] for piece in PIECES if count(ruleset.pieces, piece)]
    row += [EXCHANGE[seat][give][take] for give in ANIMALS for take in ANIMALS if give != take]
    return (*row, *_payments(seat))


def _payments(seat: int) -> Iterable[Action]:
    return [way for price, ways in PAY[seat].items() if price for way in ways]
