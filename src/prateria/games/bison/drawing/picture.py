"""The land as a standalone SVG, for notebooks and reports."""

from __future__ import annotations

from prateria.core.drawing.markup import asset, document
from prateria.core.texts import ENGLISH, Texts
from prateria.games.bison.drawing.art import symbols
from prateria.games.bison.drawing.board import draw_land
from prateria.games.bison.drawing.land.land import land_of
from prateria.games.bison.drawing.land.spots import PACKAGE
from prateria.games.bison.rules.view import View


def picture(view: View, texts: Texts = ENGLISH) -> str:
    """The land and the pieces as one SVG, with its own colours."""
    style = asset(PACKAGE, "picture.css") + asset(PACKAGE, "land.css")
    drawn = draw_land(view, land_of(view.ruleset, view.land))
    label = texts.count("The land: {number} tile", "The land: {number} tiles", len(view.land))
    named = drawn.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return document(named, style, symbols())
