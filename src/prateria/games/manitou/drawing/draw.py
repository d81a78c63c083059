"""The parts of the table, each drawn by its own module."""

from __future__ import annotations

from prateria.core.drawing.scene import Drawing, Scene
from prateria.games.manitou.drawing.act import draw_act
from prateria.games.manitou.drawing.board import draw_board
from prateria.games.manitou.drawing.head import draw_head
from prateria.games.manitou.drawing.party import toggled
from prateria.games.manitou.drawing.players import draw_players
from prateria.games.manitou.drawing.side import draw_side
from prateria.games.manitou.drawing.table import Table
from prateria.games.manitou.rules.view import View


def draw(view: View, scene: Scene) -> Drawing:
    """The table as the view's seat sees it."""
    table = Table(view, scene)
    return Drawing(
        head=draw_head(table),
        players=draw_players(table),
        board=draw_board(table),
        act=draw_act(table),
        side=draw_side(table),
    )


def propose(view: View, scene: Scene) -> tuple[str, ...]:
    """The picks, without those that no longer lead anywhere.

    A party loses the cards that cannot be picked now; any other path is dropped, even a complete
    one that was sent as it was picked.
    """
    if view.phase == "party" and view.seat is not None:
        return tuple(row.id for row in toggled(Table(view, scene)))
    chosen = scene.chosen
    leads_on = scene.next_ids if chosen is None else chosen.confirm
    return scene.picked if leads_on else ()
