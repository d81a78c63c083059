"""The face-up people, a column for each colour and a row for each role."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from prateria.core.drawing.markup import medal
from prateria.core.drawing.scene import Scene
from prateria.core.texts import Texts, capital
from prateria.games.apache.drawing.ids import CARD_IDS, COLOUR_IDS, ROLE_IDS, TAKE
from prateria.games.apache.rules.components import FIRST_PERSON, PERSON, ROLES
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import card_name, colour_name, role_name


def people(view: View, scene: Scene) -> str:
    texts = scene.texts
    order = _column_order(view)
    number = sum(view.up[FIRST_PERSON:])
    heads = "".join([_column_head(view, scene, colour) for colour in order])
    moves = {choice.path[0]: choice.move for choice in scene.choices}
    rows = []
    for role in ROLES:
        cells = []
        for colour in order:
            card = PERSON[colour][role]
            mark = "new" if card == view.newest else ""
            if _is_own(view, card):
                mark += " by"
            cells.append(_cell(texts, card, view.up[card], mark, moves.get(TAKE[card], "")))
        rows.append(f"{_row_head(texts, role)}{''.join(cells)}</tr>")
    own = "" if view.seat is None else f" own-{COLOUR_IDS[view.seat]}"
    counted = texts.count("{number} face up", "{number} face up", number)
    return (
        f'<section class="wing people{own}" aria-labelledby="people-h"><h2 id="people-h">'
        f"{escape(texts.say('People'))} <small>{escape(counted)}</small></h2>"
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f'<p class="any">{escape(texts.say("Any of the four may take the tepees instead."))}</p>'
        f"</section>"
    )


def _column_order(view: View) -> list[int]:
    """The viewer's colour first, then clockwise, then those that nobody owns."""
    players = view.ruleset.players
    first = view.seat or 0
    return [(first + step) % players for step in range(players)] + list(range(players, 5))


def _column_head(view: View, scene: Scene, colour: int) -> str:
    texts = scene.texts
    if colour == view.seat:
        word = texts.say("you")
    elif colour < view.ruleset.players:
        word = scene.names[colour]
    else:
        word = texts.say("nobody")
    name = capital(colour_name(texts, colour))
    return (
        f'<th scope="col" class="c-{COLOUR_IDS[colour]}">{medal(COLOUR_IDS[colour], name)}'
        f"<small>{escape(word)}</small></th>"
    )


@lru_cache(64)
def _row_head(texts: Texts, role: int) -> str:
    return (
        f'<tr><th scope="row"><svg aria-hidden="true"><use href="#ap-{ROLE_IDS[role]}"/></svg>'
        f"<span>{escape(role_name(texts, role))}</span></th>"
    )


def _is_own(view: View, card: int) -> bool:
    """Whether a claim being chosen would take this people card as the claimer's own."""
    if view.phase != "claim" or view.claiming is None or view.claiming != view.seat:
        return False
    return card == PERSON[view.claiming][view.powwow[view.place].role]


@lru_cache(4096)
def _cell(texts: Texts, card: int, number: int, classes: str, move: str) -> str:
    """A card, or several of a kind; if picking it makes a move, a click does so."""
    colour, role = divmod(card - FIRST_PERSON, 4)
    if not number:
        return f'<td class="c-{COLOUR_IDS[colour]}"><i class="slot"></i></td>'
    name = capital(card_name(texts, card))
    label = name if number == 1 else f"{name} ×{number}"
    under = ""
    for deep in range(number - 1, 0, -1):
        step = 4 * deep
        under += (
            f'<use href="#ap-{COLOUR_IDS[colour]}" x="{step}" y="{-step}" width="46" height="64"/>'
        )
    count = ""
    if number > 1:
        count = (
            f'<g transform="translate(41 57)"><circle r="9.5"/>'
            f'<text y="4.3" class="ord few">{number}</text></g>'
        )
    ring = '<use href="#ap-newring" x="-6" y="-6" width="58" height="76"/>'
    pick = f' data-moves="{move}"' if move else ""
    classes = f"pcard {classes} may" if move else f"pcard {classes}"
    return (
        f'<td class="c-{COLOUR_IDS[colour]}"><svg class="{classes}" id="up-{CARD_IDS[card]}" '
        f'data-move viewBox="-4 -9 59 79" role="img" aria-label="{escape(label)}"{pick}>{under}'
        f"{ring if 'new' in classes else ''}"
        f'<use href="#ap-{COLOUR_IDS[colour]}" width="46" height="64"/>'
        f'<use href="#ap-{ROLE_IDS[role]}" x="6.4" y="21" width="33" height="33"/>{count}'
        f"</svg></td>"
    )
