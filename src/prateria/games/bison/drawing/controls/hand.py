"""The player's own tile, hidden from the others until it is laid."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.core.drawing.markup import icon, num
from prateria.games.bison.drawing.ids import SITE_IDS, TURN_IDS
from prateria.games.bison.drawing.land.geometry import CENTRES
from prateria.games.bison.drawing.land.spots import animals_at, print_of
from prateria.games.bison.drawing.table import Table
from prateria.games.bison.rules.actions import LayTile
from prateria.games.bison.rules.ruleset import Tile
from prateria.games.bison.words import words

SHOWN_AT: Final = 0
"""A cell that is not a place: where a tile is drawn that has not been laid."""


def mini_tile(tile: Tile, turn: int, label: str) -> str:
    """A tile on its own."""
    x, y = CENTRES[SHOWN_AT]
    at = f'x="{num(x)}" y="{num(y)}"'
    herds = "".join(
        f'<g class="on-{letter}">{animals_at(SHOWN_AT, tile, turn, terrain)}</g>'
        for terrain, letter in enumerate("pmr")
    )
    told = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="bs-mini" viewBox="{num(x - 104)} {num(y - 104)} 208 208" {told}>'
        f'<use href="#l{print_of(tile, turn)}" {at}/>{herds}'
        f'<use class="b-rim" href="#hex" {at}/></svg>'
    )


def draw_hand(table: Table) -> str:
    """The tile in the rotation shown on the board, with a button to turn it."""
    view, texts = table.view, table.scene.texts
    if view.tile is None:
        return ""
    tile = view.ruleset.tiles[view.tile]
    turn, button = 0, ""
    if isinstance(table.action, LayTile):
        turn = table.action.turn
    if isinstance(table.action, LayTile) and table.scene.picked:
        turned = f"{SITE_IDS[table.action.cell]} {TURN_IDS[(turn + 1) % 3]}"
        button = (
            f'<button type="button" class="bs-rotate" data-pick="{turned}">'
            f"{icon('i-turn', 'bs-ic')}{escape(texts.say('Turn'))} "
            '<kbd aria-hidden="true">R</kbd></button>'
        )
    label = texts.say("Your tile: {animals}", animals=words.printed(tile, texts))
    hidden = escape(texts.say("Hidden from the others until you place it."))
    return (
        f'<section class="bs-hand" title="{hidden}">{mini_tile(tile, turn, label)}'
        f"<div><h2>{escape(texts.say('Your tile'))}</h2>{button}</div></section>"
    )
