"""Sets up the pictures of a guide, and finds what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prateria.core.contract.game import AnyGame
from prateria.core.errors import PrateriaError
from prateria.core.lessons.guide import Figure, Guide
from prateria.core.lessons.teacher import SEED, play
from prateria.core.matches.begin import position
from prateria.core.matches.match import Match


def positions(game: AnyGame, figures: Sequence[Figure]) -> Iterator[Match]:
    """The match as it stands in each picture."""
    match: Match | None = None
    for figure in figures:
        if figure.position:
            match = position(game.meta.id, figure.position, seed=SEED)
        if match is None:
            raise ValueError("the first picture needs a position")
        for move in figure.moves:
            play(match, move)
        yield match


def faults(game: AnyGame, guide: Guide) -> list[str]:
    """What is wrong with a guide, a sentence each."""
    found = [
        f"there is no rule {rule}"
        for part in guide.parts
        for rule in part.rules
        if rule not in game.rulebook.rules and rule not in game.rulebook.sections
    ]
    shown = positions(game, guide.figures)
    for number in range(1, len(guide.figures) + 1):
        try:
            match = next(shown)
        except (PrateriaError, ValueError) as error:
            return [*found, f"picture {number}: {error}"]
        found += game.invariants(game.notation.parse_state(match.position))
    return found
