"""Any text into the parsers: only NotationError comes out, and what parses can be played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prateria.core.chance import Quick
from prateria.core.errors import NotationError
from prateria.games.bison.notation import KIND_WORDS, PIECE_WORDS, TERRAIN_WORDS
from prateria.games.bison.phases import PHASES
from prateria.games.bison.state import State
from tests.games.bison.table import GAME, fields, steps
from tests.games.bison.test_notation import positions
from tests.games.mistakes import EDITS, SLOWLY, Edit, edited

TILES = ("pmmmpp021", "mmpppm210", "pppmmm102", "mppppm012", "ppmmmm210", "mmmmpp201", ".")
CELLS = ("d2", "d3", "c4", "d4", "e2", "b5", "a1")
SPACES = ("d3p", "d3m", "d3r", "c4p", "d4m", "d2r", "e2p", "a1p")
CAMPS = ("1", "2", "5", "+1", "2+1", "1+4", "+3")
WORDS = (
    *PHASES,
    *KIND_WORDS,
    *PIECE_WORDS,
    *TERRAIN_WORDS,
    *TILES,
    *CELLS,
    *(f"{space}={camp}" for space in SPACES for camp in CAMPS),
    *("stock=1/2/3", "stock=15/15/15", "stock=0/0/0", "supply=", "used=", "tile=", "row", "scored"),
    *("turn", "start", "season", "round", "phase", "action", "involved", "space", "moved"),
    *("a:", "b:", "*2", "*8", ",", ";", "\n", " ", ":", "=", "+", "/"),
    *map(str, range(8)),
)
LETTERS = "abcde0123456789:;,=*+/. \npmrtz"


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


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = GAME.parse_action(text)
    except NotationError:
        return
    assert GAME.parse_action(GAME.format_action(action)) == action


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from((*WORDS, "a", "b", "f", "lays", "pays", "moves")), max_size=6))
def test_any_words_are_an_action_or_a_notation_error(words: list[str]) -> None:
    try:
        action = GAME.parse_action(" ".join(words))
    except NotationError:
        return
    assert GAME.parse_action(GAME.format_action(action)) == action


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300), st.booleans())
def test_any_text_is_a_position_or_a_notation_error(text: str, headed: bool) -> None:
    parsed(f"bison 2;{text}" if headed else text)


@settings(max_examples=300, deadline=None, suppress_health_check=SLOWLY)
@given(
    st.integers(1, 6),
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), max_size=6),
    st.integers(0, 99),
)
def test_any_words_are_a_position_that_can_be_played_or_a_notation_error(
    players: int, statements: list[str], seed: int
) -> None:
    state = parsed("; ".join([f"bison {players}", *statements]))
    if state is not None:
        check_playable(state, seed)


@st.composite
def facts(draw: st.DrawFn) -> str:
    """A position whose statements are each well formed, whether or not they fit together."""
    players = draw(st.integers(2, 4))
    who = st.sampled_from("abcd"[:players])
    space, kind = st.sampled_from(SPACES), st.sampled_from(KIND_WORDS)
    kinds = st.lists(kind, min_size=1, max_size=4).map(",".join)
    pieces = st.lists(st.sampled_from(PIECE_WORDS), min_size=1, max_size=5).map(",".join)
    statement = st.one_of(
        st.builds("season {}".format, st.integers(1, 4)),
        st.builds("round {}".format, st.integers(1, 4)),
        st.builds("{} {}".format, st.sampled_from(("start", "turn")), who),
        st.builds("action {}".format, kind),
        st.builds("involved {}".format, st.integers(0, 5)),
        st.builds("space {}".format, space),
        st.builds("moved {}".format, st.lists(space, min_size=1, max_size=2).map(",".join)),
        st.builds("scored {}".format, st.sampled_from(TERRAIN_WORDS)),
        st.builds("{} {}".format, st.sampled_from(CELLS), st.sampled_from(TILES[:-1])),
        st.builds("{}: {}={}".format, who, space, st.sampled_from(CAMPS)),
        st.builds("{}: used={}".format, who, kinds),
        st.builds("{}: supply={}".format, who, pieces),
        st.builds("{}: tile={}".format, who, st.sampled_from(TILES[:-1])),
        st.builds("{}: stock={}/{}/{}".format, who, *[st.integers(0, 20)] * 3),
    )
    phase = f"phase {draw(st.sampled_from(PHASES))}"
    head = f"bison {players}{draw(st.sampled_from(('', ' variant=1', ' variant=2')))}"
    return "; ".join([head, phase, *draw(st.lists(statement, max_size=5))])


@settings(max_examples=400, deadline=None, suppress_health_check=SLOWLY)
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
@settings(max_examples=800, deadline=None, suppress_health_check=SLOWLY)
@given(st.integers(0, 10_000), st.lists(EDITS, min_size=1, max_size=4), st.integers(0, 99))
def test_many_positions_with_mistakes_are_refused_or_can_be_played(
    start: int, changes: list[Edit], seed: int
) -> None:
    check_edited(start, changes, seed)
