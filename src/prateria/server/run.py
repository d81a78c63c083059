"""Serving: uvicorn around the app, in one process or in several on one port."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import signal
import socket
import threading
import time
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final

import uvicorn
from litestar import Litestar

from prateria.core.errors import SetupError
from prateria.server import server_log
from prateria.server.app import make_app
from prateria.server.bus.urls import open_bus
from prateria.server.gc_policy import keep_heaps_small
from prateria.server.http.bounded import Bounds, bounded_protocol, bounded_socket
from prateria.server.limits import Kind, Rate
from prateria.server.pages.preload import warm
from prateria.server.server import Server
from prateria.server.settings import SOLO, Settings, new_worker_name
from prateria.server.store.base import Store
from prateria.server.store.urls import open_store
from prateria.server.wire.protocol import FRAME_LIMIT

LOG: Final = logging.getLogger("prateria.server")
RESTART_S: Final = 1.0
"""A worker that ends by itself is restarted after this long."""
GOODBYE_S: Final = 15.0

Rates = dict[Kind, Rate] | None


def uvicorn_config(app: Litestar, server: Server) -> uvicorn.Config:
    """No compression on sockets: frames are small, but a window per client is not."""
    settings = server.services.settings
    bounds = Bounds(
        settings.connections, server.services.metrics, settings.proxies, tells=settings.proxy_rtt
    )
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=bounded_protocol(bounds),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws=bounded_socket(bounds),
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=2,
    )


def check_workers(settings: Settings) -> None:
    """SetupError says what several workers need."""
    if settings.workers < 1:
        raise SetupError("there must be at least one worker")
    if settings.workers == 1:
        return
    missing = [
        text
        for is_missing, text in (
            (settings.store.lower().startswith("sqlite"), "--store postgresql://user@host/name"),
            (settings.bus == "local", "--bus redis://host:6379/0"),
        )
        if is_missing
    ]
    if missing:
        raise SetupError(
            f"{settings.workers} workers must share their data and their messages: add "
            f"{' and '.join(missing)}. One worker needs neither, and serves hundreds of tables; "
            "see docs/scaling.md"
        )


def check_reachable(settings: Settings) -> None:
    """StoreError or BusError, immediately and in words, if something needed cannot be opened."""

    async def check() -> None:
        bus, store = open_bus(settings.bus), open_store(settings.store)
        for part in (bus, store):
            await part.open()
        try:
            await store.claim(settings.address, alone=not bus.is_shared)
        finally:
            for part in (bus, store):
                await part.close()

    keep_heaps_small()  # before the first thread
    asyncio.run(check())


def listen(host: str, port: int) -> socket.socket:
    """A socket that already accepts connections: clients that arrive before the server is ready
    wait."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def serve(
    settings: Settings,
    store: Store | None = None,
    rates: Rates = None,
    listening: socket.socket | None = None,
) -> None:
    """Serve until told to stop, on that socket or else where the settings say."""
    check_workers(settings)
    with listening or _listening(settings) as sock:
        if settings.workers > 1:
            server_log.set_up(settings.log, "main")
            _Workers(settings, rates, sock).run()
            return
        made = _made(settings, open_store(settings.store) if store is None else store, rates)
        made.run(sockets=[sock])


def _listening(settings: Settings) -> socket.socket:
    try:
        return listen(settings.host, settings.port)
    except OSError as error:
        raise SetupError(f"port {settings.port}: {error.strerror}") from None


def _made(settings: Settings, store: Store, rates: Rates) -> uvicorn.Server:
    bus = open_bus(settings.bus)
    if bus.is_shared and settings.worker == SOLO:
        settings = replace(settings, worker=new_worker_name())
    server_log.set_up(settings.log, "" if settings.worker == SOLO else settings.worker)
    keep_heaps_small()
    server = Server(settings, store, bus, rates=rates)
    threading.Thread(target=warm, daemon=True).start()
    return uvicorn.Server(uvicorn_config(make_app(server), server))


def _work(settings: Settings, listening: socket.socket, rates: Rates) -> None:
    """The life of a worker; when its parent is gone, it ends."""
    made = _made(settings, open_store(settings.store), rates)

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            wait([parent.sentinel])
        made.should_exit = True

    threading.Thread(target=watch, daemon=True).start()
    asyncio.run(made.serve(sockets=[listening]))


def _end_of(process: SpawnProcess) -> str:
    code = process.exitcode or 0
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


class _Workers:
    """Several processes on one port; one that dies is replaced."""

    def __init__(self, settings: Settings, rates: Rates, listening: socket.socket) -> None:
        self._settings = settings
        self._listening = listening
        self._rates = rates
        self._processes: list[SpawnProcess] = []
        self._is_ending = False
        # New processes, not copies: threads and connections do not survive a fork.
        self._context = multiprocessing.get_context("spawn")

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        self._processes = [self._start() for _ in range(self._settings.workers)]
        while not self._is_ending:
            wait([process.sentinel for process in self._processes], timeout=RESTART_S)
            self._replace_dead()
        self._stop()

    def _start(self) -> SpawnProcess:
        arguments = (replace(self._settings, workers=1), self._listening, self._rates)
        process = self._context.Process(target=_work, args=arguments)
        process.start()
        return process

    def _replace_dead(self) -> None:
        for place, process in enumerate(self._processes):
            if process.is_alive() or self._is_ending:
                continue
            known = server_log.facts(cause=_end_of(process))
            LOG.error("a worker ended and is started again", extra=known)
            time.sleep(RESTART_S)
            self._processes[place] = self._start()

    def _end(self, _: int, __: FrameType | None) -> None:
        self._is_ending = True
        for process in self._processes:
            process.terminate()

    def _stop(self) -> None:
        for process in self._processes:
            process.terminate()
        patience = time.monotonic() + GOODBYE_S
        for process in self._processes:
            process.join(max(0.0, patience - time.monotonic()))
            with contextlib.suppress(OSError):
                process.kill()
