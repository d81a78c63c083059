"""Manitou in pictures: from a view to the parts of a page. `docs/pages.md` has the contract.

`table.py` collects what a drawing is made from, `preview.py` computes what a play would change, the
others draw one part each. Nothing here knows more than a view shows.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from prateria.core.contract.face import Face
from prateria.core.lessons.guide import read_guide
from prateria.core.lessons.lesson import read_lesson
from prateria.games.manitou.drawing import art, draw, head, ids, picture, stages

FACE: Final = Face(
    draw=draw.draw,
    picture=picture.picture,
    path=ids.path,
    confirms=ids.confirms,
    propose=draw.propose,
    stages=stages.stages,
    touched=stages.touched,
    rule=head.rule,
    art=art.art,
    lesson=partial(read_lesson, "prateria.games.manitou"),
    figure=picture.figure,
    guide=partial(read_guide, "prateria.games.manitou"),
)
