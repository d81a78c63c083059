"""The features of learned bots agree with the slower estimate that people are shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
from prateria.core.playout import positions
from prateria.games.manitou.game import Manitou
from prateria.games.manitou.numbers import evaluate, features
from prateria.games.manitou.rules import standing
from prateria.games.manitou.rules.phases import SHARE
from prateria.games.manitou.rules.scoring import hunters_sum
from prateria.games.manitou.rules.state import State

GAME = Manitou()


def random_game(seats: int, seed: int) -> Iterator[State]:
    """Every position of a random game, including the last."""
    state = GAME.new(GAME.ruleset(seats, {}), seats)
    yield from positions(GAME, state, Quick(seed))
    yield state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_the_grounds_promise_is_what_the_estimate_says(seats: int) -> None:
    for state in random_game(seats, seats):
        grounds = [features._ground(state, ground) for ground in range(3)]
        if state.phase == SHARE:
            features._promise_takings(state, grounds)
        found = [sum(ground.promised[seat] for ground in grounds) for seat in range(seats)]
        assert found == pytest.approx(evaluate._promised(GAME.view(state, None), seats))


@pytest.mark.parametrize("seats", [2, 5])
def test_the_thief_s_meter_is_the_estimate_s(seats: int) -> None:
    for state in random_game(seats, 7):
        found = [hunters_sum(state, seat) for seat in range(seats)]
        assert found == standing.hunters_played(GAME.view(state, None))


def test_every_position_has_as_many_features_the_last_one_too() -> None:
    widths = {
        tuple(map(len, numbers_of(GAME).features(state, viewer)))
        for state in random_game(3, 1)
        for viewer in range(3)
    }
    assert len(widths) == 1


def test_level_strengths_drop_out() -> None:
    assert features.best_two([5, 5, 3]) == (2, -1)
    assert features.best_two([0, 4, 9]) == (2, 1)
    assert features.best_two([9, 4, 7, 7]) == (0, 1)
    assert features.best_two([4, 9, 6]) == (1, 2)
    assert features.best_two([0, 0]) == (-1, -1)


@pytest.mark.parametrize("order", [*permutations((3.0, 2.0, 1.0)), (1.0, 1.0, 1.0)])
def test_grounds_come_by_worth(order: tuple[float, ...]) -> None:
    grounds = []
    for total in order:
        ground = features._Ground()
        ground.total = total
        grounds.append(ground)
    expected = sorted(range(3), key=lambda ground: -order[ground])
    assert list(features._richest_first(grounds)) == expected


def test_the_registered_game_has_features() -> None:
    game = registry.get("manitou")
    state = game.new(game.ruleset(3, {}), 3)
    assert len(numbers_of(game).features(state, 1)) == 3
