"""Who has won."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.meta import Outcome
from prateria.core.rules import rule
from prateria.games.apache.rules.state import State, card_number

REASONS: Final = ("cards", "shared")


@rule("A6.2")
def final_outcome(state: State) -> Outcome:
    """Places by cards won; who is level shares."""
    scores = [card_number(state, seat) for seat in range(state.seats)]
    places = tuple([1 + sum([other > score for other in scores]) for score in scores])
    return Outcome(places, tuple(scores), REASONS[places.count(1) > 1])
