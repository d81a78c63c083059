"""Cards, tiles and numerals, put together from the symbols of `assets/symbols.svg`."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from prateria.core.drawing.markup import num, use
from prateria.core.drawing.scene import COLOURS
from prateria.games.manitou.drawing.ids import CARD_SLUGS, TILE_SLUGS
from prateria.games.manitou.rules.components import FIRST_WARRIOR, Card, Tile

LETTERS: Final = tuple(colour[0].upper() for colour in COLOURS)
"""The emblem on a seat's cards, beside colour and pattern."""
GRASS: Final = (
    '<svg class="mn-grass" aria-hidden="true"><rect width="100%" height="34" '
    'fill="url(#mn-grass)"/></svg>'
)


@cache
def digits(value: int, x: float, y: float, height: float) -> str:
    """A number in cut numerals, centred on x, its top at y."""
    text = str(value)
    width, gap = height * 0.6, height * 0.04
    left = x - (len(text) * width + (len(text) - 1) * gap) / 2
    return "".join(
        use(f"mn-d{digit}", left + place * (width + gap), y, width, height)
        for place, digit in enumerate(text)
    )


@cache
def numeral(value: int, height: int) -> str:
    """A number in cut numerals, in running HTML; a text beside it is for screen readers."""
    count = len(str(value))
    width = num(height * (0.6 * count + 0.04 * (count - 1)))
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    inner = digits(value, float(width) / 2, 0, height)
    return f'<svg class="mn-num" {box} aria-hidden="true">{inner}</svg>'


def icon(symbol: str, size: int, more: str = "") -> str:
    """A small sign in running HTML, purely decorative."""
    return (
        f'<svg class="mn-ic {more}" width="{size}" height="{size}" aria-hidden="true">'
        f'<use href="#mn-{symbol}"/></svg>'
    )


def _letter(seat: int, classes: str, x: float, y: float) -> str:
    """The owner's letter; the page may substitute another letter for a colour."""
    return (
        f'<text class="{classes}" data-letter="{COLOURS[seat]}" x="{num(x)}" y="{num(y)}">'
        f"{LETTERS[seat]}</text>"
    )


@cache
def large_card(card: Card, seat: int, name: str) -> str:
    """A card in the hand, 140 by 200."""
    slug = CARD_SLUGS[card]
    low = 182 if card < FIRST_WARRIOR else 168
    squeeze = ' textLength="102" lengthAdjust="spacingAndGlyphs"' if len(name) > 11 else ""
    return (
        f'<svg class="mn-card mn-{COLOURS[seat]}" viewBox="0 0 140 200" '
        f'preserveAspectRatio="xMidYMin slice" aria-hidden="true">'
        f'<use href="#mn-L-{slug}"/>'
        f'<text class="mn-nm" x="84" y="{low}"{squeeze}>{escape(name)}</text>'
        f"{_letter(seat, 'mn-lt', 13.5, 185)}</svg>"
    )


@cache
def laid_card(card: Card, seat: int) -> str:
    """A great warrior face up at a ground, 76 by 108."""
    slug = CARD_SLUGS[card]
    return (
        f'<svg class="mn-{COLOURS[seat]}" viewBox="0 0 76 108" aria-hidden="true">'
        f'<use href="#mn-cm"/><g class="mn-blk"><use href="#mn-bm"/>'
        f"{use(f'mn-em-{slug}', 25, 30, 46, 46)}</g>{use(f'mn-em-{slug}', 2.5, 4, 16, 16)}"
        f"{_letter(seat, 'mn-lt mn-m', 10.5, 98)}</svg>"
    )


@cache
def fallen_card(card: Card, seat: int) -> str:
    """A great warrior face down, labelled with what it was: everyone has seen it."""
    emblem = use(f"mn-em-{CARD_SLUGS[card]}", 20, 58, 36, 36)
    return (
        f'<svg class="mn-{COLOURS[seat]}" viewBox="0 0 76 108" aria-hidden="true">'
        f'<use href="#mn-bk"/><use href="#mn-bkr"/>'
        f"{_letter(seat, 'mn-lt mn-x', 38, 40)}"
        f'<g class="mn-was">{emblem}</g></svg>'
    )


@cache
def card_back(seat: int) -> str:
    return (
        f'<svg class="mn-back mn-{COLOURS[seat]}" viewBox="0 0 76 108" aria-hidden="true">'
        f'<use href="#mn-bk"/><use href="#mn-bkm"/>'
        f"{_letter(seat, 'mn-lt mn-x', 38, 61)}</svg>"
    )


@cache
def small_hunter(card: Card, seat: int) -> str:
    """A hunter at a ground, 34 by 44."""
    return (
        f'<svg class="mn-{COLOURS[seat]}" viewBox="0 0 34 44" aria-hidden="true">'
        f'<use href="#mn-cs"/>{small_digits(card)}</svg>'
    )


def small_digits(card: Card) -> str:
    """The value of a hunter as it stands on a small card."""
    return digits(card + 1, 21, 9, 26) if card < Card.HUNTER_10 else digits(10, 21, 12.5, 18)


@cache
def party_slot(card: Card, seat: int) -> str:
    """A card of the party in the tray, 76 by 108."""
    if card < FIRST_WARRIOR:
        sheet, group = "mn-p", ""
        inner = digits(card + 1, 38, 26 if card < 9 else 31, 56 if card < 9 else 46)
    else:
        sheet, group = "mn-b", ' class="mn-blk"'
        inner = use(f"mn-em-{CARD_SLUGS[card]}", 11, 20, 56, 56)
    return (
        f'<svg class="mn-slot mn-{COLOURS[seat]}" viewBox="0 0 76 108" aria-hidden="true">'
        f'<rect class="{sheet}" x="2" y="2" width="72" height="104" rx="7"/>'
        '<path class="mn-pt" d="M8 86H68V100H8Z"/>'
        '<rect class="mn-is" x="2" y="2" width="72" height="104" rx="7" stroke-width="3"/>'
        f"<g{group}>{inner}</g></svg>"
    )


@cache
def tile_face(tile: Tile) -> str:
    face = f'<use href="#mn-t-{TILE_SLUGS[tile]}"/>'
    return f'<svg viewBox="0 0 100 100" aria-hidden="true">{face}</svg>'
