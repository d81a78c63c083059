"""`prateria admin`: what an administrator does to a store, also while it is served."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from prateria.cli.common import add_command
from prateria.cli.terminal.screen import Screen, clean
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands
    from prateria.server.store.base import Person
    from prateria.server.store.sql import SqlStore

TEXT: Final = """\
Look after a server's store. A server that runs on it meanwhile notices within seconds.

`tables` lists the newest tables; `close TABLE` ends one before its end; `ban WHO` and `unban WHO`
take the name of an account or the id of anybody; `audit` shows bans, closings and reports of chat;
`backup FILE` copies everything into a file; `restore FILE` fills an empty store from one.

examples:
  prateria admin tables
  prateria admin close 4fGh_x9Lk2aQ
  prateria admin backup friday.db --store postgresql://me@db/games"""
NEED_TARGET: Final = ("close", "ban", "unban", "backup", "restore")


def add(commands: Commands) -> None:
    parser = add_command(commands, "admin", run, short="look after a server's store", text=TEXT)
    parser.add_argument("action", choices=[*ACTIONS], help="what to do")
    parser.add_argument("target", nargs="?", help="the table, person or file")
    parser.add_argument("--store", default="sqlite://", metavar="URL", help="the store (sqlite)")
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="how many to list (50)")


def run(arguments: argparse.Namespace) -> int:
    from prateria.server.store.base import StoreError
    from prateria.server.store.urls import open_store

    if (arguments.action in NEED_TARGET) != (arguments.target is not None):
        raise SetupError(f"admin {arguments.action}: one thing to do it to, or none, was expected")

    async def act() -> None:
        async with open_store(arguments.store) as store:
            await ACTIONS[arguments.action](store, arguments, Screen())

    try:
        asyncio.run(act())
    except StoreError as error:
        raise SetupError(str(error)) from None
    return 0


def _now() -> int:
    return time.time_ns() // 1_000_000


def _when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


async def _tables(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    for row in await store.tables(limit=arguments.limit):
        screen.write_raw(f"{row.id}  {_when(row.changed)}  {row.status.value:<7}  {row.game}")


async def _close(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    from prateria.server.store.base import Status

    row = await store.table(arguments.target)
    if row is None:
        raise SetupError(f"there is no table {arguments.target!r}")
    await store.change_table(replace(row, status=Status.CLOSED, changed=_now()))
    await _note(store, "close", None, row.id)
    screen.write_raw(f"{row.id} is closed")


async def _ban(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    person = await _person(store, arguments.target)
    is_banned = arguments.action == "ban"
    await store.save_person(replace(person, banned=is_banned))
    await _note(store, arguments.action, person.id, None)
    state = "may not play here any more" if is_banned else "may play here again"
    screen.write_raw(f"{clean(person.name)} {state}")


async def _person(store: SqlStore, who: str) -> Person:
    person = await store.person_named(who) or await store.person(who)
    if person is None:
        raise SetupError(f"nobody is called {who!r}, by name or id")
    return person


async def _note(store: SqlStore, kind: str, person: str | None, table: str | None) -> None:
    from prateria.server.store.base import Audit

    await store.note(Audit(_now(), kind, person, table, "by the administrator"))


async def _audit(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    for note in await store.audits(limit=arguments.limit):
        words = (_when(note.at), note.kind, note.person or "-", note.table or "-", note.text)
        screen.write_raw(clean("  ".join(words)))


async def _backup(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    await store.backup(arguments.target)
    screen.write_raw(f"{arguments.target} is complete")


async def _restore(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    from prateria.server.store.backup import restore

    await restore(arguments.target, store)
    screen.write_raw(f"restored from {arguments.target}")


ACTIONS: Final[dict[str, Callable[[SqlStore, argparse.Namespace, Screen], Awaitable[None]]]] = {
    "tables": _tables,
    "close": _close,
    "ban": _ban,
    "unban": _ban,
    "audit": _audit,
    "backup": _backup,
    "restore": _restore,
}
