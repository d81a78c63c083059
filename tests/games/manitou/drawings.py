"""Golden drawings: `python -m tests.games.manitou.drawings` writes tests/golden/manitou/drawings/.

One position of each phase, as one seat sees it in one language, a part a line; and the grounds as
a picture that stands alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import prateria
from prateria.core.drawing.scene import PARTS
from prateria.games.manitou.drawing import FACE
from prateria.i18n import texts_in
from tests.games.manitou.drawn import scene_of
from tests.games.manitou.table import GAME

FOLDER: Final = Path(__file__).parents[2] / "golden" / "manitou" / "drawings"
_GROUNDS: Final = (
    "left: bison3,totem,tomahawk,tepee2 b:9,chief d:6 a:4; "
    "middle: tepee3,bison1,horse,bison2 a:8,medicine,rainmaker c:10,-scout d:5; "
    "right: tepee1,bison3,tomahawk,totem d:4,7,scout b:6 c:6; "
    "a: hand=7,mother,chief stack=3 loot=bison1,tomahawk; b: loot=bison1*2,totem; totem b"
)
_MOTHER: Final = "card-blue-clan-mother-1"

POSITIONS: Final[dict[str, tuple[str, int | None, str, tuple[str, ...]]]] = {
    "play": (f"manitou 4; hunt 2; {_GROUNDS}; step 16", 0, "en", ()),
    "card": (f"manitou 4; hunt 2; {_GROUNDS}; step 16", 0, "it", (_MOTHER,)),
    "confirm": (f"manitou 4; hunt 2; {_GROUNDS}; step 16", 0, "cs", (_MOTHER, "ground-left")),
    "wait": (f"manitou 4; hunt 2; {_GROUNDS}; step 16", 1, "en", ()),
    "watched": (f"manitou 4; hunt 2; {_GROUNDS}; step 16", None, "cs", ()),
    "party": (
        "manitou 3; hunt 2 dealer c; phase party; left: bison1,bison2,totem; a: spent=1,chief",
        0,
        "it",
        ("card-blue-hunter-9", "card-blue-chief-2"),
    ),
    "horse": (
        (
            "manitou 2; hunt 2; phase horse; left: bison1,bison2 a:5 b:4; middle: bison3 a:2,3; "
            "a: loot=horse; horse a"
        ),
        0,
        "en",
        ("card-blue-hunter-2",),
    ),
    "discard": (
        (
            "manitou 2; hunt 2; phase discard; left: a:10; a: loot=bison1*2,tepee3,totem; totem a; "
            "thieves a"
        ),
        0,
        "cs",
        (),
    ),
    "share": (
        (
            "manitou 3; hunt 2; phase share; left: bison1*2,horse a:chief b:5 c:4; "
            "takings left:a:1,left:b:2,left:c:all"
        ),
        0,
        "it",
        (),
    ),
    "over": (
        "manitou 2; hunt 4; phase over; a: loot=tepee3,bison3,totem; b: loot=bison1; totem a",
        0,
        "en",
        (),
    ),
}
"""A position, whose eyes, the language, what is picked."""


def files(name: str) -> Iterator[tuple[Path, str]]:
    """The golden files of a position, with what must stand in them."""
    position, seat, language, picked = POSITIONS[name]
    match = prateria.position("manitou", position, seed=name)
    texts = texts_in(language, GAME)
    drawing = FACE.draw(*scene_of(match, seat, picked, texts=texts))
    lines = [f'<div id="part-{part}">{getattr(drawing, part)}</div>' for part in PARTS]
    yield FOLDER / f"{name}.html", "\n".join(lines) + "\n"
    if seat is None:
        yield FOLDER / f"{name}.svg", FACE.picture(match.view(None), texts) + "\n"


def write() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in POSITIONS:
        for file, text in files(name):
            file.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
