"""A separate `prateria serve` process, and people who are guests there."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from prateria.core.errors import SetupError

PATIENCE_S: Final = 60.0
HOST: Final = "127.0.0.1"


@contextmanager
def serving(*, tells: bool = True) -> Iterator[int]:
    """The port of a server that is made for this, with nothing in it, and ended after it. `tells`:
    the proxies before it tell it the round trips of their lines."""
    with tempfile.TemporaryDirectory(prefix="prateria-races-") as folder:
        port = _free_port()
        store = f"sqlite:///{Path(folder) / 'races.db'}"
        command = [sys.executable, "-m", "prateria", "serve", "--no-browser", "--port", str(port)]
        command += ["--store", store, "--proxy", HOST]
        command += ["--proxy-rtt"] if tells else []
        environment = {**os.environ, "PRATERIA_SECRET": "races " + "x" * 40}
        with (Path(folder) / "log").open("w+b") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment
            )
            try:
                _await(process, port, Path(folder) / "log")
                yield port
            finally:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as sock:
        port: int = sock.getsockname()[1]
        return port


def _await(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    patience = time.monotonic() + PATIENCE_S
    while time.monotonic() < patience and process.poll() is None:
        connection = http.client.HTTPConnection(HOST, port, timeout=5)
        try:
            connection.request("GET", "/api/health")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    process.kill()
    raise SetupError(f"the server for the races did not start: {log.read_text(errors='replace')}")


class Guest:
    """A person visiting the server, from an address of their own."""

    def __init__(self, port: int, number: int) -> None:
        self._port = port
        self.address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.cookie = ""
        self._csrf = ""

    async def arrive(self) -> Guest:
        me = await self.ask("GET", "/api/me")
        self._csrf = me["csrf"]
        return self

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> Any:
        connection = http.client.HTTPConnection(HOST, self._port, timeout=30)
        headers = {"content-type": "application/json", "x-forwarded-for": self.address}
        if self.cookie:
            headers |= {"cookie": self.cookie, "x-csrf-token": self._csrf}
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, headers)
            response = connection.getresponse()
            shown = json.loads(response.read() or b"{}")
            if response.status >= 400:
                raise SetupError(f"{method} {path} was answered {response.status}: {shown}")
            given = response.getheader("set-cookie")
            if given:
                self.cookie = given.partition(";")[0]
            return shown
        finally:
            connection.close()
