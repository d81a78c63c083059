"""The games, numbers of players and options used by the tests of the environments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from prateria.core import registry
from prateria.core.contract.meta import Meta, OptionValue, option_text
from prateria.core.errors import SetupError

Table: TypeAlias = tuple[str, int, dict[str, OptionValue]]


def extremes(meta: Meta) -> Iterator[dict[str, OptionValue]]:
    """All options at their defaults, and all of them changed."""
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
    """Every game for every number of players, with the options that `choose` selects."""
    for game_id in registry.ids():
        game = registry.get(game_id)
        for seats in range(game.meta.least, game.meta.most + 1):
            for options in choose(game.meta):
                try:
                    game.ruleset(seats, options)
                except SetupError:  # an option that is impossible with so few players
                    continue
                yield game_id, seats, options


def name(table: Table) -> str:
    game_id, seats, options = table
    return "-".join([game_id, str(seats), *(f"{k}={option_text(v)}" for k, v in options.items())])


EXTREMES = list(tables(extremes))
ONE_BY_ONE = list(tables(one_by_one))
