"""Choosing the party: all 17 cards in two fans, presets, and the number it must reach.

Nothing is sent before the party is complete: the cards toggle, and one button sends every pick.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from prateria.core.drawing.markup import medal
from prateria.core.texts import capital
from prateria.games.manitou.drawing.ids import named
from prateria.games.manitou.drawing.shapes import GRASS, icon, large_card, party_slot
from prateria.games.manitou.drawing.side import ring_figure
from prateria.games.manitou.drawing.table import LUCK, Table, colour
from prateria.games.manitou.notation.write import format_action
from prateria.games.manitou.rules.actions import PICK_CARD
from prateria.games.manitou.rules.components import ALL_CARDS, FIRST_WARRIOR, Card, cards_of
from prateria.games.manitou.words.words import card_word

TRIBE: Final = cards_of(ALL_CARDS)
"""The 17 cards of a player in the order of the fans."""
HUNTER_KEYS: Final = "1234567890"
WARRIOR_KEYS: Final = "asdfghj"
"""Keys that toggle a card of the party, in the order of the fans."""


class Own(NamedTuple):
    """One of the viewer's 17 cards: where it is now."""

    card: Card
    id: str
    place: str
    """`spent`, `party` (sent already), or `free`."""


def own_cards(table: Table) -> list[Own]:
    """All of them, in the order of the fans. Spent twins come first, so their ids agree."""
    view, ids = table.view, table.ids
    seat = table.seat or 0
    spent = view.seats[seat].spent
    rows = [
        *(Own(c, i, "spent") for c, i in zip(spent, named(spent, seat, [0, 0]), strict=True)),
        *(Own(c, i, "party") for c, i in zip(view.stack, ids.stack, strict=True)),
        *(Own(c, i, "free") for c, i in zip(view.available, ids.available, strict=True)),
    ]
    return sorted(rows, key=lambda row: (row.card, row.id))


def toggled(table: Table) -> list[Own]:
    """The cards put into the party so far and not sent yet, in the order they were picked."""
    free = {row.id: row for row in own_cards(table) if row.place == "free"}
    return [free[each] for each in table.scene.picked if each in free]


def draw_party(table: Table) -> str:
    if table.view.phase == "party" and table.acts:
        return _picker(table)
    return _waiting(table)


def _waiting(table: Table) -> str:
    """The party is on its way, or the viewer has none: shows who is still choosing."""
    view, texts = table.view, table.texts
    late = [seat for seat in table.order if view.phase == "party" and not view.seats[seat].ready]
    said = texts.say("Still choosing:") if late else texts.say(LUCK[view.phase])
    names = "".join(
        f"<li>{medal(colour(s))}<span>{escape(table.name(s))}</span></li>" for s in late
    )
    tray = ""
    if table.seat is not None and view.stack:
        slots = "".join(party_slot(card, table.seat) for card in view.stack)
        label = escape(texts.say("Your party"))
        tray = f'<div class="mn-tray" role="img" aria-label="{label}">{slots}</div>'
    return (
        f'<section class="mn-dock mn-pdock mn-ready">{GRASS}<p class="mn-do">{escape(said)}</p>'
        f'<ul class="mn-late">{names}</ul>{tray}{ring_figure(table, small=True)}</section>'
    )


# --- the picker ---------------------------------------------------------------------------


def _picker(table: Table) -> str:
    rows = own_cards(table)
    chosen = toggled(table)
    need = table.party_size(table.seat or 0) - len(table.view.stack)
    return (
        f'<section class="mn-party" aria-labelledby="h-party">{_ask(table, rows, chosen, need)}'
        f"{_fans(table, rows, {row.id for row in chosen})}</section>{_tray(table, chosen, need)}"
    )


def _ask(table: Table, rows: list[Own], chosen: list[Own], need: int) -> str:
    texts = table.texts
    free = [row for row in rows if row.place == "free"]
    title = texts.count(
        "Choose {need} of your {number} card",
        "Choose {need} of your {number} cards",
        len(free),
        need=need,
    )
    spent = sum(row.place == "spent" for row in rows)
    note = (
        texts.count(
            "{number} was spent in the last hunt. All 17 return after this one.",
            "{number} were spent in the last hunt. All 17 return after this one.",
            spent,
        )
        if spent
        else texts.say("What you play now will be missing in the next hunt.")
    )
    if spent == 0 and table.view.hunt % 2 == 0:
        note = texts.say("All 17 return after this hunt.")
    return (
        f'<div class="mn-ask"><h2 id="h-party">{escape(title)}</h2><p>{escape(note)}</p>'
        f"{_presets(table, free, chosen, need)}</div>"
    )


def _presets(table: Table, free: list[Own], chosen: list[Own], need: int) -> str:
    texts = table.texts
    picked = {row.id for row in chosen}
    buttons = []
    for word, party in (
        (texts.say("Balanced"), balanced(free, need)),
        (texts.say("Hunters"), hunters_first(free, need)),
        (texts.say("Warriors"), warriors_first(free, need)),
    ):
        ids = [row.id for row in party]
        pressed = "true" if set(ids) == picked else "false"
        buttons.append(
            f'<button data-pick="{" ".join(ids)}" aria-pressed="{pressed}">{escape(word)}</button>'
        )
    clear = f'<button class="mn-clear" data-pick="">{escape(texts.say("Clear"))}</button>'
    label = escape(texts.say("Ready-made parties"))
    return (
        f'<div class="mn-presets" role="group" aria-label="{label}">{"".join(buttons)}{clear}</div>'
    )


def _split(free: Sequence[Own]) -> tuple[list[Own], list[Own]]:
    """Hunters, the strongest first; great warriors, one of each kind before the second ones."""
    hunters = [row for row in reversed(free) if row.card < FIRST_WARRIOR]
    warriors = [row for row in free if row.card >= FIRST_WARRIOR]
    cards = [row.card for row in warriors]
    firsts = [row for place, row in enumerate(warriors) if row.card not in cards[:place]]
    return hunters, firsts + [row for row in warriors if row not in firsts]


def hunters_first(free: Sequence[Own], need: int) -> list[Own]:
    """A preset with as many hunters as possible."""
    hunters, warriors = _split(free)
    return (hunters + warriors)[:need]


def warriors_first(free: Sequence[Own], need: int) -> list[Own]:
    """A preset with as many great warriors as possible."""
    hunters, warriors = _split(free)
    return (warriors + hunters)[:need]


def balanced(free: Sequence[Own], need: int) -> list[Own]:
    """A preset with half of each; the hunters from strong to weak with gaps, to keep some for the
    next hunt."""
    hunters, warriors = _split(free)
    some = hunters[::2] + hunters[1::2]
    half = max((need + 1) // 2, need - len(warriors))
    picked = some[:half]
    return (picked + warriors + some[half:])[:need]


def _fans(table: Table, rows: list[Own], picked: set[str]) -> str:
    texts = table.texts
    hunters = [row for row in rows if row.card < FIRST_WARRIOR]
    warriors = [row for row in rows if row.card >= FIRST_WARRIOR]
    fans = []
    for title, fan, keys in (
        (texts.say("Hunters"), hunters, HUNTER_KEYS),
        (texts.say("Great warriors"), warriors, WARRIOR_KEYS),
    ):
        left = sum(row.place != "spent" for row in fan)
        count = texts.say("{left} of {all}", left=left, all=len(fan))
        cards = "".join(
            _choice(table, row, key, picked) for row, key in zip(fan, keys, strict=False)
        )
        fans.append(
            f'<h3 class="mn-brk">{escape(title)} <span>{escape(count)}</span></h3>'
            f'<div class="mn-fan n{len(fan)}">{cards}</div>'
        )
    return "".join(fans)


def _choice(table: Table, row: Own, key: str, picked: set[str]) -> str:
    texts = table.texts
    name = capital(card_word(row.card, "name", texts))
    face = large_card(row.card, table.seat or 0, name)
    caption = f'<span class="mn-cn" aria-hidden="true">{escape(name)}</span>'
    if row.place != "free":
        state = texts.say("spent") if row.place == "spent" else texts.say("in the party")
        label = escape(f"{name}, {state}".replace("\u00ad", ""))
        return (
            f'<span class="mn-pc {row.place}" id="{row.id}" role="img" aria-label="{label}">{face}'
            f'<span class="mn-sp">{escape(state)}</span>{caption}</span>'
        )
    sel, pressed = (" sel", "true") if row.id in picked else ("", "false")
    adds = format_action(PICK_CARD[table.seat or 0][row.card])
    return (
        f'<button class="mn-pc can{sel}" id="{row.id}" data-toggle="{row.id}" data-move '
        f'data-adds="{adds}" '
        f'data-key="{key}" aria-keyshortcuts="{key}" aria-pressed="{pressed}">'
        f'<span class="vh">{escape(name)}</span>{face}'
        f'<span class="mn-tick">{icon("ic-check", 16)}</span>'
        f'<kbd aria-hidden="true">{key.upper()}</kbd>{caption}</button>'
    )


def _tray(table: Table, chosen: list[Own], need: int) -> str:
    texts, seat = table.texts, table.seat or 0
    cards = [*table.view.stack, *(row.card for row in chosen)]
    size = need + len(table.view.stack)
    ordered = sorted(cards)
    slots = "".join(party_slot(card, seat) for card in ordered)
    slots += '<span class="mn-slot mn-hole"></span>' * (size - len(cards))
    worth = sum(card + 1 for card in cards if card < FIRST_WARRIOR)
    count = texts.say("of {all} chosen", all=size)
    return (
        '<section class="mn-dock mn-pdock" data-drop '
        f'aria-label="{escape(texts.say("Your party"))}">{GRASS}'
        f'<div class="mn-cnt"><p class="mn-of"><b>{len(cards)}</b><span>{escape(count)}</span></p>'
        f'<p class="mn-worth">{icon("em-hunter", 18)}'
        f"<span>{escape(texts.say('hunters worth {value}', value=worth))}</span></p></div>"
        f'<div class="mn-tray n{max(size, len(cards))}" aria-hidden="true">{slots}</div>'
        f"{_ride(table, chosen, need)}{ring_figure(table, small=True)}</section>"
    )


def _ride(table: Table, chosen: list[Own], need: int) -> str:
    """The button that sends the party, or what is still wrong with it."""
    texts, seat = table.texts, table.seat or 0
    note = escape(texts.say("It is shuffled face down; you draw three."))
    if len(chosen) == need:
        moves = ";".join(format_action(PICK_CARD[seat][row.card]) for row in chosen)
        said = texts.count("Ride out with this card", "Ride out with these {number} cards", need)
        sends = f'data-moves="{moves}" data-key="p"'
        key = '<kbd aria-hidden="true">P</kbd>'
        button = f'<button class="mn-go" {sends}>{escape(said)} {key}</button>'
    else:
        missing = need - len(chosen)
        said = (
            texts.count("Choose {number} more", "Choose {number} more", missing)
            if missing > 0
            else texts.count("{number} too many", "{number} too many", -missing)
        )
        button = f'<p class="mn-go mn-notyet" role="status">{escape(said)}</p>'
    return f'<div class="mn-ride">{button}<p class="mn-fine">{note}</p></div>'
