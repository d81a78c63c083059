"""The ranking in the area being inspected, and what the area pays now and would pay then."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import icon, medal
from prateria.core.texts import Texts
from prateria.games.bison.drawing.land.spots import ANIMAL_ART
from prateria.games.bison.drawing.table import Standing, Table, colour
from prateria.games.bison.rules.components import LARGEST, RIVER
from prateria.games.bison.words import words


def draw_rank(table: Table) -> str:
    if table.area is None:
        return ""
    area, texts = table.area, table.scene.texts
    terrain = area % 3
    now, then = table.total_now(area), table.then_land.board.total[area]
    total = f"{now} → {then}" if now != then else str(then)
    rows = "".join(_row(table, standing) for standing in table.standings(area))
    if not rows:
        rows = f'<li class="bs-nobody">{escape(texts.say("Nobody hunts here yet."))}</li>'
    return (
        f'<section class="bs-rank"><p class="vh" data-heard>{escape(_heard(table, area))}</p>'
        f'<div aria-hidden="true"><h2>{beast(terrain)}'
        f"{escape(texts.say(words.TITLES[terrain]))} <small>{total}</small></h2>"
        f"<ol>{rows}</ol>{_sums(table)}</div></section>"
    )


def _heard(table: Table, area: int) -> str:
    """The ranking in words."""
    texts, terrain = table.scene.texts, area % 3
    now, then = table.total_now(area), table.then_land.board.total[area]
    lines = [f"{texts.say(words.TITLES[terrain])}: {_was(now, then, texts)}"]
    for row in table.standings(area):
        place = texts.word(*words.PLACES[row.place])
        lines.append(f"{place} {table.name(row.seat)}: {_was(row.now, row.then, texts)}")
    if len(lines) == 1:
        lines.append(texts.say("Nobody hunts here yet."))
    return " ".join(line.rstrip(".") + "." for line in lines)


def _was(now: int, then: int, texts: Texts) -> str:
    """`3`, or `3, now 1` for what a move would change."""
    return str(then) if now == then else texts.say("{then}, now {now}", then=then, now=now)


def beast(animal: int) -> str:
    return icon(f"i-{ANIMAL_ART[animal]}", "bs-beast")


def _row(table: Table, standing: Standing) -> str:
    texts, seat = table.scene.texts, standing.seat
    mine = ' class="bs-me"' if seat == table.view.seat else ""
    place = texts.word(*words.PLACES[standing.place])
    change = f"<b>{standing.then}</b>"
    if standing.now != standing.then:
        change = f"{standing.now} → {change}"
    return (
        f'<li{mine}><b class="bs-place">{escape(place)}</b>{medal(colour(seat))}'
        f'<span class="bs-who">{escape(table.name(seat))}<small>{_force(table, seat)}</small>'
        f'</span><span class="bs-gets">{change}</span></li>'
    )


def _force(table: Table, seat: int) -> str:
    """The pieces of a seat in the area, in ranking order: sizes from the largest, then hunters."""
    view = table.then or table.view
    board = table.then_land.board
    camps = [
        camp for camp in view.camps if camp.seat == seat and board.area[camp.space] == table.area
    ]
    kind = "a-canoes" if (table.area or 0) % 3 == RIVER else "a-tepees"
    sizes = [size for size in range(LARGEST, 0, -1) for camp in camps if camp.size == size]
    hunters = sum(camp.hunters for camp in camps)
    found = [f"{icon(kind, 'bs-ic')}{size}" for size in sizes]
    if hunters:
        found.append(f"{icon('i-hunter', 'bs-ic')}{hunters}")
    return " ".join(found)


def _sums(table: Table) -> str:
    """What all areas together would pay, if a move would change that."""
    if table.future == table.incomes:
        return ""
    texts = table.scene.texts
    seats = "".join(
        f"<span>{medal(colour(seat), table.name(seat))}{_change(now, then)}</span>"
        for seat, (now, then) in enumerate(zip(table.incomes, table.future, strict=True))
        if now != then
    )
    return f'<p class="bs-sums">{escape(texts.say("All areas:"))} {seats}</p>'


def _change(now: int, then: int) -> str:
    return f"{now} → <b>{then}</b>"
