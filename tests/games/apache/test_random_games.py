"""Random games over all combinations of options: cards are conserved, logs replay and verify."""

from __future__ import annotations

from itertools import product

import pytest

import prateria
from prateria.core.chance import Quick
from prateria.core.contract.meta import OptionValue
from prateria.games.apache.notation import NOTATION
from prateria.games.apache.rules.ruleset import RuleSet
from prateria.games.apache.rules.timing import Grab
from tests.games.apache.table import GAME, fields, random_match, steps

pytestmark = pytest.mark.untraced

NAMES = ("tempo", "warpath", "marriage", "division")
COMBINATIONS = list(product(("calm", "live"), (False, True), (False, True), (False, True)))


def play_some(games: int, first: int) -> int:
    """Play that many games, checking each state; return how many steps that took."""
    count = 0
    for number in range(first, first + games):
        values = COMBINATIONS[number % len(COMBINATIONS)]
        options: dict[str, OptionValue] = dict(zip(NAMES, values, strict=True))
        players = 2 + number // len(COMBINATIONS) % 4
        match = random_match(players, number, **options)
        text = match.log.dumps()
        again = prateria.replay(text)
        assert (again.digest, again.outcome, again.log.dumps()) == (
            match.digest,
            match.outcome,
            text,
        )
        state = GAME.new(GAME.ruleset(players, options), players)
        for entry in match.log.entries:
            assert GAME.invariants(state) == []
            GAME.apply(state, entry.action)
            count += 1
        assert GAME.invariants(state) == []
        assert NOTATION.format_state(state) == match.position
    return count


def test_cards_are_conserved_at_every_step_and_logs_replay() -> None:
    assert play_some(24, 0) > 24 * 200


@pytest.mark.slow
def test_cards_are_conserved_and_logs_replay_in_many_games() -> None:
    assert play_some(120, 1000) > 120 * 200


def plain(value: object) -> bool:
    """Whether it consists only of whole numbers, truth values and rows of them."""
    if isinstance(value, list | tuple):
        return all(map(plain, value))
    return type(value) in (int, bool, Grab, RuleSet)


def test_a_state_holds_plain_numbers_and_rows_of_them() -> None:
    options: dict[str, OptionValue] = {"tempo": "live", "marriage": True, "division": True}
    state = GAME.new(GAME.ruleset(3, options), 3)
    for _ in steps(state, Quick(6)):
        assert all(map(plain, fields(state).values()))


def test_a_copy_is_independent() -> None:
    state = GAME.new(GAME.ruleset(3, {"tempo": "live"}), 3)
    for action in steps(state, Quick(3)):
        before = NOTATION.format_state(state)
        twin = GAME.copy(state)
        GAME.apply(twin, action)
        assert NOTATION.format_state(state) == before
