"""Golden drawings: `python -m tests.games.apache.drawings` writes tests/golden/apache/drawings/.

One position of each phase, as one seat sees it in one language, a part a line; and its picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import prateria
from prateria.core.drawing.scene import PARTS
from prateria.games.apache.drawing import FACE
from prateria.i18n.catalogues import texts_in
from tests.games.apache.paper import drawn
from tests.games.apache.table import GAME

FOLDER: Final = Path(__file__).parents[2] / "golden" / "apache" / "drawings"
_PEOPLE: Final = "red-hunter,red-maiden,green-hunter,violet-chief,yellow-warrior*2,blue-hunter*3"

POSITIONS: Final[dict[str, tuple[str, int | None, str, tuple[str, ...]]]] = {
    "choose": (f"apache 4; up: {_PEOPLE},totem,buffalo*3", 0, "en", ()),
    "confirm": (f"apache 3; up: {_PEOPLE},necklace", 0, "cs", ("hand-maiden",)),
    "chosen": (f"apache 2; up: {_PEOPLE},tepee; a: plays=hunter", 0, "it", ()),
    "race": (f"apache 3 tempo=live; up: {_PEOPLE},buffalo*9; b: buffalo=4", 0, "it", ()),
    "beat": (
        (
            f"apache 2 tempo=live; phase beat turner b newest tepee; up: {_PEOPLE},tepee; "
            "powwow a:chief:412:unsound,b:hunter:431! place 2; b: marks=1"
        ),
        1,
        "en",
        (),
    ),
    "claim": (
        (
            f"apache 5 tempo=live marriage=true; phase claim turner b newest tepee; "
            f"up: {_PEOPLE},buffalo*2,tepee*2; powwow a:hunter:412,b:hunter:431 place 0"
        ),
        0,
        "cs",
        (),
    ),
    "person": (
        (
            f"apache 4; phase person turner c newest totem; up: {_PEOPLE},totem*2; "
            "powwow c:chief place 0 claim loot"
        ),
        2,
        "en",
        (),
    ),
    "watched": (
        (
            f"apache 3 tempo=live; phase claim turner a newest tepee; up: {_PEOPLE},buffalo,tepee; "
            "powwow a:hunter:412 place 0"
        ),
        None,
        "it",
        (),
    ),
}
"""A position, whose eyes, the language, what is picked."""


def files(name: str) -> Iterator[tuple[Path, str]]:
    """The golden files of a position, with what must stand in them."""
    text, seat, language, picked = POSITIONS[name]
    match = prateria.position("apache", text, seed=name)
    texts = texts_in(language, GAME)
    drawing = drawn(match, seat, texts, picked)
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
