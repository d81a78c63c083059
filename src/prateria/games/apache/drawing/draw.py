"""The parts of the table, each drawn by its own module."""

from __future__ import annotations

from prateria.core.drawing.scene import Drawing, Scene
from prateria.games.apache.drawing.act import draw_act
from prateria.games.apache.drawing.head import draw_head
from prateria.games.apache.drawing.loot import loot
from prateria.games.apache.drawing.people import people
from prateria.games.apache.drawing.players import draw_players
from prateria.games.apache.drawing.sun import sun
from prateria.games.apache.rules.view import View


def draw(view: View, scene: Scene) -> Drawing:
    """The table as the view's seat sees it."""
    return Drawing(
        head=draw_head(view, scene.texts),
        players=draw_players(view, scene),
        board=_board(view, scene),
        act=draw_act(view, scene),
        side="",
    )


def _board(view: View, scene: Scene) -> str:
    """The prairie: people on one side, the sun in the middle, loot on the other side."""
    tempo = "live" if view.ruleset.clocked else "calm"
    return (
        f'<div class="prairie {tempo}">{people(view, scene)}{sun(view, scene)}'
        f"{loot(view, scene.texts)}</div>"
    )
