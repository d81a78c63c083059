"""The actions that bots consider, and what they may overlook: no punished plays, and not the
turner's click.

A play that is not sound never gains anything: soundness is judged when the card is played, on the
prairie that everybody sees. The next card comes by itself; clicking for it takes time from others.
"""

from __future__ import annotations

from collections.abc import Sequence

from prateria.games.apache.rules.actions import Action, Pass, PlayTribe, TurnCard
from prateria.games.apache.rules.claims import is_sound
from prateria.games.apache.rules.phases import CHOOSE, RACE
from prateria.games.apache.rules.state import State


def candidates(state: State, seat: int, legal: Sequence[Action]) -> Sequence[Action]:
    """Sound plays and passing; every other choice is considered as it is."""
    if state.phase not in (CHOOSE, RACE):
        return legal
    return [action for action in legal if _is_worth_a_look(state, seat, action)]


def _is_worth_a_look(state: State, seat: int, action: Action) -> bool:
    if isinstance(action, PlayTribe):
        return is_sound(state, seat, action.role)
    return not isinstance(action, TurnCard)


def topic(state: State, seat: int, action: Action) -> object:  # noqa: ARG001
    """The role that could be played, what could be claimed, who could be taken."""
    return None if isinstance(action, Pass) else action
