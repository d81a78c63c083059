"""Golden drawings of Apache: one position of each phase, and one of them as a picture."""

from __future__ import annotations

from functools import partial
from typing import Final

import prateria
from prateria.core.matches.match import Match
from prateria.core.texts import Texts
from prateria.games.apache.drawing import FACE
from prateria.i18n.catalogues import texts_in
from tests.games.apache.paper import drawn
from tests.games.apache.table import GAME
from tests.golden import drawings
from tests.golden.drawings import Position

_PEOPLE: Final = "red-hunter,red-maiden,green-hunter,violet-chief,yellow-warrior*2,blue-hunter*3"

POSITIONS: Final = {
    "choose": Position(f"apache 4; up: {_PEOPLE},totem,buffalo*3", 0, "en"),
    "confirm": Position(f"apache 3; up: {_PEOPLE},necklace", 0, "cs", ("hand-maiden",)),
    "chosen": Position(f"apache 2; up: {_PEOPLE},tepee; a: plays=hunter", 0, "it"),
    "race": Position(f"apache 3 tempo=live; up: {_PEOPLE},buffalo*9; b: buffalo=4", 0, "it"),
    "beat": Position(
        (
            f"apache 2 tempo=live; phase beat turner b newest tepee; up: {_PEOPLE},tepee; "
            "powwow a:chief:412:unsound,b:hunter:431! place 2; b: marks=1"
        ),
        1,
        "en",
    ),
    "claim": Position(
        (
            f"apache 5 tempo=live marriage=true; phase claim turner b newest tepee; "
            f"up: {_PEOPLE},buffalo*2,tepee*2; powwow a:hunter:412,b:hunter:431 place 0"
        ),
        0,
        "cs",
    ),
    "person": Position(
        (
            f"apache 4; phase person turner c newest totem; up: {_PEOPLE},totem*2; "
            "powwow c:chief place 0 claim loot"
        ),
        2,
        "en",
    ),
    "watched": Position(
        (
            f"apache 3 tempo=live; phase claim turner a newest tepee; up: {_PEOPLE},buffalo,tepee; "
            "powwow a:hunter:412 place 0"
        ),
        None,
        "it",
    ),
}


def set_up(name: str) -> tuple[Match, Texts]:
    """The match and the texts of a position."""
    position = POSITIONS[name]
    match = prateria.position("apache", position.notation, seed=name)
    return match, texts_in(position.language, GAME)


def page(name: str) -> str:
    """The golden drawing of a position."""
    position, (match, texts) = POSITIONS[name], set_up(name)
    return drawings.page(position, drawn(match, position.seat, texts, position.picked))


def picture(name: str) -> str:
    """The golden picture of a position, which stands alone."""
    match, texts = set_up(name)
    return drawings.picture(POSITIONS[name], FACE.picture(match.view(None), texts))


FILES: Final = {
    **{f"drawings/{name}.html": partial(page, name) for name in POSITIONS},
    "drawings/watched.svg": partial(picture, "watched"),
}
