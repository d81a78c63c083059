"""Every action a seat can ever take, in a pinned order: the action space of learning programs."""

from __future__ import annotations

from prateria.games.apache.rules.actions import (
    CLAIM,
    PASS,
    PLAY_TRIBE,
    TAKE_PERSON,
    TURN_CARD,
    Action,
)
from prateria.games.apache.rules.components import PERSON
from prateria.games.apache.rules.ruleset import RuleSet


def every_action(ruleset: RuleSet, seat: int) -> tuple[Action, ...]:
    """The same place is the same decision for each seat: tribes are counted from the own one on,
    as `encode` counts them, and those nobody plays come last."""
    players, roles = ruleset.players, ruleset.roles
    colours = [*((seat + place) % players for place in range(players)), *range(players, 5)]
    row: list[Action] = [play for play in PLAY_TRIBE[seat] if roles >> play.role & 1]
    row += [PASS[seat], TURN_CARD[seat], *CLAIM[seat]]
    row += [TAKE_PERSON[seat][card] for colour in colours for card in PERSON[colour]]
    return tuple(row)
