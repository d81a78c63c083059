"""boardgame.io's server beside ours: the same tables, sockets, rate and sizes of messages.

    python bench/peers_serving.py                     # less than five minutes; wants the machine

Each server runs in its own process, twice: as fast as possible, and at `--rate` moves a second
over all tables. Ours plays Manitou and answers when a move is on the disk (SQLite, fsync). Theirs
plays a game of one move whose positions are as long as ours, as measured in this run: it keeps them
in memory, or in flat files without fsync, and sends a whole position to each seat, as it does by
itself, or with `deltaState` what has changed. Both leave out what a seat may not see.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import uvloop

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from bench import load, machine, peers_boardgame  # noqa: E402

OURS: Final = "prateria, SQLite"
PEERS: Final = ("boardgame.io, memory", "boardgame.io, files", "boardgame.io, memory, deltaState")
ROWS: Final = (
    ("at full speed: moves/s", "full", "moves_per_s"),
    ("  CPU a move, ms", "full", "cpu_ms_per_move"),
    ("  moves a CPU second", "full", "moves_per_cpu_s"),
    ("  p50, ms", "full", "p50_ms"),
    ("  p99, ms", "full", "p99_ms"),
    ("  client's CPU a move, ms", "full", "client_cpu_ms_per_move"),
    ("at the rate: moves/s", "calm", "moves_per_s"),
    ("  CPU a move, ms", "calm", "cpu_ms_per_move"),
    ("  p50, ms", "calm", "p50_ms"),
    ("  p99, ms", "calm", "p99_ms"),
    ("  memory of the server, MB", "calm", "mb"),
    ("  memory a table, kB", "calm", "kb_per_table"),
    ("states a move (4 seats)", "calm", "states_per_move"),
    ("bytes a state", "calm", "bytes_per_state"),
)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=300, help="moves a second over all tables")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--warmup", type=float, default=6)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def wish(args: argparse.Namespace, rate: float | None, *, is_compiled: bool) -> argparse.Namespace:
    """What `bench/load.py` is asked for."""
    return argparse.Namespace(
        game="manitou",
        seats=4,
        tables=args.tables,
        rate=rate,
        seconds=args.seconds,
        warmup=args.warmup,
        compiled=is_compiled,
        bus="local",
        workers=1,
        stalls=None,
    )


def ours(args: argparse.Namespace, rate: float | None) -> dict[str, Any]:
    variables, is_compiled = load.with_rules()
    asked = wish(args, rate, is_compiled=is_compiled)
    with (
        tempfile.TemporaryDirectory() as folder,
        load.server(asked, f"sqlite:///{folder}/load.db", "", variables) as (url, pid),
    ):
        return measured(url, pid, asked, load.Table)


def theirs(
    args: argparse.Namespace, rate: float | None, peer: str, state_bytes: int
) -> dict[str, Any]:
    asked = wish(args, rate, is_compiled=False)
    with _files(peer) as files:
        delta = "deltaState" in peer
        with peers_boardgame.server(state_bytes, files, delta=delta) as (url, pid):
            return measured(url, pid, asked, peers_boardgame.Table)


@contextlib.contextmanager
def _files(peer: str) -> Iterator[Path | None]:
    if "files" in peer:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
    else:
        yield None


def measured(
    url: str, pid: int, asked: argparse.Namespace, table: type[load.Table]
) -> dict[str, Any]:
    figures = uvloop.run(load.measure([url], [pid], asked, table))
    cost = figures["cpu_ms_per_move"]
    return {**figures, "moves_per_cpu_s": round(1000 / cost) if cost else None}


def report(args: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {OURS: {}, **{peer: {} for peer in PEERS}}
    for name, rate in (("calm", args.rate), ("full", None)):
        sys.stderr.write(f"{name}: {OURS}\n")
        found[OURS][name] = ours(args, rate)
        size = found[OURS]["calm"]["bytes_per_state"]
        for peer in PEERS:
            sys.stderr.write(f"{name}: {peer}\n")
            found[peer][name] = theirs(args, rate, peer, size)
    return {
        "boardgame.io": peers_boardgame.version(),
        "node": peers_boardgame.node_version(),
        "python": machine.python_version(),
        "cpu": machine.cpu_model(),
        "cores": os.cpu_count(),
        "load": machine.load(),
        "tables": args.tables,
        "rate": args.rate,
        "found": found,
        "ratios": {peer: ratios(found[OURS], found[peer]) for peer in PEERS},
    }


def ratios(mine: dict[str, Any], peer: dict[str, Any]) -> dict[str, float | None]:
    """Above 1 where ours is ahead."""

    def ratio(a: float | None, b: float | None) -> float | None:
        return round(a / b, 2) if a and b else None

    return {
        "moves a CPU second": ratio(
            mine["full"]["moves_per_cpu_s"], peer["full"]["moves_per_cpu_s"]
        ),
        "moves/s": ratio(mine["full"]["moves_per_s"], peer["full"]["moves_per_s"]),
        "p99 at the rate": ratio(peer["calm"]["p99_ms"], mine["calm"]["p99_ms"]),
    }


def as_text(found: dict[str, Any]) -> str:
    rules = "compiled" if found["found"][OURS]["full"]["compiled"] else "plain"
    columns = list(found["found"])
    lines = [
        f"{found['tables']} tables of four sockets, {found['rate']:g} moves/s",
        f"boardgame.io {found['boardgame.io']} on Node.js {found['node']}, production",
        f"ours on {found['python']}, {rules} rules; load {found['load']}",
        f"{found['cores']} cores, for the server and its clients together: {found['cpu']}",
        "Ours: every move is on the disk (fsync) before it is answered.",
        "Theirs: in memory, or in files without fsync.",
        "",
        *(f"  {chr(65 + place)}  {name}" for place, name in enumerate(columns)),
        "",
        f"{'':28}" + "".join(f"{chr(65 + place):>10}" for place in range(len(columns))),
    ]
    for title, run, key in ROWS:
        cells = [found["found"][name][run].get(key) for name in columns]
        lines.append(f"{title:28}" + "".join(f"{'-' if c is None else c:>10}" for c in cells))
    lines.append("ours / theirs, above 1 where ours is ahead")
    for title in next(iter(found["ratios"].values())):
        cells = ["", *(each[title] for each in found["ratios"].values())]
        lines.append(f"  {title:26}" + "".join(f"{'-' if c is None else c:>10}" for c in cells))
    return "\n".join(lines) + "\n"


def faults(found: dict[str, Any]) -> list[str]:
    """Runs in which moves were lost or not told to everybody: their figures mean nothing."""
    return [
        f"{name}, {run}: {figures['answers']}, {figures['states_per_move']} states a move"
        for name, runs in found["found"].items()
        for run, figures in runs.items()
        if not figures["answers"].get("accepted")
        or "gap" in figures["answers"]
        or figures["states_per_move"] < 3.9
    ]


def main() -> None:
    args = arguments()
    found = report(args)
    sys.stdout.write(json.dumps(found, indent=1) + "\n" if args.json else as_text(found))
    if wrong := faults(found):
        sys.exit("not every move reached everybody:\n" + "\n".join(wrong))


if __name__ == "__main__":
    main()
