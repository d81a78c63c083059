"""The same contest here, in two processes and on Ray: how much faster, and is it the same report?

    PYTHONPATH=$(./play compile --quiet) python bench/executors.py    # on an idle machine
    python bench/executors.py --games 300 --json

A short contest beforehand wakes everything up: Ray's cluster is started, its workers have loaded
the rules and the net. Two workers can be twice as fast only if they have two cores to themselves;
`load` tells what else ran when it began, and CPU time how much work there was in all.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(ROOT)]
    try:
        import prateria  # compiled, if PYTHONPATH leads to it
    except ImportError:
        sys.path[:0] = [str(ROOT / "src")]

import prateria
from bench.machine import cpu_model, load, python_version
from prateria.arena.contest import run_contest
from prateria.arena.reports.report import make_report
from prateria.arena.schedule import Contest, settle

ASKED = 1.7
"""The speed that two workers on Ray must reach, times inline."""
PLACES = ("inline", "processes", "ray")


@dataclass(frozen=True, slots=True)
class Run:
    """One contest in one place."""

    place: str
    seconds: float
    games_per_s: float
    times_inline: float


def contest_of(game: str, games: int, seed: str) -> Contest:
    return settle(game, ["learned", "greedy"], games=games, seed=seed, stops=False)


def played(contest: Contest, place: str, workers: int) -> tuple[dict[str, Any], float]:
    """The report without its times, and the seconds."""
    began = time.perf_counter()
    ledger, _ = run_contest(contest, executor=place, workers=workers, logs=False)
    seconds = time.perf_counter() - began
    report = make_report(ledger, seconds=seconds, executor=place, workers=workers)
    del report["timing"]
    return report, seconds


def measure(game: str, games: int, workers: int) -> tuple[list[Run], bool]:
    """All executors in turn, and whether their reports agree."""
    runs: list[Run] = []
    reports: list[dict[str, Any]] = []
    for place in PLACES:
        played(contest_of(game, 20 * workers, "waking up"), place, workers)
        report, seconds = played(contest_of(game, games, "executors"), place, workers)
        first = runs[0].seconds if runs else seconds
        runs.append(Run(place, round(seconds, 2), round(games / seconds, 1), first / seconds))
        reports.append(report)
    return runs, all(report == reports[0] for report in reports)


def start_ray(workers: int) -> None:
    """One cluster for the warm-up and for the measurement; workers import what we import."""
    import ray

    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    ray.init(
        num_cpus=workers, include_dashboard=False, log_to_driver=False, configure_logging=False
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="manitou")
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    load_before = load()
    start_ray(arguments.workers)
    runs, same = measure(arguments.game, arguments.games, arguments.workers)
    figures = {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "python": python_version(),
        "compiled": prateria.is_compiled(),
        "load_before": load_before,
        "game": arguments.game,
        "games": arguments.games,
        "workers": arguments.workers,
        "runs": [asdict(run) for run in runs],
        "same_report": same,
        "ray_asked": ASKED,
        "ray_reached": runs[-1].times_inline >= ASKED,
    }
    if arguments.json:
        print(json.dumps(figures, indent=1))
    else:
        for run in runs:
            print(
                f"{run.place:10} {run.seconds:7.2f} s  {run.games_per_s:7.1f} games/s  "
                f"{run.times_inline:.2f} x inline"
            )
        print(
            f"same report: {same}; compiled: {prateria.is_compiled()}; load before: {load_before}"
        )
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
