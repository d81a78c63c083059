"""Names of cards, tiles and grounds in the reader's language, inflected as a sentence needs them.

A context says which form is meant: `name` stands alone, `subject` and `object` stand in a sentence,
with an article where the language has one; `at`, `into`, `from` are places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from prateria.core.texts import Texts, mark_word
from prateria.games.manitou.rules.components import FIRST_WARRIOR, TILES, Card, Ground, Tile

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
        mark_word("object", "a tile with 1 bison"),
        mark_word("object", "a tile with 2 bison"),
        mark_word("object", "a tile with 3 bison"),
        mark_word("object", "a tile with 1 tepee"),
        mark_word("object", "a tile with 2 tepees"),
        mark_word("object", "a tile with 3 tepees"),
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


def cards_word(cards: Sequence[Card], texts: Texts) -> str:
    """Cards as "hunters 3 and 7; chief and scout"."""
    hunters = [str(card + 1) for card in cards if card < FIRST_WARRIOR]
    warriors = [card_word(card, "name", texts) for card in cards if card >= FIRST_WARRIOR]
    parts = [texts.listed(warriors)] if warriors else []
    if hunters:
        numbers = texts.listed(hunters)
        parts.insert(0, texts.count("hunter {list}", "hunters {list}", len(hunters), list=numbers))
    return "; ".join(parts)


def tiles_word(tiles: Sequence[Tile], texts: Texts) -> str:
    """Tiles counted by kind: "2 tiles with 3 bison and 1 totem tile"."""
    kinds = [tile for tile in TILES if tile in tiles]
    return texts.listed([some_tiles(tile, tiles.count(tile), texts) for tile in kinds])


def some_tiles(tile: Tile, number: int, texts: Texts) -> str:
    """A number of tiles of one kind."""
    match tile:
        case Tile.BISON_1:
            return texts.count("{number} tile with 1 bison", "{number} tiles with 1 bison", number)
        case Tile.BISON_2:
            return texts.count("{number} tile with 2 bison", "{number} tiles with 2 bison", number)
        case Tile.BISON_3:
            return texts.count("{number} tile with 3 bison", "{number} tiles with 3 bison", number)
        case Tile.TEPEE_1:
            return texts.count("{number} tile with 1 tepee", "{number} tiles with 1 tepee", number)
        case Tile.TEPEE_2:
            return texts.count(
                "{number} tile with 2 tepees", "{number} tiles with 2 tepees", number
            )
        case Tile.TEPEE_3:
            return texts.count(
                "{number} tile with 3 tepees", "{number} tiles with 3 tepees", number
            )
        case Tile.TOTEM:
            return texts.count("{number} totem tile", "{number} totem tiles", number)
        case Tile.HORSE:
            return texts.count("{number} horse tile", "{number} horse tiles", number)
        case Tile.TOMAHAWK:
            return texts.count("{number} tomahawk tile", "{number} tomahawk tiles", number)
    assert_never(tile)


def reason_word(reason: str, texts: Texts) -> str:
    """What decided the victory of one player."""
    return {
        "points": texts.say("by points"),
        "tepees": texts.say("by more tepees, level on points"),
        "tiles": texts.say("by more tiles, level on points and tepees"),
    }[reason]
