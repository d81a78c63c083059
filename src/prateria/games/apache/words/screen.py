"""Apache in words: a view as a screen of English text for the terminal, an event as a sentence
and an action as a line of a list in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.contract.game import LETTERS
from prateria.core.texts import Texts
from prateria.games.apache.notation.write import ROLE_WORDS
from prateria.games.apache.rules.actions import Action, Claim, PlayTribe, TakePerson, TurnCard
from prateria.games.apache.rules.components import (
    CARDS,
    COLOURS,
    FIRST_PERSON,
    LOOT_OF,
    TEPEE,
    Card,
    Choice,
)
from prateria.games.apache.rules.events import (
    BuffaloTaken,
    CardTurned,
    Claimed,
    Event,
    FirstNamed,
    PowWowEnded,
    Punished,
    TookNothing,
    TribePlayed,
)
from prateria.games.apache.rules.view import ShownPlay, View, doubt_of
from prateria.games.apache.words.words import (
    card_name,
    cards_object,
    loot_object,
    person_object,
    role_object,
)

CARD_NAMES: Final = tuple(card.name.lower().replace("_", " ") for card in CARDS)
COLOUR_WORDS: Final = tuple(colour.name.lower() for colour in COLOURS)


def describe(view: View) -> str:
    """The whole table as text."""
    lines = [_title(view), "", *_prairie_lines(view), ""]
    if view.powwow:
        lines += ["  pow-wow", *[_play_line(view, n) for n in range(len(view.powwow))], ""]
    lines += [_seat_line(view, seat) for seat in range(view.ruleset.players)]
    if view.call is not None:
        lines += ["", f"  you have played your {ROLE_WORDS[view.call]}"]
    return "\n".join(lines)


def _title(view: View) -> str:
    title = f"Apache · {sum(view.deck)} cards face down"
    if view.newest is not None:
        title += f" · newest: {CARD_NAMES[view.newest]}"
    if view.turner is not None and view.phase in ("beat", "turn"):
        title += f" · {LETTERS[view.turner]} turns"
    return title


def _prairie_lines(view: View) -> list[str]:
    """Loot in one line, then the people of each colour in one."""
    loot = [_counted(card, view.up[card]) for card in CARDS[:FIRST_PERSON] if view.up[card]]
    lines = [f"  loot    {', '.join(loot) or 'none'}"]
    for colour in COLOURS:
        first = FIRST_PERSON + 4 * colour
        people = [
            ROLE_WORDS[role] + (f" ×{view.up[first + role]}" if view.up[first + role] > 1 else "")
            for role in range(4)
            if view.up[first + role]
        ]
        owner = LETTERS[colour] if colour < view.ruleset.players else "-"
        if people:
            lines.append(f"  {COLOUR_WORDS[colour]:<7} {owner}  {', '.join(people)}")
    return lines


def _counted(card: Card, number: int) -> str:
    return CARD_NAMES[card] + (f" ×{number}" if number > 1 else "")


def _play_line(view: View, place: int) -> str:
    play = view.powwow[place]
    state = "" if place < view.place else "  to come"
    if view.claiming is not None and place == view.place:
        state = "  claims now"
    time = ""
    if play.reaction is not None:
        doubt = doubt_of(play, view.ruleset.cap_ms)
        margin = "" if doubt is None else f" ± {doubt}"
        time = f"  {play.reaction} ms{margin}{_cut(play)}"
    return f"    {LETTERS[play.seat]}  {ROLE_WORDS[play.role]}{time}{state}"


def _cut(play: ShownPlay) -> str:
    return " (report cut)" if play.marked else ""


def _seat_line(view: View, seat: int) -> str:
    other = view.seats[seat]
    you = " (you)" if seat == view.seat else ""
    called = " · has chosen" if other.has_called else ""
    buffalo = f", {other.buffalo} of them buffalo" if other.buffalo else ""
    cards = f"{other.cards} card{'' if other.cards == 1 else 's'} won"
    return f"  {LETTERS[seat]} {COLOUR_WORDS[seat]}{you}: {cards}{buffalo}{called}"


def tell(event: Event, names: Sequence[str], texts: Texts) -> str:
    """The event as a sentence; "" for a secret choice, which is told when it comes out."""
    match event:
        case FirstNamed(seat):
            return texts.say("{name} is drawn to turn the first card.", name=names[seat])
        case CardTurned(card):
            return texts.say("Turned up: {card}.", card=card_name(texts, card))
        case TribePlayed():
            return _tell_play(event, names[event.seat], texts)
        case _:
            return _tell_claim(event, names, texts)


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


def _tell_claim(event: Event, names: Sequence[str], texts: Texts) -> str:
    match event:
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
        case _:
            return ""


def _tell_punished(name: str, cards: Sequence[Card], texts: Texts) -> str:
    if not cards:
        return texts.say("{name} could not claim anything and has nothing to lose.", name=name)
    return texts.say(
        "{name} could not claim anything and loses {cards}.",
        name=name,
        cards=cards_object(texts, cards),
    )


def phrase(view: View, action: Action, texts: Texts) -> str:
    """A legal action as a line of a list."""
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
        case _:
            return texts.say("Play no card")


def claim_phrase(view: View, choice: Choice, texts: Texts) -> str:
    """What a choice would take, without the own people card that goes with every claim."""
    role = view.powwow[view.place].role
    loot = TEPEE if choice else LOOT_OF[role]
    cards = loot_object(texts, loot, view.up[loot])
    if choice is Choice.MARRIAGE:
        return texts.say("Take {cards} and a spouse", cards=cards)
    if loot == Card.TOTEM:
        return texts.say("Take {cards} and a prisoner", cards=cards)
    return texts.say("Take {cards}", cards=cards)
