"""What is kept so that observing is quick."""

from __future__ import annotations

from prateria.games.bison import observe
from prateria.games.bison.board import EMPTY_BOARD, Board
from tests.games.bison.table import GAME

MANY = 10_000


def test_what_is_kept_for_observing_does_not_grow_without_end() -> None:
    state = GAME.parse_state("bison 2; a: d3p=2 stock=9/9/9; b: d3m=1+2")
    before = GAME.observe(state, 0)
    observe._lands.update({Board(): b"" for _ in range(MANY)})
    observe._scenes.update({(EMPTY_BOARD, (n,), 2): ([], []) for n in range(MANY)})
    observe._paid.update({(EMPTY_BOARD, 0, (n,)): [] for n in range(MANY)})
    fresh = GAME.parse_state("bison 2; c3 mmmppp111; a: c3p=2 stock=9/9/9; b: d3m=1+2")
    GAME.observe(fresh, 0)
    assert max(len(observe._lands), len(observe._scenes), len(observe._paid)) < MANY
    assert GAME.observe(state, 0) == before
