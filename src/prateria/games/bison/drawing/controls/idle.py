"""Which moves ask for confirmation: those that reveal, pay or lose something, or do nothing."""

from __future__ import annotations

from typing import Final

from prateria.core.chance import Draws
from prateria.games.bison.drawing.controls.supply import could_build_bought
from prateria.games.bison.rules.actions import (
    Action,
    Buy,
    ChooseAction,
    Done,
    Exchange,
    LayTile,
    Pay,
)
from prateria.games.bison.rules.apply import apply_action
from prateria.games.bison.rules.components import LIMIT, Kind
from prateria.games.bison.rules.legal import legal_actions
from prateria.games.bison.rules.view import View, determinize, view_of

BUILDS: Final = (Kind.TEPEES, Kind.CANOES)


def confirms(view: View, action: Action) -> bool:
    """A tile laid is seen by all; a payment is proposed; what is over the limit is lost; an action
    in which no hunter can take part is used up for an animal at most."""
    if isinstance(action, ChooseAction):
        return is_idle(view, action)
    return isinstance(action, LayTile | Pay) or (
        isinstance(action, Done) and view.phase == "overflow" and is_over(view)
    )


def is_idle(view: View, action: ChooseAction) -> bool:
    """Whether an action could only be ended at once, whatever is bought meanwhile."""
    if action.kind == Kind.PLACE:
        return False
    if not any(camp.seat == view.seat for camp in view.camps):
        return True
    state = determinize(view, Draws("idle"))
    apply_action(state, action)
    steps = legal_actions(state, action.seat)
    if not all(isinstance(step, Done | Buy | Exchange) for step in steps):
        return False
    return action.kind not in BUILDS or not could_build_bought(view_of(state, view.seat))


def is_over(view: View) -> bool:
    """Whether the viewer would lose animals now."""
    assert view.turn is not None
    assert view.terrain is not None
    own = view.seats[view.turn]
    return (own.bison, own.turkeys, own.salmon)[view.terrain] > LIMIT
