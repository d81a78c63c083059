"""The viewer's own things: the hand, and what can be done now."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import medal
from prateria.core.texts import capital
from prateria.games.manitou.drawing.effects import consequences
from prateria.games.manitou.drawing.ids import GROUND_IDS, PASS_ID, gift_id
from prateria.games.manitou.drawing.party import draw_party
from prateria.games.manitou.drawing.shapes import (
    GRASS,
    card_back,
    icon,
    large_card,
    numeral,
    tile_face,
)
from prateria.games.manitou.drawing.side import ring_figure
from prateria.games.manitou.drawing.table import (
    CHOOSING,
    LUCK,
    Standing,
    Table,
    colour,
    final_places,
    standings,
)
from prateria.games.manitou.rules.components import Tile
from prateria.games.manitou.rules.legal import FOOD
from prateria.games.manitou.rules.view import tile_pile
from prateria.games.manitou.words.words import (
    card_word,
    ground_word,
    reason_word,
    tile_word,
)


def draw_act(table: Table) -> str:
    if table.view.phase == "over":
        return _result(table)
    if table.view.phase in CHOOSING:
        return draw_party(table)
    body = _hand(table) if table.seat is not None else ""
    watching = "" if body else " mn-watch"
    return (
        f'<section class="mn-dock{watching}" aria-label="{escape(_title(table))}">{GRASS}{body}'
        f"{_now(table)}{ring_figure(table, small=True)}</section>"
    )


# --- the hand -----------------------------------------------------------------------------


def _hand(table: Table) -> str:
    cards = "".join(_card(table, place) for place in range(len(table.view.hand)))
    label = escape(table.texts.say("Your hand"))
    group = f'data-drag role="group" aria-label="{label}"'
    return f'{_stack(table)}<div class="mn-hand" {group}>{cards}</div>'


def _stack(table: Table) -> str:
    texts, size = table.texts, len(table.view.stack)
    back = card_back(table.seat or 0)
    told = texts.count("{number} card in your stack", "{number} cards in your stack", size)
    backs = back * min(size, 2)
    return (
        f'<div class="mn-stack"><span class="mn-pile">{backs}</span>'
        f'<b aria-hidden="true">{size}</b>'
        f"<p>{escape(told)}</p></div>"
    )


def _card(table: Table, place: int) -> str:
    card, card_id = table.view.hand[place], table.ids.hand[place]
    name = capital(card_word(card, "name", table.texts))
    tilt = f"t{place}" if len(table.view.hand) == 3 else "t1"
    face = large_card(card, table.seat or 0, name)
    if not table.acts or table.view.phase not in ("play", "totem"):
        return (
            f'<span class="mn-hc {tilt}" id="{card_id}" data-move role="img" '
            f'aria-label="{escape(name)}">{face}</span>'
        )
    key = f'<kbd aria-hidden="true">{place + 1}</kbd>'
    return (
        f'<button class="mn-hc {tilt} {_card_way(table, place)}" id="{card_id}" data-move '
        f'data-key="{place + 1}" aria-keyshortcuts="{place + 1}">'
        f'<span class="vh">{escape(name)}</span>{face}{key}</button>'
    )


def _card_way(table: Table, place: int) -> str:
    """What a click on a card does: pick it, replace another, give it back; a twin picks its
    twin."""
    card_id = table.ids.hand[table.view.hand.index(table.view.hand[place])]
    own_id = table.ids.hand[place]
    if table.scene.picked and table.scene.picked[0] == own_id:
        return 'can sel" aria-pressed="true" data-pick="'
    if own_id in table.next:
        return "can"
    return f'can" data-pick="{card_id}'


# --- what can be done ---------------------------------------------------------------------


def _title(table: Table) -> str:
    """What to do, in one line."""
    texts, view = table.texts, table.view
    if not table.acts:
        return _waiting(table)
    match view.phase:
        case "play" if view.hand and _can_play(table):
            return texts.say("Your turn: a card, then a ground")
        case "play":
            return texts.say("Your turn: none of your cards may be played")
        case "totem":
            return texts.say("The totem: you may play one more card")
        case "horse":
            return texts.say("The horse: you may move one of your hunters")
        case "discard":
            return texts.say("You are the hide thief: discard a tile")
        case _:
            return texts.say("Take a tile {place}", place=_place(table))


def _can_play(table: Table) -> bool:
    return any(len(choice.path) == 2 for choice in table.scene.choices)


def _place(table: Table) -> str:
    return ground_word(table.view.takings[0].ground, "from", table.texts)


def _waiting(table: Table) -> str:
    """Whom the table waits for."""
    texts, view = table.texts, table.view
    if view.turn is None or view.phase == "draw":
        return texts.say(LUCK[view.phase])
    name = table.name(view.turn)
    match view.phase:
        case "discard":
            return texts.say("{name} discards a tile", name=name)
        case "share":
            return texts.say("{name} takes a tile {place}", name=name, place=_place(table))
        case "totem":
            return texts.say("{name} may play one more card", name=name)
        case "horse":
            return texts.say("{name} may move one hunter", name=name)
        case _:
            return texts.say("{name} plays a card", name=name)


def _now(table: Table) -> str:
    if table.card is not None and table.ground is not None:
        return _intended(table)
    inner = f'<h2 class="mn-do">{escape(_title(table))}</h2>'
    if not table.acts:
        turn = table.view.turn
        sign = medal(colour(turn)) if turn is not None and table.view.phase != "draw" else ""
        return f'<div class="mn-now"><div class="mn-wait">{sign}{inner}</div></div>'
    match table.view.phase:
        case "discard":
            inner += _gifts(table)
        case "share":
            inner += f'<p class="mn-fine">{escape(_share_note(table))}</p>'
        case _:
            inner += f"{_note(table)}{_where(table) or _pass(table)}"
    return f'<div class="mn-now">{inner}</div>'


def _note(table: Table) -> str:
    """What the next step is."""
    texts = table.texts
    if table.view.phase == "horse":
        said = (
            texts.say("Choose the ground it goes to.")
            if table.scene.picked
            else texts.say("Choose one of your hunters at the grounds.")
        )
    elif not _can_play(table):
        said = _why_none(table)
    elif table.scene.picked:
        said = texts.say("Now choose a ground.")
    else:
        said = texts.say("Choose a card: each ground then says what it would do there.")
    return f'<p class="mn-fine">{escape(said)}</p>'


def _why_none(table: Table) -> str:
    """Why no card may be played: all are great warriors (rule M3.4)."""
    if table.view.ruleset.two_placed:
        return table.texts.say("You have placed two great warriors at each ground.")
    return table.texts.say("Two of your great warriors stand at each ground.")


def _where(table: Table) -> str:
    """A button for each ground that the horse's hunter may go to, for phones, where not all grounds
    are visible."""
    texts, picked = table.texts, table.scene.picked
    if table.view.phase != "horse":
        return ""
    words = (texts.say("Left"), texts.say("Middle"), texts.say("Right"))
    buttons = "".join(
        f'<button data-moves="{table.move_of((picked[0], ground_id))}">{escape(word)}</button>'
        for ground_id, word in zip(GROUND_IDS, words, strict=True)
        if ground_id in table.next
    )
    return f'<div class="mn-where">{buttons}</div>' if buttons else ""


def _share_note(table: Table) -> str:
    return table.texts.count(
        "{number} tile is yours to choose.",
        "{number} tiles are yours to choose.",
        table.view.takings[0].number,
    )


def _pass(table: Table) -> str:
    if not any(choice.path == (PASS_ID,) for choice in table.scene.choices):
        return ""
    texts = table.texts
    said = texts.say("Do without") if table.view.phase in ("totem", "horse") else texts.say("Pass")
    move = table.move_of((PASS_ID,))
    return (
        f'<div class="mn-btns"><button class="mn-alt can" id="{PASS_ID}" data-moves="{move}" '
        f'data-focus="last">'
        f"{escape(said)}</button></div>"
    )


def _gifts(table: Table) -> str:
    """The tiles that the hide thief may give away, each kind once (rule M4.2)."""
    loot = table.view.seats[table.seat or 0].loot
    kinds = [tile for tile in Tile if tile in loot]
    if tile_pile(loot) & FOOD:
        kinds = [tile for tile in kinds if tile < Tile.TOTEM]
    tiles = "".join(
        f'<button class="mn-tile can" id="{gift_id(tile)}" '
        f'aria-label="{escape(tile_word(tile, "name", table.texts))}">{tile_face(tile)}</button>'
        for tile in kinds
    )
    return f'<div class="mn-gifts">{tiles}</div>'


def _intended(table: Table) -> str:
    """A complete move, waiting for confirmation."""
    assert table.card is not None
    assert table.ground is not None
    texts = table.texts
    name = capital(card_word(table.card, "name", texts))
    case = "to" if table.view.phase == "horse" else "into"
    place = ground_word(table.ground, case, texts)
    lines = " ".join(
        f"<li>{icon(sign, 18)}<span>{escape(said)}</span></li>"
        for sign, said in consequences(table)
    )
    return (
        f'<div class="mn-now"><h2 class="mn-do"><b>{escape(name)}</b> {escape(place)}</h2>'
        f'<ul class="mn-then" data-heard="">{lines}</ul>{_confirm(table)}</div>'
    )


def _confirm(table: Table) -> str:
    chosen = table.scene.chosen
    if chosen is None or not chosen.confirm or table.card is None:
        return ""
    texts = table.texts
    said = capital(texts.say("Play {card}", card=card_word(table.card, "object", texts)))
    return (
        f'<div class="mn-btns"><button class="mn-go" data-play data-key="p">'
        f'{escape(said)} <kbd aria-hidden="true">P</kbd></button>'
        f'<button class="mn-alt" data-pick="">{escape(texts.say("Another card"))}</button></div>'
        f'<p class="mn-fine">{escape(texts.say("A played card is seen by all, so it stays."))}</p>'
    )


# --- the end ------------------------------------------------------------------------------


def _result(table: Table) -> str:
    places, reason = final_places(table.view)
    rows = standings(table.view)
    order = sorted(range(table.players), key=lambda seat: places[seat])
    lines = "".join(_result_row(table, seat, places[seat], rows[seat]) for seat in order)
    texts = table.texts
    if reason == "shared":
        winners = [table.name(seat) for seat in order if places[seat] == 1]
        title, why = escape(texts.say("{names} share the victory", names=texts.listed(winners))), ""
    else:
        title = escape(texts.say("{name} wins", name=table.name(order[0])))
        why = f" <span>{escape(reason_word(reason, texts))}</span>"
    return (
        f'<section class="mn-dock mn-result" aria-labelledby="h-end">{GRASS}'
        f'<h2 id="h-end">{title}{why}</h2><ol class="mn-final">{lines}</ol></section>'
    )


def _result_row(table: Table, seat: int, place: int, row: Standing) -> str:
    parts = [f"{icon('pic-tepee', 18)}{row.tepees} {icon('pic-bison', 18)}{row.bison} = {row.food}"]
    parts += [
        f"{icon(f'pic-{piece}', 18)}1"
        for piece, held in (
            ("totem", row.totem),
            ("horse", row.horse),
            ("tomahawk", row.tomahawks),
        )
        if held
    ]
    said = table.texts.count("{number} point", "{number} points", row.points)
    return (
        f'<li class="mn-{colour(seat)}"><span class="mn-rank">{place}.</span>{medal(colour(seat))}'
        f'<b>{escape(table.name(seat))}</b><span class="mn-parts">{" ".join(parts)}</span>'
        f'<span class="mn-sum" role="img" aria-label="{escape(said)}">'
        f"{numeral(row.points, 26)}</span></li>"
    )
