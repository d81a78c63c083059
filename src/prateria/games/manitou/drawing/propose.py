"""What the page should take as picked: picks that lead nowhere any more are dropped."""

from __future__ import annotations

from prateria.core.drawing.scene import Scene
from prateria.games.manitou.drawing.party import toggled
from prateria.games.manitou.drawing.table import Table
from prateria.games.manitou.rules.view import View


def propose(view: View, scene: Scene) -> tuple[str, ...]:
    """The picks, without those that lead nowhere any more. A party loses the cards that cannot be
    picked now; another path is given up, also one that is whole and was sent as it was picked."""
    if view.phase == "party" and view.seat is not None:
        return tuple(row.id for row in toggled(Table(view, scene)))
    chosen = scene.chosen
    leads_on = scene.next_ids if chosen is None else chosen.confirm
    return scene.picked if leads_on else ()
