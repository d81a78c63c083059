"""The land as one SVG that stands alone, for notebooks and reports; and in the guide."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from typing import Final

from prateria.core.drawing.markup import asset, document
from prateria.core.drawing.scene import Scene
from prateria.core.texts import ENGLISH, Texts
from prateria.games.bison.drawing.art import symbols
from prateria.games.bison.drawing.board import draw_land
from prateria.games.bison.drawing.ids import space_of
from prateria.games.bison.drawing.land.land import box_round, land_of, outline
from prateria.games.bison.drawing.land.spots import PACKAGE
from prateria.games.bison.rules.view import View

CLOSE: Final = 16
"""Round the land of a small picture."""


def picture(view: View, texts: Texts = ENGLISH) -> str:
    """The land and the pieces as one SVG, with its own colours."""
    style = asset(PACKAGE, "picture.css") + asset(PACKAGE, "land.css")
    named = _named(draw_land(view, land_of(view.ruleset, view.land)), view, texts)
    return document(named, style, symbols())


def _named(drawn: str, view: View, texts: Texts) -> str:
    label = texts.count("The land: {number} tile", "The land: {number} tiles", len(view.land))
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)


def figure(view: View, scene: Scene) -> str:
    """The land between lines of text; areas of spaces that are picked are outlined."""
    whole = land_of(view.ruleset, view.land)
    land = replace(whole, box=box_round(whole.prints, least=(0, 0), margin=CLOSE))
    spaces = [space for space in map(space_of, scene.picked) if space is not None]
    areas = dict.fromkeys(land.board.area[space] for space in spaces)
    edges = "".join(outline(land, area)[1] for area in areas)
    limits = f'<g class="b-case">{edges}</g><g class="b-limit">{edges}</g>'
    drawn = draw_land(view, land, limits if areas else "")
    return re.sub(r' id="[^"]*"', "", _named(drawn, view, scene.texts))
