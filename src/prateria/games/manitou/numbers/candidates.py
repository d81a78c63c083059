"""The actions that bots consider, and what they may overlook.

Of tepees, and of bison, they take the largest number and pay with the smallest: the numbers of a
kind are added up, so nothing is in favour of the opposite. And they never waste a great warrior,
which would fall and change nothing, while there is anything else to play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.games.manitou.rules.actions import Action, DiscardTile, MoveHunter, PlayCard, TakeTile
from prateria.games.manitou.rules.components import FIRST_WARRIOR, NO_WARRIOR, TOTEM_TILE
from prateria.games.manitou.rules.phases import DISCARD, PLAY, SHARE, TOTEM
from prateria.games.manitou.rules.state import NOBODY, State
from prateria.games.manitou.rules.warriors import beats

_OF_A_KIND: Final = 3
"""Bison come in three numbers, then tepees in three; every other kind stands alone."""


def candidates(state: State, seat: int, legal: Sequence[Action]) -> Sequence[Action]:
    """One tile of each kind to take or to pay with; the cards that are not wasted."""
    if state.phase in (PLAY, TOTEM):
        return [play for play in legal if not is_thrown_away(state, seat, play)] or legal
    if state.phase not in (SHARE, DISCARD):
        return legal
    best: dict[int, Action] = {}
    for action in legal:
        assert isinstance(action, TakeTile | DiscardTile)
        tile = int(action.tile)
        kind = tile // _OF_A_KIND if tile < TOTEM_TILE else tile
        if state.phase == SHARE or kind not in best:
            best[kind] = action
    return list(best.values())


def is_thrown_away(state: State, seat: int, action: Action) -> bool:
    """Whether a great warrior would fall to one that stands there, which would remain."""
    if not isinstance(action, PlayCard) or action.card < FIRST_WARRIOR:
        return False
    ground = action.ground
    if state.owner[ground] in (NOBODY, seat):
        return False
    upper = state.upper[ground]
    other = state.lower[ground] if upper == NO_WARRIOR else upper
    return action.card != other and not beats(action.card, other)


def topic(state: State, seat: int, action: Action) -> object:  # noqa: ARG001
    """The ground that a card or a hunter would go to; nothing else is overlooked."""
    if isinstance(action, PlayCard):
        return action.ground
    return action.target if isinstance(action, MoveHunter) else None
