"""Every game, player count and option keeps every law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.game import Meta, OptionValue, option_text
from prateria.core.laws import check_laws

Table: TypeAlias = tuple[str, int, dict[str, OptionValue]]


def extremes(meta: Meta) -> Iterator[dict[str, OptionValue]]:
    """All options as they are by default, and all of them otherwise."""
    yield {}
    yield {
        option.name: next(value for value in option.values if value != option.default)
        for option in meta.options
    }


def one_by_one(meta: Meta) -> Iterator[dict[str, OptionValue]]:
    """Each other value of each option on its own."""
    for option in meta.options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def tables(choose: Callable[[Meta], Iterator[dict[str, OptionValue]]]) -> Iterator[Table]:
    """Every game for every count of players, with the options that `choose` takes from it."""
    for game_id in registry.ids():
        game = registry.get(game_id)
        for seats in range(game.meta.least, game.meta.most + 1):
            for options in choose(game.meta):
                try:
                    game.ruleset(seats, options)
                except SetupError:  # an option that so few players cannot have
                    continue
                yield game_id, seats, options


def name(table: Table) -> str:
    game_id, seats, options = table
    return "-".join([game_id, str(seats), *(f"{k}={option_text(v)}" for k, v in options.items())])


EXTREMES = list(tables(extremes))
ONE_BY_ONE = list(tables(one_by_one))


@pytest.mark.parametrize("table", EXTREMES, ids=map(name, EXTREMES))
def test_the_laws_hold(table: Table) -> None:
    game_id, seats, options = table
    assert check_laws(registry.get(game_id), seats, options, seed=seats, worlds=2, every=29) > 0


@pytest.mark.slow
@pytest.mark.parametrize("table", ONE_BY_ONE, ids=map(name, ONE_BY_ONE))
def test_the_laws_hold_with_each_option(table: Table) -> None:
    game_id, seats, options = table
    assert check_laws(registry.get(game_id), seats, options, seed=7, worlds=2, every=19) > 0
