"""Apache drawn; `README.md` says what belongs here."""

from __future__ import annotations

from functools import partial
from typing import Final

from prateria.core.contract.face import Face
from prateria.core.lessons.lesson import read_lesson
from prateria.games.apache.drawing import ids, paths, picture, table

FACE: Final = Face(
    draw=table.draw,
    picture=picture.picture,
    path=paths.path,
    confirms=paths.confirms,
    colour=ids.colour,
    art=table.art,
    lesson=partial(read_lesson, "prateria.games.apache"),
)
