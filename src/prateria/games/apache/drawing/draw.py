"""The parts of the table, each drawn by its own module."""

from __future__ import annotations

from prateria.core.drawing.scene import Drawing, Scene
from prateria.games.apache.drawing.act import draw_act
from prateria.games.apache.drawing.board import draw_board
from prateria.games.apache.drawing.head import draw_head
from prateria.games.apache.drawing.players import draw_players
from prateria.games.apache.rules.view import View


def draw(view: View, scene: Scene) -> Drawing:
    """The table as the view's seat sees it."""
    return Drawing(
        head=draw_head(view, scene.texts),
        players=draw_players(view, scene),
        board=draw_board(view, scene),
        act=draw_act(view, scene),
        side="",
    )
