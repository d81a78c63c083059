"""The side panel: who beats whom, and who is about to become the hide thief."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from prateria.core.drawing.markup import medal
from prateria.core.texts import capital
from prateria.games.manitou.drawing.ids import CARD_SLUGS
from prateria.games.manitou.drawing.preview import thieves
from prateria.games.manitou.drawing.shapes import icon
from prateria.games.manitou.drawing.table import CHOOSING, Table, colour
from prateria.games.manitou.rules.components import FIRST_WARRIOR, Card
from prateria.games.manitou.rules.standing import hunters_played
from prateria.games.manitou.words.words import card_word

LABELS = (
    (Card.CHIEF, 192, 20, "start"),
    (Card.CLAN_MOTHER, 290, 328, "end"),
    (Card.SCOUT, 88, 97, "middle"),
    (Card.MEDICINE_MAN, 250, 97, "end"),
    (Card.RAINMAKER, 132, 262, "end"),
)
"""Where the names are placed in the ring."""
FULL = 34
"""The sum of hunters that fills the meter; beyond it the bars are scaled to fit."""


def draw_side(table: Table) -> str:
    meter = _sizes(table) if table.view.phase in CHOOSING else _meter(table)
    return f"{_ring(table)}{meter}"


def ring_figure(table: Table, *, small: bool) -> str:
    """The ring; the great warrior about to be played is highlighted."""
    card = table.warrior
    lit = f" on-{CARD_SLUGS[card]}" if card is not None else ""
    if small:
        return (
            f'<svg class="mn-ring small{lit}" viewBox="8 0 284 336" aria-hidden="true">'
            '<use href="#mn-ring"/></svg>'
        )
    labels = "".join(
        f'<text x="{x}" y="{y}" text-anchor="{anchor}"{_fit(name)}>{escape(name)}</text>'
        for name, x, y, anchor in _names(table)
    )
    told = escape(
        table.texts.say(
            "The chief beats scout, medicine man and rainmaker. These three beat the clan mother. "
            "The clan mother beats the chief. The scout beats the medicine man, the medicine man "
            "the rainmaker, the rainmaker the scout."
        )
    )
    return (
        f'<svg class="mn-ring{lit}" viewBox="8 0 284 336" role="img" aria-label="{told}">'
        f'<use href="#mn-ring"/><g class="mn-rl">{labels}</g></svg>'
    )


def _names(table: Table) -> list[tuple[str, int, int, str]]:
    return [
        (capital(card_word(card, "name", table.texts)), x, y, anchor)
        for card, x, y, anchor in LABELS
    ]


def _fit(name: str) -> str:
    """Long names are set in narrower spacing, so that they stay inside."""
    return ' textLength="90" lengthAdjust="spacingAndGlyphs"' if len(name) > 14 else ""


def _ring(table: Table) -> str:
    title = escape(table.texts.say("Who beats whom"))
    return (
        f'<section class="mn-ringbox" aria-labelledby="h-ring"><h2 id="h-ring">{title}</h2>'
        f"{ring_figure(table, small=False)}</section>"
    )


def _meter(table: Table) -> str:
    """The hunters that each has played, all grounds together (rule M4.1)."""
    texts = table.texts
    played = hunters_played(table.view)
    seat, card = table.seat, table.card
    more = 0
    if seat is not None and card is not None and card < FIRST_WARRIOR and table.source is None:
        more = card + 1
    whole = max(FULL, max(played) + more)
    order = sorted(range(table.players), key=lambda seat: -played[seat])
    rows = "".join(
        _bar(table, row, played[row], more if row == seat else 0, whole) for row in order
    )
    return (
        '<section class="mn-meter" aria-labelledby="h-thief"><h2 id="h-thief">'
        f"{icon('ic-hide', 20)}{escape(texts.say('Hide thief'))} "
        f"<span>{escape(texts.say('sum of hunters so far'))}</span></h2><ol>{rows}</ol>"
        f"<p>{escape(_thief_line(table))}</p></section>"
    )


def _bar(table: Table, seat: int, value: int, more: int, whole: int) -> str:
    """One row: a bar in the colour and pattern of the seat; the picked card is added, dashed."""
    width, added = 100 * value // whole, 100 * more // whole
    ghost = (
        f'<rect class="mn-more" x="{width}%" y="2" width="{added}%" height="16"/>' if more else ""
    )
    number = f"{value} + {more}" if more else str(value)
    return (
        f'<li class="mn-{colour(seat)}">{medal(colour(seat), table.name(seat))}'
        f'<svg class="mn-bar" height="20" aria-hidden="true"><rect class="mn-pt mn-o" y="1" '
        f'width="{width}%" height="18" rx="3"/>{ghost if more else ""}</svg><b>{number}</b></li>'
    )


def _thief_line(table: Table) -> str:
    texts, view = table.texts, table.view
    if view.phase == "discard":
        return texts.say(
            "Hide thief, discards a tile: {names}", names=_names_of(table, view.thieves)
        )
    leaders = [] if view.phase in ("share", "over") else thieves(view)
    if not leaders:
        return texts.say("Whoever’s hunters add up to the most discards a tile.")
    return texts.count(
        "If the hunt ended now, {names} would discard a tile (sum: {sum})",
        "If the hunt ended now, {names} would each discard a tile (sum: {sum})",
        len(leaders),
        sum=max(hunters_played(view)),
        names=_names_of(table, leaders),
    )


def _names_of(table: Table, seats: Sequence[int]) -> str:
    return table.texts.listed([table.name(seat) for seat in seats])


def _sizes(table: Table) -> str:
    """While parties are chosen: how many cards each takes along (rule M2.2)."""
    if table.view.dealer is None:
        return ""
    texts = table.texts
    rows = "".join(
        f"<li>{medal(colour(seat))}<span>{escape(table.name(seat))}</span>"
        f"<b>{table.party_size(seat)}</b></li>"
        for seat in table.order
    )
    title = escape(texts.say("Cards in each party"))
    return (
        '<section class="mn-meter mn-sizes" aria-labelledby="h-sum"><h2 id="h-sum">'
        f"{icon('em-hunter', 20)}{title}</h2><ol>{rows}</ol></section>"
    )
