"""Earlier nets are kept, for comparison."""

from __future__ import annotations

from typing import Any

import pytest

from prateria.bots import BotSeat, make
from prateria.bots.net import shipped
from prateria.core import registry
from prateria.core.contract.game import numbers_of
from prateria.core.matches.begin import new_match

GAMES = ("apache", "bison", "manitou")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_nets_are_kept_and_still_fit(game: str) -> None:
    first = shipped(game, 1)
    assert first is not None
    assert first.story["2"]["command"].endswith("--seed 1 --hidden 32")
    rules = registry.get(game)
    state = rules.new(rules.ruleset(2, {}), 2)
    assert first.net_for(2).width == len(numbers_of(rules).features(state, 0)[0])


def test_a_version_that_a_game_does_not_have_means_its_only_nets() -> None:
    assert shipped("apache", 7) is not None
    assert shipped("nowhere", 1) is None


@pytest.mark.parametrize("bot", ["learned:version=1", "search:sims=4,version=1"])
def test_a_bot_can_be_asked_to_use_them(bot: str) -> None:
    match = new_match("apache", seats=2, seed="x")
    bots: list[Any] = [make(bot) for _ in range(2)]
    seats = [BotSeat(one, seat, "x") for seat, one in enumerate(bots)]
    while bots[0]._judge is None or bots[0]._judge._net is None:
        actor = match.actors[0]
        match.play(actor, seats[actor].decide(match))
    first = shipped("apache", 1)
    assert first is not None
    assert bots[0]._judge.net is first.net_for(2)
