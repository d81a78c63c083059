"""The files learned for a game are in the game's own package, ours and other people's alike.

In the folder `learned` beside the module of the game there may be `GAME.json`, the weights;
`GAME.levels.toml`, the levels that differ from those of games in general; and
`GAME.calibration.json`, by which reviews turn shares into chances of winning.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.texts import mark

FOLDER: Final = "learned"
WEIGHTS: Final = ".json"
LEVELS: Final = ".levels.toml"
CALIBRATION: Final = ".calibration.json"


def learned_text(game_id: str, ending: str) -> str | None:
    """The contents of such a file of a game, or None if there is no such file or game."""
    folder = _folder(game_id) if game_id in registry.ids() else None
    path = None if folder is None else folder / f"{game_id}{ending}"
    return path.read_text("utf-8") if path is not None and path.is_file() else None


def learned_path(game_id: str, ending: str) -> Path:
    """The path to write such a file of a game to; SetupError if that is impossible."""
    folder = _folder(game_id)
    if not isinstance(folder, Path):
        text = mark("the game “{name}” is no package in a folder: say with --out where to write")
        raise SetupError(text, name=game_id)
    folder.mkdir(exist_ok=True)
    return folder / f"{game_id}{ending}"


def _folder(game_id: str) -> Traversable | None:
    package = registry.package_of(registry.get(game_id))
    return files(package) / FOLDER if package else None
