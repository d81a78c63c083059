"""OpenSpiel's own tests pass, and its exact solvers solve what is small enough."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]
    cfr,
    exploitability,
    generate_playthrough,
    get_all_states,
)

from prateria import research
from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.research import endgame
from prateria.research.spiel import game_string
from tests.laws.duel import Duel


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    """The toy game of the laws: two hidden cards each, chosen in secret, twice."""
    registry.register(Duel())
    research.register_with_open_spiel()
    yield
    registry.forget("duel")


@pytest.mark.parametrize("game", ["apache", "bison", "manitou", "duel"])
def test_random_matches_of_an_endgame_pass_openspiel_s_own_test(game: str) -> None:
    spec = "prateria_duel" if game == "duel" else game_string(game, endgame.find(game, most=300))
    loaded = pyspiel.load_game(spec)
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [
        "prateria_apache(players=3)",
        "prateria_apache(tempo=live,memory=0)",
        "prateria_manitou(quick=True,memory=0)",
        "prateria_bison(memory=0)",
    ],
)
def test_whole_random_matches_pass_openspiel_s_own_test(spec: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spec), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["apache", "bison", "manitou", "duel"])
def test_a_playthrough_can_be_written_and_replayed(game: str) -> None:
    spec = "prateria_duel" if game == "duel" else game_string(game, endgame.find(game, most=300))
    text = generate_playthrough.playthrough(spec, action_sequence=[], seed=7)
    actions = [
        int(line.removeprefix("action: "))
        for line in text.splitlines()
        if line.startswith("action: ")
    ]
    assert actions
    assert generate_playthrough.playthrough(spec, action_sequence=actions, seed=7) == text


@pytest.mark.slow
@pytest.mark.parametrize("game", ["apache", "bison", "manitou"])
def test_the_playthrough_of_a_whole_game_can_be_written(game: str) -> None:
    spec = f"prateria_{game}(memory=0)"
    text = generate_playthrough.playthrough(spec, action_sequence=[], seed=7)
    assert "IsTerminal() = True" in text
    assert f"prateria_{game}" in text


def solved(game: Any, iterations: int) -> list[float]:
    """How much could be gained against the policy, before and after."""
    solver = cfr.CFRPlusSolver(game)
    gains = [exploitability.nash_conv(game, solver.average_policy())]
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return [*gains, exploitability.nash_conv(game, solver.average_policy())]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["apache", "bison", "manitou"])
def test_an_end_of_each_game_is_solved_exactly(game: str) -> None:
    """Regret falls to almost nothing; in Apache among choices made in secret."""
    first, last = solved(pyspiel.load_game(game_string(game, endgame.find(game, most=200))), 10)
    assert first > 0.3
    assert last < first / 20


def states_of(spec: str) -> list[Any]:
    states = get_all_states.get_all_states(
        pyspiel.load_game(spec), include_terminals=False, include_chance_states=False
    )
    return list(states.values())


def test_the_tensor_tells_no_more_than_the_string() -> None:
    rows: dict[str, set[bytes]] = {}
    for state in states_of("prateria_duel(memory=2)"):
        player = state.current_player()
        key = np.array(state.information_state_tensor(player), np.float32).tobytes()
        rows.setdefault(state.information_state_string(player), set()).add(key)
    assert len(rows) > 50
    assert all(len(tensors) == 1 for tensors in rows.values())


def test_the_tensor_remembers_own_decisions_the_latest_first() -> None:
    state = pyspiel.load_game("prateria_apache(memory=2,first=a)").new_initial_state()
    chosen: list[int] = []
    while len(chosen) < 3:
        action = state.legal_actions()[0]
        if state.current_player() == 0:
            chosen.append(action)
        state.apply_action(action)
    observer = state.trajectory.game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=True, public_info=True)
    )
    observer.set_from(state, 0)
    done = observer.dict["done before"]
    assert [int(row.argmax()) for row in done] == [chosen[2], chosen[1]]
    assert done.sum() == 2


def test_states_with_one_information_state_offer_the_same_actions() -> None:
    offers: dict[str, set[tuple[int, ...]]] = {}
    for state in states_of("prateria_duel"):
        player = state.current_player()
        legal = tuple(state.legal_actions())
        offers.setdefault(state.information_state_string(player), set()).add(legal)
    assert all(len(legal) == 1 for legal in offers.values())


def test_luck_is_told_with_its_probabilities() -> None:
    state = pyspiel.load_game("prateria_apache").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    chances = dict(state.chance_outcomes())
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[0] == pytest.approx(33 / 114)
    assert state.action_to_string(0) == "turns up buffalo"


def test_options_are_parameters_and_wrong_ones_are_refused() -> None:
    game = pyspiel.load_game("prateria_manitou(players=4,mixed_pairs=True,reward=score)")
    assert game.num_players() == 4
    assert game.max_utility() == 1000
    for wrong in ("players=9", "reward=luck", "memory=-1", "start=nonsense"):
        with pytest.raises(Exception, match=r"players|reward|memory|nonsense"):
            pyspiel.load_game(f"prateria_manitou({wrong})")


def test_an_end_that_cannot_be_so_small_is_said_to_be() -> None:
    with pytest.raises(SetupError, match="no end of Bison is that small"):
        endgame.find("bison", most=3, choices=5)


def test_python_ends_in_peace_with_the_games_registered() -> None:
    """OpenSpiel releases registered games after Python has shut down."""
    program = (
        "from prateria import research; research.register_with_open_spiel(); import pyspiel;"
        "pyspiel.load_game('prateria_apache').new_initial_state().clone()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
