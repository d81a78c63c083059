"""The features of learned bots agree with the slower estimate that people are shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from prateria.bots import make
from prateria.bots.base import Budget, Observation
from prateria.core.chance import Quick
from prateria.core.contract.game import CHANCE, CLOCK
from prateria.core.contract.meta import OptionValue
from prateria.games.apache.game import Apache
from prateria.games.apache.numbers import NUMBERS, features
from prateria.games.apache.rules import standing
from prateria.games.apache.rules.state import State

GAME = Apache()


def positions(seats: int, options: dict[str, OptionValue]) -> Iterator[State]:
    """Every position of a game of greedy bots, who make sound plays; and now and then a mistake."""
    rng, bot = Quick(seats), make("greedy")
    state = GAME.new(GAME.ruleset(seats, options), seats)
    while actors := GAME.actors(state):
        yield state
        if actors[0] == CHANCE:
            GAME.apply(state, GAME.sample(state, rng))
            continue
        actor = actors[rng.below(len(actors))]
        legal = GAME.legal(state, actor)
        if actor == CLOCK or rng.below(20) == 0:
            GAME.apply(state, legal[rng.below(len(legal))])
        else:
            seen = Observation(GAME, actor, GAME.view(state, actor), ())
            GAME.apply(state, bot.choose(seen, legal, Budget(), rng))


@pytest.mark.parametrize("seats", [2, 4, 5])
@pytest.mark.parametrize("rules", [(), ("marriage", "warpath"), ("marriage",)])
@pytest.mark.parametrize("tempo", ["calm", "live"])
def test_what_could_be_claimed_is_what_the_estimate_says(
    seats: int, rules: tuple[str, ...], tempo: str
) -> None:
    widths = set()
    for state in positions(seats, {"tempo": tempo, **dict.fromkeys(rules, True)}):
        view = GAME.view(state, 0)
        for seat in range(seats):
            found = [features.claim_size_now(state, seat, role) for role in range(4)]
            assert found == [standing.claim_now(view, seat, role) for role in range(4)]
        for viewer in range(seats):
            widths |= {len(row) for row in NUMBERS.features(state, viewer)}
    assert len(widths) == 1


def test_allies_count_with_division_of_spoils() -> None:
    for state in positions(2, {"division": True}):
        view = GAME.view(state, 1)
        found = [features.claim_size_now(state, 1, role) for role in range(4)]
        assert found == [standing.claim_now(view, 1, role) for role in range(4)]
