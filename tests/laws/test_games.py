"""Every game, player count and option keeps every law."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.game import Meta, OptionValue, option_text
from prateria.core.laws import check_laws


def option_sets(meta: Meta) -> Iterator[dict[str, OptionValue]]:
    """The default, then each other value of each option on its own."""
    yield {}
    for option in meta.options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def tables() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Every game for every count of players with every option it takes."""
    for game_id in registry.ids():
        game = registry.get(game_id)
        for seats in range(game.meta.least, game.meta.most + 1):
            for options in option_sets(game.meta):
                try:
                    game.ruleset(seats, options)
                except SetupError:  # an option that so few players cannot have
                    continue
                yield game_id, seats, options


def name(table: tuple[str, int, dict[str, OptionValue]]) -> str:
    game_id, seats, options = table
    return "-".join([game_id, str(seats), *(f"{k}={option_text(v)}" for k, v in options.items())])


TABLES = list(tables())


@pytest.mark.parametrize("table", TABLES, ids=map(name, TABLES))
def test_the_laws_hold(table: tuple[str, int, dict[str, OptionValue]]) -> None:
    game_id, seats, options = table
    assert check_laws(registry.get(game_id), seats, options, seed=seats, worlds=2, every=23) > 0


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=map(name, TABLES))
def test_the_laws_hold_everywhere(table: tuple[str, int, dict[str, OptionValue]]) -> None:
    game_id, seats, options = table
    for seed in (100, 101):
        check_laws(registry.get(game_id), seats, options, seed=seed, worlds=3, every=5)
