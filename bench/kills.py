"""Kill rounds for a night: play, `kill -9` at a random moment, start again, look everything up.

    python bench/kills.py --rounds 500 --store sqlite --json kills-sqlite.json
    python bench/kills.py --rounds 500 --store postgres --json kills-postgres.json

The reports that docs/durability.md quotes are in docs/reports/durability.

Four people play matches of all games, talk and take back. In a fifth of the rounds the next server
is also killed while it starts; on PostgreSQL the database is crashed, or one of its processes
killed, in another fifth. After each round what was sent at the tables of now is looked up in the
store, and at the end all that was ever sent. A server is forked from a process that has read the
code in: a round takes a second or two. Ends with 1 if anything was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import machine  # noqa: E402
from tests.server.kill_rounds import Rounds, kill_rounds  # noqa: E402
from tests.server.postgres import Cluster, binaries  # noqa: E402

IN_START: Final = 0.2
CRASHES: Final = 0.2


@contextmanager
def store(kind: str, folder: Path) -> Iterator[tuple[str, Cluster | None]]:
    """A new store: its URL, and the database that serves it, if it has one of its own."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/kills.db", None
        return
    programs = binaries()
    if programs is None:
        sys.exit("PostgreSQL is not installed")
    cluster = Cluster(programs)
    try:
        cluster.start()
        yield cluster.new_schema(), cluster
    finally:
        cluster.remove()


def tell(done: Rounds) -> None:
    if done.rounds % 10 == 0 or done.verdict.faults:
        print(
            f"round {done.rounds}: {done.kills} kills, {sum(done.verdict.looked_up.values())}"
            f" looked up, faults {dict(done.verdict.faults)}, {done.seconds[-1]:.1f} s",
            flush=True,
        )


def run(kind: str, rounds: int, seed: int) -> dict[str, Any]:
    began = time.time()
    with tempfile.TemporaryDirectory() as name, store(kind, Path(name)) as (url, cluster):
        done = asyncio.run(
            kill_rounds(
                url,
                Path(name),
                rounds,
                seed,
                in_start=IN_START,
                cluster=cluster,
                crashes=CRASHES,
                tell=tell,
            )
        )
    return {
        "store": kind,
        "seed": seed,
        "minutes": round((time.time() - began) / 60, 1),
        "cpu": machine.cpu_model(),
        "python": machine.python_version(),
        "load": machine.load(),
        **done.as_json(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the report")
    arguments = parser.parse_args()
    report = run(arguments.store, arguments.rounds, arguments.seed)
    text = json.dumps(report, indent=1) + "\n"
    print(text)
    if arguments.json is not None:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(text, encoding="utf-8")
    sys.exit(1 if report["lost"] or report["doubled"] or report["examples"] else 0)


if __name__ == "__main__":
    main()
