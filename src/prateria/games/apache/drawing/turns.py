"""Whose turn it is to do what, as far as a picture shows it."""

from __future__ import annotations

from prateria.core.scoring import places_of
from prateria.games.apache.rules.view import View


def turns_next(view: View) -> int | None:
    """Who turns the next card, as things stand: if nobody plays, or after the claims."""
    if view.turner is None or not any(view.deck):
        return None
    if view.phase in ("choose", "race"):
        return (view.turner + 1) % view.ruleset.players
    return view.turner if view.phase in ("beat", "turn", "claim", "person") else None


def has_to_act(view: View, seat: int) -> bool:
    """Whether the table waits for that seat."""
    if view.phase in ("choose", "race"):
        return not view.seats[seat].has_called
    if view.phase == "beat":
        return seat == view.turner
    return seat == view.claiming


def places(view: View) -> tuple[int, ...]:
    """The places by cards won; ties share a place."""
    return places_of([(seat.cards,) for seat in view.seats])
