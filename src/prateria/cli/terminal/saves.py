"""Matches on disk: the log, and beside an unfinished one what is needed to continue.

The seed of a running match is its future, so it is in a separate file that only its owner can read,
and that is removed when the match is over and the log itself reveals the seed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import prateria
from prateria.arena.files import write_whole
from prateria.core.errors import SetupError, WireError
from prateria.core.matches.match import Match
from prateria.core.wire import load_json, to_json

SECRET: Final = ".seed"


@dataclass(frozen=True, slots=True)
class Secret:
    """What the log of an unfinished match does not contain: its seed, and who plays which seat."""

    seed: str
    seats: str


def default_path(game_id: str) -> Path:
    """A new file in the user's data folder, named by the time."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = Path(home) / "prateria" / "played"
    path, again = folder / f"{game_id}-{now}.jsonl", 1
    while path.exists():
        again += 1
        path = folder / f"{game_id}-{now}-{again}.jsonl"
    return path


def secret_path(path: Path) -> Path:
    return path.with_name(path.name + SECRET)


def save(path: Path, match: Match, secret: Secret) -> None:
    """Write the match, completely or not at all; its secret beside it while there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if match.outcome is None:
        write_whole(secret_path(path), to_json(secret) + "\n", mode=0o600)
    write_whole(path, match.log.dumps())
    if match.outcome is not None:
        secret_path(path).unlink(missing_ok=True)


def load(path: Path) -> tuple[Match, Secret]:
    """Load an unfinished match."""
    text = path.read_bytes()
    match = prateria.replay(text)
    if match.outcome is not None:
        raise SetupError(f"{path} is finished; look at it with: prateria replay {path}")
    secret = read_secret(secret_path(path))
    match = prateria.replay(text, seed=secret.seed)
    match.draw()
    return match, secret


def read_secret(path: Path) -> Secret:
    """The file beside an unfinished match."""
    if not path.exists():
        raise SetupError(
            f"{path} is missing: it holds the seed, without which the match cannot go on"
        )
    try:
        row: Any = load_json(path.read_bytes())
        seed, seats = row["seed"], row["seats"]
    except (WireError, LookupError, TypeError):
        raise SetupError(f"{path} is damaged: it should hold the seed and the seats") from None
    if not isinstance(seed, str) or not isinstance(seats, str):
        raise SetupError(f"{path} is damaged: the seed and the seats should be text")
    return Secret(seed, seats)
