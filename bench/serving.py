"""The server's promises, measured: `bench/load.py` in four settings, in less than five minutes.

    python bench/serving.py            # wants the machine for itself

Cost a move is compared at the same rate and over the same part of the matches: the first moves of a
match are cheaper than later ones, and a server that has more to do at once does each thing cheaper.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

LOAD: Final = Path(__file__).with_name("load.py")
MANY, FEW, RATE, MOVES = 500, 50, 600, 60
"""Tables, tables, moves a second, moves a table."""


def load(tables: int, seconds: float, warmup: float, rate: float | None = None) -> dict[str, Any]:
    command = [sys.executable, str(LOAD), "--game", "manitou", "--json", *sys.argv[1:]]
    command += ["--tables", str(tables), "--seconds", str(seconds), "--warmup", str(warmup)]
    if rate is not None:
        command += ["--rate", str(rate)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    print(done.stdout, end="", flush=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def along(tables: int) -> dict[str, Any]:
    """The figures of the middle part of a run: the first moves of this many tables."""
    seconds = tables * MOVES / RATE
    return load(tables, seconds * 0.7, seconds * 0.3, RATE)


def main() -> None:
    full = load(MANY, 20, 5)
    calm = load(MANY, 25, 12, 300)  # the rush of 2,000 arrivals is over by then
    few, many = along(FEW), along(MANY)
    growth = many["cpu_ms_per_move"] / few["cpu_ms_per_move"]
    rows = [
        ("seats connected", full["seats"], full["seats"] >= 2000),
        ("durable moves/s", full["moves_per_s"], full["moves_per_s"] >= 2500),
        ("p99 ms at 300 moves/s", calm["p99_ms"], calm["p99_ms"] <= 20),
        (f"p99 ms at {RATE} moves/s", many["p99_ms"], many["p99_ms"] <= 40),
        ("kB a table", full["kb_per_table"], full["kb_per_table"] <= 200),
        (f"CPU a move, {MANY} : {FEW} tables", round(growth, 2), growth <= 1.15),
    ]
    for name, value, is_good in rows:
        print(f"{name:<32} {value:>8}   {'yes' if is_good else 'NO'}")


if __name__ == "__main__":
    main()
