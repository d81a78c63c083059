"""The parts of the table, each drawn by its own module; what all drawings share."""

from __future__ import annotations

from functools import cache
from typing import Final

from prateria.core.drawing.markup import asset, document, symbols_in
from prateria.core.drawing.scene import Art, Drawing, Scene
from prateria.core.texts import ENGLISH, Texts
from prateria.games.bison.drawing.act import draw_act
from prateria.games.bison.drawing.board import draw_board, draw_land
from prateria.games.bison.drawing.head import draw_head
from prateria.games.bison.drawing.land.geometry import CORNERS
from prateria.games.bison.drawing.land.land import land_of
from prateria.games.bison.drawing.land.spots import PACKAGE
from prateria.games.bison.drawing.players import draw_players
from prateria.games.bison.drawing.side import draw_side
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.actions import Action, Done, LayTile, Pay
from prateria.games.bison.rules.view import View

SYMBOLS: Final = ("land.svg", "pieces.svg", "icons.svg")


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


def confirms(view: View, action: Action) -> bool:
    """A tile laid is seen by all; a payment is proposed; what is over the limit is lost."""
    return isinstance(action, LayTile | Pay) or (
        isinstance(action, Done) and view.phase == "overflow" and is_over(view)
    )


def is_over(view: View) -> bool:
    """Whether the viewer would lose animals now."""
    assert view.turn is not None
    assert view.terrain is not None
    own = view.seats[view.turn]
    return (own.bison, own.turkeys, own.salmon)[view.terrain] > 15


@cache
def art() -> Art:
    return Art(
        style=asset(PACKAGE, "land.css") + asset(PACKAGE, "table.css"),
        symbols=_symbols(),
        cover=asset(PACKAGE, "cover.svg").strip(),
        emblem=asset(PACKAGE, "emblem.svg").strip(),
    )


@cache
def _symbols() -> str:
    return "".join(symbols_in(asset(PACKAGE, name)) for name in SYMBOLS) + _ponds()


def _ponds() -> str:
    """The pond in each corner of a tile, cut to the tile."""
    return "".join(
        f'<g id="pond{corner}" clip-path="url(#hex-clip)">'
        f'<use href="#pond" x="{x:.1f}" y="{y:.1f}"/></g>'
        for corner, (x, y) in enumerate(CORNERS)
    )


def picture(view: View, texts: Texts = ENGLISH) -> str:
    """The land and the pieces as one SVG, with colours of its own."""
    style = asset(PACKAGE, "picture.css") + asset(PACKAGE, "land.css")
    drawn = draw_land(view, land_of(view.ruleset, view.land))
    label = texts.count("The land: {number} tile", "The land: {number} tiles", len(view.land))
    named = drawn.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return document(named, style, _symbols())
