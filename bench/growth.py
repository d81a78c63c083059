"""How the server's cost grows with its tables: 50, 500 and 5,000, at the same total rate.

    python bench/growth.py --postgres --page docs/growth.md        # wants the machine
    python bench/growth.py --tables 5000 --page docs/growth.md     # one of the three, five minutes

Every run measures the same part of its matches, around the `--middle`th move: the first moves of a
match are cheaper than later ones. All tables are played up to there as fast as possible, then at
`--rate` moves a second over all of them; after that nobody moves, and what the open connections
cost is measured. Every seat is a socket. If the limit of open files (`ulimit -n`) leaves too few
for four a table, some tables have three people. With `--postgres` 500 tables are measured again on
a PostgreSQL of its own, and how much work that has. `--page` writes the figures into the document,
and its picture; what is not measured now stays as it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import uvloop

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import growth_page, load, machine  # noqa: E402
from bench.growth_store import Postgres, Sqlite, per_move, postgres  # noqa: E402

SIZES: Final = (50, 500, 5000)
SPARE: Final = 120
"""Descriptors for everything that is not a seat's socket."""
SETTLE_S: Final = 12.0
"""Until what the rush and the last moves left behind is done: a heartbeat takes ten seconds."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--rate", type=float, default=300, help="moves a second over all tables")
    parser.add_argument("--middle", type=int, default=30, help="the move around which is measured")
    parser.add_argument("--seconds", type=float, default=45, help="the longest a measurement takes")
    parser.add_argument("--idle", type=float, default=20, help="seconds in which nobody moves")
    parser.add_argument(
        "--postgres", type=int, nargs="?", const=500, help="tables to measure on PostgreSQL as well"
    )
    parser.add_argument("--page", type=Path, help="the document that shows the figures")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


class Small(load.Table):
    """A table of three."""

    def __init__(self, url: str, of: load.Load, arguments: argparse.Namespace, number: int) -> None:
        three = argparse.Namespace(**{**vars(arguments), "seats": 3})
        super().__init__(url, of, three, number)


def seating(tables: int) -> Iterator[type[load.Table]]:
    """The last tables have three people if there are not descriptors enough for four."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE
    small = max(0, 4 * tables - most)
    if small > tables:
        sys.exit(f"{tables} tables need {3 * tables + SPARE} open files (ulimit -n)")
    yield from [load.Table] * (tables - small)
    yield from [Small] * small


async def grown(
    url: str, pid: int, size: int, args: argparse.Namespace, store: Sqlite | Postgres
) -> dict[str, Any]:
    asked = argparse.Namespace(game="manitou", seats=4)
    now = load.Load(None)
    tables = [make(url, now, asked, number) for number, make in enumerate(seating(size))]
    await load.ready(url)
    empty = load.memory_kb([pid])
    seats = await load.opened(now, tables)
    opened = load.memory_kb([pid])
    seconds = min(args.seconds, 2 * args.middle * size / args.rate / 3)
    before = args.middle * size - args.rate * seconds / 2
    load.go(now, seats)
    now.counting = True
    while now.answers["accepted"] < before:
        await asyncio.sleep(0.01)
    now.counting = False
    played = now.answers["accepted"]
    now.rate = args.rate
    await asyncio.sleep(min(SETTLE_S, seconds / 4))
    forget(now)
    work = store.work()
    moving = await load.counted(now, [pid], seconds)
    moves = moving["answers"]["accepted"]
    work = per_move(work, store.work(), moves)
    played += moves
    kb = load.memory_kb([pid])
    now.is_going = False
    await asyncio.sleep(SETTLE_S)
    idle = load.cpu_s([pid])
    await asyncio.sleep(args.idle)
    idle = load.cpu_s([pid]) - idle
    for seat in seats:
        seat.leave()
    await asyncio.sleep(0.1)
    return {
        "tables": size,
        **moving,
        **work,
        "moves_a_table": round(played / size, 1),
        "kb_per_table": round((kb - empty) / size, 1),
        "kb_per_table_opened": round((opened - empty) / size, 1),
        "idle_cpu": round(idle / args.idle, 4),
        "idle_us_per_seat_s": round(idle / args.idle / len(seats) * 1e6, 1),
        "load": machine.load(),
    }


def forget(now: load.Load) -> None:
    now.latencies.clear()
    now.answers.clear()
    now.received = now.states = now.state_bytes = 0


def measured(size: int, args: argparse.Namespace, store: Sqlite | Postgres) -> dict[str, Any]:
    variables, is_compiled = load.with_rules()
    asked = argparse.Namespace(bus="local", workers=1, stalls=None)
    with load.server(asked, store.url, "", variables) as (url, pid):
        figures = uvloop.run(grown(url, pid, size, args, store))
    return {**figures, **store.held(), "compiled": is_compiled}


def main() -> None:
    args = arguments()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    runs = []
    for size in args.tables:
        sys.stderr.write(f"{size} tables\n")
        with tempfile.TemporaryDirectory() as folder:
            runs.append(measured(size, args, Sqlite(Path(folder) / "load.db")))
    found: dict[str, Any] = {
        "rate": args.rate,
        "middle": args.middle,
        "python": machine.python_version(),
        "cpu": machine.cpu_model(),
        "cores": os.cpu_count(),
        "runs": runs,
    }
    if args.postgres:
        sys.stderr.write(f"{args.postgres} tables on PostgreSQL\n")
        with postgres() as store:
            found["postgres"] = measured(args.postgres, args, store)
    if args.page is not None:
        found = growth_page.write(args.page, found)
    sys.stdout.write(json.dumps(found, indent=1) + "\n" if args.json else growth_page.text(found))


if __name__ == "__main__":
    main()
