"""PettingZoo's own tests pass for every game, number of players and option; and so do checks they
lack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

from prateria import research
from prateria.core.errors import IllegalAction, SetupError
from tests.research.tables import EXTREMES, ONE_BY_ONE, Table, name

pytestmark = [
    # PettingZoo says so of every environment with an action mask that is not in its own list.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # At the end nobody has a legal action.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def check(table: Table, cycles: int) -> None:
    game, seats, options = table
    turns = partial(research.aec_env, game, seats=seats, options=options)
    at_once = partial(research.parallel_env, game, seats=seats, options=options)
    unmasked = partial(at_once, illegal="first")
    api_test(turns(), num_cycles=cycles)
    seed_test(turns, num_cycles=cycles)
    parallel_api_test(at_once(), num_cycles=cycles)
    parallel_seed_test(unmasked, num_cycles=cycles)

    def converted(max_cycles: int) -> Any:
        return parallel_to_aec(unmasked(max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=unmasked, env=converted))


@pytest.mark.parametrize("table", EXTREMES, ids=map(name, EXTREMES))
def test_pettingzoo_s_own_tests_pass(table: Table) -> None:
    check(table, cycles=4)


@pytest.mark.slow
@pytest.mark.parametrize("table", ONE_BY_ONE, ids=map(name, ONE_BY_ONE))
def test_pettingzoo_s_own_tests_pass_with_each_option(table: Table) -> None:
    check(table, cycles=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["apache", "bison", "manitou"])
def test_whole_games_pass_too(game: str) -> None:
    api_test(research.aec_env(game), num_cycles=1000)
    parallel_api_test(research.parallel_env(game, seats=3), num_cycles=1000)


def played_out(env: Any, seed: int) -> Iterator[tuple[str, Any]]:
    """A match with the first legal action each time; returns what each agent was told last."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        if ended or cut:
            yield agent, (reward, ended, cut, info)
            env.step(None)
        else:
            env.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_rewards_come_at_the_end_and_sum_to_zero() -> None:
    for reward in ("rank", "score"):
        last = dict(played_out(research.aec_env("apache", seats=4, reward=reward), seed=3))
        rewards = [told[0] for told in last.values()]
        places = [told[3]["place"] for told in last.values()]
        assert len(last) == 4
        assert sum(rewards) == pytest.approx(0)
        assert sorted(rewards, reverse=True) == [rewards[places.index(p)] for p in sorted(places)]


def test_in_a_parallel_step_those_who_may_act_do_and_the_others_wait() -> None:
    env = research.parallel_env("apache", seats=3)
    observations, _ = env.reset(seed=1)
    masks = [observations[agent]["action_mask"] for agent in env.agents]
    assert all(mask[env.wait] == 0 and mask.sum() == 5 for mask in masks)
    calls = {
        agent: int(np.flatnonzero(mask)[0]) for agent, mask in zip(env.agents, masks, strict=True)
    }
    observations, *_ = env.step(calls)
    claiming = [agent for agent in env.agents if observations[agent]["action_mask"][env.wait] == 0]
    waiting = [agent for agent in env.agents if agent not in claiming]
    assert len(claiming) in (1, 3)
    assert all(observations[agent]["action_mask"].sum() == 1 for agent in waiting)


def test_an_action_outside_the_mask_is_refused_by_its_rule() -> None:
    env = research.aec_env("manitou", seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalAction) as refusal:
        env.step(int(env.action_space("seat_0").n) - 1)
    assert refusal.value.rule == "M2.2"
    with pytest.raises(SetupError, match="there is no action 999"):
        env.step(999)
    at_once = research.parallel_env("manitou", seats=2)
    at_once.reset(seed=1)
    with pytest.raises(SetupError, match="it cannot wait"):
        at_once.step({"seat_0": at_once.wait, "seat_1": 0})
    with pytest.raises(IllegalAction):
        at_once.step({"seat_0": at_once.wait - 1, "seat_1": 0})


def test_an_illegal_action_may_cost_the_match_or_be_replaced() -> None:
    env = research.aec_env("manitou", seats=2, illegal="lose")
    env.reset(seed=1)
    env.step(138)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    at_once = research.parallel_env("manitou", seats=2, illegal="lose")
    at_once.reset(seed=1)
    _, rewards, ended, _, infos = at_once.step({"seat_0": 0, "seat_1": 138})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert all(ended.values())
    assert infos["seat_1"] == {"reason": "illegal"}
    assert at_once.agents == []
    with pytest.raises(SetupError, match="call reset"):
        at_once.step({})
    first = research.aec_env("manitou", seats=2, illegal="first")
    first.reset(seed=1)
    first.step(138)
    assert not any(first.terminations.values())


def test_max_cycles_are_decisions_where_one_acts_at_a_time() -> None:
    last = dict(played_out(research.aec_env("bison", max_cycles=7), seed=1))
    assert all(cut and not ended for _, ended, cut, _ in last.values())
    env = research.aec_env("bison", max_cycles=7)
    assert sum(1 for _ in played_out(env, seed=1)) == 2


def test_the_same_seed_gives_the_same_matches_one_after_the_other() -> None:
    first, second = research.aec_env("apache"), research.aec_env("apache")
    assert dict(played_out(first, 5)) == dict(played_out(second, 5))
    first.reset()
    second.reset()
    assert np.array_equal(first.state(), second.state())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "there is no game “chess”"),
        ({"game": "bison", "seats": 5}, "2 to 4 players"),
        ({"game": "bison", "options": {"quick": True}}, "no option 'quick'"),
        ({"game": "bison", "reward": "luck"}, "there are: rank, score"),
        ({"game": "bison", "illegal": "ignore"}, "refuse, lose, first"),
        ({"game": "bison", "render_mode": "human"}, "svg, rgb_array, ansi"),
        ({"game": "bison", "max_cycles": 0}, "at least 1"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(wrong: dict[str, Any], said: str) -> None:
    for make in (research.aec_env, research.parallel_env):
        with pytest.raises(SetupError, match=said):
            make(**wrong)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["apache", "bison", "manitou"])
def test_the_table_is_drawn_as_anybody_may_see_it(game: str) -> None:
    for mode in ("svg", "ansi", "rgb_array"):
        env = research.aec_env(game, render_mode=mode)
        env.reset(seed=1)
        for _ in range(20):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        picture = env.render()
        if mode == "rgb_array":
            assert isinstance(picture, np.ndarray)
            assert picture.dtype == np.uint8
            assert picture.shape[2] == 3
            assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
        else:
            assert isinstance(picture, str)
            assert picture.startswith("<svg") == (mode == "svg")
    assert research.parallel_env(game).render() is None
