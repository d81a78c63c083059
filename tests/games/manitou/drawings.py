"""Golden drawings of Manitou: one position of each phase, and the grounds as a picture."""

from __future__ import annotations

from functools import partial
from typing import Final

import prateria
from prateria.core.matches.match import Match
from prateria.core.texts import Texts
from prateria.games.manitou.drawing import FACE
from prateria.i18n import texts_in
from tests.games.manitou.drawn import scene_of
from tests.games.manitou.table import GAME
from tests.golden import drawings
from tests.golden.drawings import Position

_GROUNDS: Final = (
    "left: bison3,totem,tomahawk,tepee2 b:9,chief d:6 a:4; "
    "middle: tepee3,bison1,horse,bison2 a:8,medicine,rainmaker c:10,-scout d:5; "
    "right: tepee1,bison3,tomahawk,totem d:4,7,scout b:6 c:6; "
    "a: hand=7,mother,chief stack=3 loot=bison1,tomahawk; b: loot=bison1*2,totem; totem b"
)
_MOTHER: Final = "card-blue-clan-mother-1"

POSITIONS: Final = {
    "play": Position(f"manitou 4; hunt 2; {_GROUNDS}; step 16", 0, "en"),
    "card": Position(f"manitou 4; hunt 2; {_GROUNDS}; step 16", 0, "it", (_MOTHER,)),
    "confirm": Position(
        f"manitou 4; hunt 2; {_GROUNDS}; step 16", 0, "cs", (_MOTHER, "ground-left")
    ),
    "wait": Position(f"manitou 4; hunt 2; {_GROUNDS}; step 16", 1, "en"),
    "watched": Position(f"manitou 4; hunt 2; {_GROUNDS}; step 16", None, "cs"),
    "party": Position(
        "manitou 3; hunt 2 dealer c; phase party; left: bison1,bison2,totem; a: spent=1,chief",
        0,
        "it",
        ("card-blue-hunter-9", "card-blue-chief-2"),
    ),
    "horse": Position(
        (
            "manitou 2; hunt 2; phase horse; left: bison1,bison2 a:5 b:4; middle: bison3 a:2,3; "
            "a: loot=horse; horse a"
        ),
        0,
        "en",
        ("card-blue-hunter-2",),
    ),
    "discard": Position(
        (
            "manitou 2; hunt 2; phase discard; left: a:10; a: loot=bison1*2,tepee3,totem; totem a; "
            "thieves a"
        ),
        0,
        "cs",
    ),
    "share": Position(
        (
            "manitou 3; hunt 2; phase share; left: bison1*2,horse a:chief b:5 c:4; "
            "takings left:a:1,left:b:2,left:c:all"
        ),
        0,
        "it",
    ),
    "over": Position(
        "manitou 2; hunt 4; phase over; a: loot=tepee3,bison3,totem; b: loot=bison1; totem a",
        0,
        "en",
    ),
}


def set_up(name: str) -> tuple[Match, Texts]:
    """The match and the texts of a position."""
    position = POSITIONS[name]
    match = prateria.position("manitou", position.notation, seed=name)
    return match, texts_in(position.language, GAME)


def page(name: str) -> str:
    """The golden drawing of a position."""
    position, (match, texts) = POSITIONS[name], set_up(name)
    scene = scene_of(match, position.seat, position.picked, position.looked, texts)
    return drawings.page(position, FACE.draw(*scene))


def picture(name: str) -> str:
    """The golden picture of a position, which stands alone."""
    match, texts = set_up(name)
    return drawings.picture(POSITIONS[name], FACE.picture(match.view(None), texts))


FILES: Final = {
    **{f"drawings/{name}.html": partial(page, name) for name in POSITIONS},
    "drawings/watched.svg": partial(picture, "watched"),
}
