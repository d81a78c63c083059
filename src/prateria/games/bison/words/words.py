"""Words of Bison in the reader's language, bent and counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from prateria.core.texts import Texts, mark, mark_word
from prateria.games.bison.rules.components import CELL_NAMES, RIVER, Piece, Terrain

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
"""As in a list of what there is; so no language has to bend them by number."""
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
)


def on(space: int, texts: Texts) -> str:
    """`on the prairie d3`."""
    return texts.word(*ON[space % 3]).format(cell=CELL_NAMES[space // 3])


def to(space: int, texts: Texts) -> str:
    return texts.word(*TO[space % 3]).format(cell=CELL_NAMES[space // 3])


def out_of(space: int, texts: Texts) -> str:
    return texts.word(*FROM[space % 3]).format(cell=CELL_NAMES[space // 3])


def animals(animal: int, number: int, texts: Texts) -> str:
    """`2 turkeys`, as what is hunted, paid or gained."""
    if animal == Terrain.PRAIRIE:
        return texts.count("{number} bison", "{number} bison", number)
    if animal == Terrain.MOUNTAIN:
        return texts.count("{number} turkey", "{number} turkeys", number)
    return texts.count("{number} salmon", "{number} salmon", number)


def hunters(number: int, texts: Texts) -> str:
    """`2 hunters`, as what is sent or stands somewhere."""
    return texts.count("{number} hunter", "{number} hunters", number)


def some_animals(number: int, texts: Texts) -> str:
    return texts.count("{number} animal", "{number} animals", number)


def building(space: int, size: int, texts: Texts) -> str:
    """`tepee 2`, on a river `canoe 2`."""
    if space % 3 == RIVER:
        return texts.say("canoe {size}", size=size)
    return texts.say("tepee {size}", size=size)


def piece(kind: int, texts: Texts) -> str:
    """A piece as what is bought."""
    if kind == Piece.HUNTER:
        return texts.word("object", "a hunter")
    if kind >= Piece.CANOE_1:
        return texts.say("a canoe {size}", size=kind - 4)
    return texts.say("a tepee {size}", size=kind)


def mixed(numbers: Sequence[int], texts: Texts) -> str:
    """Several kinds of animals: `2 bison, 1 salmon`."""
    return ", ".join(
        [animals(animal, number, texts) for animal, number in enumerate(numbers) if number]
    )


def listed(animal: int, number: int, texts: Texts) -> str:
    """`turkeys 2`, as what is printed somewhere."""
    return texts.word(*LISTED[animal]).format(number=number)


def camp(space: int, count: int, size: int, texts: Texts) -> str:
    """What stands on a space: `tepee 2, hunters 1`."""
    words = [building(space, size, texts)] if size else []
    if count:
        words.append(texts.say("hunters {number}", number=count))
    return ", ".join(words)
