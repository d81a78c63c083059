"""Words of Bison in the reader's language, inflected and counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.texts import Texts, mark, mark_word
from prateria.games.bison.rules.board import corner_of
from prateria.games.bison.rules.components import (
    CELL_NAMES,
    HUNTERS,
    LARGEST,
    LIMIT,
    PRICE,
    RIVER,
    Piece,
    Terrain,
)
from prateria.games.bison.rules.ruleset import Tile
from prateria.games.bison.rules.view import View

TITLES: Final = (mark("Prairie"), mark("Mountain"), mark("River"))
ON: Final = (
    mark_word("where", "on the prairie {cell}"),
    mark_word("where", "on the mountain {cell}"),
    mark_word("where", "on the river {cell}"),
)
TO: Final = (
    mark_word("where to", "to the prairie {cell}"),
    mark_word("where to", "to the mountain {cell}"),
    mark_word("where to", "to the river {cell}"),
)
FROM: Final = (
    mark_word("where from", "from the prairie {cell}"),
    mark_word("where from", "from the mountain {cell}"),
    mark_word("where from", "from the river {cell}"),
)
ANIMALS: Final = (mark("Bison"), mark("Turkeys"), mark("Salmon"))
LISTED: Final = (
    mark_word("listed", "bison {number}"),
    mark_word("listed", "turkeys {number}"),
    mark_word("listed", "salmon {number}"),
)
"""Printed animals in a list, in a form that no language has to inflect by number."""
KINDS: Final = (
    mark("Place tile"),
    mark("Tepees"),
    mark("Canoes"),
    mark("Gather"),
    mark("Move 1"),
    mark("Move 3"),
)
PLACES: Final = (
    mark_word("place", "–"),
    mark_word("place", "1st"),
    mark_word("place", "2nd"),
    mark_word("place", "3rd"),
    mark_word("place", "4th"),
)
SIDES: Final = (
    mark_word("beside", "upper right"),
    mark_word("beside", "right"),
    mark_word("beside", "lower right"),
    mark_word("beside", "lower left"),
    mark_word("beside", "left"),
    mark_word("beside", "upper left"),
)
"""Where something lies beside a tile, clockwise."""
SPACES: Final = (
    mark_word("space", "prairie {cell}"),
    mark_word("space", "mountain {cell}"),
    mark_word("space", "river {cell}"),
)
FIRST_SIDES: Final = (
    mark_word("side", "from the upper right"),
    mark_word("side", "from the right"),
    mark_word("side", "from the lower right"),
    mark_word("side", "from the lower left"),
    mark_word("side", "from the left"),
    mark_word("side", "from the upper left"),
)
"""The sides of a tile standing on a corner, clockwise."""


def kind(number: int, texts: Texts) -> str:
    """One of the six actions as it is read aloud; its visible form may break at soft hyphens."""
    return texts.say(KINDS[number]).replace("\u00ad", "")


def on(space: int, texts: Texts) -> str:
    """`on the prairie d3`."""
    return texts.word(*ON[space % 3]).format(cell=CELL_NAMES[space // 3])


def space(number: int, texts: Texts) -> str:
    """A space by its name: `prairie d3`."""
    return texts.word(*SPACES[number % 3]).format(cell=CELL_NAMES[number // 3])


def to(space: int, texts: Texts) -> str:
    return texts.word(*TO[space % 3]).format(cell=CELL_NAMES[space // 3])


def out_of(space: int, texts: Texts) -> str:
    return texts.word(*FROM[space % 3]).format(cell=CELL_NAMES[space // 3])


def animals(animal: int, number: int, texts: Texts) -> str:
    """The animals hunted, paid or gained: `2 turkeys`."""
    if animal == Terrain.PRAIRIE:
        return texts.count("{number} bison", "{number} bison", number)
    if animal == Terrain.MOUNTAIN:
        return texts.count("{number} turkey", "{number} turkeys", number)
    return texts.count("{number} salmon", "{number} salmon", number)


def hunters(number: int, texts: Texts) -> str:
    """The hunters sent or standing somewhere: `2 hunters`."""
    return texts.count("{number} hunter", "{number} hunters", number)


def some_animals(number: int, texts: Texts) -> str:
    return texts.count("{number} animal", "{number} animals", number)


def building(space: int, size: int, texts: Texts) -> str:
    """`tepee 2`, on a river `canoe 2`."""
    if space % 3 == RIVER:
        return texts.say("canoe {size}", size=size)
    return texts.say("tepee {size}", size=size)


def piece(kind: int, texts: Texts) -> str:
    """The name of a piece that can be bought."""
    if kind == Piece.HUNTER:
        return texts.word("object", "a hunter")
    if kind >= Piece.CANOE_1:
        return texts.say("a canoe {size}", size=kind - 4)
    return texts.say("a tepee {size}", size=kind)


def pieces_of_sizes(first: int, sizes: Sequence[str], texts: Texts) -> str:
    """The tepees or canoes of a pile: `tepees of size 1, 2 and 2`."""
    if first == Piece.CANOE_1:
        if not sizes:
            return texts.say("no canoe")
        return texts.count(
            "canoe of size {sizes}", "canoes of size {sizes}", len(sizes), sizes=texts.listed(sizes)
        )
    if not sizes:
        return texts.say("no tepee")
    return texts.count(
        "tepee of size {sizes}", "tepees of size {sizes}", len(sizes), sizes=texts.listed(sizes)
    )


def price_of(kind: int, texts: Texts) -> str:
    """What a piece costs: `2 bison, 2 turkeys and 2 salmon`."""
    return mixed((PRICE[kind],) * 3, texts)


def mixed(numbers: Sequence[int], texts: Texts) -> str:
    """Several kinds of animals: `2 bison and 1 salmon`."""
    kinds = [animals(animal, number, texts) for animal, number in enumerate(numbers) if number]
    return texts.listed(kinds)


def listed(animal: int, number: int, texts: Texts) -> str:
    """The animals printed somewhere: `turkeys 2`."""
    return texts.word(*LISTED[animal]).format(number=number)


def stock(numbers: Sequence[int], texts: Texts) -> str:
    """`bison 9, turkeys 0, salmon 3`."""
    return ", ".join([listed(animal, number, texts) for animal, number in enumerate(numbers)])


def printed(tile: Tile, texts: Texts) -> str:
    """The animals of a tile: `bison 2, salmon 1`."""
    numbers = (tile.bison, tile.turkeys, tile.salmon)
    kinds = [listed(animal, number, texts) for animal, number in enumerate(numbers) if number]
    return ", ".join(kinds)


def turned(tile: Tile, turn: int, texts: Texts) -> str:
    """A tile as it lies: `bison 2, salmon 1; prairie on 2 sides clockwise from the left`.

    The rest is mountain, and the river runs between the two.
    """
    return texts.count(
        "{animals}; prairie on {number} side clockwise {first}",
        "{animals}; prairie on {number} sides clockwise {first}",
        tile.prairie,
        animals=printed(tile, texts),
        first=texts.word(*FIRST_SIDES[corner_of(tile, turn)]),
    )


def force(space: int, strength: int, texts: Texts) -> str:
    """The pieces that rank in an area, unpacked from a strength: `tepee 2, tepee 1, hunters 3`."""
    sizes = [
        size for size in range(LARGEST, 0, -1) for _ in range(strength >> (4 * size) & HUNTERS)
    ]
    found = [building(space, size, texts) for size in sizes]
    if strength & HUNTERS:
        found.append(texts.say("hunters {number}", number=strength & HUNTERS))
    return ", ".join(found)


def no_hunter(view: View) -> str:
    """What the seat to move gets for an action without hunters."""
    assert view.turn is not None
    own = view.seats[view.turn]
    if min(own.bison, own.turkeys, own.salmon) < LIMIT:
        return mark("No hunter: gain 1 animal")
    return mark("No hunter: nothing to gain, your stocks are full")


def camp(space: int, count: int, size: int, texts: Texts) -> str:
    """What stands on a space: `tepee 2, hunters 1`."""
    words = [building(space, size, texts)] if size else []
    if count:
        words.append(texts.say("hunters {number}", number=count))
    return ", ".join(words)
