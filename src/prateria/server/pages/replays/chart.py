"""The chart of chances over a replay: an axis, the parts of the match, a line for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from prateria.core.drawing.markup import num
from prateria.core.texts import Texts
from prateria.review import Review
from prateria.server.pages.labels import percent

WIDTH, HEIGHT = 1000, 100
SHARES: Final = (1.0, 0.75, 0.5, 0.25, 0.0)
APART: Final = 16
"""The least distance between the icons at the ends of the lines, in percent of the height."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the match with a name, from an entry on."""

    entry: int
    name: str


def chart(found: Review, parts: Sequence[Part], colours: Sequence[str], texts: Texts) -> str:
    """The chart as SVG, as wide and high as the page wants it."""
    last = max(1, len(found.chances) - 1)
    label = escape(texts.say("Chance of winning"))
    return (
        f'<svg class="plot" role="img" aria-label="{label}">{_bands(parts, last)}{_grid(texts)}'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none">'
        f"{_lines(found, colours, last)}</svg>"
        f"{_slips(found, colours, last)}{_turning(found, last)}{_ends(found, colours, texts)}</svg>"
    )


def _across(entry: int, last: int) -> str:
    return f"{num(100 * entry / last)}%"


def _down(chance: float) -> str:
    return f"{num(100 * (1 - chance))}%"


def _bands(parts: Sequence[Part], last: int) -> str:
    """Each part has its own background and its name, which is cut off where it does not fit."""
    ends = [*(part.entry for part in parts), last][1:]
    return "".join(
        f'<svg class="band" x="{_across(part.entry, last)}" '
        f'width="{_across(max(0, end - part.entry), last)}">'
        f'<rect class="ground{" odd" if place % 2 else ""}" width="100%" height="100%"/>'
        f'<text x="5" y="13">{escape(part.name)}</text></svg>'
        for place, (part, end) in enumerate(zip(parts, ends, strict=True))
    )


def _grid(texts: Texts) -> str:
    rows = []
    for share in SHARES:
        y = _down(share)
        rows.append(f'<line class="grid" x2="100%" y1="{y}" y2="{y}"/>')
        rows.append(f'<text class="share" x="-6" y="{y}" dy="4">{percent(share, texts)}</text>')
    return f'<g class="axis">{"".join(rows)}</g>'


def _lines(found: Review, colours: Sequence[str], last: int) -> str:
    return "".join(
        f'<polyline class="line {colour}" data-seat="{seat}" points="'
        + " ".join(
            f"{num(WIDTH * entry / last)},{num(HEIGHT * (1 - found.chances[entry][seat]))}"
            for entry in found.rests
        )
        + '"/>'
        for seat, colour in enumerate(colours)
    )


def _slips(found: Review, colours: Sequence[str], last: int) -> str:
    """A dot on the seat's line where a turn gave something away; the worse, the larger."""
    size = {"inaccuracy": 3.5, "mistake": 4.5, "blunder": 6}
    return "".join(
        f'<circle class="slip {slip.grade.value} {colours[slip.seat]}" data-seat="{slip.seat}" '
        f'cx="{_across(slip.entry, last)}" r="{size[slip.grade.value]}" '
        f'cy="{_down(found.chances[slip.entry][slip.seat])}"/>'
        for slip in found.slips
        if slip.grade is not None
    )


def _turning(found: Review, last: int) -> str:
    return "".join(
        f'<svg class="mark" x="{_across(point.entry, last)}"><line class="fall" y2="100%"/>'
        f'<path class="sign" d="M0-19L10-9L0 1L-10-9z"/><text y="-5">{place}</text></svg>'
        for place, point in enumerate(found.turning_points, 1)
    )


def _ends(found: Review, colours: Sequence[str], texts: Texts) -> str:
    """Whose line is whose, at its end, and how it ended."""
    chances = found.chances[-1]
    order = sorted(range(len(colours)), key=lambda seat: (-chances[seat], seat))
    tops: list[float] = []
    for seat in order:
        wanted = 100 * (1 - chances[seat])
        tops.append(max(wanted, tops[-1] + APART) if tops else wanted)
    lift = max(0.0, tops[-1] - 100)
    tops = [max(top - lift, APART * place) for place, top in enumerate(tops)]
    return "".join(
        f'<svg class="end" x="100%" y="{num(top)}%">'
        f'<use href="#seat-{colours[seat]}" x="6" y="-10" width="20" height="20"/>'
        f'<text x="30" y="4">{percent(chances[seat], texts)}</text></svg>'
        for seat, top in zip(order, tops, strict=True)
    )
