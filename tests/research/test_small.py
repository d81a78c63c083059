"""Games shrunk by their tables, in OpenSpiel: whole matches, and solved exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python import policy  # type: ignore[import-untyped]
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]
    cfr,
    exploitability,
    generate_playthrough,
    get_all_states,
    minimax,
)

from prateria import research
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.research.spiel import game_string

GAMES = ["apache", "bison", "manitou"]
HIDDEN = ["apache", "manitou"]


@pytest.fixture(scope="module", autouse=True)
def names() -> tuple[str, ...]:
    return research.register_with_open_spiel()


def small(game: str) -> Any:
    return pyspiel.load_game(f"prateria_{game}_small")


def for_solvers(game: str) -> Any:
    """The same without the tensor's memory: OpenSpiel's tables of policies keep all tensors."""
    return pyspiel.load_game(f"prateria_{game}_small(memory=0)")


def test_each_game_has_a_small_twin_beside_it(names: tuple[str, ...]) -> None:
    for game in GAMES:
        assert {f"prateria_{game}", f"prateria_{game}_small"} <= {*names}
        assert small(game).num_players() == 2
        assert small(game).num_distinct_actions() < 300


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_pass_openspiel_s_own_test(game: str) -> None:
    pyspiel.random_sim_test(small(game), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "game", ["apache", pytest.param("bison", marks=pytest.mark.slow), "manitou"]
)
def test_the_playthrough_of_a_whole_match_can_be_replayed(game: str) -> None:
    spec = f"prateria_{game}_small(memory=2)"
    text = generate_playthrough.playthrough(spec, action_sequence=[], seed=7)
    actions = [
        int(line.removeprefix("action: "))
        for line in text.splitlines()
        if line.startswith("action: ")
    ]
    assert "IsTerminal() = True" in text
    assert generate_playthrough.playthrough(spec, action_sequence=actions, seed=7) == text


def decisions(game: Any) -> Iterator[Any]:
    """Every way to every decision."""
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not state.is_terminal():
            if not state.is_chance_node():
                yield state
            waiting += [state.child(action) for action in state.legal_actions()]


def samples(game: Any, matches: int) -> Iterator[Any]:
    """The decisions of random matches."""
    rng = np.random.RandomState(3)
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


def seen(state: Any) -> tuple[str, bytes]:
    player = state.current_player()
    tensor = np.array(state.information_state_tensor(player), np.float32)
    return state.information_state_string(player), tensor.tobytes()


def check_recall(states: Iterator[Any]) -> int:
    """As many information states by string as by tensor, each one the other; how many."""
    tensors: dict[str, set[bytes]] = defaultdict(set)
    strings: dict[bytes, set[str]] = defaultdict(set)
    for state in states:
        string, tensor = seen(state)
        tensors[string].add(tensor)
        strings[tensor].add(string)
    assert {len(group) for group in tensors.values()} == {1}
    assert {len(group) for group in strings.values()} == {1}
    return len(strings)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), [("apache", 3676), ("manitou", 1954)])
def test_the_tensor_recalls_all_that_the_string_does(game: str, number: int) -> None:
    assert check_recall(decisions(small(game))) == number


@pytest.mark.slow
def test_the_tensor_recalls_all_in_an_open_game_too() -> None:
    assert check_recall(samples(small("bison"), 30)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_memory_is_as_long_as_a_match(game: str) -> None:
    """The oldest row is needed in some match, and anything before it in none."""
    loaded = small(game)
    observer = loaded.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    rows = 0
    for state in samples(loaded, 150):
        observer.set_from(state, state.current_player())
        rows = max(rows, int(observer.dict["seen before"].any(axis=1).sum()))
    assert 0 < rows <= loaded.memory
    longer = pyspiel.load_game(f"prateria_{game}_small(memory={loaded.memory + 3})")
    more = longer.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for state in samples(longer, 150):
        more.set_from(state, state.current_player())
        assert not more.dict["seen before"][loaded.memory :].any()


def solved(game: Any, iterations: int) -> tuple[float, float]:
    """How much could be gained against the policy, before and after."""
    solver = cfr.CFRPlusSolver(game)
    first = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return first, exploitability.nash_conv(game, solver.average_policy())


@pytest.mark.slow
@pytest.mark.parametrize("game", HIDDEN)
def test_regret_solves_a_game_with_hidden_hands_or_secret_choices(game: str) -> None:
    first, last = solved(for_solvers(game), 3)
    assert first > 1
    assert last < first / 5


@pytest.mark.parametrize("game", HIDDEN)
def test_something_is_hidden_when_a_decision_is_made(game: str) -> None:
    positions: dict[str, set[str]] = defaultdict(set)
    for state in samples(small(game), 300):
        positions[state.information_state_string(state.current_player())].add(str(state))
    assert max(map(len, positions.values())) > 1


class Plan(policy.Policy):  # type: ignore[misc]
    """One action for each position."""

    def __init__(self, game: Any, plan: dict[str, int]) -> None:
        super().__init__(game, range(2))
        self.plan = plan

    def action_probabilities(self, state: Any, _player: int | None = None) -> dict[int, float]:
        return {self.plan[str(state)]: 1.0}


@pytest.mark.slow
def test_an_open_game_is_solved_backwards() -> None:
    """Small Bison: the starting player wins, by our own rules, by OpenSpiel's search, and against
    the best possible play."""
    game = for_solvers("bison")
    values: dict[str, float] = {}
    plan: dict[str, int] = {}

    def value(state: Any) -> float:
        key = str(state)
        if key not in values:
            if state.is_terminal():
                values[key] = state.returns()[0]
            else:
                after = {action: value(state.child(action)) for action in state.legal_actions()}
                choose = min if state.current_player() == 1 else max
                plan[key] = choose(after, key=lambda action: after[action])
                values[key] = after[plan[key]]
        return values[key]

    start = game.new_initial_state()
    assert value(start) == 1
    assert minimax.expectiminimax(start, 100, lambda _: 0, 0)[0] == 1
    positions = get_all_states.get_all_states(
        game,
        include_terminals=True,
        include_chance_states=True,
        to_string=str,
        stop_if_encountered=True,
    )
    assert positions.keys() == values.keys()
    assert {state.returns()[0] for state in positions.values() if state.is_terminal()} == {-1, 0, 1}
    assert exploitability.nash_conv(game, Plan(game, plan)) == pytest.approx(0)


def test_whoever_acts_knows_everything_in_an_open_game() -> None:
    game = small("bison")
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    for state in samples(game, 20):
        rules, seat = game.rules, state.current_player()
        view = rules.view(state.trajectory.state, seat)
        worlds = {rules.notation.format_state(rules.determinize(view, Quick(n))) for n in range(4)}
        assert worlds == {str(state)}


def test_a_small_match_may_begin_anywhere() -> None:
    state = small("manitou").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    game = pyspiel.load_game(game_string("manitou_small", str(state)))
    assert str(game.new_initial_state()) == str(state)
    with pytest.raises(Exception, match="players"):
        pyspiel.load_game("prateria_manitou_small(players=3)")


def test_the_small_games_are_for_solvers_only() -> None:
    assert not [game_id for game_id in registry.ids() if game_id.endswith("_small")]
