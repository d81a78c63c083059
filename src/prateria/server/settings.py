"""What can be set, all with a default that needs no thought."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from prateria.server.store.urls import data_folder

SECRET_VARIABLE: Final = "PRATERIA_SECRET"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the server is told when it starts."""

    secret: str
    """Signs the cookies. Whoever has it can be anybody."""
    host: str = "127.0.0.1"
    port: int = 8137
    store: str = "sqlite://"
    secure: bool = False
    """Cookies over https only, for a server behind a proxy that speaks https."""
    origins: tuple[str, ...] = ()
    """Other origins (`https://play.example`) whose pages may open sockets and post."""
    worker: str = "solo"
    """The name under which this process owns tables."""
    thinkers: int = 1
    """How many processes think for the bots."""
    think_ms: int = 1000
    """How long a bot may think about a move."""
    hang_ms: int = 5000
    """How much later it is taken for dead."""
    heartbeat_ms: int = 10_000
    idle_ms: int = 600_000
    """After so long without a message a room nobody waits for is put away."""
    bot_pause_ms: int = 700
    """What a bot waits before its move at a table of calm tempo, so that people can follow."""


def load_secret(folder: Path | None = None) -> str:
    """The secret of this installation: from the environment, or a file only its owner can read."""
    given = os.environ.get(SECRET_VARIABLE)
    if given:
        return given
    path = (data_folder() if folder is None else folder) / "server.secret"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text("utf-8")
