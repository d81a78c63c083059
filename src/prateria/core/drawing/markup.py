"""The few helpers every drawing needs to write HTML and SVG, and the drawing of a game without
pictures: its text.

No `style` attributes: the page's policy forbids them. Positions are SVG attributes, the rest is
classes and the game's style sheet.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from prateria.core.drawing.scene import Art, Drawing


def use(symbol: str, x: float, y: float, width: float, height: float, extra: str = "") -> str:
    """A symbol of the art, placed somewhere."""
    place = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return f'<use href="#{symbol}" {place}{extra}/>'


def icon(symbol: str, classes: str = "", label: str = "") -> str:
    """A symbol in running HTML; with a label it is an image, otherwise decoration."""
    told = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="icon {classes}" {told}><use href="#{symbol}"/></svg>'


def medal(colour: str, label: str = "") -> str:
    """A seat's round badge: colour, pattern, letter."""
    return icon(f"seat-{colour}", "seat", label)


def num(value: float) -> str:
    """A coordinate to a tenth, written as briefly as possible."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


@cache
def asset(package: str, name: str) -> str:
    """An art file beside a package's code, in its `assets/`."""
    return (files(package) / "assets" / name).read_text(encoding="utf-8")


def read_art(package: str, *styles: str, symbols: str) -> Art:
    """Read the art of a package: its style sheets in `assets/` combined, the symbols, and the files
    `cover.svg` and `emblem.svg`."""
    return Art(
        style="".join([asset(package, name) for name in styles]),
        symbols=symbols,
        cover=asset(package, "cover.svg").strip(),
        emblem=asset(package, "emblem.svg").strip(),
    )


def symbols_in(svg: str) -> str:
    """The contents of a file of symbols, without its outer tags."""
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")]


def kit() -> str:
    """The symbols and patterns that pages and games share: `seat-blue`, `pt-blue`, `mark`, …"""
    return symbols_in(asset("prateria.core", "kit.svg"))


def document(svg: str, style: str, symbols: str) -> str:
    """Turn an `<svg …>` of a page into a standalone one, with its style and symbols inside."""
    head, rest = svg.split(">", 1)
    space = 'xmlns="http://www.w3.org/2000/svg"'
    return f"{head} {space}><style>{escape(style)}</style><defs>{symbols}</defs>{rest}"


def plain_drawing(text: str) -> Drawing:
    """The drawing of a game without pictures."""
    return Drawing("", "", f'<pre class="plain">{escape(text)}</pre>', "", "")


def plain_picture(text: str) -> str:
    """The same picture as a standalone SVG."""
    lines = text.split("\n")
    width = 9 * max(map(len, lines)) + 20
    rows = "".join(
        f'<text x="10" y="{26 + 20 * row}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    size = f'viewBox="0 0 {width} {20 * len(lines) + 20}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" '
        f'font-size="15">{rows}</svg>'
    )


_COVER: Final = (
    '<svg viewBox="0 0 440 276" aria-hidden="true"><path class="cover-sky" d="M0 0h440v276H0z"/>'
    '<circle class="cover-sun" cx="220" cy="190" r="70"/>'
    '<path class="cover-land" d="M0 200Q110 170 220 196T440 186V276H0z"/></svg>'
)
_EMBLEM: Final = (
    '<svg viewBox="0 0 40 40" aria-hidden="true"><path class="cover-sky" d="M0 0h40v40H0z"/>'
    '<circle class="cover-sun" cx="20" cy="24" r="10"/>'
    '<path class="cover-land" d="M0 28q20-6 40 0v12H0z"/></svg>'
)
PLAIN_ART: Final = Art(style="", symbols="", cover=_COVER, emblem=_EMBLEM)
"""The art of a game that brings none."""
