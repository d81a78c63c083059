"""The face-up loot, a pile for each kind."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from prateria.core.drawing.markup import num
from prateria.core.texts import Texts
from prateria.games.apache.drawing.ids import CARD_IDS
from prateria.games.apache.rules.components import FIRST_PERSON, LOOT_OF, TEPEE
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import pile_name

LOOT_ORDER: Final = (1, 2, 3, 0, 4)
"""In the order of the roles that take it; the kind that all may take comes last."""
MOST_SHOWN: Final = 6
"""No pile shows more cards than this; its number gives the rest."""


def loot(view: View, texts: Texts) -> str:
    number = sum(view.up[:FIRST_PERSON])
    by = _choices_by_loot(view)
    piles = "".join(
        [
            _pile(texts, card, view.up[card], by.get(card, ""), newest=card == view.newest)
            for card in LOOT_ORDER
        ]
    )
    counted = texts.count("{number} face up", "{number} face up", number)
    return (
        f'<section class="wing loot" aria-labelledby="loot-h"><h2 id="loot-h">'
        f"{escape(texts.say('Loot'))} <small>{escape(counted)}</small></h2>"
        f'<p class="whole">{escape(texts.say("A claim takes all of one kind."))}</p>'
        f"<ul>{piles}</ul></section>"
    )


def _choices_by_loot(view: View) -> dict[int, str]:
    """Which pile each choice of the viewer's claim would take, to highlight it under the
    pointer."""
    if view.phase != "claim" or view.claiming is None or view.claiming != view.seat:
        return {}
    role = view.powwow[view.place].role
    return {LOOT_OF[role]: "by-loot", TEPEE: "by-tepees by-marriage"}


@lru_cache(4096)
def _pile(texts: Texts, card: int, number: int, classes: str, *, newest: bool) -> str:
    kind = CARD_IDS[card]
    if number:
        art = _heap(kind, number, newest=newest)
        tag = f'<em class="new">{escape(texts.say("newest"))}</em>' if newest else ""
    else:
        art = (
            f'<rect x="2" y="2" width="42" height="60" rx="5" class="hole"/>'
            f'<use href="#ap-{kind}" x="9" y="18" width="28" height="28" class="faint"/>'
        )
        tag = ""
    none = "" if number else " none"
    return (
        f'<li id="pile-{kind}" class="{classes}{none}"><svg class="pile" viewBox="-6 -6 90 76" '
        f'aria-hidden="true">{art}</svg>'
        f"<p><b>{number}</b> <span>{escape(pile_name(texts, card, number))}</span>{tag}</p></li>"
    )


def _heap(kind: str, number: int, *, newest: bool) -> str:
    """Cards in a row, each over the one before; only the last one shows the kind, also while they
    fly."""
    shown = min(number, MOST_SHOWN)
    step = 17 if shown < 4 else 34 / (shown - 1)
    art = ""
    for index in range(shown - 1):
        art += (
            f'<use href="#ap-loot" id="up-{kind}-{index + 1}" data-move x="{num(index * step)}" '
            f'width="46" height="64"/>'
        )
    x = (shown - 1) * step
    if newest:
        art += f'<use href="#ap-newring" x="{num(x - 6)}" y="-6" width="58" height="76"/>'
    emblem = f'x="{num(x + 5)}" y="14" width="36" height="36" class="on-sky"'
    return (
        f'{art}<g id="up-{kind}-{shown}" data-move><use href="#ap-loot" x="{num(x)}" width="46" '
        f'height="64"/><use href="#ap-{kind}" {emblem}/></g>'
    )
