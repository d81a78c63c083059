"""All areas somebody hunts in, with what they would pay: the same that looking at the land shows,
for those who cannot point at it."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import medal
from prateria.games.bison.drawing.ids import AREA_IDS
from prateria.games.bison.drawing.rank import beast
from prateria.games.bison.drawing.table import Table, colour
from prateria.games.bison.rules.components import CELL_NAMES
from prateria.games.bison.words import words


def draw_side(table: Table) -> str:
    texts = table.scene.texts
    areas: dict[int, list[str]] = {}
    for area, seat, _, animals in table.pays_now:
        row = areas.setdefault(area, [])
        row.append(f"<span>{medal(colour(seat), table.name(seat))}{animals}</span>")
    rows = "".join(_area(table, area, pays) for area, pays in areas.items())
    title = escape(texts.say("Areas and what they pay now"))
    return (
        f'<details class="bs-areas" id="areas"><summary>{title}</summary><ul>{rows}</ul></details>'
    )


def _area(table: Table, area: int, pays: list[str]) -> str:
    texts, terrain = table.scene.texts, area % 3
    total = table.land.board.total[area]
    name = f"{texts.say(words.TITLES[terrain])} {CELL_NAMES[area // 3]}"
    return (
        f'<li><button type="button" id="{AREA_IDS[area]}" class="can-look">{beast(terrain)}'
        f"{escape(name)} <b>{total}</b>{''.join(pays)}</button></li>"
    )
