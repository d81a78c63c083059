"""The figures of `growth.py` in the document that shows them, and what a million seats would take.

Multiplication only: nothing that was not measured gets cheaper or more expensive with size.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bench import growth_plot

SEATS: Final = 1_000_000
PACES: Final = (60, 300)
"""Seconds between two moves at a table, besides the pace that was measured."""
HEADERS: Final = 66
"""Bytes around a small piece on the wire: Ethernet 14, IP 20, TCP with timestamps 32."""
DAY_S: Final = 24 * 3600
PICTURE: Final = "![CPU a move, p99 and memory a table, by tables](reports/growth/growth.svg)"


def text(found: dict[str, Any]) -> str:
    return "\n".join([*_measured(found), "", *_million(found)]) + "\n"


def write(page: Path, found: dict[str, Any]) -> dict[str, Any]:
    """Write figures and picture; what was not measured this time is taken from the last."""
    folder = page.parent / "reports" / "growth"
    kept = folder / "growth.json"
    if kept.exists():
        found = _joined(json.loads(kept.read_text()), found)
    folder.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found, indent=1) + "\n")
    (folder / "growth.svg").write_text(growth_plot.draw(found))
    words = page.read_text()
    measured = (PICTURE, "", *_measured(found))
    for name, lines in (("measured", measured), ("million", _million(found))):
        table = f"<!-- {name} -->\n\n" + "\n".join(lines) + "\n\n<!-- end -->"
        words = re.sub(f"<!-- {name} -->.*?<!-- end -->", table, words, flags=re.DOTALL)
    page.write_text(words)
    return found


def _joined(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    runs = {run["tables"]: run for run in (*before["runs"], *now["runs"])}
    return {**before, **now, "runs": [runs[size] for size in sorted(runs)]}


def _measured(found: dict[str, Any]) -> Iterator[str]:
    runs = found["runs"]
    yield "| tables | " + " | ".join(f"{run['tables']:,}" for run in runs) + " |"
    yield "| -- |" + " -- |" * len(runs)
    rows = (
        ("sockets", "seats", ",d"),
        ("moves/s", "moves_per_s", ",.0f"),
        ("CPU a move, ms", "cpu_ms_per_move", ".2f"),
        ("p50, ms", "p50_ms", ".1f"),
        ("p99, ms", "p99_ms", ".1f"),
        ("memory a table, kB", "kb_per_table", ",.0f"),
        ("of which before the first move", "kb_per_table_opened", ",.0f"),
        ("moves a table by then", "moves_a_table", ".0f"),
        ("CPU with nobody moving, of a core", "idle_cpu", ".3f"),
        ("sent to the four, bytes a move", "bytes_per_move", ",d"),
        ("lines of the log, bytes in the store", "store_bytes_per_line", ".0f"),
        ("load of the machine at the end", "load", ".1f"),
    )
    for name, key, form in rows:
        yield f"| {name} | " + " | ".join(format(run[key], form) for run in runs) + " |"


def _million(found: dict[str, Any]) -> Iterator[str]:
    run = found["runs"][-1]
    tables = SEATS * run["tables"] / run["seats"]
    measured = run["tables"] / run["moves_per_s"]
    paces = (measured, *PACES)
    yield f"| {SEATS:,} seats | " + " | ".join(f"a move in {pace:.0f} s" for pace in paces) + " |"
    yield "| -- |" + " -- |" * len(paces)
    columns = [_column(found, run, tables, pace) for pace in paces]
    for name in columns[0]:
        yield f"| {name} | " + " | ".join(column[name] for column in columns) + " |"


def _column(
    found: dict[str, Any], run: dict[str, Any], tables: float, pace: float
) -> dict[str, str]:
    moves = tables / pace
    idle = run["idle_cpu"] / run["seats"]
    move_s = run["cpu_ms_per_move"] / 1000 - run["idle_cpu"] / run["moves_per_s"]
    wire = run["bytes_per_move"] + HEADERS * (run["states_per_move"] + 1)
    stored = run["lines"] / run["moves_a_table"] / run["tables"] * run["store_bytes_per_line"]
    column = {
        "moves a second": f"{moves:,.0f}",
        "cores, moves": f"{moves * move_s:,.1f}",
        "cores, open connections": f"{SEATS * idle:,.1f}",
        "memory, GB": f"{tables * run['kb_per_table'] / 1e6:,.0f}",
        "network, Mbit/s sent": f"{moves * wire * 8 / 1e6:,.0f}",
        "disk a day, GB": f"{moves * stored * DAY_S / 1e9:,.0f}",
    }
    database = found.get("postgres")
    if database is not None:
        wal = database["wal_bytes_per_move"]
        column |= {
            "PostgreSQL: commits a second": f"{moves * database['commits_per_move']:,.0f}",
            "PostgreSQL: write-ahead log, MB/s": f"{moves * wal / 1e6:,.1f}",
            "PostgreSQL: cores": f"{moves * database['database_cpu_s_per_move']:,.1f}",
        }
    return column
