"""Whether an action revealed something to anybody that taking it back could not undo."""

from __future__ import annotations

from typing import Any, Final

from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame

WORLDS: Final = 6
"""How many worlds are drawn for each observer: a reveal is missed only if all of them agree."""


def reveals(game: AnyGame, before: Any, seat: int, action: Any) -> bool:
    """Whether anyone, including the actor, has learnt something hidden from this action.

    An observer learns nothing if every world it could believe in before is still believable: if in
    each of them the actor could have done something that looks the same. Playing a card from a
    hidden hand reveals something; taking a tile that lies open does not; nor does a secret choice.
    """
    after = game.copy(before)
    game.apply(after, action)
    seats, _ = game.notation.setup(before)
    rng = Quick(len(game.notation.format_state(before)))
    for observer in (None, *range(seats)):
        known, shown = game.view(before, observer), game.view(after, observer)
        if shown == known:
            continue
        for _ in range(WORLDS):
            world = game.determinize(known, rng)
            ways = [action] if observer == seat else game.legal(world, seat)
            if not any(_looks(game, world, way, observer) == shown for way in ways):
                return True
    return False


def _looks(game: AnyGame, world: Any, action: Any, observer: int | None) -> Any:
    """What an observer would see after an action in a world."""
    after = game.copy(world)
    game.apply(after, action)
    return game.view(after, observer)
