"""Which store a URL names.

- `sqlite:///file` is in the current folder, `sqlite:////folder/file` anywhere, `sqlite://` in
  the user's data folder, `sqlite::memory:` in this process only;
- `postgresql://user:password@host/database`, as PostgreSQL's own programs read it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from prateria.server.store.base import StoreError
from prateria.server.store.files import make_folder
from prateria.server.store.sql import SqlStore
from prateria.server.store.sqlite.session import MEMORY
from prateria.server.store.sqlite.store import SqliteStore


def open_store(url: str = "sqlite://", *, is_new: bool = True) -> SqlStore:
    """The store at this URL, not yet opened: `async with open_store(url) as store:`.

    A file that does not exist is a StoreError unless `may_be_new`.
    """
    scheme, found, rest = url.partition(":")
    match scheme.lower() if found else None:
        case "sqlite":
            path = _sqlite_path(rest)
            if not is_new and path != MEMORY and not Path(path).is_file():
                raise StoreError(f"there is no store {path}")
            return SqliteStore(path)
        case "postgresql" | "postgres":
            from prateria.server.store.postgres import PostgresStore

            return PostgresStore(url)
        case None:
            raise StoreError("a store is given as a URL: sqlite:///file or postgresql://…")
        case unknown:
            raise StoreError(f"no store is called {unknown}: there are sqlite and postgresql")


def shown_url(url: str) -> str:
    """The URL without a password, for people and log files."""
    if url.lower().startswith("sqlite:"):
        return url
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=user.partition(":")[0] + at + host, query="").geturl()


def data_folder() -> Path:
    """Where this user's programs keep their data, by the convention of the system."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        given = os.environ.get("XDG_DATA_HOME", "")  # to be ignored unless it is absolute
        base = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    return base / "prateria"


def default_path() -> Path:
    """The store when nothing is configured; its folder is created here."""
    folder = data_folder()
    try:
        make_folder(folder)
    except OSError as error:
        raise StoreError(f"the folder {folder} cannot be made: {error.strerror}") from None
    return folder / "prateria.db"


def _sqlite_path(rest: str) -> str:
    """What follows `sqlite:`, as a path."""
    if rest in (MEMORY, f"///{MEMORY}"):
        return MEMORY
    if rest in ("", "//", "///"):
        return os.fspath(default_path())
    if not rest.startswith("///"):
        raise StoreError("a store in a file is given as sqlite:///file or sqlite:////folder/file")
    return os.fspath(Path(unquote(rest[3:])).expanduser())
