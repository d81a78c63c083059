"""Three small plots as SVG text: a rating ladder, a win matrix, think times. No script, no font."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10
from typing import Any, Final

WIDTH: Final = 640
LEFT: Final = 190
RIGHT: Final = 20
ROW: Final = 30
TOP: Final = 28


def _frame(height: int, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "t") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def ladder(rows: Sequence[dict[str, Any]]) -> str:
    """Ratings with their 95 % intervals, the best on top."""
    low = min(row["low"] for row in rows)
    high = max(row["high"] for row in rows)
    span = max(high - low, 1.0)

    def x(value: float) -> float:
        return float(LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT))

    parts: list[str] = []
    step = 5 if span <= 40 else 10
    tick = int(low // step + 1) * step
    bottom = TOP + ROW * len(rows)
    while tick <= high:
        parts.append(
            f'<line class="g" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP}" y2="{bottom}"/>'
        )
        parts.append(_text(x(tick), TOP - 8, str(tick), "middle", "s"))
        tick += step
    for place, row in enumerate(rows):
        y = TOP + ROW * place + ROW / 2
        parts.append(_text(LEFT - 12, y + 5, row["name"], "end"))
        parts.append(
            f'<line class="i" x1="{x(row["low"]):.1f}" x2="{x(row["high"]):.1f}" '
            f'y1="{y}" y2="{y}"/><circle class="p" cx="{x(row["mu"]):.1f}" cy="{y}" r="5"/>'
        )
    return _frame(bottom + 8, "Ratings (Plackett–Luce) with 95 % intervals", parts)


def matrix(names: Sequence[str], rows: Sequence[Sequence[dict[str, Any]]]) -> str:
    """How often the row's bot was placed before the column's bot."""
    cell = min(90.0, (WIDTH - LEFT - RIGHT) / len(names))
    parts: list[str] = []
    for column, name in enumerate(names):
        parts.append(_text(LEFT + cell * (column + 0.5), TOP - 8, name, "middle", "s"))
    for line, name in enumerate(names):
        y = TOP + ROW * line
        parts.append(_text(LEFT - 12, y + ROW / 2 + 5, name, "end"))
        for column, entry in enumerate(rows[line]):
            share = entry["share"]
            if share is None:
                continue
            x = LEFT + cell * column
            # Blue for wins, orange for losses; the number says the same.
            colour = "#2a6fb0" if share >= 0.5 else "#c46a1b"
            strength = abs(share - 0.5) * 1.6
            parts.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{cell - 2:.1f}" height="{ROW - 2}" '
                f'rx="3" fill="{colour}" fill-opacity="{strength:.2f}"/>'
            )
            parts.append(_text(x + cell / 2, y + ROW / 2 + 5, f"{100 * share:.0f} %", "middle"))
    return _frame(
        TOP + ROW * len(names) + 8, "How often the row was placed before the column", parts
    )


def think_times(rows: Sequence[dict[str, Any]]) -> str:
    """Mean and longest think time of each bot, on a logarithmic scale."""
    top = max(2.0, *[log10(max(1.0, row["longest_ms"])) for row in rows])
    top = float(int(top) + 1)

    def x(value: float) -> float:
        place = (log10(max(value, 0.01)) + 2) / (top + 2)
        return LEFT + place * (WIDTH - LEFT - RIGHT)

    bottom = TOP + ROW * len(rows)
    parts: list[str] = []
    for power in range(-2, int(top) + 1):
        at = x(10.0**power)
        label = f"{10.0**power:g} ms" if power < 3 else f"{10 ** (power - 3)} s"
        parts.append(f'<line class="g" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(_text(at, TOP - 8, label, "middle", "s"))
    for place, row in enumerate(rows):
        y = TOP + ROW * place + ROW / 2
        parts.append(_text(LEFT - 12, y + 5, row["name"], "end"))
        parts.append(
            f'<line class="i" x1="{x(row["mean_ms"]):.1f}" x2="{x(row["longest_ms"]):.1f}" '
            f'y1="{y}" y2="{y}"/><circle class="p" cx="{x(row["mean_ms"]):.1f}" cy="{y}" r="5"/>'
        )
    return _frame(bottom + 8, "Think times: the mean (dot) and the longest (end of line)", parts)
