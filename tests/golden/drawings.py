"""Golden drawings: a position as one seat sees it in one language, one element a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from prateria.core.contract.game import LETTERS
from prateria.core.drawing.scene import PARTS, Drawing
from tests.golden.layout import one_element_a_line


@dataclass(frozen=True)
class Position:
    """What is drawn, and for whom."""

    notation: str
    seat: int | None
    """None: a spectator."""
    language: str = "en"
    picked: tuple[str, ...] = ()
    """The ids picked so far."""
    looked: str = ""
    """The id of the element under the pointer."""


def page(position: Position, drawing: Drawing) -> str:
    """The golden file of a drawing."""
    parts = [f'<div id="part-{part}">{getattr(drawing, part)}</div>' for part in PARTS]
    return header(position) + one_element_a_line("".join(parts))


def picture(position: Position, svg: str) -> str:
    """The golden file of a standalone picture."""
    return header(position) + one_element_a_line(svg)


def header(position: Position) -> str:
    """A comment with everything that the drawing was made from."""
    return "\n".join(["<!-- Written by ./play golden.", *_described(position)]) + " -->\n"


def _described(position: Position) -> Iterator[str]:
    yield f"     position: {position.notation}"
    yield f"     seen by: {'a spectator' if position.seat is None else LETTERS[position.seat]}"
    yield f"     language: {position.language}"
    if position.picked:
        yield f"     picked: {' '.join(position.picked)}"
    if position.looked:
        yield f"     looked at: {position.looked}"
