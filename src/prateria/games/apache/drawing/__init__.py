"""Apache drawn; `README.md` says what belongs here."""

from __future__ import annotations

from functools import partial
from typing import Final

from prateria.core.contract.face import Face
from prateria.core.lessons.guide import read_guide
from prateria.core.lessons.lesson import read_lesson
from prateria.games.apache.drawing import art, draw, head, ids, picture, stages

FACE: Final = Face(
    draw=draw.draw,
    picture=picture.picture,
    path=ids.path,
    confirms=ids.confirms,
    stages=stages.stages,
    touched=stages.touched,
    colour=ids.colour,
    rule=head.rule,
    art=art.art,
    lesson=partial(read_lesson, "prateria.games.apache"),
    figure=picture.figure,
    guide=partial(read_guide, "prateria.games.apache"),
)
