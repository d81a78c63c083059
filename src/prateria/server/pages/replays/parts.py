"""A table drawn for a replay: through one pair of eyes, or with everybody's cards open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any, Final

from prateria.core.chance import Quick
from prateria.core.contract.game import LETTERS, AnyGame, face_of
from prateria.core.drawing.markup import medal
from prateria.core.drawing.scene import PARTS, Scene

WORLDS: Final = 4
"""How many worlds a spectator could believe in are drawn to tell whether a seat knows more."""
_ID: Final = re.compile(r'\bid="([^"]+)"')
_REFERENCE: Final = re.compile(
    r'\b(id|for|aria-labelledby|aria-describedby|aria-controls|href)="(#?)([^"]+)"'
)


def parts_of(game: AnyGame, view: Any, scene: Scene) -> dict[str, str]:
    """The parts of the drawing by their names."""
    drawing = face_of(game).draw(view, scene)
    return {name: getattr(drawing, name) for name in PARTS}


def open_parts(game: AnyGame, watched: Any, views: Sequence[Any], scene: Scene) -> dict[str, str]:
    """What a spectator sees, with what each seat keeps to itself one below the other."""
    drawn, colour = parts_of(game, watched, scene), face_of(game).colour
    rng = Quick(0)
    worlds = [game.determinize(watched, rng) for _ in range(WORLDS)]
    hands = "".join(
        f'<section class="hand-of"><h2>{medal(colour(seat))}{escape(scene.names[seat])}</h2>'
        f"{_with_own_ids(face_of(game).draw(view, scene).act, LETTERS[seat])}</section>"
        for seat, view in enumerate(views)
        if any(game.view(world, seat) != view for world in worlds)
    )
    return drawn | {"act": f'<div class="hands">{hands}</div>'} if hands else drawn


def _with_own_ids(html: str, letter: str) -> str:
    """The same with ids that no other seat's things have, and references to them."""
    own = set(_ID.findall(html))

    def renamed(found: re.Match[str]) -> str:
        attribute, sign, name = found.groups()
        return f'{attribute}="{sign}{letter}-{name}"' if name in own else found[0]

    return _REFERENCE.sub(renamed, html)
