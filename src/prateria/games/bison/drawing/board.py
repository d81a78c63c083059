"""The board: the land, what stands on it, what can be picked there, and what that would pay."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from typing import Final

from prateria.core.drawing.markup import icon, num
from prateria.core.texts import Texts
from prateria.games.bison.drawing.controls.hand import draw_hand
from prateria.games.bison.drawing.ids import SITE_IDS, SPACE_IDS, TURN_IDS
from prateria.games.bison.drawing.land import told
from prateria.games.bison.drawing.land.geometry import CENTRES
from prateria.games.bison.drawing.land.land import SKY, Land, box_round, outline
from prateria.games.bison.drawing.land.pieces import TOTEM_PIECE, draw_camp
from prateria.games.bison.drawing.land.spots import animals_at, print_of
from prateria.games.bison.drawing.players import draw_chips, draw_own
from prateria.games.bison.drawing.rank import draw_rank
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.actions import LayTile, SendHunters
from prateria.games.bison.rules.components import CELL_NAMES, PLACES
from prateria.games.bison.rules.view import CampView, View
from prateria.games.bison.words import words

RING: Final = '<use href="#ring"/>'
SITE_NAME_UP: Final = 30
"""How far above its ring a place bears its name."""
LEAST_TARGET: Final = 13
"""Half the size of a touch target in pixels, and a little more."""
NARROW: Final = 340
"""The width of the narrowest board in pixels."""


def draw_board(table: Table) -> str:
    texts = table.scene.texts
    land = table.land
    is_laying = table.view.phase == "lay" and table.is_mine
    box = box_round((*land.prints, *land.board.sites)) if is_laying else land.box
    left, top, width, height = box
    label = texts.count("The land: {number} tile", "The land: {number} tiles", len(table.view.land))
    cycle = " data-cycle" if is_laying else ""
    rank = draw_rank(table)
    ranks = " bs-ranks" if rank else ""
    return (
        f'<div class="bs-stage{ranks}"{cycle}>'
        f'<svg id="board" data-pan viewBox="{left} {top} {width} {height}" role="group" '
        f'aria-label="{escape(label)}">'
        f"{SKY}{_sites(table)}{land.drawn}{_spaces(table)}{_ghost(table)}{_outline(table)}"
        f"{_pieces(table)}</svg>"
        f"{draw_chips(table)}{draw_hand(table)}{rank or draw_own(table)}{_zoom(table)}</div>"
    )


def draw_land(view: View, land: Land, limits: str = "") -> str:
    """The board as it lies, for a picture that stands alone; limits lie under the pieces."""
    left, top, width, height = land.box
    return (
        f'<svg viewBox="{left} {top} {width} {height}">'
        f'<path class="b-ground" d="M{left} {top}h{width}v{height}h-{width}z"/>'
        f'{SKY}{land.drawn}{limits}<g class="b-pieces">{_sorted_pieces(land, view.camps)}</g></svg>'
    )


# --- what may be looked at and picked -----------------------------------------------------


def _spaces(table: Table) -> str:
    """Every space can be inspected; those that can be picked next are marked, and drawn on top."""
    camps = {camp.space: camp for camp in table.view.camps}
    firsts = {choice.path[0] for choice in table.scene.choices} if table.scene.picked else set()
    land, next_ids, picked = table.land, table.next_ids, table.scene.picked
    drawn, open_ = [], []
    for cell in land.prints:
        for space in range(3 * cell, 3 * cell + 3):
            name = SPACE_IDS[space]
            label = space_label(table, space, camps.get(space))
            if name in next_ids:
                open_.append(_target(land, space, label, "" if space in camps else RING))
                continue
            how = 'class="b-space can-look"'
            if name in picked:
                how = 'class="b-space can-look b-on"'
            elif name in firsts:
                how = f'class="b-space can-look b-else" data-pick="{name}"'
            drawn.append(
                f'<use id="{name}" {how} {land.places[space]}><title>{label}</title></use>'
            )
    return "".join(drawn + open_)


def _target(land: Land, space: int, label: str, ring: str) -> str:
    """A space that can be picked: its shape, and where the pieces stand a spot large enough for a
    finger on the narrowest screen, where rivers are thin."""
    x, y = land.feet[space]
    _, _, width, height = land.box
    radius = max(LEAST_TARGET, max(width, height) * LEAST_TARGET // NARROW)
    return (
        f'<g id="{SPACE_IDS[space]}" class="b-space can"><title>{label}</title>'
        f'<use {land.places[space]}/><g transform="translate({num(x)} {num(y - 14)})">'
        f'<circle class="b-hit" r="{radius}"/>{ring}</g></g>'
    )


def space_label(table: Table, space: int, camp: CampView | None) -> str:
    """`Prairie d3: bison 2. Rosa: tepee 2, hunters 1`"""
    texts = table.scene.texts
    label = land_label(texts, space, table.land.board.printed[space])
    return label if camp is None else f"{label}. {camp_label(texts, camp, table.name(camp.seat))}"


@cache
def land_label(texts: Texts, space: int, printed: int) -> str:
    terrain = texts.say(words.TITLES[space % 3])
    return escape(f"{terrain} {CELL_NAMES[space // 3]}: {words.listed(space % 3, printed, texts)}")


@lru_cache(maxsize=1024)
def camp_label(texts: Texts, camp: CampView, name: str) -> str:
    return escape(f"{name}: {words.camp(camp.space, camp.hunters, camp.size, texts)}")


def _sites(table: Table) -> str:
    """The places where the tile in hand may be laid."""
    if table.view.phase != "lay" or not table.is_mine:
        return ""
    texts = table.scene.texts
    chosen = table.action.cell if isinstance(table.action, LayTile) else None
    drawn = []
    for cell in PLACES:
        name = SITE_IDS[cell]
        if cell not in table.land.board.sites or (cell == chosen and table.scene.picked):
            continue
        how = 'class="b-site can"'
        if name not in table.next_ids:
            how = f'class="b-site" role="button" tabindex="0" data-pick="{name}"'
        x, y = CENTRES[cell]
        beside = told.site(table.land.board, table.view.ruleset, cell, texts)
        label = escape(
            texts.say("Place the tile on {cell} ({beside})", cell=CELL_NAMES[cell], beside=beside)
        )
        drawn.append(
            f'<g id="{name}" {how} transform="translate({num(x)} {num(y)})">'
            f'<title>{label}</title><use href="#hex"/><use href="#ring"/>'
            f'<text y="-{SITE_NAME_UP}" aria-hidden="true">{CELL_NAMES[cell]}</text></g>'
        )
    return "".join(drawn)


# --- what would be ------------------------------------------------------------------------


def _ghost(table: Table) -> str:
    """The tile where it would be laid. A click turns it."""
    action = table.action
    if not isinstance(action, LayTile) or table.view.tile is None:
        return ""
    tile = table.view.ruleset.tiles[table.view.tile]
    x, y = CENTRES[action.cell]
    at = f'x="{num(x)}" y="{num(y)}"'
    herds = "".join(
        f'<g class="on-{letter}">{animals_at(action.cell, tile, action.turn, terrain)}</g>'
        for terrain, letter in enumerate("pmr")
    )
    how = 'class="b-ghost-tile b-look"'
    if table.scene.picked:
        name = SITE_IDS[action.cell]
        turned = f"{name} {TURN_IDS[(action.turn + 1) % 3]}"
        label = escape(table.scene.texts.say("Turn the tile"))
        how = (
            f'id="{name}" class="b-ghost-tile" role="button" tabindex="0" data-pick="{turned}" '
            f'aria-label="{label}"'
        )
    return (
        f'<g {how}><use href="#l{print_of(tile, action.turn)}" {at}/>{herds}'
        f'<use class="b-ghost-rim" href="#hex" {at}/></g>'
    )


def _outline(table: Table) -> str:
    """The outline of the area being inspected."""
    if table.area is None:
        return ""
    filled, edge = outline(table.then_land, table.area)
    return f'<g class="b-hot">{filled}</g><g class="b-case">{edge}</g><g class="b-limit">{edge}</g>'


def _pieces(table: Table) -> str:
    view = table.then or table.view
    ghosts = {}
    if isinstance(table.action, SendHunters):
        ghosts[table.action.space] = table.action.hunters
    picked = ""
    if table.view.phase == "move" and table.view.space is not None:
        x, y = table.land.feet[table.view.space]
        picked = f'<ellipse class="b-lifted" cx="{num(x)}" cy="{num(y - 12)}" rx="32" ry="26"/>'
    drawn = _sorted_pieces(table.then_land, view.camps, ghosts)
    return f'<g class="b-pieces" aria-hidden="true">{picked}{drawn}</g>'


def _sorted_pieces(
    land: Land, camps: tuple[CampView, ...], ghosts: dict[int, int] | None = None
) -> str:
    """Pieces sorted for drawing: those further down come in front."""
    rows = [TOTEM_PIECE] if len(land.prints) > 0 else []
    rows += [draw_camp(land, camp, (ghosts or {}).get(camp.space, 0)) for camp in camps]
    rows.sort(key=lambda row: row[0])
    return "".join([drawn for _, drawn in rows])


def _zoom(table: Table) -> str:
    texts = table.scene.texts
    rows = (
        ("in", texts.say("Zoom in"), "+"),
        ("out", texts.say("Zoom out"), "−"),
        ("fit", texts.say("Whole board"), icon("i-fit", "bs-ic")),
    )
    buttons = "".join(
        f'<button type="button" data-zoom="{by}" aria-label="{escape(label)}">{sign}</button>'
        for by, label, sign in rows
    )
    label = escape(texts.say("Zoom"))
    return f'<div class="bs-zoom" role="group" aria-label="{label}">{buttons}</div>'
