"""Which games there are. They are found by entry point, ours and other people's alike.

A package offers a game with the entry point group `prateria.games`; its value is the game
object. Nobody in Prateria imports a game by name.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from prateria.core.contract.game import AnyGame, Game
from prateria.core.errors import SetupError
from prateria.core.texts import mark

GROUP: Final = "prateria.games"

_loaded: Final[dict[str, AnyGame]] = {}


def register(game: AnyGame) -> None:
    """Make a game known to this process without installing it (for tests and notebooks)."""
    _loaded[game.meta.id] = game


def forget(game_id: str) -> None:
    """Undo `register`."""
    _loaded.pop(game_id, None)


def ids() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)} | _loaded.keys()))


def get(game_id: str) -> AnyGame:
    """The game with this id, or SetupError naming those there are."""
    if game_id not in _loaded:
        found = [point for point in entry_points(group=GROUP) if point.name == game_id]
        if not found:
            known = ", ".join(ids())
            if not known:
                text = mark("there is no game “{name}” and no other: is the package installed?")
                raise SetupError(text, name=game_id)
            text = mark("there is no game “{name}”; there are: {known}")
            raise SetupError(text, name=game_id, known=known)
        game = found[0].load()
        if not isinstance(game, Game) or game.meta.id != game_id:
            text = mark("{place} is not a game with the id “{name}”")
            raise SetupError(text, place=found[0].value, name=game_id)
        _loaded[game_id] = game
    return _loaded[game_id]
