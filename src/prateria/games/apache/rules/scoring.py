"""Who has won."""

from __future__ import annotations

from typing import Final

from prateria.core.contract.meta import Outcome
from prateria.core.rules import rule
from prateria.core.scoring import outcome_of
from prateria.games.apache.rules.state import State, card_number

REASONS: Final = ("cards", "shared")


@rule("A6.2")
def final_outcome(state: State) -> Outcome:
    """Places by cards won; ties share the victory."""
    return outcome_of([(card_number(state, seat),) for seat in range(state.seats)], REASONS)
