"""Every game, player count and option keeps every law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from _pytest.mark import ParameterSet

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import AnyGame, numbers_of
from prateria.core.contract.meta import OptionValue, option_text
from prateria.core.errors import SetupError
from prateria.core.laws import check_laws

pytestmark = pytest.mark.untraced

Table: TypeAlias = tuple[str, int, dict[str, OptionValue]]


def allowed(game: AnyGame, seats: int) -> dict[str, list[OptionValue]]:
    """The values each option may have with this many players."""

    def fits(option: str, value: OptionValue) -> bool:
        try:
            game.ruleset(seats, {option: value})
        except SetupError:
            return False
        return True

    return {
        option.name: [value for value in option.values if fits(option.name, value)]
        for option in game.meta.options
    }


def extremes(game: AnyGame, seats: int) -> Iterator[dict[str, OptionValue]]:
    """All options at their defaults, and all of them changed."""
    yield {}
    defaults = {option.name: option.default for option in game.meta.options}
    yield {
        name: next(value for value in values if value != defaults[name])
        for name, values in allowed(game, seats).items()
    }


def mixed(game: AnyGame, seats: int) -> Iterator[dict[str, OptionValue]]:
    """Random combinations of options until each has had every value."""
    rng = Quick(seats)
    choices = allowed(game, seats)
    left = {name: list(values) for name, values in choices.items()}
    while any(left.values()):
        yield {
            name: left[name].pop() if left[name] else values[rng.below(len(values))]
            for name, values in choices.items()
        }


def tables(choose: Callable[[AnyGame, int], Iterator[dict[str, OptionValue]]]) -> list[Table]:
    """Every game for every number of players, with the options that `choose` selects."""
    return [
        (game.meta.id, seats, options)
        for game in map(registry.get, registry.ids())
        for seats in range(game.meta.least, game.meta.most + 1)
        for options in choose(game, seats)
    ]


def name(table: Table) -> str:
    game_id, seats, options = table
    return "-".join([game_id, str(seats), *(f"{k}={option_text(v)}" for k, v in options.items())])


EXTREMES = tables(extremes)
MIXED = tables(mixed)
QUICK_SEATS = 2
"""With more of them a match is long."""


def marked(table: Table) -> ParameterSet:
    marks = [pytest.mark.slow] if table[1] > QUICK_SEATS else []
    return pytest.param(table, marks=marks, id=name(table))


@pytest.mark.parametrize("table", [*map(marked, EXTREMES)])
def test_the_laws_hold(table: Table) -> None:
    game_id, seats, options = table
    assert check_laws(registry.get(game_id), seats, options, seed=seats, worlds=2, every=59) > 0


@pytest.mark.slow
@pytest.mark.parametrize("table", MIXED, ids=map(name, MIXED))
def test_the_laws_hold_whatever_the_options(table: Table) -> None:
    game_id, seats, options = table
    assert check_laws(registry.get(game_id), seats, options, seed=7, worlds=2, every=97) > 0


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 5))]
)
@pytest.mark.parametrize(
    "game_id",
    [i for i in registry.ids() if (numbers := registry.get(i).numbers) and numbers.small()],
)
def test_the_laws_hold_in_a_game_shrunk_by_its_tables(game_id: str, seed: int) -> None:
    game = registry.get(game_id)
    small = numbers_of(game).small()
    assert small is not None
    assert check_laws(game, small.seats, small.options, seed, data=small.data) > 0
