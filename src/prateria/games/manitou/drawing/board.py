"""The middle of the table: three grounds with what lies there and what they would pay."""

from __future__ import annotations

from html import escape
from typing import Final

from prateria.core.drawing.markup import medal
from prateria.core.texts import capital
from prateria.games.manitou.drawing.effects import effect_of_play
from prateria.games.manitou.drawing.ids import GROUND_IDS, hunter_id, tile_id
from prateria.games.manitou.drawing.players import draw_chips
from prateria.games.manitou.drawing.preview import Share, after_play, shares, without_hunter
from prateria.games.manitou.drawing.shapes import (
    fallen_card,
    icon,
    laid_card,
    numeral,
    small_hunter,
    tile_face,
)
from prateria.games.manitou.drawing.table import CHOOSING, Table, colour
from prateria.games.manitou.notation.write import GROUND_WORDS
from prateria.games.manitou.rules.components import (
    FIRST_WARRIOR,
    GROUNDS,
    Card,
    Claim,
    Ground,
    Tile,
)
from prateria.games.manitou.rules.standing import ranking, strengths
from prateria.games.manitou.rules.view import GroundView
from prateria.games.manitou.words.words import card_word, ground_word, tile_word

GROUND_KEYS: Final = "qwe"
"""Keys that pick a ground."""


def draw_board(table: Table) -> str:
    """Three lands before and after everything, three complete grounds during a hunt."""
    if table.view.phase in CHOOSING or table.view.phase == "over":
        plates = "".join(
            f'<section class="mn-land-only">{_plate(table, ground)}</section>' for ground in GROUNDS
        )
        return f'{draw_chips(table)}<div class="mn-lands">{plates}</div>'
    grounds = "".join(_ground(table, ground) for ground in GROUNDS)
    label = escape(table.texts.say("Hunting grounds"))
    group = f'role="group" aria-label="{label}" tabindex="0"'
    return f'{draw_chips(table)}{draw_small(table)}<div class="mn-grounds" {group}>{grounds}</div>'


def _ground(table: Table, place: Ground) -> str:
    now = table.view.grounds[place]
    then = _after(table, place, now)
    mode = _mode(table, place)
    here = ' data-here=""' if mode in ("chosen", "shared") else ""
    return (
        f'<section class="mn-ground {mode}" id="whole-{GROUND_WORDS[place]}"{here} '
        f'aria-labelledby="h-{GROUND_WORDS[place]}">'
        f"{_plate(table, place)}{_warriors(table, place, now, then)}"
        f"{_rows(table, place, then)}{_shares(table, place, now, then)}"
        f"{_foot(table, place)}</section>"
    )


def _after(table: Table, place: Ground, now: GroundView) -> GroundView:
    """The ground as it would be after what the viewer is about to do."""
    seat, card = table.seat, table.card
    if seat is None or card is None or table.ground is None:
        return now
    if place == table.ground:
        return after_play(now, seat, card)
    return without_hunter(now, seat, card) if place == table.source else now


def _mode(table: Table, place: Ground) -> str:
    if table.card is not None and table.ground == place:
        return "chosen" if GROUND_IDS[place] in table.scene.picked else "open looked"
    if GROUND_IDS[place] in table.next:
        return "open"
    taking = table.view.takings
    return "shared" if taking and taking[0].ground == place else ""


# --- land and tiles -----------------------------------------------------------------------


def _plate(table: Table, place: Ground) -> str:
    word = GROUND_WORDS[place]
    tiles = table.view.grounds[place].tiles
    drawn = []
    for index, tile in enumerate(tiles):
        copy = index - tiles.index(tile) + 1
        drawn.append(_tile(table, place, tile, copy))
    return (
        '<div class="mn-plate"><svg class="mn-land" viewBox="0 0 300 170" '
        'preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<use href="#mn-land-{word}"/></svg><h2 id="h-{word}">'
        f"{escape(capital(ground_word(place, 'name', table.texts)))}</h2>"
        f'<div class="mn-tiles">{"".join(drawn)}</div></div>'
    )


def _tile(table: Table, place: Ground, tile: Tile, copy: int) -> str:
    """A tile; a second one of its kind is equivalent to the first and picks that."""
    name = escape(tile_word(tile, "name", table.texts))
    own, first = tile_id(place, tile, copy), tile_id(place, tile, 1)
    face = tile_face(tile)
    takings = table.view.takings
    way = ""
    if takings and takings[0].ground == place:
        way = f' data-to="player-{colour(takings[0].seat)}"'
    if first not in table.next:
        label = f'role="img" aria-label="{name}"'
        return f'<span class="mn-tile" id="{own}" data-move{way} {label}>{face}</span>'
    sends = "" if copy == 1 else f' data-moves="{table.move_of((first,))}"'
    label = f'data-move{way}{sends} aria-label="{name}"'
    return f'<button class="mn-tile can" id="{own}" {label}>{face}</button>'


# --- great warriors -----------------------------------------------------------------------


def _warriors(table: Table, place: Ground, now: GroundView, then: GroundView) -> str:
    cards = "".join(
        _laid(table, card, table.ids.up[place][index], _level(now, index), now)
        for index, card in enumerate(now.warriors)
    )
    if now is not then and table.warrior is not None and table.seat is not None:
        turned = len(_fallen(then)) > len(_fallen(now))
        sign = icon("ic-turn", 24, "mn-turn") if turned else ""
        cards += f'<span class="mn-ghost">{laid_card(table.warrior, table.seat)}{sign}</span>'
    fallen = "".join(
        f'<span class="mn-down" id="{card_id}" {_comes(seat)} role="img" '
        f'aria-label="{escape(_owned(table, card, seat))}">{fallen_card(card, seat)}</span>'
        for seat, row in enumerate(now.fallen)
        for card, card_id in zip(row, table.ids.fallen[place][seat], strict=True)
    )
    out = f'<p class="mn-lab">{escape(table.texts.say("Out this hunt"))}</p>'
    out += f'<div class="mn-out">{fallen}</div>'
    return (
        f'<div class="mn-war"><div class="mn-up">{cards or _nobody(table)}</div>'
        f'<div class="mn-wt">{_standing_warrior(table, now)}{out if fallen else ""}</div></div>'
    )


def _nobody(table: Table) -> str:
    return f'<span class="mn-empty">{escape(table.texts.say("No great warrior"))}</span>'


def _level(ground: GroundView, index: int) -> str:
    if len(ground.warriors) < 2:
        return ""
    return "mn-upper" if index else "mn-lower"


def _laid(table: Table, card: Card, card_id: str, level: str, ground: GroundView) -> str:
    owner = ground.owner or 0
    label = escape(_owned(table, card, owner))
    return (
        f'<span class="mn-mid {level}" id="{card_id}" {_comes(owner)} role="img" '
        f'aria-label="{label}">'
        f"{laid_card(card, owner)}</span>"
    )


def _comes(seat: int) -> str:
    """A card that was not visible before comes from its player."""
    return f'data-move data-from="player-{colour(seat)}"'


def _owned(table: Table, card: Card, seat: int) -> str:
    return f"{capital(card_word(card, 'name', table.texts))}, {table.name(seat)}"


def _fallen(ground: GroundView) -> list[Card]:
    return [card for row in ground.fallen for card in row]


def _standing_warrior(table: Table, ground: GroundView) -> str:
    """Whose great warrior stands here, in words."""
    if ground.owner is None:
        return ""
    texts = table.texts
    name = capital(card_word(ground.warriors[-1], "name", texts))
    who = texts.say("yours") if ground.owner == table.seat else table.name(ground.owner)
    if len(ground.warriors) == 2:
        covered = card_word(ground.warriors[0], "object", texts)
        who = texts.say("{who}, covers {card}", who=who, card=covered)
    return f'<p class="mn-stand"><b>{escape(name)}</b><span>{escape(who)}</span></p>'


# --- hunters ------------------------------------------------------------------------------


def _rows(table: Table, place: Ground, ground: GroundView) -> str:
    values, order = strengths(ground, table.view), ranking(ground, table.view)
    seats = [seat for seat in range(table.players) if ground.hunters[seat]]
    if table.counted(place):
        seats.sort(key=lambda seat: -values[seat])
    rows = "".join(
        _row(table, place, ground, seat, values[seat], _rank(seat, order)) for seat in seats
    )
    label = escape(table.texts.say("Hunter strength"))
    return f'<ol class="mn-rows" aria-label="{label}">{rows}</ol>'


def _rank(seat: int, order: list[int]) -> int:
    """1 for the strongest, 2 for the second and so on; 0 for a seat tied with another."""
    return order.index(seat) + 1 if seat in order else 0


def _row(
    table: Table, place: Ground, ground: GroundView, seat: int, strength: int, rank: int
) -> str:
    cards = "".join(_hunter(table, place, seat, card) for card in ground.hunters[seat])
    return (
        f'<li class="mn-row mn-{colour(seat)} mn-r{min(rank, 3)}">'
        f'{medal(colour(seat), table.name(seat))}<span class="mn-cs">{cards}</span>'
        f"{_strength(table, ground, seat, strength, rank) if table.counted(place) else ''}</li>"
    )


def _strength(table: Table, ground: GroundView, seat: int, strength: int, rank: int) -> str:
    texts = table.texts
    extra = len(ground.hunters[seat]) * table.view.seats[seat].loot.count(Tile.TOMAHAWK)
    plus = f"{strength - extra} + {extra}{icon('pic-tomahawk', 16)}" if extra else ""
    label = escape(texts.say("strength {value}", value=strength))
    return (
        f'<span class="mn-plus">{plus}</span><span class="mn-sum" role="img" aria-label="{label}">'
        f"{numeral(strength, 28)}</span>"
        f'<span class="mn-rank">{escape(_rank_word(table, rank))}</span>'
    )


def _rank_word(table: Table, rank: int) -> str:
    texts = table.texts
    words = (
        texts.say("level"),
        texts.say("1st"),
        texts.say("2nd"),
        texts.say("3rd"),
        texts.say("4th"),
        texts.say("5th"),
    )
    return words[rank]


def _hunter(table: Table, place: Ground, seat: int, card: Card) -> str:
    card_id = hunter_id(card, seat)
    name = escape(card_word(card, "name", table.texts))
    face = small_hunter(card, seat)
    own = seat == table.seat
    if own and table.card == card and table.ground == place and card < FIRST_WARRIOR:
        return f'<span class="mn-mini mn-new" role="img" aria-label="{name}">{face}</span>'
    label = f'{_comes(seat)} aria-label="{name}"'
    if own and table.view.phase == "horse" and table.acts:
        way = _hunter_way(table, card_id)
        return f'<button class="mn-mini {way}" id="{card_id}" {label}>{face}</button>'
    return f'<span class="mn-mini" id="{card_id}" role="img" {label}>{face}</span>'


def _hunter_way(table: Table, card_id: str) -> str:
    """What a click on a hunter does that the horse may move: pick it, replace another, nothing."""
    if card_id in table.next:
        return "can"
    if card_id in table.scene.picked:
        return 'can sel" aria-pressed="true" data-pick="'
    return f'can" data-pick="{card_id}'


# --- what it pays -------------------------------------------------------------------------


def _shares(table: Table, place: Ground, now: GroundView, then: GroundView) -> str:
    texts = table.texts
    if not table.counted(place):
        return _takings(table, place)
    before, after = shares(table.view, now), shares(table.view, then)
    title = texts.say("Now would take") if now is then else texts.say("After your play would take")
    labels = (texts.say("Warrior"), texts.say("Strongest"), texts.say("Second"))
    rows = "".join(
        _share(table, label, old, new)
        for label, old, new in zip(labels, before, after, strict=True)
    )
    return f'<div class="mn-share"><h3>{escape(title)}</h3><ol class="mn-claim">{rows}</ol></div>'


def _share(table: Table, label: str, old: Share, new: Share) -> str:
    changed = ""
    if old.seat != new.seat and old.seat is not None:
        changed = f'<span class="mn-old">{medal(colour(old.seat))}</span>{icon("ic-to", 10)}'
    return f'<li><span class="mn-lab">{escape(label)}</span>{changed}{_claim(table, new)}</li>'


def _claim(table: Table, share: Share) -> str:
    texts = table.texts
    if share.seat is None:
        return f'<span class="mn-none">{escape(texts.say("no one"))}</span>'
    told = texts.count(
        "{name} takes {number} tile",
        "{name} takes {number} tiles",
        share.tiles,
        name=table.name(share.seat),
    )
    squares = "<i></i>" * share.tiles
    return (
        f'{medal(colour(share.seat))}<span class="mn-sqs mn-{colour(share.seat)}">{squares}</span>'
        f'<span class="vh">{escape(told)}</span>'
    )


def _takings(table: Table, place: Ground) -> str:
    """While tiles are taken: who still takes how many here, in order."""
    texts = table.texts
    rows = []
    for taking in table.view.takings:
        if taking.ground == place:
            number = taking.number
            told = (
                texts.say("what is left")
                if taking.claim == Claim.SECOND
                else texts.count("{number} tile", "{number} tiles", number)
            )
            name = escape(table.name(taking.seat))
            rows.append(f"<li>{medal(colour(taking.seat))}<span>{name}: {escape(told)}</span></li>")
    if not rows:
        return ""
    title = escape(texts.say("Still to take here"))
    return f'<div class="mn-share"><h3>{title}</h3><ol class="mn-takers">{"".join(rows)}</ol></div>'


# --- the foot: a ground as a target -------------------------------------------------------


def _foot(table: Table, place: Ground) -> str:
    """A button that covers the whole ground, or the reason why there is none."""
    ground_id = GROUND_IDS[place]
    texts = table.texts
    if table.card is None or table.seat is None:
        return '<p class="mn-foot"></p>'
    say = escape(effect_of_play(table, place))
    if table.ground == place and ground_id in table.scene.picked:
        return (
            f'<p class="mn-foot mn-is-chosen">{icon("ic-check", 20)}<span><b>'
            f"{escape(texts.say('Chosen'))}</b> <span>{say}</span></span></p>"
        )
    if _is_full(table, place):
        why = escape(_why_full(table))
        return (
            f'<p class="mn-foot mn-shut">{icon("ic-no", 20)}<span>{why} '
            '<a class="rule" href="/rules/manitou#M3.4" target="_blank" rel="noopener" '
            'data-rule="M3.4">M3.4</a></span></p>'
        )
    if place == table.source:
        return f'<p class="mn-foot mn-shut">{icon("ic-no", 20)}<span>{say}</span></p>'
    return _target(table, place, say)


def _target(table: Table, place: Ground, say: str) -> str:
    """A ground that a card may go to, now or once it is picked."""
    texts, picked = table.texts, table.scene.picked
    ground_id = GROUND_IDS[place]
    horse = table.view.phase == "horse"
    do = escape(texts.say("Move here") if horse else texts.say("Play here"))
    if ground_id in table.next or len(picked) == 2:
        other = "" if ground_id in table.next else f' data-pick="{picked[0]} {ground_id}"'
        key = GROUND_KEYS[place]
        name = escape(capital(ground_word(place, "name", texts)))
        return (
            f'<button class="mn-foot can" id="{ground_id}"{other} data-key="{key}">'
            f'{icon("ic-down", 20)}<span><span class="vh">{name}: </span>'
            f"<b>{do}</b> <span>{say}</span></span>"
            f'<kbd aria-hidden="true">{key.upper()}</kbd></button>'
        )
    return (
        f'<p class="mn-foot mn-soon">{icon("ic-down", 20)}<span><b>{do}</b> '
        f"<span>{say}</span></span></p>"
    )


def _why_full(table: Table) -> str:
    if table.view.ruleset.two_placed:
        return table.texts.say("You have placed two here: no third")
    return table.texts.say("Two of yours stand here: no third")


def _is_full(table: Table, place: Ground) -> bool:
    """Whether a great warrior may not go there (rule M3.4)."""
    return table.warrior is not None and not table.can_go(place)


# --- the grounds in small ----------------------------------------------------------------


def draw_small(table: Table) -> str:
    """All three in small, for screens where only one fits. A tap brings a ground into view and,
    while a card is picked, also chooses it."""
    grounds = "".join(_small(table, place) for place in GROUNDS)
    label = escape(table.texts.say("Hunting grounds"))
    return f'<div class="mn-small" role="group" aria-label="{label}">{grounds}</div>'


def _small(table: Table, place: Ground) -> str:
    """A button; the ground itself says in words what it shows in pictures."""
    texts, word = table.texts, GROUND_WORDS[place]
    ground = table.view.grounds[place]
    title = (texts.say("Left"), texts.say("Middle"), texts.say("Right"))[place]
    tiles = "".join(f'<span class="mn-st">{tile_face(tile)}</span>' for tile in ground.tiles)
    owner = "" if ground.owner is None else f"{icon('ic-up', 11)}{medal(colour(ground.owner))}"
    label = escape(capital(ground_word(place, "name", texts)))
    return (
        f'<button type="button" class="mn-sg{_small_mode(table, place)}" id="see-{word}" '
        f'data-show="whole-{word}"{_pick(table, place)} aria-label="{label}">'
        f'<b>{escape(title)}</b><span class="mn-sts">{tiles}</span>'
        f'<span class="mn-so">{owner}{_strengths(table, place)}</span></button>'
    )


def _strengths(table: Table, place: Ground) -> str:
    """The strongest and the second, who would take tiles there."""
    ground = table.view.grounds[place]
    if not table.counted(place):
        return ""
    values = strengths(ground, table.view)
    best = ranking(ground, table.view)[:2]
    return "".join(f"<i>{medal(colour(seat))}{values[seat]}</i>" for seat in best)


def _small_mode(table: Table, place: Ground) -> str:
    if GROUND_IDS[place] in table.scene.picked:
        return " chosen"
    return " open" if _pick(table, place) else ""


def _pick(table: Table, place: Ground) -> str:
    """A picked card is proposed there; the horse's hunter moves only where that is announced."""
    picked, ground_id = table.scene.picked, GROUND_IDS[place]
    paths = [choice.path for choice in table.scene.choices if choice.confirm]
    if not picked or (picked[0], ground_id) not in paths:
        return ""
    return f' data-pick="{picked[0]} {ground_id}"'
