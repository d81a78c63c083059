"""Which games there are. They are found by entry point, ours and other people's alike.

A package offers a game with the entry point group `prateria.games`; its value is the game
object. Nobody in Prateria imports a game by name.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from prateria.core.contract.game import AnyGame, Game
from prateria.core.errors import SetupError

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
            known = ", ".join(ids()) or "none: is the package installed?"
            raise SetupError(f"there is no game {game_id!r}; there are: {known}")
        game = found[0].load()
        if not isinstance(game, Game) or game.meta.id != game_id:
            raise SetupError(f"{found[0].value} is not a game with the id {game_id!r}")
        _loaded[game_id] = game
    return _loaded[game_id]
