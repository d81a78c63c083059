"""A panel for each seat: points and what they come from, pieces held, cards left."""

from __future__ import annotations

from html import escape

from prateria.core.drawing.markup import medal
from prateria.games.manitou.drawing.shapes import icon, numeral, tile_face
from prateria.games.manitou.drawing.table import (
    CHOOSING,
    Standing,
    Table,
    colour,
    final_places,
    standings,
)
from prateria.games.manitou.rules.standing import hunters_played
from prateria.games.manitou.words.words import tile_word


def draw_players(table: Table) -> str:
    """A panel each, in playing order."""
    rows = standings(table.view)
    panels = "".join(_panel(table, seat, rows[seat]) for seat in table.order)
    label = escape(table.texts.say("Players, in the order of play"))
    return (
        f'<div class="mn-players n{table.players}" role="group" aria-label="{label}">{panels}</div>'
    )


def draw_chips(table: Table) -> str:
    """The same in short, above the grounds where the panels are out of sight."""
    rows = standings(table.view)
    played = hunters_played(table.view)
    most = max(played)
    chips = "".join(_chip(table, seat, rows[seat], played[seat], most) for seat in table.order)
    return f'<div class="mn-chips" aria-hidden="true">{_far(table)}{chips}</div>'


def _far(table: Table) -> str:
    """The head's meters in short."""
    view = table.view
    card = f"<small>{table.round}/{view.ruleset.plays}</small>" if table.round else ""
    return f'<span class="mn-far"><b>{view.hunt}/{view.ruleset.hunts}</b>{card}</span>'


def _chip(table: Table, seat: int, row: Standing, played: int, most: int) -> str:
    holds = "".join(
        icon(f"pic-{piece}", 20, "mn-hold")
        for piece, held in (("totem", row.totem), ("horse", row.horse))
        if held
    )
    top = " top" if played and played == most else ""
    return (
        f'<span class="mn-chip{_marks(table, seat)}">{medal(colour(seat))}'
        f'<span class="mn-nm">{escape(table.name(seat))}</span><b>{row.points}</b>'
        f'<span class="mn-holds">{holds}</span>'
        f'<span class="mn-hid{top}">{icon("ic-hide", 14)}{played}</span></span>'
    )


def _marks(table: Table, seat: int) -> str:
    me = " mn-me" if seat == table.seat else ""
    return f"{me} mn-acts" if is_acting(table, seat) else me


def is_acting(table: Table, seat: int) -> bool:
    """Whether the table waits for this seat."""
    if table.view.phase == "party":
        return not table.view.seats[seat].ready
    return table.view.turn == seat and table.view.phase != "draw"


def _panel(table: Table, seat: int, row: Standing) -> str:
    texts, name = table.texts, colour(seat)
    points = texts.count("{number} point", "{number} points", row.points)
    return (
        f'<article class="mn-panel mn-{name}{_marks(table, seat)}" id="player-{name}" '
        f'aria-labelledby="n-{name}"><svg class="mn-spine" aria-hidden="true">'
        f'<rect class="mn-pt" width="100%" height="100%"/></svg><div class="mn-pb">'
        f'<header>{medal(name)}<div><h3 id="n-{name}">{escape(table.name(seat))}</h3>'
        f'<span class="mn-role">{escape(_role(table, seat))}</span></div></header>'
        f'<div class="mn-score" role="img" aria-label="{escape(points)}">{numeral(row.points, 34)}'
        f'<span aria-hidden="true">{escape(_points_word(table, row.points))}</span></div>'
        f"{_loot(table, row)}{_why(table, row)}{_powers(table, row)}{_cards(table, seat)}"
        "</div></article>"
    )


def _points_word(table: Table, points: int) -> str:
    return table.texts.count("point", "points", points)


def _role(table: Table, seat: int) -> str:
    texts, view = table.texts, table.view
    if view.phase == "over":
        place = final_places(view)[0][seat]
        return texts.say("winner") if place == 1 else texts.say("place {number}", number=place)
    words = [texts.say("you")] if seat == table.seat else []
    if view.dealer is not None:
        if seat == view.dealer:
            words.append(texts.say("dealer"))
        elif seat == table.order[0]:
            words.append(texts.say("first player"))
    if is_acting(table, seat) and view.phase != "party":
        words.append(texts.say("to act"))
    return ", ".join(words)


def _loot(table: Table, row: Standing) -> str:
    tiles = []
    for tile, count in row.kinds:
        label = tile_word(tile, "name", table.texts)
        times = f"<b>×{count}</b>" if count > 1 else ""
        if count > 1:
            label = f"{count} × {label}"
        face = f"{tile_face(tile)}{times}"
        tiles.append(f'<span class="mn-tile" role="img" aria-label="{escape(label)}">{face}</span>')
    none = escape(table.texts.say("no loot yet"))
    inner = "".join(tiles) or f'<span class="mn-none">{none}</span>'
    return f'<div class="mn-loot">{inner}</div>'


def _why(table: Table, row: Standing) -> str:
    """The sources of the points."""
    texts = table.texts
    parts = []
    if row.tepees or row.bison:
        signs = icon("pic-tepee", 17) + icon("pic-bison", 17)
        if table.view.ruleset.mixed_pairs:
            sums = texts.say(
                "{tepees} and {bison} make {points}",
                tepees=row.tepees,
                bison=row.bison,
                points=row.food,
            )
        else:
            number = row.tepees + row.bison
            sums = texts.say("{number} make {points}", number=number, points=row.food)
        parts.append(f"<span>{signs} {escape(sums)}</span>")
    if row.tomahawks:
        parts.append(f"<span>{icon('pic-tomahawk', 17)} {escape(texts.say('most: 1'))}</span>")
    return f'<p class="mn-why">{"".join(parts)}</p>' if parts else ""


def _powers(table: Table, row: Standing) -> str:
    texts = table.texts
    rows = []
    if row.totem:
        rows.append(("totem", texts.say("Holds the totem: 1"), texts.say("may play an extra card")))
    if row.horse:
        rows.append(("horse", texts.say("Holds the horse: 1"), texts.say("may move one hunter")))
    return "".join(
        f'<p class="mn-power">{icon(f"pic-{piece}", 30)}<span><b>{escape(held)}</b> '
        f"<small>{escape(power)}</small></span></p>"
        for piece, held, power in rows
    )


def _cards(table: Table, seat: int) -> str:
    """Cards played and left; while parties are chosen, whether this one is ready."""
    view, texts = table.view, table.texts
    if view.phase == "over":
        return ""
    if view.phase in CHOOSING:
        if view.dealer is None:
            return ""
        ready = view.phase in ("party", "party-by-lot") and view.seats[seat].ready
        sign = icon("ic-check" if ready else "ic-hand", 17)
        size = table.party_size(seat)
        said = (
            texts.count("ready, {number} card", "ready, {number} cards", size)
            if ready
            else texts.count("chooses {number} card", "chooses {number} cards", size)
        )
        return f'<p class="mn-pl7">{sign}<span>{escape(said)}</span></p>'
    done = table.played(seat)
    most = max(done, view.ruleset.plays)
    pips = "".join(f'<i class="{"on" if place < done else ""}"></i>' for place in range(most))
    other = view.seats[seat]
    said = texts.say(
        "{played} of 7 cards played, {hand} in hand, {stack} in the stack",
        played=done,
        hand=other.hand_size,
        stack=other.stack_size,
    )
    return (
        f'<p class="mn-pl7" role="img" aria-label="{escape(said)}">{pips}'
        f"<span>{icon('ic-hand', 17)}{other.hand_size}</span>"
        f"<span>{icon('ic-stack', 17)}{other.stack_size}</span></p>"
    )
