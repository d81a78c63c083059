"""The table as it would be after the move being considered.

The rules themselves are applied; what the others hold is made up, so only land and camps may be
read from the result.
"""

from __future__ import annotations

from typing import Final

from prateria.core.chance import Draws
from prateria.core.drawing.scene import Scene
from prateria.games.bison.drawing.propose import with_turn
from prateria.games.bison.notation.write import parse_action
from prateria.games.bison.rules.actions import Action, Buy, Exchange
from prateria.games.bison.rules.apply import apply_action
from prateria.games.bison.rules.view import View, determinize, view_of

ON_THE_LAND: Final = ("lay", "send", "build", "call", "move")
"""The phases whose moves change land or camps."""


def meant(view: View, scene: Scene) -> Action | None:
    """The move that is picked, or would be with the element under the pointer; None while it is
    incomplete."""
    picks = scene.picked
    if scene.looked and scene.looked in scene.next_ids:
        picks = (*picks, scene.looked)
    if not picks:
        return None
    picks = with_turn(view, picks)
    found = [choice for choice in scene.choices if choice.path == picks]
    return parse_action(found[0].move) if found else None


def after(view: View, action: Action | None) -> View | None:
    """The view with the move carried out on the land, or None if it has no effect there."""
    if action is None or isinstance(action, Buy | Exchange) or view.phase not in ON_THE_LAND:
        return None
    state = determinize(view, Draws("preview"))
    apply_action(state, action)
    then = view_of(state, view.seat)
    return None if (then.land, then.camps) == (view.land, view.camps) else then
