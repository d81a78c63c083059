"""The sun: face-down cards around the pow-wow, the newest card and the plays in its middle."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

from prateria.core.contract.game import LETTERS
from prateria.core.drawing.markup import medal
from prateria.core.drawing.scene import Scene
from prateria.core.texts import Texts, capital
from prateria.games.apache.drawing.ids import CARD_IDS, COLOUR_IDS, ROLE_IDS, TURN
from prateria.games.apache.drawing.spread import (
    CENTRE,
    CROWD,
    PLAYS,
    face_down,
    next_card,
)
from prateria.games.apache.drawing.turns import turns_next
from prateria.games.apache.rules.components import ALL_CARDS, FIRST_PERSON
from prateria.games.apache.rules.view import ShownPlay, View
from prateria.games.apache.words.words import card_name, pile_name, role_name, seconds

LONG_WORD: Final = 8
"""Longer names are written in smaller type on a card."""


def sun(view: View, scene: Scene) -> str:
    texts = scene.texts
    left = sum(view.deck)
    title = texts.count(
        "The prairie: {number} face-down card around the pow-wow",
        "The prairie: {number} face-down cards around the pow-wow",
        left,
    )
    moves = [choice.move for choice in scene.choices if choice.path == (TURN,)]
    pickable = next_card(left, moves[0]) if moves else ""
    cards = face_down(left, moving=not view.ruleset.clocked)
    return (
        f'<section class="sun" aria-label="{escape(title)}">'
        f'<svg class="sun-art" viewBox="0 0 560 560" aria-hidden="true">'
        f'<use href="#ap-ground" width="560" height="560"/>'
        f'<g transform="translate({CENTRE} {CENTRE})">{cards}{pickable}</g></svg>'
        f"{_clock(view)}"
        f'<svg class="sun-art" viewBox="0 0 560 560" role="group" data-count '
        f'aria-label="{_pow_wow(texts)}">'
        f"{_newest(view, texts)}{_plays(view, scene)}</svg>"
        f"{_tags(view, scene, left)}</section>"
    )


def _pow_wow(texts: Texts) -> str:
    return escape(texts.say("The pow-wow"))


def _clock(view: View) -> str:
    """The ring that shrinks. A new id means a new ring, and with it the animation starts again."""
    clock = clock_of(view)
    if not clock:
        return ""
    return (
        f'<svg class="sun-art beat" id="{clock}" viewBox="0 0 560 560" aria-hidden="true">'
        f'<circle class="arc {clock.split("-")[1]}" cx="280" cy="280" r="134" pathLength="100" '
        f'transform="rotate(-90 280 280)"/><use href="#ap-notch" width="560" height="560"/></svg>'
    )


def clock_of(view: View) -> str:
    """The id of the ring: what it measures, how long, since when."""
    rules = view.ruleset
    if not rules.clocked:
        return ""
    turned = ALL_CARDS - sum(view.deck)
    if view.phase in ("claim", "person"):
        return f"claim-ms{rules.claim_ms}-{turned}-{view.place}-{view.phase}"
    if view.phase == "beat":
        return f"beat-ms{rules.beat_ms}-{turned}-b"
    if view.phase != "race":
        return ""
    if any(seat.has_called for seat in view.seats):
        return f"close-ms{rules.closing_ms}-{turned}"
    return f"beat-ms{rules.beat_ms}-{turned}"


def _newest(view: View, texts: Texts) -> str:
    """The card turned last, while it lies there."""
    card = view.newest
    if card is None or not view.up[card] or view.phase == "over":
        return ""
    turned = ALL_CARDS - sum(view.deck)
    # In the live tempo it does not travel: everybody must see it at the same instant, including
    # those who have asked for no motion.
    moves = "" if view.ruleset.clocked else " data-move"
    up = 30 if len(_lying(view)) >= CROWD else 0
    pile = CARD_IDS[card] if card >= FIRST_PERSON else f"{CARD_IDS[card]}-1"
    return (
        f'<g transform="translate(0 {-up})"><use href="#ap-burst" width="560" height="560"/>'
        f'<g id="c{turned}"{moves} data-to="up-{pile}" class="newest">{face(texts, card)}</g></g>'
    )


@lru_cache(1024)
def face(texts: Texts, card: int) -> str:
    """A prairie card, large, in the middle."""
    name = capital(card_name(texts, card))
    if card < FIRST_PERSON:
        back, emblem, sign = "loot", CARD_IDS[card], ' class="on-sky"'
        place = 'x="247" y="232" width="66" height="66"'
        word = capital(pile_name(texts, card, 1))
    else:
        colour, role = divmod(card - FIRST_PERSON, 4)
        back, emblem, sign = COLOUR_IDS[colour], ROLE_IDS[role], ""
        place = 'x="254" y="247" width="52" height="52"'
        word = role_name(texts, role)
    long = " long" if len(word) > LONG_WORD else ""
    return (
        f"<title>{escape(texts.say('Newest card: {card}', card=name))}</title>"
        f'<use href="#ap-{back}" x="238" y="214" width="84" height="117"/>'
        f'<use href="#ap-{emblem}" {place}{sign}/>'
        f'<text x="280" y="318" class="cardname{long}">{escape(word)}</text>'
    )


def _lying(view: View) -> tuple[tuple[int, int], ...]:
    """Seat and role of each tribe card on the pow-wow; also the viewer's own while it is hidden."""
    if view.powwow:
        return tuple([(play.seat, int(play.role)) for play in view.powwow])
    if view.call is not None and view.seat is not None:
        return ((view.seat, int(view.call)),)
    return ()


def _plays(view: View, scene: Scene) -> str:
    lying = _lying(view)
    scale = 0.8 if len(lying) >= CROWD else 1
    out = []
    for number, (seat, role) in enumerate(lying):
        x, y, turn = PLAYS[len(lying)][number]
        state = _play_state(view, number)
        title = escape(f"{scene.names[seat]}: {role_name(scene.texts, role)}")
        start = f"hand-{ROLE_IDS[role]}" if seat == view.seat else f"player-{LETTERS[seat]}"
        sign = _order_sign(view.powwow[number], number, turn) if view.powwow else ""
        out.append(
            f'<g id="play-{LETTERS[seat]}" class="play {state}" data-move data-from="{start}" '
            f'transform="translate({CENTRE + x} {CENTRE + y})rotate({turn})scale({scale})">'
            f"<title>{title}</title>{tribe(seat, role)}{sign}</g>"
        )
    return "".join(out)


def _play_state(view: View, number: int) -> str:
    """The status of a play: not out yet, on its turn, to come, done."""
    if not view.powwow:
        return "secret"
    if number < view.place:
        return "done"
    return "claims" if view.claiming is not None and number == view.place else "waits"


@lru_cache(64)
def tribe(colour: int, role: int) -> str:
    return (
        f'<use href="#ap-{COLOUR_IDS[colour]}" x="-35" y="-49" width="70" height="97.4"/>'
        f'<use href="#ap-{ROLE_IDS[role]}" x="-24" y="-17" width="48" height="48"/>'
    )


def _order_sign(play: ShownPlay, number: int, turn: int) -> str:
    """The place in the order, beside the card's corner; struck through if it was not sound."""
    side = -31 if turn <= 0 else 31
    bad = "" if play.is_sound else '<path class="bad" d="M-9 9L9-9"/>'
    return (
        f'<g transform="translate({side} -46)rotate({-turn})"><circle r="14"/>'
        f'<text y="5.5" class="ord">{number + 1}</text>{bad}</g>'
    )


def _tags(view: View, scene: Scene, left: int) -> str:
    """The small labels in the corners of the sun."""
    texts = scene.texts
    tags = []
    if view.ruleset.clocked:
        pace = texts.say("A card every {time}", time=seconds(texts, view.ruleset.beat_ms))
        tags.append(f'<p class="tag pace">{escape(pace)}</p>')
    said = escape(texts.count("{number} left", "{number} left", left))
    tags.append(
        f'<p class="tag left"><svg aria-hidden="true"><use href="#ap-back"/></svg>'
        f"{said.replace(str(left), f'<b>{left}</b>', 1)}</p>"
    )
    turner = turns_next(view)
    if turner is not None:
        who = texts.say("{name} turns next", name=scene.names[turner])
        tags.append(
            f'<p class="tag after">{medal(COLOUR_IDS[turner])}<span>{escape(who)}</span></p>'
        )
    return "".join(tags)
