"""Tables that nobody uses: whether memory comes back, and how fast they do.

    python bench/idle.py --tables 600 --json docs/reports/durability/idle.json

A server is given many tables with a match begun and a few long ones of each game, played to their
last act but one and to the end; everybody leaves; memory is measured before, with all of them, and
when the rooms are put away. Then each is asked for once, by its page and by a socket.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import machine  # noqa: E402
from bench.idle_stored import measure as measure_stored  # noqa: E402
from bench.soak_samples import cpu_s, descriptors, gauges, memory, percentile_ms  # noqa: E402
from tests.server.process import Process  # noqa: E402
from tests.server.visitor import SEATS, Notes, Visitor  # noqa: E402
from tools import compiled  # noqa: E402
from tools.product import with_path  # noqa: E402

EACH: Final = 20
"""How many tables a person may open at once."""
ACTS: Final = 30
PATIENCE_S: Final = 240.0


async def state(process: Process) -> dict[str, float]:
    rooms = (await gauges(process.url, "prateria_rooms"))["prateria_rooms"]
    own = memory(process.pid)
    return {
        "rooms": rooms,
        "rss_mb": round(own.rss / 1e6, 1),
        "uss_mb": round(own.uss / 1e6, 1),
        "descriptors": descriptors(process.pid),
    }


async def people(process: Process, count: int) -> list[Visitor]:
    notes = Notes()
    made = [
        Visitor(process.port, notes, random.Random(n), f"127.0.{10 + n // 200}.{n % 200 + 1}")
        for n in range(count)
    ]
    for visitor in made:
        await visitor.arrive()
    return made


async def fill(visitors: list[Visitor], tables: int) -> list[tuple[Visitor, str]]:
    """Short matches, somewhere near their beginning; everybody plays their own at the same time."""

    async def one(number: int, visitor: Visitor) -> list[tuple[Visitor, str]]:
        made = []
        for n in range(number * EACH, min(tables, (number + 1) * EACH)):
            table = await visitor.begin_alone([*SEATS][n % len(SEATS)])
            await visitor.play(table, ACTS)
            made.append((visitor, table))
        return made

    filled = await asyncio.gather(*(one(n, visitor) for n, visitor in enumerate(visitors)))
    return [each for some in filled for each in some]


async def long_matches(visitors: list[Visitor]) -> dict[str, tuple[Visitor, str]]:
    """The longest match of each game: all seats taken, played to the end, and one almost to the
    end."""

    async def one(visitor: Visitor, game: str, acts: int) -> tuple[Visitor, str]:
        table = await visitor.open(game, seats=SEATS[game][1], hot_seat=True)
        await visitor.request("POST", f"/api/tables/{table}/start")
        await visitor.play(table, acts)
        return visitor, table

    wanted = {
        f"{game}, {how}": (game, acts)
        for game in SEATS
        for how, acts in (("over", 10**6), ("going on", 280))
    }
    pairs = zip(visitors, wanted.values(), strict=True)
    made = await asyncio.gather(*(one(visitor, *each) for visitor, each in pairs))
    return dict(zip(wanted, made, strict=True))


async def until_put_away(process: Process) -> float:
    began = time.monotonic()
    while (await gauges(process.url, "prateria_rooms"))["prateria_rooms"] > 0:
        await asyncio.sleep(2)
        if time.monotonic() - began > PATIENCE_S:
            sys.exit("the rooms do not leave")
    return time.monotonic() - began


async def page(visitor: Visitor, table: str) -> None:
    await visitor.request("GET", f"/tables/{table}")


async def socket(visitor: Visitor, table: str) -> None:
    """Until the first state of every seat has arrived."""
    async with visitor.at(table):
        return


async def ask_each(
    process: Process,
    ask: Callable[[Visitor, str], Awaitable[None]],
    tables: Iterable[tuple[Visitor, str]],
) -> dict[str, float | None]:
    """Seconds by the clock, and the server's own CPU time: on a busy machine only that is
    meaningful."""
    waited, worked = [], []
    for each in tables:
        began, used = time.perf_counter(), cpu_s(process.pid)
        await ask(*each)
        waited.append(time.perf_counter() - began)
        await asyncio.sleep(0.005)  # its work after the answer counts as well
        worked.append(cpu_s(process.pid) - used)
    return {
        "p50_ms": percentile_ms(waited, 0.5),
        "p99_ms": percentile_ms(waited, 0.99),
        "cpu_p50_ms": percentile_ms(worked, 0.5),
        "cpu_p99_ms": percentile_ms(worked, 0.99),
    }


async def measure(process: Process, tables: int) -> dict[str, Any]:
    first, *visitors = await people(process, 1 + 2 * len(SEATS) + tables // EACH)
    await fill([first], 3)  # what is loaded with the first match belongs to no table
    before = await state(process)
    long = await long_matches(visitors[: 2 * len(SEATS)])
    made = await fill(visitors[2 * len(SEATS) :], tables)
    full = await state(process)
    seconds = await until_put_away(process)
    await asyncio.sleep(70)  # the collector runs once a minute
    away = await state(process)
    half = len(made) // 2
    back = {
        "by_page": await ask_each(process, page, made[:half]),
        "by_socket": await ask_each(process, socket, made[half:]),
    }
    again = await state(process)
    for name, ask in (("page", page), ("socket", socket)):
        await until_put_away(process)
        for match, each in long.items():
            back[f"{match}, by {name}"] = await ask_each(process, ask, [each])
    report = {
        "before": before,
        "full": full,
        "put_away": {**away, "after_s": round(seconds)},
        "all_back": again,
        "coming_back": back,
    }
    for visitor in (first, *visitors):
        await visitor.leave()
    return report


async def run(tables: int, folder: Path) -> dict[str, Any]:
    process = Process(f"sqlite:///{folder}/idle.db", folder, fresh=True)
    await process.start()
    try:
        return await measure(process, tables)
    finally:
        process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument(
        "--stored", type=int, help="so many more in the store: bench/idle_stored.py"
    )
    parser.add_argument("--plain", action="store_true", help="plain rules though others are there")
    parser.add_argument("--json", type=Path, help="where to write the report")
    arguments = parser.parse_args()
    build = None if arguments.plain else compiled.current(ROOT)
    is_compiled = build is not None and build.hold()
    if build is not None and is_compiled:
        os.environ.update(with_path(dict(os.environ), build.path))
    with tempfile.TemporaryDirectory() as name:
        if arguments.stored is None:
            figures = asyncio.run(run(arguments.tables, Path(name)))
        else:
            figures = asyncio.run(measure_stored(Path(name), arguments.tables, arguments.stored))
    report = {
        "tables": arguments.tables,
        "compiled": is_compiled,
        "cpu": machine.cpu_model(),
        "load": machine.load(),
        **figures,
    }
    text = json.dumps(report, indent=1) + "\n"
    print(text)
    if arguments.json is not None:
        arguments.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
