"""Games shrunk until exact solvers can solve them: the last part of a match, found by playing one.

Every position can start a game in OpenSpiel (`spiel.game_string`). `find` looks in a random match
for the earliest one from which no more than a given number of positions can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, AnyGame
from prateria.core.contract.meta import OptionValue
from prateria.core.errors import SetupError
from prateria.core.playout import positions
from prateria.research.episode import EnvSetup

LOOKS: Final = 4
"""Worlds drawn to see whether anything is hidden."""
TRIES: Final = 50


def find(
    game_id: str,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    most: int = 2000,
    choices: int = 2,
    seed: int = 1,
) -> str:
    """Find a position, in notation, from which at most `most` positions can be reached, in which
    nothing is hidden from a spectator, and where at least `choices` decisions with a choice remain
    on some path to the end, with the winner still open.

    Nothing is hidden, so that the solution is the whole truth: a solver assumes that the position
    it starts from is known to all.
    """
    setup = EnvSetup(game_id, seats, options)
    for number in range(TRIES):
        found = None
        for state in reversed(_random_match(setup, Quick(seed + number))):
            size = tree_size(setup.game, state, most)
            if size > most:
                break
            if _is_open(setup.game, state) and _is_real(setup.game, state, choices):
                found = state
        if found is not None:
            return setup.game.notation.format_state(found)
    raise SetupError(
        f"no end of {setup.game.meta.name} is that small (most={most}, choices={choices}); "
        "allow more positions or ask for fewer choices"
    )


def tree_size(game: AnyGame, state: Any, most: int) -> int:
    """How many positions can be reached from this one, counted no further than just above
    `most`."""
    waiting, seen = [state], 0
    while waiting and seen <= most:
        seen += 1
        waiting += _after(game, waiting.pop())
    return seen


def _after(game: AnyGame, state: Any) -> Iterator[Any]:
    actors = game.actors(state)
    if not actors:
        return
    outcomes = (
        [action for action, _ in game.chance(state)]
        if actors[0] == CHANCE
        else game.legal(state, actors[0])
    )
    for action in outcomes:
        branch = game.copy(state)
        game.apply(branch, action)
        yield branch


def _is_real(game: AnyGame, state: Any, choices: int) -> bool:
    """Whether enough decisions remain, and the winner is still open."""
    ends: set[tuple[int, ...]] = set()
    return _depth(game, state, ends) >= choices and len(ends) > 1


def _depth(game: AnyGame, state: Any, ends: set[tuple[int, ...]]) -> int:
    """The most decisions with a choice on any path to the end; `ends` collects the places there."""
    outcome = game.outcome(state)
    if outcome is not None:
        ends.add(outcome.places)
        return 0
    branches = list(_after(game, state))
    own = int(game.actors(state)[0] != CHANCE and len(branches) > 1)
    return own + max(_depth(game, branch, ends) for branch in branches)


def _is_open(game: AnyGame, state: Any) -> bool:
    """Whether a spectator's view determines the state."""
    text, view = game.notation.format_state(state), game.view(state, None)
    worlds = (game.determinize(view, Quick(number)) for number in range(LOOKS))
    return all(game.notation.format_state(world) == text for world in worlds)


def _random_match(setup: EnvSetup, rng: Quick) -> list[Any]:
    """The positions of a random match, in order."""
    return positions(setup.game, setup.game.new(setup.ruleset, setup.seats), rng)
