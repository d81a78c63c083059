"""Bison as a picture: the land, the pieces, the panels, and the path of ids that spells a move.

Only views are drawn. No rules are decided here: the scene brings the legal moves, and `scoring`
computes what they would pay.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from prateria.core.contract.face import Face
from prateria.core.lessons.guide import read_guide
from prateria.core.lessons.lesson import read_lesson
from prateria.games.bison.drawing import art, draw, head, ids, picture, propose, stages
from prateria.games.bison.drawing.controls.idle import confirms

FACE: Final = Face(
    draw=draw.draw,
    picture=picture.picture,
    path=ids.path,
    confirms=confirms,
    propose=propose.propose,
    stages=stages.stages,
    touched=stages.touched,
    rule=head.rule,
    art=art.art,
    lesson=partial(read_lesson, "prateria.games.bison"),
    figure=picture.figure,
    guide=partial(read_guide, "prateria.games.bison"),
)
