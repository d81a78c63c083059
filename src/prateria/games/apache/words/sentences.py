"""An event as a sentence, an action as a line of a list, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from prateria.core.texts import ENGLISH, Texts, capital
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
    COLOURS,
    FIRST_PERSON,
    LOOT_OF,
    TEPEE,
    Card,
    Choice,
    Role,
)
from prateria.games.apache.rules.events import (
    Began,
    BuffaloTaken,
    Called,
    CardTurned,
    Claimed,
    Event,
    FirstNamed,
    OrderDrawn,
    PowWowEnded,
    Punished,
    TookNothing,
    TribePlayed,
    WinningsCounted,
)
from prateria.games.apache.rules.view import View
from prateria.games.apache.words.words import (
    card_name,
    cards_object,
    colour_name,
    loot_object,
    optional_rule,
    person_object,
    role_object,
)

CARDS_OF_A_PART: Final = 20


def heading(event: Event, _names: Sequence[str], texts: Texts = ENGLISH) -> str:
    """A chapter for each card that is turned, and one for the count at the end."""
    if isinstance(event, CardTurned):
        return texts.say("Card {number} of {of}", number=event.number, of=event.of)
    if isinstance(event, WinningsCounted) and event.seat == 0:
        return texts.say("Final count")
    return ""


def part(event: Event, texts: Texts = ENGLISH) -> str:
    """The cards told together from this event on, as a heading; "" if no such part begins here."""
    if isinstance(event, CardTurned) and event.number % CARDS_OF_A_PART == 1:
        last = min(event.number + CARDS_OF_A_PART - 1, event.of)
        return texts.say("Cards {first}–{last}", first=event.number, last=last)
    return ""


def tell(  # noqa: C901  # one flat match, so that mypy proves it complete
    event: Event, names: Sequence[str], texts: Texts = ENGLISH
) -> str:
    """The event as a sentence; "" for a secret choice, which is told when it is revealed."""
    match event:
        case Began():
            return _tell_begin(event, names, texts)
        case FirstNamed(seat):
            return texts.say("{name} is drawn to turn the first card.", name=names[seat])
        case CardTurned(seat, card):
            return texts.say(
                "{name} turns up: {card}.", name=names[seat], card=card_name(texts, card)
            )
        case OrderDrawn(timed):
            if timed:
                return texts.say("Equal times are decided by lot.")
            return texts.say("The order is drawn by lot.")
        case TribePlayed():
            return _tell_play(event, names[event.seat], texts)
        case Claimed():
            return _tell_claim(event, names[event.seat], texts)
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
        case PowWowEnded():
            return _tell_end_of_powwow(event, names, texts)
        case WinningsCounted():
            return _tell_count(event, names[event.seat], texts)
        case Called():
            return ""
    assert_never(event)


def _tell_begin(event: Began, names: Sequence[str], texts: Texts) -> str:
    """Who has which colour, and which rules are used."""
    colours = [colour_name(texts, colour) for colour in COLOURS]
    owned = [f"{names[seat]} {colours[seat]}" for seat in range(event.players)]
    told = [texts.say("Colours: {colours}.", colours=texts.listed(owned))]
    unowned = colours[event.players :]
    if unowned:
        told.append(texts.say("Without a player: {colours}.", colours=texts.listed(unowned)))
    told.append(
        texts.count(
            "{number} prairie card lies face down.",
            "{number} prairie cards lie face down.",
            event.cards,
        )
    )
    if event.rules:
        rules = [optional_rule(texts, name) for name in event.rules]
        told.append(texts.say("Optional rules: {rules}.", rules=texts.listed(rules)))
    return " ".join(told)


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


def _tell_claim(claim: Claimed, name: str, texts: Texts) -> str:
    """The loot with the player's people card; then a spouse or prisoner, and allies."""
    people = [card for card in claim.cards if card >= FIRST_PERSON]
    loot = [card for card in claim.cards if card < FIRST_PERSON]
    own = cards_object(texts, [*loot, people[0]])
    allies = people[1:]
    if claim.choice is Choice.MARRIAGE:
        spouse = person_object(texts, allies.pop())
        told = texts.say(
            "{name} takes {cards}, and by marriage {person}.", name=name, cards=own, person=spouse
        )
    elif loot[0] == Card.TOTEM:
        prisoner = person_object(texts, allies.pop())
        told = texts.say(
            "{name} takes {cards}, and takes {person} prisoner.",
            name=name,
            cards=own,
            person=prisoner,
        )
    else:
        told = texts.say("{name} takes {cards}.", name=name, cards=own)
    if not allies:
        return told
    joined = cards_object(texts, allies)
    also = texts.say("{name} also gets {cards} by division of spoils.", name=name, cards=joined)
    return f"{told} {also}"


def _tell_punished(name: str, cards: Sequence[Card], texts: Texts) -> str:
    if not cards:
        return texts.say("{name} can claim nothing and has nothing to lose.", name=name)
    return texts.say(
        "{name} can claim nothing and loses {cards}.", name=name, cards=cards_object(texts, cards)
    )


def _tell_end_of_powwow(ended: PowWowEnded, names: Sequence[str], texts: Texts) -> str:
    """How many cards everyone has now, and who turns the next one, if there is one."""
    counts = [f"{names[seat]} {number}" for seat, number in enumerate(ended.cards)]
    told = texts.say("Cards won: {counts}.", counts=", ".join(counts))
    if ended.turner is None:
        return told
    return f"{told} {texts.say('{name} turns next.', name=names[ended.turner])}"


def _tell_count(count: WinningsCounted, name: str, texts: Texts) -> str:
    """A seat's winnings kind by kind."""
    kinds = [loot_object(texts, card, number) for card, number in enumerate(count.loot) if number]
    if count.people:
        kinds.append(texts.count("{number} person", "{number} people", count.people))
    if not kinds:
        return texts.say("{name} has no cards.", name=name)
    return texts.count(
        "{name} has {number} card: {cards}.",
        "{name} has {number} cards: {cards}.",
        sum(count.loot) + count.people,
        name=name,
        cards=texts.listed(kinds),
    )


def phrase(view: View, action: Action, texts: Texts = ENGLISH) -> str:
    """A legal action as a line of a list; "" for what luck and the clock do."""
    match action:
        case PlayTribe(_, role):
            return capital(texts.say("Play {role}", role=role_object(texts, role)))
        case TurnCard():
            return texts.say("Turn the next card")
        case TakePerson(_, card) if view.choice is Choice.MARRIAGE:
            return capital(texts.say("Marry {person}", person=person_object(texts, card)))
        case TakePerson(_, card):
            return capital(texts.say("Take {person} prisoner", person=person_object(texts, card)))
        case Claim(_, choice):
            return claim_phrase(view, choice, texts)
        case Pass():
            return texts.say("Play no card")
        case NameFirst() | TurnUp() | SetOrder() | Beat() | CloseWindow() | EndClaim():
            return ""
    assert_never(action)


def claim_phrase(view: View, choice: Choice, texts: Texts) -> str:
    """What a choice would take, except the player's people card that goes with every claim."""
    role = view.powwow[view.place].role
    loot = TEPEE if choice else LOOT_OF[role]
    cards = loot_object(texts, loot, view.up[loot])
    if choice is Choice.MARRIAGE:
        if role is Role.MAIDEN:
            return texts.say("Take {cards} and a husband", cards=cards)
        return texts.say("Take {cards} and a wife", cards=cards)
    if loot == Card.TOTEM:
        return texts.say("Take {cards} and a prisoner", cards=cards)
    return texts.say("Take {cards}", cards=cards)
