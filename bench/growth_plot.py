"""The growth of `growth.py` as a picture: a panel for each figure, tables from left to right on a
logarithmic scale. SVG text, no script."""

from __future__ import annotations

import math
from html import escape
from typing import Any, Final

WIDTH, HEIGHT, LEFT, RIGHT, TOP, PANEL, GAP = 900, 250, 50, 24, 56, 140, 70
PANELS: Final = (
    ("CPU a move, ms", "cpu_ms_per_move"),
    ("p99 of an answer, ms", "p99_ms"),
    ("memory a table, kB", "kb_per_table"),
)
COLOUR: Final = "#2a6fb0"
STYLE: Final = (
    "<style>text{font:12px system-ui,sans-serif;fill:#333}.h{font-weight:600}.m{text-anchor:middle}"
    ".e{text-anchor:end}.g{stroke:#ddd}</style>"
)


def draw(found: dict[str, Any]) -> str:
    title = f"Growth with the tables, at {found['rate']:g} moves a second over all of them"
    wide = (WIDTH - LEFT - RIGHT - GAP * (len(PANELS) - 1)) / len(PANELS)
    parts = [
        STYLE,
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text class="h" x="{LEFT}" y="20">{escape(title)}</text>',
    ]
    for place, (name, key) in enumerate(PANELS):
        points = [(run["tables"], run[key]) for run in found["runs"]]
        parts += _panel(LEFT + place * (wide + GAP), wide, name, points)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _panel(left: float, wide: float, name: str, points: list[tuple[int, float]]) -> list[str]:
    bottom = TOP + PANEL
    high = _round(max(value for _, value in points) * 1.1)
    first, last = (math.log10(points[end][0]) for end in (0, -1))

    def x(tables: int) -> float:
        share = (math.log10(tables) - first) / (last - first or 1)
        return left + 20 + share * (wide - 40)

    def y(value: float) -> float:
        return bottom - value / high * PANEL

    parts = [f'<text class="h" x="{left:.1f}" y="{TOP - 12}">{escape(name)}</text>']
    for share in (0.0, 0.5, 1.0):
        level = y(high * share)
        parts.append(
            f'<path class="g" d="M{left:.1f} {level:.1f}h{wide:.1f}"/>'
            f'<text class="e" x="{left - 6:.1f}" y="{level + 4:.1f}">{high * share:.3g}</text>'
        )
    line = " ".join(f"{x(tables):.1f},{y(value):.1f}" for tables, value in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOUR}" stroke-width="1.6"/>')
    for tables, value in points:
        at, level = x(tables), y(value)
        parts.append(
            f'<circle cx="{at:.1f}" cy="{level:.1f}" r="3" fill="{COLOUR}"/>'
            f'<text class="m" x="{at:.1f}" y="{level - 8:.1f}">{value:g}</text>'
            f'<text class="m" x="{at:.1f}" y="{bottom + 18}">{tables:,}</text>'
        )
    middle = left + wide / 2
    parts.append(f'<text class="m" x="{middle:.1f}" y="{bottom + 36}">tables</text>')
    return parts


def _round(value: float) -> float:
    """The next figure that is good to halve."""
    unit: float = 10.0 ** math.floor(math.log10(value))
    return next(step * unit for step in (1, 1.2, 1.6, 2, 3, 4, 6, 8, 10) if step * unit >= value)
