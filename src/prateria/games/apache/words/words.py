"""The things of Apache in the reader's language, inflected as a sentence needs them.

English is the source. Cards and roles stand alone ("card", "role") or as what somebody plays or
takes ("object"); loot is counted, once with its number for sentences, once without for piles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.texts import Texts, mark_word
from prateria.games.apache.rules.components import FIRST_PERSON, Card

_CARDS: Final = (
    mark_word("card", "buffalo"),
    mark_word("card", "totem"),
    mark_word("card", "tomahawk"),
    mark_word("card", "necklace"),
    mark_word("card", "tepee"),
    mark_word("card", "red chief"),
    mark_word("card", "red warrior"),
    mark_word("card", "red maiden"),
    mark_word("card", "red hunter"),
    mark_word("card", "green chief"),
    mark_word("card", "green warrior"),
    mark_word("card", "green maiden"),
    mark_word("card", "green hunter"),
    mark_word("card", "violet chief"),
    mark_word("card", "violet warrior"),
    mark_word("card", "violet maiden"),
    mark_word("card", "violet hunter"),
    mark_word("card", "yellow chief"),
    mark_word("card", "yellow warrior"),
    mark_word("card", "yellow maiden"),
    mark_word("card", "yellow hunter"),
    mark_word("card", "blue chief"),
    mark_word("card", "blue warrior"),
    mark_word("card", "blue maiden"),
    mark_word("card", "blue hunter"),
)
_PEOPLE: Final = (
    mark_word("object", "the red chief"),
    mark_word("object", "the red warrior"),
    mark_word("object", "the red maiden"),
    mark_word("object", "the red hunter"),
    mark_word("object", "the green chief"),
    mark_word("object", "the green warrior"),
    mark_word("object", "the green maiden"),
    mark_word("object", "the green hunter"),
    mark_word("object", "the violet chief"),
    mark_word("object", "the violet warrior"),
    mark_word("object", "the violet maiden"),
    mark_word("object", "the violet hunter"),
    mark_word("object", "the yellow chief"),
    mark_word("object", "the yellow warrior"),
    mark_word("object", "the yellow maiden"),
    mark_word("object", "the yellow hunter"),
    mark_word("object", "the blue chief"),
    mark_word("object", "the blue warrior"),
    mark_word("object", "the blue maiden"),
    mark_word("object", "the blue hunter"),
)
_ROLES: Final = (
    mark_word("role", "Chief"),
    mark_word("role", "Warrior"),
    mark_word("role", "Maiden"),
    mark_word("role", "Hunter"),
)
_PLAYED: Final = (
    mark_word("object", "the chief"),
    mark_word("object", "the warrior"),
    mark_word("object", "the maiden"),
    mark_word("object", "the hunter"),
)
_OPTIONAL_RULES: Final = {
    "warpath": mark_word("optional rule", "warpath"),
    "marriage": mark_word("optional rule", "marriage"),
    "division": mark_word("optional rule", "division of spoils"),
}
_COLOURS: Final = (
    mark_word("colour", "red"),
    mark_word("colour", "green"),
    mark_word("colour", "violet"),
    mark_word("colour", "yellow"),
    mark_word("colour", "blue"),
)


def card_name(texts: Texts, card: int) -> str:
    """ "red chief", by itself."""
    return texts.word(*_CARDS[card])


def person_object(texts: Texts, card: int) -> str:
    """ "the red chief", whom somebody takes."""
    return texts.word(*_PEOPLE[card - FIRST_PERSON])


def role_name(texts: Texts, role: int) -> str:
    return texts.word(*_ROLES[role])


def role_object(texts: Texts, role: int) -> str:
    """ "the chief", which somebody plays."""
    return texts.word(*_PLAYED[role])


def optional_rule(texts: Texts, name: str) -> str:
    """ "warpath", by the name of its option."""
    return texts.word(*_OPTIONAL_RULES[name])


def colour_name(texts: Texts, colour: int) -> str:
    return texts.word(*_COLOURS[colour])


def loot_object(texts: Texts, card: int, number: int) -> str:
    """ "3 buffalo", which somebody takes."""
    if card == Card.BUFFALO:
        return texts.count("{number} buffalo", "{number} buffalo", number)
    if card == Card.TOTEM:
        return texts.count("{number} totem", "{number} totems", number)
    if card == Card.TOMAHAWK:
        return texts.count("{number} tomahawk", "{number} tomahawks", number)
    if card == Card.NECKLACE:
        return texts.count("{number} necklace", "{number} necklaces", number)
    return texts.count("{number} tepee", "{number} tepees", number)


def pile_name(texts: Texts, card: int, number: int) -> str:
    """ "buffalo", as shown beside the number of a pile."""
    if card == Card.BUFFALO:
        return texts.count("buffalo", "buffalo", number)
    if card == Card.TOTEM:
        return texts.count("totem", "totems", number)
    if card == Card.TOMAHAWK:
        return texts.count("tomahawk", "tomahawks", number)
    if card == Card.NECKLACE:
        return texts.count("necklace", "necklaces", number)
    return texts.count("tepee", "tepees", number)


def cards_object(texts: Texts, cards: Sequence[Card]) -> str:
    """Cards that somebody takes or loses, with identical ones counted together."""
    counted = [_counted(texts, card, cards.count(card)) for card in dict.fromkeys(cards)]
    return texts.listed(counted)


def _counted(texts: Texts, card: Card, number: int) -> str:
    if card < FIRST_PERSON:
        return loot_object(texts, card, number)
    person = person_object(texts, card)
    return person if number == 1 else f"{person} ×{number}"


def seconds(texts: Texts, milliseconds: int) -> str:
    """ "1.5 s", with the decimal sign of the language."""
    number = f"{milliseconds / 1000:g}"
    return f"{number if texts.language == 'en' else number.replace('.', ',')} s"
