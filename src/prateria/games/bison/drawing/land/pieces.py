"""The pieces on the land.

A piece is identified by where it stands: the rules do not distinguish hunters of a colour, so
`data-move` names the kind, and the page animates one that vanished to one that appeared.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from prateria.core.drawing.markup import num
from prateria.games.bison.drawing.land.geometry import TOTEM, Point
from prateria.games.bison.drawing.land.land import Land
from prateria.games.bison.drawing.land.spots import MANY
from prateria.games.bison.drawing.table import colour
from prateria.games.bison.rules.components import RIVER, SPACE_NAMES
from prateria.games.bison.rules.view import CampView

WIDTH: Final = 40
"""The width of a tepee."""
GAPS: Final = (0, 24, 24, 20, 20, 17, 17, 14, 14)
"""The distance between hunters standing side by side, by their number."""


@cache
def formation(hunters: int, size: int, *, on_river: bool) -> tuple[tuple[int, Point], ...]:
    """Where each piece of a camp stands, relative to its foot: its size, 0 for a hunter, and its
    position. Four or more hunters stand in two rows."""
    front = hunters if hunters <= 3 else (hunters + 1) // 2
    gap = GAPS[min(hunters, 8)]
    if on_river:
        spots: list[tuple[int, Point]] = [(size, (0.0, 1.0))] if size else []
        left, down = -gap * front / 2, (-2.0 if size else 14.0)
    else:
        width = (WIDTH if size else 0) + gap * front
        left, down = -width / 2, 0.0
        spots = []
        if size:
            spots.append((size, (left + WIDTH / 2, 0.0)))
            left += WIDTH
    behind = hunters - front
    for place in range(behind):
        spots.append((0, (left + gap * (place + 1) - (front == behind) * gap / 2, down - 13)))
    for place in range(front):
        spots.append((0, (left + gap * (place + 0.5), down)))
    return tuple(spots)


def draw_camp(land: Land, camp: CampView, ghosts: int = 0) -> tuple[float, str]:
    """The pieces on a space, with their depth; the last `ghosts` hunters are not there yet."""
    return _draw_camp(camp, land.feet[camp.space], ghosts)


@lru_cache(maxsize=MANY)
def _draw_camp(camp: CampView, foot: Point, ghosts: int) -> tuple[float, str]:
    """Draw the pieces around their foot; zoomed out, they are drawn larger, all together
    (`--far`)."""
    x, y = foot
    tint, name = colour(camp.seat), SPACE_NAMES[camp.space]
    on_river = camp.space % 3 == RIVER
    kind = "canoe" if on_river else "tepee"
    drawn = []
    number = 0
    for size, (dx, dy) in formation(camp.hunters, camp.size, on_river=on_river):
        at = f'x="{num(dx)}" y="{num(dy)}"'
        if size:
            known = f'id="piece-{tint}-{kind}-{name}" data-move="{tint}-{kind}"'
            drawn.append((dy, f'<use {known} href="#{tint}-{kind}-{size}" {at}/>'))
            continue
        number += 1
        known = f'id="piece-{tint}-hunter-{name}-{number}" data-move="{tint}-hunter"'
        if number > camp.hunters - ghosts:
            known = f'id="ghost-hunter-{number}" class="b-ghost"'
        drawn.append((dy, f'<use {known} href="#{tint}-hunter" {at}/>'))
    drawn.sort(key=lambda row: row[0])
    pieces = "".join([piece for _, piece in drawn])
    place = f"translate({num(x)} {num(y)})"
    return y, f'<g transform="{place}"><g class="b-camp">{pieces}</g></g>'


TOTEM_PIECE: Final = (
    TOTEM[1],
    f'<use id="totem" href="#totem-art" x="{num(TOTEM[0])}" y="{num(TOTEM[1] + 5)}"/>',
)
