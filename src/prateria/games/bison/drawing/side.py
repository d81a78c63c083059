"""The land for those who cannot point at it or do not see it: all areas where somebody hunts, with
what they would pay, and every space in words."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from prateria.core.drawing.markup import medal
from prateria.core.texts import Texts, capital
from prateria.games.bison.drawing.board import camp_label, land_label
from prateria.games.bison.drawing.ids import AREA_IDS
from prateria.games.bison.drawing.land import told
from prateria.games.bison.drawing.land.land import land_of
from prateria.games.bison.drawing.rank import beast
from prateria.games.bison.drawing.table import Table, colour
from prateria.games.bison.rules.board import Board
from prateria.games.bison.rules.components import CELL_NAMES
from prateria.games.bison.rules.ruleset import RuleSet
from prateria.games.bison.rules.view import LandView
from prateria.games.bison.words import words


def draw_side(table: Table) -> str:
    texts = table.scene.texts
    areas: dict[int, list[tuple[int, int]]] = {}
    for area, seat, _, animals in table.pays_now:
        areas.setdefault(area, []).append((seat, animals))
    rows = "".join(_area(table, area, pays) for area, pays in areas.items())
    title = escape(texts.say("Areas and what they pay now"))
    return (
        f'<details class="bs-areas" id="areas"><summary>{title}</summary><ul>{rows}</ul></details>'
    )


def _area(table: Table, area: int, pays: list[tuple[int, int]]) -> str:
    """An area to inspect: shown briefly, read aloud in words, with all its spaces."""
    texts, terrain = table.scene.texts, area % 3
    board = table.land.board
    total = board.total[area]
    seats = "".join(f"<span>{medal(colour(seat))}{animals}</span>" for seat, animals in pays)
    parts = [
        capital(told.named(told.spaces_of(board, area), texts)),
        words.animals(terrain, total, texts),
        *(f"{table.name(seat)} {animals}" for seat, animals in pays),
    ]
    return (
        f'<li><button type="button" id="{AREA_IDS[area]}" class="can-look">'
        f'<span class="vh">{escape("; ".join(parts))}</span>'
        f'<span class="bs-face" aria-hidden="true">{beast(terrain)}'
        f"{escape(capital(words.space(area, texts)))} <b>{total}</b>{seats}</span></button></li>"
    )


def draw_told(table: Table) -> str:
    """Every space with its animals and what it touches, the free places, and all pieces."""
    view, texts = table.view, table.scene.texts
    camps = "".join(
        f"<li>{escape(capital(words.space(camp.space, texts)))}: "
        f"{camp_label(texts, camp, table.name(camp.seat))}</li>"
        for camp in view.camps
    )
    title = escape(texts.say("The land in words"))
    land = _land(view.ruleset, view.land, texts)
    return f"<h2>{title}</h2>{land}<h3>{escape(texts.say('Pieces'))}</h3><ul>{camps}</ul>"


@lru_cache(maxsize=64)
def _land(ruleset: RuleSet, tiles: tuple[LandView, ...], texts: Texts) -> str:
    """What changes only when a tile is laid."""
    board = land_of(ruleset, tiles).board
    laid = "".join(
        f"<li>{_space(board, space, texts)}</li>"
        for tile in tiles
        for space in range(3 * tile.cell, 3 * tile.cell + 3)
    )
    places = "".join(
        f"<li>{CELL_NAMES[cell]}, {escape(told.site(board, ruleset, cell, texts))}</li>"
        for cell in board.sites
    )
    note = escape(texts.say("On each tile the river touches the prairie and the mountain."))
    free = escape(texts.say("Free places"))
    return f"<p>{note}</p><ul>{laid}</ul><h3>{free}</h3><ul>{places}</ul>"


def _space(board: Board, space: int, texts: Texts) -> str:
    label = land_label(texts, space, board.printed[space])
    touched = told.beside(board, space, texts)
    return f"{label}; {escape(touched)}" if touched else label
