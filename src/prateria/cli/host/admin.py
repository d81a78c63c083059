"""`prateria admin`: what an administrator does to a store, even while a server uses it."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from prateria.cli.common import add_command
from prateria.cli.terminal.screen import Screen, clean
from prateria.core.errors import SetupError

if TYPE_CHECKING:
    from prateria.cli.common import Commands
    from prateria.server.store.base import Audit, Person
    from prateria.server.store.sql import SqlStore

TEXT: Final = """\
Look after a server's store. A running server notices the changes within seconds.

`tables` lists the newest tables; `close TABLE` closes one before its end; `ban WHO` and `unban WHO`
take the name of an account or anybody's id; `grant WHO` lets an account use the page /admin,
`revoke WHO` ends that; `audit` shows bans, closings and chat reports; `reports` lists the open
ones, `settle NUMBER` marks one as dealt with; `prune` removes old data; `backup FILE` copies
everything into a file; `restore FILE` fills an empty store from one.

examples:
  prateria admin tables
  prateria admin close 4fGh_x9Lk2aQ
  prateria admin grant anna
  prateria admin prune --older-than 90d --guests --dry-run
  prateria admin backup friday.db --store postgresql://me@db/games"""
NEED_TARGET: Final = (*("close", "ban", "unban", "grant", "revoke", "settle", "backup", "restore"),)
DAYS: Final = {"d": 1, "w": 7, "y": 365}
DAY_MS: Final = 24 * 3_600_000


def add(commands: Commands) -> None:
    parser = add_command(commands, "admin", run, short="look after a server's store", text=TEXT)
    parser.add_argument("action", choices=[*ACTIONS], metavar="ACTION", help="what to do")
    parser.add_argument("target", nargs="?", help="the table, person, report or file")
    parser.add_argument("--store", default="sqlite://", metavar="URL", help="the store (sqlite)")
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="how many to list (50)")
    parser.add_argument(
        "--older-than",
        metavar="AGE",
        help="prune: what has not been used for this long: 90d, 12w, 1y",
    )
    parser.add_argument(
        "--guests", action="store_true", help="prune: also guests without a table, not seen since"
    )
    parser.add_argument(
        "--accounts",
        action="store_true",
        help="prune: also accounts with neither table nor token, not seen since",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="prune: only show what would be removed"
    )
    parser.add_argument(
        "--vacuum",
        action="store_true",
        help="prune: give the space back to the disk (SQLite, while no server runs)",
    )


def run(arguments: argparse.Namespace) -> int:
    from prateria.server.store.base import StoreError
    from prateria.server.store.urls import open_store

    expected = "one argument" if arguments.action in NEED_TARGET else "no argument"
    if (arguments.action in NEED_TARGET) != (arguments.target is not None):
        raise SetupError(f"admin {arguments.action}: expected {expected}")

    async def act() -> None:
        is_new = arguments.action == "restore"
        async with open_store(arguments.store, is_new=is_new) as store:
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
    table = arguments.target
    if not await store.close_table(table, _audit_of("close", None, table)):
        row = await store.table(table)
        what = "there is no table" if row is None else f"nothing to close: {row.status.value} is"
        raise SetupError(f"{what} {table!r}")
    screen.write_raw(f"{table} is closed")


async def _ban(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    person = await _person(store, arguments.target)
    is_banned = arguments.action == "ban"
    note = _audit_of(arguments.action, person.id, None)
    await store.set_banned(person.id, note, banned=is_banned)
    state = "may not play here any more" if is_banned else "may play here again"
    screen.write_raw(f"{clean(person.name)} {state}")


async def _grant(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    person = await _person(store, arguments.target)
    is_admin = arguments.action == "grant"
    if is_admin and person.password is None:
        raise SetupError(f"{person.name!r} is a guest: only an account can be an administrator")
    note = _audit_of(arguments.action, person.id, None)
    await store.set_admin(person.id, note, admin=is_admin)
    state = (
        "is an administrator: their page is /admin" if is_admin else "is no longer an administrator"
    )
    screen.write_raw(f"{clean(person.name)} {state}")


async def _person(store: SqlStore, who: str) -> Person:
    person = await store.person_called(who)
    if person is None:
        raise SetupError(f"nobody has the name or id {who!r}")
    return person


def _audit_of(kind: str, person: str | None, table: str | None, text: str = "") -> Audit:
    from prateria.server.store.base import Audit

    return Audit(_now(), kind, person, table, text or "on the command line")


async def _audit(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    for note in await store.audits(limit=arguments.limit):
        words = [_when(note.at), note.kind, note.person or "-", note.table or "-", note.text]
        if note.actor is not None:
            words.append(f"by {note.actor}")
        if note.quote is not None:
            words.append(f"{note.speaker}: {note.quote!r}")
        screen.write_raw(clean("  ".join(words)))


async def _reports(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    for report in await store.reports(limit=arguments.limit):
        note = report.note
        words = [f"{report.number}", _when(note.at), note.person or "-", note.table or "-"]
        screen.write_raw(clean("  ".join([*words, f"{note.speaker}: {note.quote!r}", note.text])))


async def _settle(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    number = arguments.target
    note = _audit_of("settle", None, None, number)
    if not number.isdecimal() or not await store.settle(min(int(number), 2**62), note):
        raise SetupError(f"there is no report {number!r}, or it has already been dealt with")
    screen.write_raw(f"report {number} is dealt with")


async def _prune(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    from prateria.server.store.prune import Retention, count, prune

    now = _now()
    what = Retention(
        now - _age(arguments.older_than) * DAY_MS,
        now,
        guests=arguments.guests,
        accounts=arguments.accounts,
    )
    if arguments.dry_run:
        found = await count(store, what)
    else:
        found = await prune(store, what, _now)
        told = ", ".join(f"{kind} {number}" for kind, number in found.items()) or "nothing"
        text = f"older than {arguments.older_than}: {told}"
        await store.note(_audit_of("prune", None, None, text))
    screen.write_raw("would be removed:" if arguments.dry_run else "removed:")
    for kind, number in found.items():
        screen.write_raw(f"  {kind:<10}{number:>10}")
    if not found:
        screen.write_raw("  nothing")
    await _give_back(store, arguments, screen)


def _age(text: str | None) -> int:
    """Parse an age, in days."""
    number, unit = (text or "")[:-1], (text or "")[-1:]
    if not (number.isdecimal() and unit in DAYS and 0 < int(number) < 10_000):
        raise SetupError("admin prune: --older-than says how old, in days, weeks or years: 90d")
    return int(number) * DAYS[unit]


async def _give_back(store: SqlStore, arguments: argparse.Namespace, screen: Screen) -> None:
    free = await store.free_bytes()
    if free is None or arguments.dry_run:
        return
    if arguments.vacuum:
        await store.vacuum()
        screen.write_raw(f"{free / 1e6:.1f} MB were given back to the disk")
    elif free:
        screen.write_raw(
            f"{free / 1e6:.1f} MB are free inside the file and are used for what comes next; to"
            " give them back to the disk, stop the server and add --vacuum"
        )


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
    "grant": _grant,
    "revoke": _grant,
    "audit": _audit,
    "reports": _reports,
    "settle": _settle,
    "prune": _prune,
    "backup": _backup,
    "restore": _restore,
}
