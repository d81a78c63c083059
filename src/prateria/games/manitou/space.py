"""Every action a seat can ever take, in a pinned order: the action space of learning programs."""

from __future__ import annotations

from prateria.games.manitou.actions import (
    DISCARD_TILE,
    MOVE_HUNTER,
    PASS,
    PICK_CARD,
    PLAY_CARD,
    TAKE_TILE,
    Action,
)
from prateria.games.manitou.components import GROUNDS


def every_action(seat: int) -> tuple[Action, ...]:
    """The same place is the same decision for each seat."""
    row: list[Action] = [*PICK_CARD[seat]]
    row += [action for card in PLAY_CARD[seat] for action in card]
    row += [
        card[source][target]
        for card in MOVE_HUNTER[seat]
        for source in GROUNDS
        for target in GROUNDS
        if source != target
    ]
    row += [*DISCARD_TILE[seat], *TAKE_TILE[seat], PASS[seat]]
    return tuple(row)
