"""The actions that bots consider: in Bison they do not buy in the middle of an action, though they
may."""

from __future__ import annotations

from typing import Any

import pytest

import prateria
from prateria.bots import specs
from prateria.bots.base import Budget, Observation
from prateria.core.chance import Quick
from prateria.games.bison.rules.actions import Buy, Exchange
from prateria.review import advise

POSITIONS = {
    "lay": "bison 2; phase lay; action place; a: tile=ppmmmm210",
    "send": "bison 2; d2 pmmmpp021; phase send; action place; space d2p; a: supply=hunter*2",
    "pick": "bison 2; a: d3p=2; phase pick; action move-one",
    "nothing": "bison 2; phase pick; action move-one",
    "pay": "bison 2; phase pay; action gather; involved 3",
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("spec", ["greedy", "learned", "search:sims=40", "level:2"])
def test_no_bot_trades_in_the_middle_of_an_action(spec: str, name: str) -> None:
    match = prateria.position("bison", POSITIONS[name], seed="candidates")
    observation = Observation(match.game, 0, match.view(0), ())
    legal = match.legal(0)
    assert any(isinstance(action, Buy | Exchange) for action in legal)
    for seed in range(3):
        chosen = specs.make(spec).choose(observation, legal, Budget(), Quick(seed))
        assert chosen in legal
        assert not isinstance(chosen, Buy | Exchange)


def test_a_hint_does_not_tell_a_trade_as_the_best_in_the_middle_of_an_action() -> None:
    match = prateria.position("bison", POSITIONS["lay"], seed="candidates")
    legal: list[Any] = list(match.legal(0))
    chances = advise(match.game, match.view(0), 0, legal, Quick(1)).chances
    assert len(chances) == len(legal)
    assert not isinstance(legal[int(chances.argmax())], Buy | Exchange)
