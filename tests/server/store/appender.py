"""A program that appends for ever and prints what it was told is stored, until it is killed.

python -m tests.server.store.appender URL TABLES
"""

from __future__ import annotations

import asyncio
import os
import sys

from prateria.server.store.sql import SqlStore
from prateria.server.store.urls import open_store
from tests.server.store.samples import line


async def play(store: SqlStore, table: str, width: int) -> None:
    n = len(await store.lines(table))
    while True:
        await store.append(table, n, [line(n + i) for i in range(width)])
        n += width
        os.write(1, f"{table} {n}\n".encode())


async def main(url: str, tables: int) -> None:
    async with open_store(url) as store:
        os.write(1, b"ready\n")
        await asyncio.gather(*(play(store, f"t{n}", 1 + n % 3) for n in range(tables)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
