"""Any text into the parsers: only NotationError comes out, and what parses can be played."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prateria.core.chance import Quick
from prateria.core.errors import NotationError
from prateria.games.apache.notation import CARD_WORDS, CHOICE_WORDS, ROLE_WORDS
from prateria.games.apache.phases import PHASES
from prateria.games.apache.state import State
from tests.games.apache.table import GAME, fields, steps
from tests.games.apache.test_notation import positions
from tests.games.mistakes import EDITS, SLOWLY, Edit, edited

WORDS = (
    *CARD_WORDS,
    *ROLE_WORDS,
    *CHOICE_WORDS,
    *PHASES,
    *("won=", "buffalo=", "marks=", "plays=", "powwow", "place", "claim", "choosing", "gone:"),
    *("turner", "newest", "phase", "up:", "deck:", "none", "a:hunter", "b:chief:412!", ":unsound"),
    *("reaction=400", "rtt=20-30", "arrived=425", "closes", "order", "a:", "b:", "*2", "*8"),
    *(",", ";", "\n", " ", ":", "=", "!", *map(str, range(20))),
)
SOME = 40
LETTERS = "abcde0123456789:;,=*- \nlmrtz"


def parsed(text: str) -> State | None:
    """The state, or None; any error but NotationError goes through to the test."""
    try:
        state: State = GAME.parse_state(text)
    except NotationError:
        return None
    return state


def check_playable(state: State, seed: int) -> None:
    """It round-trips, and can be played on with the invariants holding at each step."""
    assert GAME.invariants(state) == []
    text = GAME.format_state(state)
    again = GAME.parse_state(text)
    assert fields(again) == fields(state)
    for action in islice(steps(state, Quick(seed)), SOME):
        assert GAME.parse_action(GAME.format_action(action)) == action
        assert GAME.invariants(state) == []
    assert (GAME.outcome(state) is None) == bool(GAME.actors(state))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = GAME.parse_action(text)
    except NotationError:
        return
    assert GAME.parse_action(GAME.format_action(action)) == action


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from((*WORDS, "a", "b", "f", "plays", "takes", "claims")), max_size=6))
def test_any_words_are_an_action_or_a_notation_error(words: list[str]) -> None:
    try:
        action = GAME.parse_action(" ".join(words))
    except NotationError:
        return
    assert GAME.parse_action(GAME.format_action(action)) == action


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300), st.booleans())
def test_any_text_is_a_position_or_a_notation_error(text: str, headed: bool) -> None:
    parsed(f"apache 2;{text}" if headed else text)


@settings(max_examples=300, deadline=None, suppress_health_check=SLOWLY)
@given(
    st.integers(1, 6),
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=6),
    st.integers(0, 99),
)
def test_any_words_are_a_position_that_can_be_played_or_a_notation_error(
    players: int, statements: list[str], seed: int
) -> None:
    state = parsed("; ".join([f"apache {players}", *statements]))
    if state is not None:
        check_playable(state, seed)


@st.composite
def facts(draw: st.DrawFn) -> str:
    """A position whose statements are each well formed, whether or not they fit together."""
    players = draw(st.integers(2, 5))
    who = st.sampled_from("abcde"[:players])
    cards = st.lists(st.sampled_from(CARD_WORDS), min_size=1, max_size=9).map(",".join)
    role = st.sampled_from(ROLE_WORDS)
    time = st.sampled_from(("", ":411", ":412", ":430!", ":unsound", ":412:unsound"))
    shown = st.lists(st.builds("{}:{}{}".format, who, role, time), min_size=1, max_size=3)
    times = st.sampled_from(("", "reaction=400 rtt=20-30 arrived=425"))
    statement = st.one_of(
        st.builds("turner {}".format, who),
        st.builds("newest {}".format, st.sampled_from(CARD_WORDS)),
        st.builds("choosing {}".format, st.lists(who, min_size=1, max_size=3).map(",".join)),
        st.builds("powwow {} place {}".format, shown.map(",".join), st.integers(0, 3)),
        st.builds("claim {}".format, st.sampled_from(CHOICE_WORDS)),
        st.builds("{}: {}".format, st.sampled_from(("up", "gone", "deck")), cards),
        st.builds("{}: won={}".format, who, cards),
        st.builds("{}: plays={} {}".format, who, role, times),
        st.builds("{}: buffalo={} marks={}".format, who, st.integers(0, 9), st.integers(0, 9)),
    )
    phase = f"phase {draw(st.sampled_from(PHASES))}; up: {draw(cards)}"
    head = f"apache {players}{draw(st.sampled_from(('', ' tempo=live', ' marriage division')))}"
    return "; ".join([head, phase, *draw(st.lists(statement, max_size=5))])


@settings(max_examples=600, deadline=None, suppress_health_check=SLOWLY)
@given(facts(), st.integers(0, 99))
def test_any_facts_are_a_position_that_can_be_played_or_a_notation_error(
    text: str, seed: int
) -> None:
    state = parsed(text)
    if state is not None:
        check_playable(state, seed)


def check_edited(start: int, changes: list[Edit], seed: int) -> None:
    text = positions()[start % len(positions())]
    for change in changes:
        text = edited(text, change, WORDS, LETTERS)
    state = parsed(text)
    if state is not None:
        check_playable(state, seed)


@settings(max_examples=250, deadline=None, suppress_health_check=SLOWLY)
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=3), st.integers(0, 99))
def test_a_position_with_mistakes_is_refused_or_can_be_played(
    start: int, changes: list[Edit], seed: int
) -> None:
    check_edited(start, changes, seed)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, suppress_health_check=SLOWLY)
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=4), st.integers(0, 99))
def test_many_positions_with_mistakes_are_refused_or_can_be_played(
    start: int, changes: list[Edit], seed: int
) -> None:
    check_edited(start, changes, seed)
