"""A server in a separate process, to be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from tests.server.forked import Forked


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """`prateria serve` on a store; can be killed and restarted on the same port. `fresh`: started
    as a person would, not forked."""

    def __init__(
        self, store: str, folder: Path, module: str = "prateria", *, fresh: bool = False
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._store = store
        self._folder = folder
        self._module = module
        self._fresh = fresh
        self._process: Forked | subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start it without waiting until it serves."""
        variables = {**os.environ, "XDG_DATA_HOME": str(self._folder)}
        arguments = ["serve", "--port", str(self.port), "--store", self._store]
        path = self._folder / "server.log"
        if self._fresh:
            command = [sys.executable, "-m", self._module, *arguments]
            with path.open("ab") as log:
                self._process = subprocess.Popen(command, env=variables, stdout=log, stderr=log)
        else:
            self._process = Forked(self._module, arguments, variables, path)

    async def start(self) -> None:
        self.launch()
        await self.ready()

    async def ready(self) -> None:
        """Wait until it serves."""
        async with httpx.AsyncClient(base_url=self.url, verify=False) as web:
            while True:
                try:
                    if (await web.get("/api/health")).status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                assert self._process is not None
                assert self._process.poll() is None, self.log
                await asyncio.sleep(0.02)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """Everything it has written to its standard output and error."""
        return (self._folder / "server.log").read_text("utf-8", "replace")

    def kill(self) -> None:
        self._stop(signal.SIGKILL)

    def stop(self) -> None:
        self._stop(signal.SIGTERM)

    def _stop(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(20)
            self._process = None
