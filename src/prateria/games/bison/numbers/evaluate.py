"""Each seat's standing in animals, estimated from a view: what the land would pay, and what is
stored.

A plain estimate for the greedy bot and for hints; stronger bots learn their own.
"""

from __future__ import annotations

from typing import Final

from prateria.games.bison.rules.components import COST, PRICE
from prateria.games.bison.rules.standing import harvest
from prateria.games.bison.rules.view import SeatView, View

STORED: Final = 0.25
"""The value of an animal in stock while there are seasons to come: it is only a means."""
SUPPLIED: Final = 0.6
"""The value of a piece in the supply for each unit of its size, over the whole game."""


def evaluate(view: View) -> tuple[float, ...]:
    """What the land would pay at the end as it is now, plus the value of stock and supply."""
    if view.phase == "over":
        return tuple(float(animals_of(seat)) for seat in view.seats)
    worth = [float(number) for number in harvest(view)]
    to_come = 1 - (view.season - 1 + view.round / 4) / view.ruleset.seasons
    for seat, other in enumerate(view.seats):
        stored = animals_of(other) - (COST[view.involved] if seat == view.turn else 0)
        worth[seat] += STORED * stored * min(1.0, 2 * to_come)
        worth[seat] += SUPPLIED * to_come * supplied(other)
    return tuple(worth)


def animals_of(seat: SeatView) -> int:
    """All the animals in a seat's stock."""
    return seat.bison + seat.turkeys + seat.salmon


def supplied(seat: SeatView) -> int:
    """The sizes of all pieces in a seat's supply, added up."""
    return sum(number * PRICE[piece] for piece, number in enumerate(seat.supply))
