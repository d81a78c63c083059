"""From every reachable step the turn can be finished (rule B4.3, and what it is worth)."""

from __future__ import annotations

from typing import Any

import pytest

from prateria.core.chance import Quick, Rng
from prateria.core.contract.game import CHANCE
from prateria.core.rules import rule
from prateria.games.bison.rules.actions import Done, EndTurn, Gain, Pay
from prateria.games.bison.rules.phases import OVERFLOW, TURN
from prateria.games.bison.rules.state import State
from tests.games.bison.table import GAME, VARIANTS, steps

FINISHING = (EndTurn, Done, Gain, Pay)
MOST_STEPS = 8


def finishes(state: State) -> bool:
    """Whether the turn ends if the seat to act wants it to: done, pay or gain, end."""
    seat, season, round_ = state.turn, state.season, state.round
    for _ in range(MOST_STEPS):
        if seat not in GAME.actors(state) or (state.season, state.round) != (season, round_):
            return True
        legal = GAME.legal(state, seat)
        ending = [action for action in legal if isinstance(action, FINISHING)]
        GAME.apply(state, (ending or legal)[0])
    return False


def check_branches(state: State, depth: int) -> None:
    """Every way to continue for this many steps can be finished, too."""
    actors = GAME.actors(state)
    if not actors or actors == (CHANCE,):
        return
    legal = GAME.legal(state, actors[0])
    assert legal
    assert finishes(GAME.copy(state))
    if depth:
        for action in legal:
            twin = GAME.copy(state)
            GAME.apply(twin, action)
            assert GAME.invariants(twin) == []
            check_branches(twin, depth - 1)


@rule("B4.3")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_from_every_step_the_turn_can_be_finished(players: int, variant: str) -> None:
    state = GAME.new(GAME.ruleset(players, {"variant": variant}), players)
    for number, _ in enumerate(steps(state, Quick(7))):
        check_branches(state, int(number % 11 == 0))


def poor_choice(legal: Any, rng: Rng) -> Any:
    """Somebody who spends all animals on pieces and exchanges, then tries everything else."""
    buying = [action for action in legal if type(action).__name__ in ("Buy", "Exchange")]
    moving = [action for action in legal if not isinstance(action, FINISHING)]
    chosen = buying or moving or legal
    return chosen[rng.below(len(chosen))]


@rule("B4.3")
@pytest.mark.parametrize("variant", VARIANTS)
def test_even_with_no_animals_left_the_turn_can_be_finished(variant: str) -> None:
    state = GAME.new(GAME.ruleset(3, {"variant": variant}), 3)
    rng = Quick(5)
    decisions = 0
    while actors := GAME.actors(state):
        if actors == (CHANCE,):
            GAME.apply(state, GAME.sample(state, rng))
            continue
        assert finishes(GAME.copy(state))
        GAME.apply(state, poor_choice(GAME.legal(state, actors[0]), rng))
        decisions += 1
    assert decisions > 200


@rule("B9.6")
def test_overflow_comes_and_goes() -> None:
    """Rich random games reach the limit; each overflow ends when the player is done."""
    seen = 0
    for seed in range(6):
        state = GAME.new(GAME.ruleset(2, {}), 2)
        for _ in steps(state, Quick(seed)):
            if state.phase == TURN:
                state.stock = [15] * 6
            seen += state.phase == OVERFLOW
    assert seen
