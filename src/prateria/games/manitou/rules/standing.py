"""Strengths at the grounds, and the hide thief's race, computed from what a view shows."""

from __future__ import annotations

from prateria.core.rules import rule
from prateria.games.manitou.rules.components import GROUNDS, Card, Tile
from prateria.games.manitou.rules.view import GroundView, View


def strengths(ground: GroundView, view: View) -> list[int]:
    """The hunter strength of each seat at a ground."""
    return [
        sum(card + 1 + view.seats[seat].loot.count(Tile.TOMAHAWK) for card in cards)
        for seat, cards in enumerate(ground.hunters)
    ]


def ranking(ground: GroundView, view: View) -> list[int]:
    """The seats that count for hunters at a ground, strongest first; ties have dropped out."""
    values = strengths(ground, view)
    alone = [seat for seat, value in enumerate(values) if value and values.count(value) == 1]
    return sorted(alone, key=lambda seat: -values[seat])


@rule("M5.7", "M4.3")
def uncounted(view: View) -> range:
    """The grounds whose strengths have yet to be read: all of them, until they are shared out."""
    first = 0
    if view.phase == "share":
        first = view.takings[0].ground + 1
    paid_last = view.phase == "discard" and view.hunt == 1  # rule M4.3
    if paid_last or (first and view.ruleset.tomahawks_next_hunt):
        first = len(view.grounds)
    return range(first, len(view.grounds))


def hunters_played(view: View) -> list[int]:
    """The printed values of all hunters each seat has played this hunt: the thief's meter."""
    return [
        sum(card - Card.HUNTER_1 + 1 for ground in GROUNDS for card in _row(view, ground, seat))
        for seat in range(view.ruleset.players)
    ]


def _row(view: View, ground: int, seat: int) -> tuple[Card, ...]:
    return view.grounds[ground].hunters[seat]
