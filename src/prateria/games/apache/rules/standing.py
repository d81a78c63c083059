"""What a seat could claim now, computed from what a view shows."""

from __future__ import annotations

from prateria.games.apache.rules.components import CHIEF, LOOT_OF, MALES, PERSON, SPOUSES, TEPEE
from prateria.games.apache.rules.view import View


def best_claim(view: View, seat: int) -> int:
    """The most cards a seat could claim now with any role."""
    return max([claim_now(view, seat, role) for role in range(4)])


def claim_now(view: View, seat: int, role: int) -> int:
    """The most cards a seat could claim now with that role; 0 if a play would not be sound."""
    up = view.up
    own = PERSON[seat][role]
    if not up[own]:
        return 0
    loot, tepees = up[LOOT_OF[role]], up[TEPEE]
    if role == CHIEF and loot:
        others = sum([up[card] for card in MALES]) > 1
        loot = loot + 1 if others else 0
    if tepees and view.ruleset.marriage and any(up[card] for card in SPOUSES[role]):
        tepees += 1
    if not loot and not tepees:
        return 0
    allies = sum([up[PERSON[colour][role]] for colour in view.ruleset.allies])
    return max(loot, tepees) + 1 + allies
