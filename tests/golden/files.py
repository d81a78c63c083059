"""The golden files of a game: what belongs in tests/golden/<game>/ and what is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, TypeAlias

from prateria.core import registry
from tests.golden.games import find_games
from tests.golden.perft import perft_counts
from tests.golden.playthroughs import playthroughs
from tests.golden.replays import index

ROOT: Final = Path(__file__).parent
POSITIONS: Final = "positions.txt"
"""The one file in a game's folder that is written by hand: positions for perft."""

Makers: TypeAlias = Mapping[str, Callable[[], str]]
"""File names in a game's folder, each with the function that returns what belongs in it."""


def folder(game_id: str) -> Path:
    """Where the golden files of a game are."""
    return ROOT / game_id


def read(game_id: str, name: str) -> str:
    """The current content of a golden file."""
    return (folder(game_id) / name).read_text("utf-8")


def present(game_id: str) -> dict[str, str]:
    """All golden files of a game as they are now, by name."""
    home = folder(game_id)
    paths = sorted(path for path in home.rglob("*") if path.is_file())
    names = [path.relative_to(home).as_posix() for path in paths]
    return {name: read(game_id, name) for name in names if name != POSITIONS}


def read_logs(game_id: str) -> dict[str, str]:
    """The golden games of random play as they are now."""
    names = sorted(path.name for path in folder(game_id).glob("*.jsonl"))
    return {name: read(game_id, name) for name in names}


def derived(game_id: str, logs: Mapping[str, str]) -> dict[str, str]:
    """The files that follow from the golden games and from the positions, by name."""
    counts = perft_counts(registry.get(game_id), read(game_id, POSITIONS))
    return {"index.json": index(logs), "perft.json": counts, **playthroughs(logs)}


def own(game_id: str) -> Makers:
    """The files that only this game has: `FILES` in tests/games/<game>/goldens.py."""
    makers: Makers = import_module(f"tests.games.{game_id}.goldens").FILES
    return makers


def wanted(game_id: str) -> dict[str, str]:
    """Everything that belongs in a game's folder, by name, freshly computed."""
    logs = find_games(game_id, read_logs(game_id))
    made = {name: make() for name, make in own(game_id).items()}
    return {**logs, **derived(game_id, logs), **made}


def differences(fresh: Mapping[str, str], old: Mapping[str, str]) -> dict[str, str]:
    """By file name, what has to be done: "new", "changed" or "left over"."""
    names = [name for name in sorted({*fresh, *old}) if fresh.get(name) != old.get(name)]
    return {
        name: "left over" if name not in fresh else "changed" if name in old else "new"
        for name in names
    }


def write(game_id: str, fresh: Mapping[str, str]) -> None:
    """Write these files into a game's folder, and remove all others."""
    for name in differences(fresh, present(game_id)):
        path = folder(game_id) / name
        if name in fresh:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fresh[name], "utf-8")
        else:
            path.unlink()
