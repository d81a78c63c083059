"""Tables that nobody uses: whether memory comes back, and how fast they do.

    python bench/idle.py --tables 600 --json docs/durability/idle.json

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
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import machine  # noqa: E402
from bench.soak_samples import descriptors, gauges, memory, percentile_ms  # noqa: E402
from tests.server.process import Process  # noqa: E402
from tests.server.visitor import SEATS, Notes, Visitor  # noqa: E402
from tools import compiled  # noqa: E402
from tools.product import with_path  # noqa: E402

EACH: Final = 20
"""Tables a person may open at once."""
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
    """Short matches, somewhere near their beginning; everybody plays their own at once."""

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
    """Of each game the longest there is: all seats taken, played to the end, and one not quite."""

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


async def page_s(visitor: Visitor, table: str) -> float:
    began = time.perf_counter()
    await visitor.request("GET", f"/tables/{table}")
    return time.perf_counter() - began


async def socket_s(visitor: Visitor, table: str) -> float:
    """From the request to the first state of every seat."""
    began = time.perf_counter()
    async with visitor.at(table):
        return time.perf_counter() - began


def spread(seconds: list[float]) -> dict[str, float | None]:
    return {
        "p50_ms": percentile_ms(seconds, 0.5),
        "p99_ms": percentile_ms(seconds, 0.99),
        "most_ms": percentile_ms(seconds, 1.0),
    }


async def measure(process: Process, tables: int) -> dict[str, Any]:
    first, *visitors = await people(process, 1 + 2 * len(SEATS) + tables // EACH)
    await fill([first], 3)  # what is loaded with the first match is no table's
    before = await state(process)
    long = await long_matches(visitors[: 2 * len(SEATS)])
    made = await fill(visitors[2 * len(SEATS) :], tables)
    full = await state(process)
    seconds = await until_put_away(process)
    await asyncio.sleep(5)
    away = await state(process)
    half = len(made) // 2
    report = {
        "before": before,
        "full": full,
        "put_away": {**away, "after_s": round(seconds)},
        "back_by_page": spread([await page_s(*each) for each in made[:half]]),
        "back_by_socket": spread([await socket_s(*each) for each in made[half:]]),
        "long_by_page": {name: round(await page_s(*each) * 1000, 1) for name, each in long.items()},
    }
    await until_put_away(process)
    report["long_by_socket"] = {
        name: round(await socket_s(*each) * 1000, 1) for name, each in long.items()
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
    parser.add_argument("--plain", action="store_true", help="plain rules though others are there")
    parser.add_argument("--json", type=Path, help="where to write the report")
    arguments = parser.parse_args()
    build = None if arguments.plain else compiled.current(ROOT)
    is_compiled = build is not None and build.hold()
    if build is not None and is_compiled:
        os.environ.update(with_path(dict(os.environ), build.path))
    with tempfile.TemporaryDirectory() as name:
        figures = asyncio.run(run(arguments.tables, Path(name)))
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
