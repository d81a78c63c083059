"""Power that fails while a server plays: how much of what people were told is there afterwards.

    python bench/power_loss.py --recordings 10 --moments 100 --json power-loss.json

A server on SQLite is run with its writes, syncs and names written down below it
(`tests/server/power`), while people play, talk and take back. Then the power fails at many moments
of that record, half of them right after somebody was told something, each with three shares of
what was not synced: none of it, half of it and most of it, torn and out of order. Each time the
store is opened as a server would and all that had been told by then is looked up. Ends with 1 if
anything is missing.
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
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import machine  # noqa: E402
from prateria.server.settings import SECRET_VARIABLE, load_secret  # noqa: E402
from prateria.server.store.urls import open_store  # noqa: E402
from tests.server.kill_rounds import Table  # noqa: E402
from tests.server.ledger import Ledger, Verdict  # noqa: E402
from tests.server.power.disk import Step, read_journal  # noqa: E402
from tests.server.power.recording import (  # noqa: E402
    SHARES,
    build,
    compiler,
    losses,
    variables,
)
from tests.server.process import Process  # noqa: E402
from tests.server.visitor import Notes, Visitor  # noqa: E402

PEOPLE: Final = 4
SECONDS: Final = 6.0


@contextmanager
def environment(changed: dict[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(changed)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


async def played(library: Path, folder: Path, seed: int) -> tuple[list[Step], Ledger]:
    """A server that people play on for some seconds: what it did to its disk, what people know."""
    root, journal = folder / "disk", folder / "disk.journal"
    root.mkdir()
    notes, rng = Notes(), random.Random(seed)
    process = Process(f"sqlite:///{root}/store.db", root, fresh=True)
    with environment(variables(library, root, journal)):
        process.launch()
    await process.ready()
    visitors = [Visitor(process.port, notes, rng, f"127.0.4.{n + 1}") for n in range(PEOPLE)]
    for visitor in visitors:
        await visitor.arrive()
    playing = [asyncio.create_task(Table(visitor, rng).play_on()) for visitor in visitors]
    await asyncio.sleep(SECONDS)
    process.kill()
    await asyncio.gather(*playing)
    for visitor in visitors:
        await visitor.leave()
    return read_journal(journal), notes.ledger


def chosen(steps: list[Step], ledger: Ledger, count: int, luck: random.Random) -> list[int]:
    """Steps before which the power fails: half of them the first after somebody was told."""
    times = [step.nanoseconds for step in steps]
    told = [act.told_at for acts in ledger.acts.values() for act in acts if act.told_at]
    after = [bisect_right(times, at) for at in luck.sample(told, min(len(told), count // 2))]
    anywhere = luck.sample(range(1, len(steps)), min(len(steps) - 1, count - len(after)))
    return sorted({moment for moment in (*after, *anywhere) if moment < len(steps)})


async def looked_up(
    steps: list[Step], ledger: Ledger, folder: Path, moments: list[int], luck: random.Random
) -> Verdict:
    verdict = Verdict()
    first = min(act.told_at for acts in ledger.acts.values() for act in acts if act.told_at)
    for moment, after in losses(folder / "disk", steps, moments, folder / "after", luck):
        now = steps[moment].nanoseconds
        async with open_store(f"sqlite:///{after}/store.db") as store:
            damage = await store.inspect()
            if damage is not None:
                verdict.blame("broken_logs", damage)
            verdict.add(await ledger.as_of(now).check(store))
        if now > first and load_secret(after / "prateria") != load_secret(
            folder / "disk" / "prateria"
        ):
            verdict.blame("lost", "the secret")
        verdict.looked_up["losses of power"] += 1
    return verdict


async def run(recordings: int, moments: int, seed: int, folder: Path) -> dict[str, Any]:
    began, verdict, steps_in_all = time.time(), Verdict(), 0
    library = build(folder)
    for number in range(recordings):
        luck, place = random.Random(f"{seed} {number}"), folder / f"recording{number}"
        place.mkdir()
        steps, ledger = await played(library, place, seed + number)
        steps_in_all += len(steps)
        at = chosen(steps, ledger, moments, luck)
        verdict.add(await looked_up(steps, ledger, place, at, luck))
        print(f"recording {number + 1}: {len(steps)} steps, {verdict.as_json()}", flush=True)
    return {
        "recordings": recordings,
        "steps": steps_in_all,
        "shares_of_unsynced": SHARES,
        "seed": seed,
        "minutes": round((time.time() - began) / 60, 1),
        "cpu": machine.cpu_model(),
        "load": machine.load(),
        **verdict.as_json(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recordings", type=int, default=10)
    parser.add_argument("--moments", type=int, default=100, help="of each recording")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the report")
    arguments = parser.parse_args()
    if compiler() is None:
        sys.exit("a C compiler on Linux is needed")
    os.environ.pop(SECRET_VARIABLE, None)
    with tempfile.TemporaryDirectory() as name:
        report = asyncio.run(
            run(arguments.recordings, arguments.moments, arguments.seed, Path(name))
        )
    text = json.dumps(report, indent=1) + "\n"
    print(text)
    if arguments.json is not None:
        arguments.json.write_text(text, encoding="utf-8")
    sys.exit(1 if report["examples"] else 0)


if __name__ == "__main__":
    main()
