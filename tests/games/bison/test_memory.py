"""Caches do not grow with every match."""

from __future__ import annotations

from prateria.core import registry
from prateria.games.bison.rules import legal, view
from prateria.games.bison.rules.components import CELLS, SPACES

GAME = registry.get("bison")


def test_what_many_markets_sell() -> None:
    state = GAME.new(GAME.ruleset(2, {}), 2)
    for market in range(legal.MOST_KEPT + 500):
        state.market[0] = market
        legal.trades(state, 0)
        assert len(legal._buys) <= legal.MOST_KEPT


def test_many_camps_and_tiles_in_many_places() -> None:
    for number in range(view.MOST_KEPT + 500):
        land = view._land_view(number % CELLS, number // CELLS)
        camp = view._camp_view(number % SPACES, 1 + number // SPACES)
        assert (land.cell, camp.space) == (number % CELLS, number % SPACES)
        assert len(view._lands) <= view.MOST_KEPT
        assert len(view._camps) <= view.MOST_KEPT
