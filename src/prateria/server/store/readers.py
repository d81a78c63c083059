"""Threads that read, each with its own session, so that the event loop never waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from prateria.server.store.base import StoreError
from prateria.server.store.session import Gone, Session
from prateria.server.store.writer import PAUSE, Job

T = TypeVar("T")


class Readers:
    """An unreachable database is tried again for `patience` seconds."""

    def __init__(
        self, connect: Callable[[], Session], *, threads: int = 4, patience: float = 0.0
    ) -> None:
        self._connect = connect
        self._patience = patience
        self._own = threading.local()
        self._sessions: set[Session] = set()
        self._pool = ThreadPoolExecutor(threads, "store-reader")
        self._is_open = True

    async def read(self, job: Job[T]) -> T:
        if not self._is_open:
            raise StoreError("the store is closed")
        deadline = time.monotonic() + self._patience
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._read, job, deadline)

    async def close(self) -> None:
        """Finish pending requests, then close every session."""
        self._is_open = False
        await asyncio.to_thread(self._pool.shutdown)
        for session in self._sessions:
            session.close()

    def _read(self, job: Job[T], deadline: float) -> T:
        while True:
            try:
                return job(self._session())
            except Gone as error:
                self._drop_session()
                if time.monotonic() + PAUSE > deadline:
                    raise StoreError(str(error)) from None
                time.sleep(PAUSE)

    def _session(self) -> Session:
        session: Session | None = getattr(self._own, "session", None)
        if session is None:
            session = self._own.session = self._connect()
            self._sessions.add(session)
        return session

    def _drop_session(self) -> None:
        session: Session | None = getattr(self._own, "session", None)
        if session is not None:
            self._own.session = None
            self._sessions.discard(session)
            session.close()
