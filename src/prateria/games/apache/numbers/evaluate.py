"""Each seat's standing in cards, estimated from a view: what it has won, and what it could claim.

A plain estimate for the greedy bot and for hints; stronger bots learn their own. It also says what
a claim would bring now, which a learning table may show and others may not.
"""

from __future__ import annotations

from typing import Final

from prateria.games.apache.rules.claims import PENALTY
from prateria.games.apache.rules.components import (
    Role,
)
from prateria.games.apache.rules.standing import best_claim, claim_now
from prateria.games.apache.rules.view import View

PLAYED: Final = 0.6
"""The weight of what a card already played will bring, if nobody claims first."""
WAITING: Final = 0.35
"""The weight of a claim that a seat could make but has not played for: others may take the loot."""
HOPE: Final = 0.6
"""Added to it, because the loot may also grow: so it is worth waiting while a claim is small."""
SHAME: Final = 0.5
"""A play that is not sound is bad even with nothing to lose: it uses up the seat's only play."""


def evaluate(view: View) -> tuple[float, ...]:
    """Cards won, and a share of the best claim each could make on the face-up prairie."""
    return tuple([other.cards + _prospect(view, seat) for seat, other in enumerate(view.seats)])


def _prospect(view: View, seat: int) -> float:
    """What the viewer's play will bring or cost; otherwise, what the face-up cards may still
    bring."""
    if view.phase == "over":
        return 0.0
    role = _on_its_way(view, seat)
    if role is not None:
        size = claim_now(view, seat, role)
        return PLAYED * size if size else -SHAME - min(PENALTY, view.seats[seat].cards)
    if view.seats[seat].has_called and not any(view.deck):
        return 0.0
    best = best_claim(view, seat)
    return WAITING * best + HOPE if best else 0.0


def _on_its_way(view: View, seat: int) -> Role | None:
    """The tribe card a seat has played and that is not resolved yet, as far as the view shows."""
    if seat == view.seat and view.call is not None:
        return view.call
    return next((play.role for play in view.powwow[view.place :] if play.seat == seat), None)
