"""Rows to store, and a way to run a coroutine as a test."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

from prateria.server.store.base import Status, TableRow
from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store

P = ParamSpec("P")


def run(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A coroutine as a test, on a loop of its own, for a minute at most."""

    @wraps(test)
    def runner(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 60))

    return runner


def on_a_store(test: Callable[[SqlStore], Awaitable[None]]) -> Callable[[str], None]:
    """A test that is given an open, empty store instead of its URL."""

    def runner(url: str) -> None:
        async def run_it() -> None:
            async with open_store(url) as store:
                await asyncio.wait_for(test(store), 60)

        asyncio.run(run_it())

    runner.__doc__ = test.__doc__
    return runner


def table(
    identity: str = "t",
    *,
    status: Status = Status.OPEN,
    host: str = "ann",
    changed: int = 1_000,
    public: bool = True,
    people: tuple[str, ...] = (),
) -> TableRow:
    return TableRow(
        id=identity,
        game="manitou",
        status=status,
        host=host,
        created=1_000,
        changed=changed,
        public=public,
        setup='{"quick": true}',
        seats=json.dumps([{"person": person} for person in people]),
        seed="secret",
    )


def line(n: int) -> str:
    return f'{{"n":{n},"at":{n * 1000},"by":"A","do":"pick ž {n}","chain":"{n:032x}"}}\n'


def log(lines: int) -> list[str]:
    return [line(n) for n in range(lines)]
