"""The names of cards, tiles and grounds in the reader's language, bent as a sentence needs them.

A context says which form is meant: `name` stands alone, `subject` and `object` stand in a
sentence, with an article where the language has one; `at`, `into`, `from` are places.
"""

from __future__ import annotations

from typing import Final

from prateria.core.texts import Texts, mark_word
from prateria.games.manitou.rules.components import FIRST_WARRIOR, Card, Ground, Tile

_HUNTER: Final = {
    "name": mark_word("name", "hunter {value}"),
    "subject": mark_word("subject", "hunter {value}"),
    "object": mark_word("object", "hunter {value}"),
}
_WARRIORS: Final = {
    "name": (
        mark_word("name", "chief"),
        mark_word("name", "clan mother"),
        mark_word("name", "rainmaker"),
        mark_word("name", "scout"),
        mark_word("name", "medicine man"),
    ),
    "subject": (
        mark_word("subject", "the chief"),
        mark_word("subject", "the clan mother"),
        mark_word("subject", "the rainmaker"),
        mark_word("subject", "the scout"),
        mark_word("subject", "the medicine man"),
    ),
    "object": (
        mark_word("object", "the chief"),
        mark_word("object", "the clan mother"),
        mark_word("object", "the rainmaker"),
        mark_word("object", "the scout"),
        mark_word("object", "the medicine man"),
    ),
}
_TILES: Final = {
    "name": (
        mark_word("name", "1 bison"),
        mark_word("name", "2 bison"),
        mark_word("name", "3 bison"),
        mark_word("name", "1 tepee"),
        mark_word("name", "2 tepees"),
        mark_word("name", "3 tepees"),
        mark_word("name", "totem tile"),
        mark_word("name", "horse tile"),
        mark_word("name", "tomahawk tile"),
    ),
    "object": (
        mark_word("object", "1 bison"),
        mark_word("object", "2 bison"),
        mark_word("object", "3 bison"),
        mark_word("object", "1 tepee"),
        mark_word("object", "2 tepees"),
        mark_word("object", "3 tepees"),
        mark_word("object", "a totem tile"),
        mark_word("object", "a horse tile"),
        mark_word("object", "a tomahawk tile"),
    ),
}
_GROUNDS: Final = {
    "name": (
        mark_word("name", "left ground"),
        mark_word("name", "middle ground"),
        mark_word("name", "right ground"),
    ),
    "at": (
        mark_word("at", "at the left ground"),
        mark_word("at", "at the middle ground"),
        mark_word("at", "at the right ground"),
    ),
    "into": (
        mark_word("into", "at the left ground"),
        mark_word("into", "at the middle ground"),
        mark_word("into", "at the right ground"),
    ),
    "to": (
        mark_word("to", "to the left ground"),
        mark_word("to", "to the middle ground"),
        mark_word("to", "to the right ground"),
    ),
    "from": (
        mark_word("from", "from the left ground"),
        mark_word("from", "from the middle ground"),
        mark_word("from", "from the right ground"),
    ),
}


def card_word(card: Card, case: str, texts: Texts) -> str:
    """A card: `name`, `subject` or `object`."""
    if card < FIRST_WARRIOR:
        return texts.word(*_HUNTER[case]).format(value=card + 1)
    return texts.word(*_WARRIORS[case][card - FIRST_WARRIOR])


def tile_word(tile: Tile, case: str, texts: Texts) -> str:
    """A loot tile: `name` or `object`."""
    return texts.word(*_TILES[case][tile])


def ground_word(ground: Ground, case: str, texts: Texts) -> str:
    """A ground: its `name`; `at` it; `into` it, of a card played there; `to` or `from` it."""
    return texts.word(*_GROUNDS[case][ground])
