"""The parts of the table, each drawn by its own module."""

from __future__ import annotations

from prateria.core.drawing.scene import Drawing, Scene
from prateria.games.bison.drawing.act import draw_act
from prateria.games.bison.drawing.board import draw_board
from prateria.games.bison.drawing.head import draw_head
from prateria.games.bison.drawing.players import draw_players
from prateria.games.bison.drawing.side import draw_side, draw_told
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.view import View


def draw(view: View, scene: Scene) -> Drawing:
    """The table as the view's seat sees it."""
    table = Table(view, scene)
    return Drawing(
        head=draw_head(table),
        players=draw_players(table),
        board=draw_board(table),
        act=draw_act(table),
        side=draw_side(table),
        told=draw_told(table),
    )
