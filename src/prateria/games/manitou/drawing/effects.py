"""What a play would do, in a few words: for the foot of a ground and beside the hand."""

from __future__ import annotations

from typing import assert_never

from prateria.core.texts import Texts, capital
from prateria.games.manitou.drawing.preview import (
    after_play,
    gains,
    meeting,
    shares,
    thieves,
    without_hunter,
)
from prateria.games.manitou.drawing.table import Table
from prateria.games.manitou.rules.components import FIRST_WARRIOR, Ground
from prateria.games.manitou.rules.standing import ranking, strengths
from prateria.games.manitou.rules.view import GroundView
from prateria.games.manitou.rules.warriors import Meeting
from prateria.games.manitou.words.words import card_word


def effect_of_play(table: Table, place: Ground) -> str:
    """What the intended card would do at a ground."""
    seat, card = table.seat, table.card
    assert seat is not None
    assert card is not None
    ground = table.view.grounds[place]
    if card >= FIRST_WARRIOR:
        return _meeting(table, ground)
    if place == table.source:
        return table.texts.say("It lies here")
    return _standing(table, after_play(ground, seat, card), seat)


def _meeting(table: Table, ground: GroundView) -> str:
    card, seat, texts = table.warrior, table.seat, table.texts
    assert card is not None
    assert seat is not None
    found = meeting(ground, seat, card)
    match found:
        case Meeting.ALONE:
            return texts.say("Would take the first tile")
        case Meeting.COVERS:
            return texts.say("Covers {card}", card=card_word(ground.warriors[0], "object", texts))
        case Meeting.BEATS:
            beaten = card_word(ground.warriors[0], "object", texts)
            return texts.say("Turns {card} face down", card=beaten)
        case Meeting.FALLS:
            stronger = capital(card_word(ground.warriors[0], "subject", texts))
            return texts.say("{card} turns it face down", card=stronger)
        case Meeting.BOTH_FALL:
            return texts.say("Both are turned face down")
        case Meeting.SACRIFICE:
            stays = card_word(ground.warriors[0], "subject", texts)
            return texts.say("Sacrifice: both are turned face down, {card} stays", card=stays)
        case Meeting.WASTED:
            return texts.say("Too weak here: it is turned face down for nothing")
    assert_never(found)


def _standing(table: Table, ground: GroundView, seat: int) -> str:
    """Where a seat's hunters would stand."""
    values, order = strengths(ground, table.view), ranking(ground, table.view)
    return rank_text(values[seat], order.index(seat) if seat in order else None, table.texts)


def rank_text(value: int, place: int | None, texts: Texts) -> str:
    """A strength and its effect; `place` None means a tie."""
    if place is None:
        return texts.say("Strength {value}: level, drops out", value=value)
    if place == 0:
        return texts.say("Strength {value}: the strongest", value=value)
    if place == 1:
        return texts.say("Strength {value}: the second", value=value)
    return texts.say("Strength {value}: takes nothing", value=value)


def consequences(table: Table) -> list[tuple[str, str]]:
    """The consequences of the complete move: (icon, sentence)."""
    seat, card, place = table.seat, table.card, table.ground
    assert seat is not None
    assert card is not None
    assert place is not None
    texts, now = table.texts, table.view.grounds[place]
    after = shares(table.view, after_play(now, seat, card))
    change = gains(after, seat) - gains(shares(table.view, now), seat)
    if table.source is not None:
        left = table.view.grounds[table.source]
        lost = gains(shares(table.view, without_hunter(left, seat, card)), seat)
        change += lost - gains(shares(table.view, left), seat)
    lines = [("ic-down", effect_of_play(table, place) + "."), ("ic-up", _gain(change, texts))]
    if card < FIRST_WARRIOR and table.source is None:
        then = thieves(table.view, seat, card + 1)
        if seat in then and seat not in thieves(table.view):
            lines.append(("ic-hide", texts.say("You would be the hide thief.")))
    return lines


def _gain(change: int, texts: Texts) -> str:
    if change > 0:
        return texts.count(
            "{number} tile more for you as things stand.",
            "{number} tiles more for you as things stand.",
            change,
        )
    if change < 0:
        return texts.count(
            "{number} tile fewer for you as things stand.",
            "{number} tiles fewer for you as things stand.",
            -change,
        )
    return texts.say("No tile more or fewer for you as things stand.")
