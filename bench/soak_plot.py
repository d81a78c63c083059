"""The soak as a picture and as a table of figures.

Panels below each other, time from left to right; SVG text, no script.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

WIDTH, LEFT, RIGHT, PANEL, GAP, TOP = 900, 70, 20, 110, 46, 30
COLOURS: Final = ("#2a6fb0", "#c46a1b", "#4d8a3d", "#8a4d8a")
STYLE: Final = (
    "<style>text{font:12px system-ui,sans-serif;fill:#333}.h{font-weight:600}"
    ".g{stroke:#ddd}.k{stroke:#c33;stroke-opacity:.35}</style>"
)

Point = tuple[float, float | None]
Series = tuple[str, list[Point]]


def _series(samples: Sequence[dict[str, Any]], field: str, unit: float = 1.0) -> list[Point]:
    return [(s["minute"], None if s[field] is None else s[field] / unit) for s in samples]


def panels(report: dict[str, Any]) -> list[tuple[str, list[Series]]]:
    steady, killed = report["steady"]["samples"], report["killed"]["samples"]
    mb = 1e6
    return [
        (
            "Memory of the server that is never killed, MB",
            [("resident", _series(steady, "rss", mb)), ("its own", _series(steady, "uss", mb))],
        ),
        (
            "Memory of the server that is killed every minute, MB",
            [("resident", _series(killed, "rss", mb)), ("its own", _series(killed, "uss", mb))],
        ),
        (
            "Blocks that Python has in use (never killed), thousands",
            [("blocks", _series(steady, "blocks", 1e3))],
        ),
        (
            "Rooms in memory",
            [("never killed", _series(steady, "rooms")), ("killed", _series(killed, "rooms"))],
        ),
        (
            "Descriptors",
            [
                ("never killed", _series(steady, "descriptors")),
                ("killed", _series(killed, "descriptors")),
            ],
        ),
        (
            "Database, kB a table",
            [("never killed", _per_table(steady)), ("killed", _per_table(killed))],
        ),
        (
            "From a message to its answer, ms (never killed)",
            [("p50", _series(steady, "p50_ms")), ("p99", _series(steady, "p99_ms"))],
        ),
        (
            "Errors so far",
            [("never killed", _series(steady, "errors")), ("killed", _series(killed, "errors"))],
        ),
    ]


def _per_table(samples: Sequence[dict[str, Any]]) -> list[Point]:
    return [(s["minute"], s["database"] / s["tables"] / 1e3) for s in samples if s["tables"]]


def draw(report: dict[str, Any]) -> str:
    shown = panels(report)
    end = max(1.0, *(s["minute"] for s in report["steady"]["samples"]))
    height = TOP + len(shown) * (PANEL + GAP)
    parts = [STYLE, f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>']
    for number, (title, series) in enumerate(shown):
        parts += _panel(TOP + number * (PANEL + GAP), title, series, end)
    title = f"A soak of {end:.0f} minutes"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{title}"><title>{title}</title>{"".join(parts)}</svg>\n'
    )


def _panel(top: float, title: str, series: list[Series], end: float) -> list[str]:
    values = [v for _, points in series for _, v in points if v is not None]
    high = max([*values, 1e-9]) * 1.08
    bottom = top + PANEL

    def x(minute: float) -> float:
        return LEFT + minute / end * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return bottom - value / high * PANEL

    parts = [f'<text class="h" x="{LEFT}" y="{top - 8}">{escape(title)}</text>']
    for share in (0.0, 0.5, 1.0):
        level, figure = y(high * share), _figure(high * share)
        parts.append(
            f'<line class="g" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{level:.1f}" y2="{level:.1f}"/>'
            f'<text x="{LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{figure}</text>'
        )
    parts += [
        f'<text x="{x(minute):.1f}" y="{bottom + 15}">{minute} min</text>'
        for minute in range(0, int(end) + 1, 10)
    ]
    for place, (name, points) in enumerate(series):
        colour = COLOURS[place]
        for run in _runs(points):
            line = " ".join(f"{x(m):.1f},{y(v):.1f}" for m, v in run)
            parts.append(
                f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.4"/>'
            )
        at = WIDTH - RIGHT - 130 * (len(series) - place) + 10
        parts.append(f'<text x="{at}" y="{top - 8}" style="fill:{colour}">{escape(name)}</text>')
    return parts


def _figure(value: float) -> str:
    """Three significant digits, without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}" if value > 1e-3 else "0"


def _runs(points: list[Point]) -> list[list[tuple[float, float]]]:
    """Stretches without a gap."""
    runs: list[list[tuple[float, float]]] = [[]]
    for minute, value in points:
        if value is None:
            runs.append([])
        else:
            runs[-1].append((minute, value))
    return [run for run in runs if run]


ROWS: Final = (
    ("kills, and more while starting", "{kills}, {kills_in_start}"),
    ("longest start, s", "{longest_start_s}"),
    ("bot processes left behind by kills", "{orphans}"),
    ("tables, and played to the end", "{tables:,}, {finished:,}"),
    (
        "acknowledged plays, take-backs, lines of chat looked up",
        "{looked_up[play]:,}, {looked_up[take_back]:,}, {looked_up[say]:,}",
    ),
    ("lost, doubled", "{lost}, {doubled}"),
    ("written though refused, never sent", "{written_though_refused}, {never_sent}"),
    ("logs replayed, broken", "{looked_up[logs]:,}, {broken_logs}"),
    ("errors that clients met", "{errors}"),
    ("from a message to its answer, p50 and p99, ms", "{p50_ms}, {p99_ms}"),
    (
        "page of a table that was put away, p50 and p99, ms",
        "{put_away_page_p50_ms}, {put_away_page_p99_ms} (of {put_away_pages})",
    ),
)


MEASURES: Final = {
    "uss": "USS",
    "pss": "PSS",
    "rss": "RSS",
    "blocks": "blocks that Python has in use, millions",
    "heap": "in use in the C library's allocator",
}


def figures(report: dict[str, Any]) -> str:
    """The figures of both servers side by side, in Markdown."""
    lines = [
        f"# A soak of {report['minutes']:g} minutes",
        "",
        "Written by `bench/soak.py`; [how to read it](../../durability.md#the-soak).",
        "",
        "| | never killed | killed |",
        "| --- | --- | --- |",
    ]
    sites = [report["steady"], report["killed"]]
    for name, form in ROWS:
        shown = [form.format(**{**site, "errors": _errors(site)}) for site in sites]
        lines.append(f"| {name} | {shown[0]} | {shown[1]} |")
    kb = [site["samples"][-1]["database"] / site["tables"] / 1e3 for site in sites]
    lines.append(f"| database, kB a table | {kb[0]:.1f} | {kb[1]:.1f} |")
    memory = report["memory"]
    lines += ["", f"Memory of the server that is never killed, {_after(memory)}:", ""]
    lines += ["| | % an hour | standard error | mean, MB | first quarter, last quarter, MB |"]
    lines += ["| --- | --- | --- | --- | --- |"]
    for field, name in MEASURES.items():
        found = memory[field]
        if found is not None:
            ends = f"{found['first_quarter_median_mb']}, {found['last_quarter_median_mb']}"
            lines.append(
                f"| {name} | {found['percent_an_hour']} | {found['standard_error']} "
                f"| {found['mean_mb']} | {ends} |"
            )
    return "\n".join(lines) + "\n"


def _errors(site: dict[str, Any]) -> int:
    return sum(site["errors"].values())


def _after(memory: dict[str, Any]) -> str:
    quiet = memory["after_quiet"]
    rooms = "no rooms" if not quiet["rooms"] else f"{quiet['rooms']} rooms"
    return (
        f"after {memory['warm_up_minutes']:g} minutes of warm-up "
        f"(at the end, after two minutes without anybody: {rooms})"
    )
