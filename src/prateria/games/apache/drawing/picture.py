"""The prairie as a standalone SVG, for notebooks and reports."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.core.drawing.markup import document, kit, use
from prateria.core.texts import ENGLISH, Texts, capital
from prateria.games.apache.drawing.art import art
from prateria.games.apache.drawing.ids import CARD_IDS, COLOUR_IDS, ROLE_IDS
from prateria.games.apache.drawing.loot import LOOT_ORDER
from prateria.games.apache.drawing.spread import CENTRE, CROWD, PLAYS, face_down
from prateria.games.apache.drawing.sun import face, tribe
from prateria.games.apache.rules.components import ALL_CARDS, COLOURS, PERSON, ROLES
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import colour_name, pile_name

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


def picture(view: View, texts: Texts = ENGLISH) -> str:
    """What lies on the table: the sun, people by colour and role, loot."""
    left = sum(view.deck)
    title = texts.count(
        "The prairie: {number} face-down card around the pow-wow",
        "The prairie: {number} face-down cards around the pow-wow",
        left,
    )
    svg = (
        f'<svg viewBox="0 0 940 560" role="img" aria-label="{escape(title)}">'
        f'<rect width="940" height="560" fill="var(--prairie)"/>'
        f'<svg width="560" height="560" viewBox="0 0 560 560">'
        f"{use('ap-ground', 0, 0, 560, 560)}"
        f'<g transform="translate({CENTRE} {CENTRE})">{face_down(left)}</g>'
        f"{_middle(view, texts)}</svg>"
        f'<rect x="576" y="16" width="348" height="528" rx="8" fill="var(--paper)" '
        f'stroke="var(--ink)" stroke-width="2"/>{_people(view, texts)}{_loot(view, texts)}</svg>'
    )
    return document(svg, STYLE, kit() + art().symbols)


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


def _people(view: View, texts: Texts) -> str:
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


def _loot(view: View, texts: Texts) -> str:
    out = ""
    for column, card in enumerate(LOOT_ORDER):
        x = 590 + 67 * column
        number = view.up[card]
        kind = ' class="on-sky"' if number else ' class="faint"'
        name = escape(pile_name(texts, card, number))
        middle = f'x="{x + 23}" text-anchor="middle"'
        out += (
            f"{use('ap-loot', x, LOOT_Y, 46, 64, kind)}"
            f"{use('ap-' + CARD_IDS[card], x + 5, LOOT_Y + 14, 36, 36, kind)}"
            f'<text class="n" {middle} y="{LOOT_Y + 92}">{number}</text>'
            f'<text class="s" {middle} y="{LOOT_Y + 110}">{name}</text>'
        )
    return out
