"""Programs that write and announce what is stored, to be run while their writes are recorded.

python -m tests.server.power.writer append FOLDER [unsynced]     until it is killed
python -m tests.server.power.writer backup FOLDER
python -m tests.server.power.writer secret FOLDER

With `unsynced` the store has the fault that the tests are there to find.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from prateria.server.settings import load_secret
from prateria.server.store.sql import SqlStore
from prateria.server.store.sqlite import store as sqlite
from prateria.server.store.sqlite.session import SqliteSession
from prateria.server.store.urls import open_store
from tests.server.store.samples import line, log, table

TABLES = 4
BACKED_UP = 200
"""Lines in a backup."""


def tell(text: str) -> None:
    os.write(1, f"{text}\n".encode())


async def play(store: SqlStore, name: str, width: int) -> None:
    n = 0
    while True:
        await store.append(name, n, [line(n + i) for i in range(width)])
        n += width
        tell(f"{name} {n}")


async def append(url: str) -> None:
    async with open_store(url) as store:
        for n in range(TABLES):
            await store.create_table(table(f"t{n}"))
            tell(f"t{n} 0")
        await asyncio.gather(*(play(store, f"t{n}", 1 + n % 3) for n in range(TABLES)))


async def backup(url: str, path: Path) -> None:
    async with open_store(url) as store:
        await store.create_table(table())
        await store.append("t", 0, log(BACKED_UP))
        await store.backup(str(path))
        tell("backup")


def main(what: str, folder: Path, *flags: str) -> None:
    url = f"sqlite:///{folder}/store.db"
    match what:
        case "append":
            if flags == ("unsynced",):
                vars(sqlite)["SqliteSession"] = _without_sync
            asyncio.run(append(url))
        case "backup":
            asyncio.run(backup(url, folder / "monday.db"))
        case "secret":
            tell(load_secret(folder / "data"))
        case _:
            raise SystemExit(__doc__)


def _without_sync(path: str, *, pragmas: tuple[str, ...] = ()) -> SqliteSession:
    return SqliteSession(path, pragmas=[p.replace("FULL", "OFF") for p in pragmas])


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
