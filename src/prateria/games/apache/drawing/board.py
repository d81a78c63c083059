"""The prairie: people on one side, the sun in the middle, loot on the other side."""

from __future__ import annotations

from prateria.core.drawing.scene import Scene
from prateria.games.apache.drawing.loot import loot
from prateria.games.apache.drawing.people import people
from prateria.games.apache.drawing.sun import sun
from prateria.games.apache.rules.view import View


def draw_board(view: View, scene: Scene) -> str:
    """The part in the middle."""
    tempo = "live" if view.ruleset.clocked else "calm"
    return (
        f'<div class="prairie {tempo}">{people(view, scene)}{sun(view, scene)}'
        f"{loot(view, scene.texts)}</div>"
    )
