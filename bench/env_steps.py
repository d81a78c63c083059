"""Steps per second through PettingZoo's turn-by-turn interface: our games beside Texas hold'em;
and of many matches at once, beside pgx.

    python bench/env_steps.py --players 2

Each subject runs in a process of its own, all of them once and then all again; rates are per second
of CPU time. Ours run plain and, where there is a compiler, compiled.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import cpu_model, load, python_version
from bench.peers_env import peers_python, pgx_python
from bench.playouts import ROUNDS, SOURCES, Job, compiled_sources, run
from prateria.core import registry

TEXAS: Final = "texas_holdem_v4"
PGX: Final = ("sparrow_mahjong", "leduc_holdem", "backgammon")
"""Hidden tiles, three players; hidden cards, two, six cards in all; dice and a board."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed of the environments.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds a measurement")
    parser.add_argument("--compiled", default="auto", metavar="auto|none|DIR")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def jobs(args: argparse.Namespace) -> Iterator[Job]:
    players = ("--players", str(args.players))
    yield Job(TEXAS, (str(peers_python()), "-m", "bench.env_texas", *players), None)
    python = pgx_python()
    if python is None:
        sys.stderr.write("pgx could not be installed (see above); measuring without it\n")
    else:
        for game in PGX:
            yield Job(f"pgx {game}", (str(python), "-m", "bench.env_pgx", game), None)
    compiled = compiled_sources(args.compiled)
    for game_id in registry.ids():
        command = (sys.executable, "-m", "bench.env_ours", game_id, *players)
        yield Job(f"{game_id} plain", command, SOURCES)
        if compiled is not None:
            yield Job(f"{game_id} compiled", command, compiled)


def measured(args: argparse.Namespace) -> dict[str, dict[str, float]]:
    """The mean of the rounds for each subject."""
    subjects = list(jobs(args))
    figures: dict[str, list[dict[str, float]]] = {job.name: [] for job in subjects}
    for number in range(1, ROUNDS + 1):
        for job in subjects:
            sys.stderr.write(f"round {number} of {ROUNDS}: {job.name}\n")
            line = run(job, "--seconds", str(args.seconds), "--seed", str(number))
            figures[job.name].append(json.loads(line))
    return {
        name: {key: fmean(float(row[key]) for row in rows) for key in rows[0]}
        for name, rows in figures.items()
    }


def report(args: argparse.Namespace) -> dict[str, Any]:
    before = load()
    figures = measured(args)
    unit = figures[TEXAS]
    ratios = {
        name: {
            f"aec / {TEXAS}": round(row["aec"] / unit["env"], 2),
            f"aec / {TEXAS} without wrappers": round(row["aec"] / unit["raw_env"], 2),
            f"vector / {TEXAS}": round(row["vector"] / unit["env"], 2),
        }
        for name, row in figures.items()
        if "aec" in row
    }
    return {
        "players": args.players,
        "cpu": cpu_model(),
        "python": python_version(),
        "load": [before, load()],
        "steps_per_s": {
            name: {key: round(value) for key, value in row.items()} for name, row in figures.items()
        },
        "ratios": ratios,
    }


def as_text(found: dict[str, Any]) -> str:
    texas = found["steps_per_s"][TEXAS]
    lines = [
        f"{found['players']} players, {found['python']} on {found['cpu']}, load {found['load']}",
        f"{TEXAS}: {texas['env']:,} steps per CPU second; without wrappers {texas['raw_env']:,}",
        f"{'':22}{'AEC':>10}{'ratio':>8}{'no wrappers':>13}{'64 at once':>12}",
    ]
    for name, ratios in found["ratios"].items():
        row = found["steps_per_s"][name]
        first, second, _ = ratios.values()
        lines.append(f"{name:22}{row['aec']:>10,}{first:>8}{second:>13}{row['vector']:>12,}")
    lines += [
        f"{name:22}{'':31}{row['vector']:>12,}   {row['inside']:,} with the loop inside XLA"
        for name, row in found["steps_per_s"].items()
        if "inside" in row
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    args = arguments()
    found = report(args)
    sys.stdout.write(json.dumps(found, indent=1) + "\n" if args.json else as_text(found))


if __name__ == "__main__":
    main()
