"""What can be set, all with a default that needs no thought."""

from __future__ import annotations

import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from prateria.server.store.urls import data_folder

SECRET_VARIABLE: Final = "PRATERIA_SECRET"
PSEUDO_VARIABLE: Final = "PRATERIA_PSEUDO"
SOLO: Final = "solo"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the server is told when it starts."""

    secret: str
    """Signs the cookies. Whoever has it can be anybody."""
    host: str = "127.0.0.1"
    port: int = 8137
    store: str = "sqlite://"
    bus: str = "local"
    """What carries news between processes: `local` is this one alone, or `redis://host:port/n`."""
    workers: int = 1
    """How many processes serve. More than one need PostgreSQL and Redis."""
    secure: bool = False
    """Cookies over https only, for a server behind a proxy that speaks https."""
    origins: tuple[str, ...] = ()
    """Other origins (`https://play.example`) whose pages may open sockets and post."""
    worker: str = SOLO
    """The name under which this process owns tables. Alone, it finds them again after a crash."""
    thinkers: int = 1
    """How many processes think for the bots."""
    think_ms: int = 1000
    """How long a bot may think about a move."""
    hang_ms: int = 5000
    """How much later it is taken for dead."""
    heartbeat_ms: int = 10_000
    idle_ms: int = 600_000
    """After so long without a message a room nobody waits for is put away."""
    pseudo: bool = False
    """Whether pages can be read in the language nobody speaks, for tests: `?lang=xx`."""
    bot_pause_ms: int = 700
    """What a bot waits before its move at a table of calm tempo, so that people can follow."""


def wants_pseudo() -> bool:
    """Whether the environment asks for the language nobody speaks."""
    return os.environ.get(PSEUDO_VARIABLE, "") not in ("", "0")


def new_worker_name() -> str:
    """A name that no other worker has, nor had."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"


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
