"""An event as a sentence, an action as a line of a list, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from prateria.core.texts import ENGLISH, Texts
from prateria.games.apache.rules.actions import (
    Action,
    Beat,
    Claim,
    CloseWindow,
    EndClaim,
    NameFirst,
    Pass,
    PlayTribe,
    SetOrder,
    TakePerson,
    TurnCard,
    TurnUp,
)
from prateria.games.apache.rules.components import (
    LOOT_OF,
    TEPEE,
    Card,
    Choice,
)
from prateria.games.apache.rules.events import (
    BuffaloTaken,
    Called,
    CardTurned,
    Claimed,
    Event,
    FirstNamed,
    PowWowEnded,
    Punished,
    TookNothing,
    TribePlayed,
)
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import (
    card_name,
    cards_object,
    loot_object,
    person_object,
    role_object,
)


def tell(event: Event, names: Sequence[str], texts: Texts = ENGLISH) -> str:
    """The event as a sentence; "" for a secret choice, which is told when it comes out."""
    match event:
        case FirstNamed(seat):
            return texts.say("{name} is drawn to turn the first card.", name=names[seat])
        case CardTurned(card):
            return texts.say("Turned up: {card}.", card=card_name(texts, card))
        case TribePlayed():
            return _tell_play(event, names[event.seat], texts)
        case Claimed(seat, _, cards):
            return texts.say(
                "{name} takes {cards}.", name=names[seat], cards=cards_object(texts, cards)
            )
        case BuffaloTaken(seat, source, number):
            return texts.count(
                "{name} is on the warpath and takes {number} buffalo from {other}.",
                "{name} is on the warpath and takes {number} buffalo from {other}.",
                number,
                name=names[seat],
                other=names[source],
            )
        case TookNothing(seat):
            return texts.say("{name} comes too late and takes nothing.", name=names[seat])
        case Punished(seat, cards):
            return _tell_punished(names[seat], cards, texts)
        case PowWowEnded(turner):
            return texts.say("{name} turns next.", name=names[turner])
        case Called():
            return ""
    assert_never(event)


def _tell_play(play: TribePlayed, name: str, texts: Texts) -> str:
    role = role_object(texts, play.role)
    if play.reaction is None:
        return texts.say("{name} plays {role}.", name=name, role=role)
    if play.marked:
        return texts.say(
            "{name} plays {role} after {ms} ms (report cut).",
            name=name,
            role=role,
            ms=play.reaction,
        )
    return texts.say("{name} plays {role} after {ms} ms.", name=name, role=role, ms=play.reaction)


def _tell_punished(name: str, cards: Sequence[Card], texts: Texts) -> str:
    if not cards:
        return texts.say("{name} could not claim anything and has nothing to lose.", name=name)
    return texts.say(
        "{name} could not claim anything and loses {cards}.",
        name=name,
        cards=cards_object(texts, cards),
    )


def phrase(view: View, action: Action, texts: Texts = ENGLISH) -> str:
    """A legal action as a line of a list; "" for what luck and the clock do."""
    match action:
        case PlayTribe(_, role):
            return texts.say("Play {role}", role=role_object(texts, role))
        case TurnCard():
            return texts.say("Turn the next card")
        case TakePerson(_, card) if view.choice is Choice.MARRIAGE:
            return texts.say("Marry {person}", person=person_object(texts, card))
        case TakePerson(_, card):
            return texts.say("Take {person} prisoner", person=person_object(texts, card))
        case Claim(_, choice):
            return claim_phrase(view, choice, texts)
        case Pass():
            return texts.say("Play no card")
        case NameFirst() | TurnUp() | SetOrder() | Beat() | CloseWindow() | EndClaim():
            return ""
    assert_never(action)


def claim_phrase(view: View, choice: Choice, texts: Texts) -> str:
    """What a choice would take, but for the player's people card that goes with every claim."""
    role = view.powwow[view.place].role
    loot = TEPEE if choice else LOOT_OF[role]
    cards = loot_object(texts, loot, view.up[loot])
    if choice is Choice.MARRIAGE:
        return texts.say("Take {cards} and a spouse", cards=cards)
    if loot == Card.TOTEM:
        return texts.say("Take {cards} and a prisoner", cards=cards)
    return texts.say("Take {cards}", cards=cards)
