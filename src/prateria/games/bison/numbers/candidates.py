"""What bots look at: they buy and exchange before and after an action, not in the middle of it.

Nothing is lost by that. No stock grows within an action, and players know their own tiles, so what
can be reached by buying in the middle can be reached by buying first. But a bot that looks one
action ahead puts off a bad step by buying, and buys again.
"""

from __future__ import annotations

from collections.abc import Sequence

from prateria.games.bison.rules.actions import Action, Buy, Exchange
from prateria.games.bison.rules.phases import AFTER, TURN
from prateria.games.bison.rules.state import State


def candidates(state: State, seat: int, legal: Sequence[Action]) -> Sequence[Action]:  # noqa: ARG001
    """The steps of the action under way; all that is legal if there is none."""
    if not TURN < state.phase < AFTER:
        return legal
    return [action for action in legal if not isinstance(action, Buy | Exchange)]
