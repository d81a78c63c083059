"""A program that appends forever and prints what the store has acknowledged, until it is killed.

python -m tests.server.store.appender URL TABLES [hasty]

With `hasty` it has the fault that the tests are there to find: it tells before it is stored.
"""

from __future__ import annotations

import asyncio
import os
import sys

from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from tests.server.store.samples import line


async def play(store: SqlStore, table: str, width: int, *, hasty: bool) -> None:
    n = len(await store.lines(table))
    while True:
        append = asyncio.ensure_future(store.append(table, n, [line(n + i) for i in range(width)]))
        await (asyncio.sleep(0.001) if hasty else append)
        n += width
        os.write(1, f"{table} {n}\n".encode())


async def main(url: str, tables: int, *, hasty: bool) -> None:
    async with open_store(url) as store:
        os.write(1, b"ready\n")
        names = [f"t{n}" for n in range(tables)]
        games = (play(store, name, 1 + n % 3, hasty=hasty) for n, name in enumerate(names))
        await asyncio.gather(*games)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), hasty=sys.argv[3:] == ["hasty"]))
