"""The prairie as one SVG that stands alone, for notebooks and reports; and in the guide."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape
from typing import Final

from prateria.core.drawing.markup import document, kit, use
from prateria.core.drawing.scene import Scene
from prateria.core.texts import ENGLISH, Texts, capital
from prateria.games.apache.drawing.art import art
from prateria.games.apache.drawing.ids import CARD_IDS, COLOUR_IDS, ROLE_IDS
from prateria.games.apache.drawing.loot import LOOT_ORDER
from prateria.games.apache.drawing.spread import CENTRE, CROWD, PLAYS, face_down
from prateria.games.apache.drawing.sun import face, tribe
from prateria.games.apache.rules.components import ALL_CARDS, COLOURS, PERSON, ROLES
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import card_name, colour_name, pile_name

STYLE: Final = (
    ":root{--paper:#f5eddd;--paper-2:#ebdfc7;--ink:#2a2118;--line:#cdbb9a;--sun:#d4572a;"
    "--sun-soft:#f0b48f;--prairie:#b9b45a;--mountain:#a98468;--sky:#e8c98e;--focus:#0b5fff;"
    "--block:#2a2118;--carve:#f5eddd;--on-yellow:#2a2118;--ap-grass:#9a9a45;--ap-track:#86654e33;"
    "--p-blue:#2b62ad;--p-red:#bf3b2b;--p-yellow:#d79b12;--p-green:#2f7d4a;--p-violet:#71479b}"
    "svg{color:#2a2118;font-family:Georgia,serif}.on-sky{--cv:#e8c98e}.faint{opacity:.22}"
    ".pt{fill:#f5eddd;opacity:.36}.pts{stroke:#f5eddd;opacity:.44;stroke-width:1.9}"
    ".o{stroke:#2a2118;stroke-width:1.6}.ring{stroke:#2a2118}"
    ".lt{font:800 17px Georgia,serif;text-anchor:middle;fill:#f5eddd}.lt.yellow{fill:#2a2118}"
    ".cardname{font-size:13px;font-weight:700;text-anchor:middle}"
    ".n{font-size:22px;font-weight:700}.s{font-size:10px}"
)
PEOPLE_X: Final = 620
LOOT_Y: Final = 408
MIDDLE: Final = "140 140 280 280"
"""The pow-wow inside the sun."""


def picture(view: View, texts: Texts = ENGLISH) -> str:
    """What lies on the table: the sun, people by colour and role, loot."""
    svg = (
        f'<svg viewBox="0 0 940 560" role="img" aria-label="{_title(view, texts)}">'
        f'<rect width="940" height="560" fill="var(--prairie)"/>'
        f'<svg width="560" height="560" viewBox="0 0 560 560">{_sun(view, texts)}</svg>'
        f'<rect x="576" y="16" width="348" height="528" rx="8" fill="var(--paper)" '
        f'stroke="var(--ink)" stroke-width="2"/>{_people(view, texts)}{_loot(view, texts)}</svg>'
    )
    return document(svg, STYLE, kit() + art().symbols)


def figure(view: View, scene: Scene) -> str:
    """The sun and what lies face up, between lines of text. Cards that are picked have a ring, and
    then only the middle of the sun is shown."""
    texts, marked = scene.texts, frozenset(scene.picked)
    box = MIDDLE if marked else "0 0 560 560"
    drawn = (
        f'<svg class="ap-fig-sun" viewBox="{box}" role="img" aria-label="{_title(view, texts)}">'
        f"{_sun(view, texts)}</svg>"
        f'<svg class="ap-fig-up" viewBox="576 16 348 528" role="img" '
        f'aria-label="{_face_up(view, texts)}">{_people(view, texts, marked)}'
        f"{_loot(view, texts, marked)}</svg>"
    )
    return re.sub(r' id="[^"]*"', "", drawn)


def _title(view: View, texts: Texts) -> str:
    return escape(
        texts.count(
            "The prairie: {number} face-down card around the pow-wow",
            "The prairie: {number} face-down cards around the pow-wow",
            sum(view.deck),
        )
    )


def _face_up(view: View, texts: Texts) -> str:
    """What lies face up, in words: `Face up: red hunter, 2 necklaces`."""
    cards = [
        f"{number} {pile_name(texts, card, number)}"
        if card in LOOT_ORDER
        else card_name(texts, card)
        for card, number in enumerate(view.up)
        if number
    ]
    return escape(texts.say("Face up: {cards}", cards=", ".join(cards)))


def _sun(view: View, texts: Texts) -> str:
    """The face-down cards, and what lies in the middle of them."""
    return (
        f"{use('ap-ground', 0, 0, 560, 560)}"
        f'<g transform="translate({CENTRE} {CENTRE})">{face_down(sum(view.deck))}</g>'
        f"{_middle(view, texts)}"
    )


def _middle(view: View, texts: Texts) -> str:
    """The newest card and the tribe cards that everybody can see."""
    number = len(view.powwow)
    up = 30 if number >= CROWD else 0
    scale = 0.8 if number >= CROWD else 1
    out = ""
    if view.newest is not None and view.up[view.newest]:
        turned = ALL_CARDS - sum(view.deck)
        card = face(texts, view.newest)
        out = f'<g id="c{turned}" transform="translate(0 {-up})">{card}</g>'
    for play, (x, y, turn) in zip(view.powwow, PLAYS[number], strict=True):
        place = f"translate({CENTRE + x} {CENTRE + y})rotate({turn})scale({scale})"
        out += f'<g transform="{place}">{tribe(play.seat, play.role)}</g>'
    return out


def _ring(x: float, y: float) -> str:
    return use("ap-newring", x - 6, y - 6, 58, 76)


def _people(view: View, texts: Texts, marked: Collection[str] = ()) -> str:
    out = ""
    for column, colour in enumerate(COLOURS):
        x = PEOPLE_X + 58 * column
        name = escape(capital(colour_name(texts, colour)))
        out += (
            f"<g><title>{name}</title>{use('seat-' + COLOUR_IDS[colour], x + 10, 28, 26, 26)}</g>"
        )
        for role in ROLES:
            number = view.up[PERSON[colour][role]]
            y = 66 + 84 * role
            if number and CARD_IDS[PERSON[colour][role]] in marked:
                out += _ring(x, y)
            for deep in range(number):
                step = 4 * (number - 1 - deep)
                out += use(f"ap-{COLOUR_IDS[colour]}", x + step, y - step, 46, 64)
            if number:
                out += use(f"ap-{ROLE_IDS[role]}", x + 6.4, y + 21, 33, 33)
            if number > 1:
                out += f'<text class="n" x="{x + 40}" y="{y + 66}">{number}</text>'
    for role in ROLES:
        out += use(f"ap-{ROLE_IDS[role]}", 582, 80 + 84 * role, 32, 32)
    return out


def _loot(view: View, texts: Texts, marked: Collection[str] = ()) -> str:
    out = ""
    for column, card in enumerate(LOOT_ORDER):
        x = 590 + 67 * column
        number = view.up[card]
        kind = ' class="on-sky"' if number else ' class="faint"'
        name = escape(pile_name(texts, card, number))
        middle = f'x="{x + 23}" text-anchor="middle"'
        if number and CARD_IDS[card] in marked:
            out += _ring(x, LOOT_Y)
        out += (
            f"{use('ap-loot', x, LOOT_Y, 46, 64, kind)}"
            f"{use('ap-' + CARD_IDS[card], x + 5, LOOT_Y + 14, 36, 36, kind)}"
            f'<text class="n" {middle} y="{LOOT_Y + 92}">{number}</text>'
            f'<text class="s" {middle} y="{LOOT_Y + 110}">{name}</text>'
        )
    return out
