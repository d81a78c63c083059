"""Bison as a picture: the land, the pieces, the panels, and the path of ids that spells a move.

Only views are drawn. Nothing here decides a rule: what may be done comes with the scene, what it
would pay is counted by `scoring`.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from prateria.core.contract.face import Face
from prateria.core.lessons.lesson import read_lesson
from prateria.games.bison.drawing import draw, ids, preview

FACE: Final = Face(
    draw=draw.draw,
    picture=draw.picture,
    path=ids.path,
    confirms=draw.confirms,
    propose=preview.propose,
    art=draw.art,
    lesson=partial(read_lesson, "prateria.games.bison"),
)
