"""The table as text, as a drawing, or as pixels."""

from __future__ import annotations

import io
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from prateria.core.contract.game import AnyGame, face_of
from prateria.research.extra import needed

Rendering: TypeAlias = str | npt.NDArray[np.uint8]

MODES: Final = ("svg", "rgb_array", "ansi")
PAPER: Final = "white"


def render(game: AnyGame, view: Any, mode: str) -> Rendering:
    """A view as SVG, as an array (height, width, three colours), or as text."""
    if mode == "ansi":
        return game.words.describe(view)
    svg = face_of(game).picture(view)
    return svg if mode == "svg" else rasterized(svg)


def rasterized(svg: str) -> npt.NDArray[np.uint8]:
    """A picture rendered at its own size."""
    resvg, pillow = needed("resvg_py"), needed("PIL.Image")
    paint = needed("prateria.research.paint")
    painted = resvg.svg_to_bytes(svg_string=paint.plain_colours(svg))
    with pillow.open(io.BytesIO(bytes(painted))) as image:
        paper = pillow.new("RGBA", image.size, PAPER)
        paper.alpha_composite(image.convert("RGBA"))
        return np.asarray(paper.convert("RGB"), np.uint8)
