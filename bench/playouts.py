"""How fast random games run: ours, plain and compiled, and those of other projects.

    python bench/playouts.py --game manitou --players 4 --peers

Every subject is measured in a process of its own, in rounds: all of them once, then all of
them again, so that a change of load hits all alike. Rates are per second of CPU time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.figures import Figures, Report, as_json, as_text, merge
from bench.machine import cpu_model, load, python_version
from bench.measure import Run
from bench.peers import PEERS
from bench.peers_env import ROOT, peers_python
from tools.compiled import Build

SOURCES: Final = ROOT / "src"
ROUNDS: Final = 2


@dataclass(frozen=True, slots=True)
class Job:
    """One subject: what to run, and with which prateria."""

    name: str
    command: tuple[str, ...]
    sources: Path | None


def option(text: str) -> tuple[str, bool | int | str]:
    """Parse `quick=true` into a name and a value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not name=value")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.lstrip("-").isdigit() else value


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed of random games.")
    parser.add_argument("--game", default="manitou")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds a measurement")
    parser.add_argument("--options", type=option, nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--peers", action="store_true", help="measure other projects as well")
    parser.add_argument("--compiled", default="auto", metavar="auto|none|DIR")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def compiled_sources(wish: str) -> Path | None:
    """The location of the compiled package; None if it is not wanted or not available."""
    if wish == "none":
        return None
    if wish != "auto":
        return Path(wish).resolve()
    play = ROOT / "play"
    if not play.exists():
        return None
    command = (sys.executable, str(play), "compile", "--quiet")
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.stderr.write("no compiled rules (see above); measuring the plain ones\n")
        return None
    place = Path(done.stdout.strip())
    # An edit and a compilation in the meantime must not remove this one.
    return place if Build(ROOT, place.name).hold() else None


def our_jobs(args: argparse.Namespace) -> Iterator[Job]:
    """The headline under the game's own name: compiled where possible; and always plain."""
    command = [sys.executable, "-m", "bench.ours", args.game]
    command += ["--players", str(args.players), "--options", json.dumps(dict(args.options))]
    compiled = compiled_sources(args.compiled)
    if compiled:
        yield Job(args.game, tuple(command), compiled)
    yield Job(f"{args.game} plain", tuple(command), SOURCES)


def peer_jobs() -> Iterator[Job]:
    python = str(peers_python())
    for name in PEERS:
        yield Job(name, (python, "-m", "bench.peers", name), None)


def run(job: Job, *more: str) -> str:
    """The last line that the job printed."""
    paths = [str(ROOT), *([str(job.sources)] if job.sources else [])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        (*job.command, *more), stdout=subprocess.PIPE, text=True, env=environment, check=False
    )
    if done.returncode:
        sys.exit(f"{job.name}: the measurement failed (see above)")
    return done.stdout.splitlines()[-1]


def rounds(jobs: Sequence[Job], seconds: float) -> tuple[dict[str, Figures], list[float | None]]:
    """Every job once a round; the load before each round and at the end."""
    runs: dict[str, list[Run]] = {job.name: [] for job in jobs}
    loads = []
    for number in range(1, ROUNDS + 1):
        loads.append(load())
        for job in jobs:
            sys.stderr.write(f"round {number} of {ROUNDS}: {job.name}\n")
            line = run(job, "--seconds", str(seconds), "--seed", str(number))
            runs[job.name].append(Run(**json.loads(line)))
    return {name: merge(each) for name, each in runs.items()}, [*loads, load()]


def weigh(jobs: Sequence[Job]) -> dict[str, int]:
    """The memory of a finished match at the largest table, in bytes."""
    return {job.name: int(run(job, "--memory")) for job in jobs}


def main() -> None:
    args = arguments()
    ours = list(our_jobs(args))
    peers = list(peer_jobs()) if args.peers else []
    figures, loads = rounds([*ours, *peers], args.seconds)
    plain = f"{args.game} plain"
    report = Report(
        game=args.game,
        players=args.players,
        options=dict(args.options),
        cpu=cpu_model(),
        python=python_version(),
        seconds=args.seconds,
        # Without a compiler the plain rules are the headline too.
        ours={args.game: figures.get(args.game, figures[plain]), plain: figures[plain]},
        peers={job.name: figures[job.name] for job in peers},
        match_bytes=weigh(ours),
        load=loads,
    )
    sys.stdout.write(as_json(report) if args.json else as_text(report))


if __name__ == "__main__":
    main()
