"""Legal actions as a page offers them: notation, path of ids, phrase, whether to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from prateria.core.contract.game import AnyGame, face_of
from prateria.core.drawing.scene import Choice, Drawing, Scene
from prateria.core.texts import Texts


def choices_of(game: AnyGame, view: Any, legal: Sequence[Any], texts: Texts) -> tuple[Choice, ...]:
    face = face_of(game)
    return tuple(
        [
            Choice(
                game.notation.format_action(action),
                face.path(view, action),
                game.words.phrase(view, action, texts),
                face.confirms(view, action),
            )
            for action in legal
        ]
    )


def proposed_drawing(game: AnyGame, view: Any, scene: Scene) -> tuple[Drawing, tuple[str, ...]]:
    """The drawing with what the game proposes to pick, and those picks."""
    face = face_of(game)
    picked = face.propose(view, scene)
    if picked != scene.picked:
        scene = Scene(scene.names, scene.texts, scene.choices, picked, scene.looked, scene.learning)
    return face.draw(view, scene), picked
