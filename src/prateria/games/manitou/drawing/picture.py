"""The grounds as one SVG that stands alone, for notebooks and reports; and in the guide."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.core.drawing.markup import asset, document, kit, symbols_in, use
from prateria.core.drawing.scene import COLOURS, Scene
from prateria.core.texts import ENGLISH, Texts, capital
from prateria.games.manitou.drawing.art import PACKAGE
from prateria.games.manitou.drawing.ids import CARD_SLUGS, GROUND_IDS, TILE_SLUGS
from prateria.games.manitou.drawing.shapes import LETTERS, digits, small_digits
from prateria.games.manitou.drawing.side import ring_figure
from prateria.games.manitou.drawing.table import Table
from prateria.games.manitou.notation.write import GROUND_WORDS
from prateria.games.manitou.rules.components import GROUNDS, Card, Ground
from prateria.games.manitou.rules.standing import ranking, strengths
from prateria.games.manitou.rules.view import GroundView, View
from prateria.games.manitou.words.words import ground_word

WIDTH: Final = 300
GAP: Final = 12
LAND: Final = 170
WARRIORS: Final = 128
ROW: Final = 46


def picture(view: View, texts: Texts = ENGLISH) -> str:
    """Land, tiles, great warriors and hunters of the three grounds."""
    height = _height(view)
    width = 3 * WIDTH + 2 * GAP
    grounds = "".join(
        f'<g transform="translate({place * (WIDTH + GAP)} 0)">'
        f"{_ground(view, place, height, texts)}</g>"
        for place in GROUNDS
    )
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    svg = f'<svg class="mn-picture" {size} role="img">{grounds}</svg>'
    style = asset(PACKAGE, "picture.css") + _shapes(asset(PACKAGE, "table.css"))
    return document(svg, style, kit() + symbols_in(asset(PACKAGE, "symbols.svg")))


def figure(view: View, scene: Scene) -> str:
    """The grounds that are picked, or all, between lines of text; for `ring`, who beats whom."""
    if "ring" in scene.picked:
        return f'<div class="mn-ringbox">{ring_figure(Table(view, scene), small=False)}</div>'
    texts, height = scene.texts, _height(view)
    shown = [place for place in GROUNDS if GROUND_IDS[place] in scene.picked]
    return "".join(
        f'<svg class="mn-figure" viewBox="-1 -1 {WIDTH + 2} {height + 2}" role="img" '
        f'aria-label="{escape(capital(ground_word(place, "name", texts)))}">'
        f"{_ground(view, place, height, texts)}</svg>"
        for place in shown or GROUNDS
    )


def _height(view: View) -> int:
    rows = max(sum(map(bool, ground.hunters)) for ground in view.grounds)
    return LAND + WARRIORS + ROW * rows + 8


def _shapes(style: str) -> str:
    """The part of the table's style that symbols need."""
    return style[: style.index("/* the frame */")]


def _ground(view: View, place: Ground, height: int, texts: Texts) -> str:
    ground = view.grounds[place]
    name = escape(capital(ground_word(place, "name", texts)))
    land = f'<g class="mn-on-land">{use(f"mn-land-{GROUND_WORDS[place]}", 0, 0, WIDTH, LAND)}</g>'
    return (
        f'<rect class="sheet" width="{WIDTH}" height="{height}" rx="10"/>{land}'
        f'<text class="name" x="12" y="24">{name}</text>{_tiles(ground)}{_warriors(ground)}'
        f"{_hunters(view, ground)}"
        f'<rect class="mn-is" width="{WIDTH}" height="{height}" rx="10" stroke-width="2"/>'
    )


def _tiles(ground: GroundView) -> str:
    left = (WIDTH - 68 * len(ground.tiles)) / 2 + 4
    return "".join(
        use(f"mn-t-{TILE_SLUGS[tile]}", left + 68 * index, 98, 60, 60)
        for index, tile in enumerate(ground.tiles)
    )


def _warriors(ground: GroundView) -> str:
    """The face-up great warriors, and the fallen ones as small backs."""
    owner = ground.owner or 0
    cards = "".join(_laid(card, owner, 12 + 26 * k) for k, card in enumerate(ground.warriors))
    fallen = [(card, seat) for seat, row in enumerate(ground.fallen) for card in row]
    backs = "".join(_fallen(card, seat, 134 + 20 * k) for k, (card, seat) in enumerate(fallen))
    return cards + backs


def _laid(card: Card, seat: int, x: int) -> str:
    slug = CARD_SLUGS[card]
    return (
        f'<g class="mn-{COLOURS[seat]}" transform="translate({x} {LAND + 10})"><use href="#mn-cm"/>'
        f'<g class="mn-blk"><use href="#mn-bm"/>{use(f"mn-em-{slug}", 25, 30, 46, 46)}</g>'
        f"{use(f'mn-em-{slug}', 2.5, 4, 16, 16)}"
        f'<text class="mn-lt mn-m" data-letter="{COLOURS[seat]}" x="10.5" y="98">{LETTERS[seat]}'
        "</text></g>"
    )


def _fallen(card: Card, seat: int, x: int) -> str:
    emblem = use(f"mn-em-{CARD_SLUGS[card]}", 20, 58, 36, 36)
    return (
        f'<g class="mn-{COLOURS[seat]}" transform="translate({x} {LAND + 60})scale(.5)">'
        f'<use href="#mn-bk"/><use href="#mn-bkr"/>'
        f'<text class="mn-lt mn-x" data-letter="{COLOURS[seat]}" x="38" y="40">{LETTERS[seat]}'
        "</text>"
        f'<g class="mn-was">{emblem}</g></g>'
    )


def _hunters(view: View, ground: GroundView) -> str:
    """A row for each seat with hunters here, strongest first."""
    values, order = strengths(ground, view), ranking(ground, view)
    seats = sorted(
        (seat for seat, cards in enumerate(ground.hunters) if cards), key=lambda s: -values[s]
    )
    return "".join(
        _row(
            ground.hunters[seat], seat, values[seat], LAND + WARRIORS + ROW * k, ranks=seat in order
        )
        for k, seat in enumerate(seats)
    )


def _row(cards: tuple[Card, ...], seat: int, value: int, y: int, *, ranks: bool) -> str:
    hunters = "".join(
        f'<g class="mn-{COLOURS[seat]}" transform="translate({50 + 34 * k} {y})">'
        f'<use href="#mn-cs"/>{small_digits(card)}</g>'
        for k, card in enumerate(cards)
    )
    weak = "" if ranks else ' class="level"'
    return (
        f"{use(f'seat-{COLOURS[seat]}', 12, y + 6, 30, 30)}{hunters}"
        f"<g{weak}>{digits(value, 268, y + 7, 30)}</g>"
    )
