"""Any text into the parsers: only NotationError comes out, and what parses can be played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prateria.core.chance import Quick
from prateria.core.errors import NotationError
from prateria.games.manitou.notation import CARD_WORDS, GROUND_WORDS, TILE_WORDS
from prateria.games.manitou.phases import PHASES
from prateria.games.manitou.state import State
from tests.games.manitou.table import GAME, fields, steps
from tests.games.manitou.test_notation import positions
from tests.games.mistakes import EDITS, SLOWLY, Edit, edited

WORDS = (
    *CARD_WORDS,
    *TILE_WORDS,
    *GROUND_WORDS,
    *PHASES,
    *("hand=", "stack=", "spent=", "loot=", "takings", "thieves", "choosing", "gone", "step"),
    *("turn", "dealer", "hunt", "phase", "totem a", "horse b", "left:a:2", "right:b:all"),
    *("a:", "b:", "-chief", "*2", "*8", ",", ";", "\n", " ", ":", "="),
    *map(str, range(20)),
)
LETTERS = "abcde0123456789:;,=*- \nlmrtz"


def parsed(text: str) -> State | None:
    """The state, or None; any error but NotationError goes through to the test."""
    try:
        state: State = GAME.parse_state(text)
    except NotationError:
        return None
    return state


def check_playable(state: State, seed: int) -> None:
    """It round-trips, and plays to its end with the invariants holding at each step."""
    assert GAME.invariants(state) == []
    text = GAME.format_state(state)
    again = GAME.parse_state(text)
    assert fields(again) == fields(state)
    for action in steps(state, Quick(seed)):
        assert GAME.parse_action(GAME.format_action(action)) == action
        assert GAME.invariants(state) == []
    assert GAME.invariants(state) == []
    assert GAME.outcome(state) is not None


def check(text: str, seed: int) -> None:
    state = parsed(text)
    if state is not None:
        check_playable(state, seed)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = GAME.parse_action(text)
    except NotationError:
        return
    assert GAME.parse_action(GAME.format_action(action)) == action


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from((*WORDS, "a", "b", "f", "plays", "takes", "moves")), max_size=6))
def test_any_words_are_an_action_or_a_notation_error(words: list[str]) -> None:
    try:
        action = GAME.parse_action(" ".join(words))
    except NotationError:
        return
    assert GAME.parse_action(GAME.format_action(action)) == action


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300), st.booleans())
def test_any_text_is_a_position_or_a_notation_error(text: str, headed: bool) -> None:
    parsed(f"manitou 2;{text}" if headed else text)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOWLY)
@given(
    st.integers(1, 6),
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=6),
    st.integers(0, 99),
)
def test_any_words_are_a_position_that_can_be_played_or_a_notation_error(
    players: int, statements: list[str], seed: int
) -> None:
    check("; ".join([f"manitou {players}", *statements]), seed)


@st.composite
def facts(draw: st.DrawFn) -> str:
    """A position whose statements are each well formed, whether or not they fit together."""
    players = draw(st.integers(2, 5))
    who = st.sampled_from("abcde"[:players])
    cards = st.lists(st.sampled_from(CARD_WORDS), min_size=1, max_size=9).map(",".join)
    tiles = st.lists(st.sampled_from(TILE_WORDS), min_size=1, max_size=4).map(",".join)
    taking = st.builds("{}:{}:{}".format, st.sampled_from(GROUND_WORDS), who, st.integers(0, 3))
    some = st.lists(who, min_size=1, max_size=3).map(",".join)
    statement = st.one_of(
        st.builds("hunt {}".format, st.integers(1, 3)),
        st.builds("dealer {}".format, who),
        st.builds("step {}".format, st.integers(0, 7 * players)),
        st.builds("turn {}".format, who),
        st.builds("{} {}".format, st.sampled_from(("totem", "horse")), who),
        st.builds("gone {}".format, tiles),
        st.builds("{} {}".format, st.sampled_from(("choosing", "thieves")), some),
        st.builds("takings {}".format, st.lists(taking, min_size=1, max_size=3).map(",".join)),
        st.builds("{}: {} {}:{}".format, st.sampled_from(GROUND_WORDS), tiles, who, cards),
        st.builds("{}: {}={}".format, who, st.sampled_from(("hand", "stack", "spent")), cards),
        st.builds("{}: loot={}".format, who, tiles),
    )
    phase = f"phase {draw(st.sampled_from(PHASES))}"
    head = f"manitou {players}{draw(st.sampled_from(('', ' quick')))}"
    return "; ".join([head, phase, *draw(st.lists(statement, max_size=5))])


@settings(max_examples=150, deadline=None, suppress_health_check=SLOWLY)
@given(facts(), st.integers(0, 99))
def test_any_facts_are_a_position_that_can_be_played_or_a_notation_error(
    text: str, seed: int
) -> None:
    check(text, seed)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=SLOWLY)
@given(facts(), st.integers(0, 99))
def test_many_facts_are_a_position_that_can_be_played_or_a_notation_error(
    text: str, seed: int
) -> None:
    check(text, seed)


def check_edited(start: int, changes: list[Edit], seed: int) -> None:
    text = positions()[start % len(positions())]
    for change in changes:
        text = edited(text, change, WORDS, LETTERS)
    check(text, seed)


@settings(max_examples=250, deadline=None, suppress_health_check=SLOWLY)
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=3), st.integers(0, 99))
def test_a_position_with_mistakes_is_refused_or_can_be_played(
    start: int, changes: list[Edit], seed: int
) -> None:
    check_edited(start, changes, seed)


@pytest.mark.slow
@settings(max_examples=800, deadline=None, suppress_health_check=SLOWLY)
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=4), st.integers(0, 99))
def test_many_positions_with_mistakes_are_refused_or_can_be_played(
    start: int, changes: list[Edit], seed: int
) -> None:
    check_edited(start, changes, seed)
