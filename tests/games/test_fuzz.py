"""The parsers raise NotationError, nothing else, for any text; whatever parses can be played."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prateria.core.chance import Quick
from prateria.core.errors import NotationError
from tests.games.apache.fuzzed import FUZZED as APACHE
from tests.games.bison.fuzzed import FUZZED as BISON
from tests.games.fuzzed import EDITS, Edit, Fuzzed
from tests.games.manitou.fuzzed import FUZZED as MANITOU

pytestmark = pytest.mark.untraced

GAMES = (APACHE, BISON, MANITOU)

each_game = pytest.mark.parametrize("fuzzed", GAMES, ids=lambda fuzzed: fuzzed.game.meta.id)
quick = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
thorough = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))

PLAYED = 400  # steps for which a position is played on; few games are longer


def check_action(fuzzed: Fuzzed, text: str) -> None:
    """It is refused as notation, or comes back the same."""
    try:
        action = fuzzed.game.notation.parse_action(text)
    except NotationError:
        return
    assert fuzzed.game.notation.parse_action(fuzzed.game.notation.format_action(action)) == action


def check_position(fuzzed: Fuzzed, text: str, seed: int) -> None:
    """It is refused as notation; or comes back the same, and can be played with the invariants
    holding at each step. Any error but NotationError goes through to the test."""
    game = fuzzed.game
    try:
        state = game.notation.parse_state(text)
    except NotationError:
        return
    assert game.invariants(state) == []
    assert fuzzed.fields(
        game.notation.parse_state(game.notation.format_state(state))
    ) == fuzzed.fields(state)
    for action in islice(fuzzed.steps(state, Quick(seed)), PLAYED):
        assert game.notation.parse_action(game.notation.format_action(action)) == action
        assert game.invariants(state) == []
    assert (game.outcome(state) is None) == bool(game.actors(state))


@each_game
@quick
@given(st.text(max_size=200))
def test_any_text_is_an_action_or_a_notation_error(fuzzed: Fuzzed, text: str) -> None:
    check_action(fuzzed, text)


@each_game
@quick
@given(st.data())
def test_any_words_are_an_action_or_a_notation_error(fuzzed: Fuzzed, data: st.DataObject) -> None:
    words = st.sampled_from((*fuzzed.words, *fuzzed.verbs))
    check_action(fuzzed, " ".join(data.draw(st.lists(words, max_size=6))))


@each_game
@quick
@given(st.text(max_size=300), st.booleans())
def test_any_text_is_a_position_or_a_notation_error(
    fuzzed: Fuzzed, text: str, headed: bool
) -> None:
    head = f"{fuzzed.game.meta.id} 2;" if headed else ""
    check_position(fuzzed, head + text, 1)


@each_game
@quick
@given(st.integers(1, 6), st.data(), st.integers(0, 99))
def test_any_words_are_a_position_that_can_be_played_or_a_notation_error(
    fuzzed: Fuzzed, players: int, data: st.DataObject, seed: int
) -> None:
    statement = st.lists(st.sampled_from(fuzzed.words), max_size=4).map(" ".join)
    statements = data.draw(st.lists(statement, max_size=6))
    check_position(fuzzed, "; ".join([f"{fuzzed.game.meta.id} {players}", *statements]), seed)


def check_facts(fuzzed: Fuzzed, data: st.DataObject, seed: int) -> None:
    check_position(fuzzed, data.draw(fuzzed.facts), seed)


@each_game
@quick
@given(st.data(), st.integers(0, 99))
def test_any_facts_are_a_position_that_can_be_played_or_a_notation_error(
    fuzzed: Fuzzed, data: st.DataObject, seed: int
) -> None:
    check_facts(fuzzed, data, seed)


@pytest.mark.slow
@each_game
@thorough
@given(st.data(), st.integers(0, 99))
def test_many_facts_are_a_position_that_can_be_played_or_a_notation_error(
    fuzzed: Fuzzed, data: st.DataObject, seed: int
) -> None:
    check_facts(fuzzed, data, seed)


@each_game
@quick
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=3), st.integers(0, 99))
def test_a_position_with_mistakes_is_refused_or_can_be_played(
    fuzzed: Fuzzed, start: int, edits: list[Edit], seed: int
) -> None:
    check_position(fuzzed, fuzzed.mistaken(start, edits), seed)


@pytest.mark.slow
@each_game
@thorough
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=4), st.integers(0, 99))
def test_many_positions_with_mistakes_are_refused_or_can_be_played(
    fuzzed: Fuzzed, start: int, edits: list[Edit], seed: int
) -> None:
    check_position(fuzzed, fuzzed.mistaken(start, edits), seed)
