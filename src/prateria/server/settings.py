"""All settings; every one has a sensible default."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from prateria.core.errors import SetupError
from prateria.server import server_log
from prateria.server.store.files import make_folder, sync_folder
from prateria.server.store.urls import data_folder

SECRET_VARIABLE: Final = "PRATERIA_SECRET"
METRICS_VARIABLE: Final = "PRATERIA_METRICS_TOKEN"
PSEUDO_VARIABLE: Final = "PRATERIA_PSEUDO"
SHORTEST_SECRET: Final = 32
SOLO: Final = "solo"
LONGEST_SLOT: Final = 8


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the server is told when it starts."""

    secret: str
    """Signs the cookies. Anyone who has it can impersonate anybody."""
    host: str = "127.0.0.1"
    port: int = 8137
    store: str = "sqlite://"
    bus: str = "local"
    """The message bus between processes: `local` is this one alone, or `redis://host:port/n`."""
    workers: int = 1
    """The number of server processes. More than one need PostgreSQL and Redis."""
    secure: bool = False
    """Cookies over https only, for a server behind a proxy that speaks https."""
    origins: tuple[str, ...] = ()
    """Other origins (`https://play.example`) whose pages may open sockets and post."""
    proxies: tuple[str, ...] = ()
    """The addresses of proxies that are believed when they say where a client comes from."""
    proxy_rtt: bool = False
    """Whether they tell each line's round trip. If they do not, a client's own header passes."""
    connections: int = 200
    """How many connections one address may have open, unless it is a proxy's."""
    metrics_token: str = ""
    """Anyone who presents it may read the metrics from anywhere; without it, from this machine
    only."""
    log: server_log.Kind = "text"
    """How the server's own log is written: for people, or as JSON Lines for programs."""
    slot: str = ""
    """The ids of tables opened here begin with it and a dash, so that a proxy can bring whoever
    asks for one to this server."""
    worker: str = SOLO
    """The name under which this process owns tables. A single server finds them again after a
    crash."""
    thinkers: int = 1
    """The number of processes in which bots think."""
    think_ms: int = 1000
    """How long a bot may think about a move."""
    hang_ms: int = 5000
    """How much later it counts as dead."""
    heartbeat_ms: int = 2_000
    """A page declares its connection dead after two and a half heartbeats without a message."""
    idle_ms: int = 60_000
    """After this long without a message, a room nobody is in is put away."""
    pseudo: bool = False
    """Whether pages can be read in the pseudo-language, for tests: `?lang=xx`."""
    bot_pause_ms: int = 700
    """What a bot waits before its move at a table of calm tempo, so that people can follow."""
    countdown_ms: int = 4_000
    """How long the first card of a live match waits, once everybody is at the table."""

    @property
    def address(self) -> str:
        """The address for people on this machine, or on its network if the server listens there."""
        return f"http://{shown_host(self.host)}:{self.port}"


def shown_host(host: str) -> str:
    """How others reach a server that listens on all addresses: by this machine's own address, which
    is also used in invitations made in the browser opened here."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing: only looks up the route
        except OSError:  # no network at all
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def wants_pseudo() -> bool:
    """Whether the environment enables the pseudo-language."""
    return os.environ.get(PSEUDO_VARIABLE, "") not in ("", "0")


def checked_slot(slot: str) -> str:
    """SetupError for one that could not stand in a path, or with a dash, which ends it."""
    if slot and not (slot.isascii() and slot.isalnum() and len(slot) <= LONGEST_SLOT):
        raise SetupError(
            f"--slot takes up to {LONGEST_SLOT} letters and digits (a-z, A-Z, 0-9), not {slot!r}"
        )
    return slot


def new_worker_name() -> str:
    """A name that no other worker has, or ever had."""
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"


def load_secret(folder: Path | None = None) -> str:
    """The secret of this installation: from the environment, or from a file only its owner can
    read.

    SetupError for one that could be guessed: with it anybody could sign themselves a cookie.
    """
    given = os.environ.get(SECRET_VARIABLE)
    if given is not None:
        return _checked(given, f"the variable {SECRET_VARIABLE}")
    path = (data_folder() if folder is None else folder) / "server.secret"
    try:
        if not path.exists():
            _write_secret(path)
        return _checked(path.read_text("utf-8"), str(path))
    except OSError as error:
        raise SetupError(f"the secret {path} cannot be kept: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SetupError(f"the secret {path} is damaged: it is not text") from None


def _checked(secret: str, where: str) -> str:
    secret = secret.strip()
    if len(secret) < SHORTEST_SECRET:
        raise SetupError(
            f"the secret in {where} has {len(secret)} characters and must have at least "
            f"{SHORTEST_SECRET}, drawn at random: it signs the cookies. Remove it and a new one is "
            "made (guests are then not known any more; accounts log in again), or set the one you "
            "had"
        )
    return secret


def _write_secret(path: Path) -> None:
    """Written completely or not at all, on disk before anybody is given a cookie, and only once: if
    two start together, the first one's secret stands."""
    make_folder(path.parent)
    half = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(half, path)
        sync_folder(path.parent)
    finally:
        half.unlink(missing_ok=True)
