"""Workers that share a PostgreSQL and a Redis: processes to be killed, and the people who play
there."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.server.forked import Forked
from tests.server.house import Json, Player
from tests.server.process import free_port


class Worker:
    """`prateria serve` in a separate process."""

    def __init__(self, folder: Path, store: str, bus: str, *more: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"worker-{self.port}.log"
        variables = {**os.environ, "XDG_DATA_HOME": str(folder), "PRATERIA_SECRET": "shared" * 6}
        arguments = ["serve", "--port", str(self.port), "--store", store, "--bus", bus, *more]
        self.process = Forked("prateria", arguments, variables, self._log)

    @property
    def log(self) -> str:
        return self._log.read_text()

    async def ready(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=5, verify=False) as web:
            while True:
                try:
                    if (await web.get("/api/health")).status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                assert self.process.poll() is None, self.log
                await asyncio.sleep(0.02)

    async def metric(self, name: str) -> int:
        async with httpx.AsyncClient(base_url=self.url, verify=False) as web:
            for row in (await web.get("/metrics")).text.splitlines():
                if row.startswith(f"{name} "):
                    return round(float(row.split()[1]))
        return 0

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.wait(20)


@asynccontextmanager
async def workers(count: int, folder: Path, store: str, bus: str) -> AsyncIterator[list[Worker]]:
    started = [Worker(folder, store, bus) for _ in range(count)]
    try:
        for worker in started:
            await worker.ready()
        yield started
    finally:
        for worker in started:
            worker.kill()


class Somebody:
    """A person with a cookie, who may come to any worker."""

    def __init__(self) -> None:
        self.id = ""
        self.cookie = ""
        self._csrf = ""

    @classmethod
    async def arrive(cls, worker: Worker) -> Somebody:
        made = cls()
        async with httpx.AsyncClient(base_url=worker.url, timeout=20, verify=False) as web:
            answer = await web.get("/api/me")
        made.cookie = f"prateria={answer.cookies['prateria']}"
        made.id, made._csrf = answer.json()["id"], answer.json()["csrf"]
        return made

    @property
    def headers(self) -> dict[str, str]:
        return {"cookie": self.cookie, "x-csrf-token": self._csrf}

    async def post(self, worker: Worker, path: str, body: Json | None = None) -> Json:
        async with httpx.AsyncClient(base_url=worker.url, timeout=20, verify=False) as web:
            answer = await web.post(f"/api{path}", json=body, headers=self.headers)
        assert answer.status_code in (200, 201), answer.text
        shown: Json = answer.json()
        return shown

    async def get(self, worker: Worker, path: str, status: int = 200) -> Any:
        async with httpx.AsyncClient(base_url=worker.url, timeout=20, verify=False) as web:
            answer = await web.get(f"/api{path}", headers=self.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    @asynccontextmanager
    async def at(self, worker: Worker, table: str, query: str = "") -> AsyncIterator[Player]:
        url = f"ws://127.0.0.1:{worker.port}/api/tables/{table}/socket?{query}"
        async with websockets.connect(
            url, additional_headers={"cookie": self.cookie}, max_size=None
        ) as socket:
            yield Player(socket)


def entries(lines: list[str]) -> list[Json]:
    return [json.loads(line) for line in lines]
