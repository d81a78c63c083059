"""Every action a seat can ever take, in a pinned order: the action space of learning programs."""

from __future__ import annotations

from prateria.games.manitou.rules.actions import (
    DISCARD_TILE,
    MOVE_HUNTER,
    PASS,
    PICK_CARD,
    PLAY_CARD,
    TAKE_TILE,
    Action,
)
from prateria.games.manitou.rules.components import FIRST_WARRIOR, GROUNDS, TILES, card_kinds
from prateria.games.manitou.rules.ruleset import RuleSet


def every_action(ruleset: RuleSet, seat: int) -> tuple[Action, ...]:
    """The same place is the same decision for each seat."""
    cards, grounds = card_kinds(ruleset.tribe), GROUNDS[: ruleset.grounds]
    row: list[Action] = [PICK_CARD[seat][card] for card in cards]
    row += [PLAY_CARD[seat][card][ground] for card in cards for ground in grounds]
    row += [
        MOVE_HUNTER[seat][card][source][target]
        for card in cards
        if card < FIRST_WARRIOR
        for source in grounds
        for target in grounds
        if source != target
    ]
    tiles = [tile for tile in TILES if ruleset.tile_mix[tile]]
    row += [DISCARD_TILE[seat][tile] for tile in tiles]
    row += [TAKE_TILE[seat][tile] for tile in tiles]
    return (*row, PASS[seat])
