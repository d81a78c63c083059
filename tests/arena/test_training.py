"""Learning by self-play: it is exactly repeatable, and it learns something."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from prateria.arena import training
from prateria.arena.training import Adam, Memory, TrainingProgress, as_shares, learn, train
from prateria.bots.judge import Judge, worth
from prateria.bots.learned_files import WEIGHTS, learned_path
from prateria.bots.net import (
    Net,
    Weights,
    as_array,
    fresh_net,
    net_for,
    pack,
    plain_net,
    read_weights,
    shipped,
    unpack,
)
from prateria.cli.commands import main
from prateria.core import registry
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of
from prateria.core.contract.meta import Outcome
from prateria.core.contract.numbers import all_legal

GAMES = ("apache", "bison", "manitou")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "ROUND", 2)
    monkeypatch.setattr(training, "IMITATED", 2)
    monkeypatch.setattr(training, "STEPS", 10)


def trained(seed: int, workers: int = 1) -> Net:
    net, progress = train(
        "apache", 2, seed=seed, enough=lambda progress: progress.games >= 4, workers=workers
    )
    assert progress.games == 4
    return net


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_the_same_seed_and_games_give_the_same_weights_with_any_number_of_workers() -> None:
    one, same, spread, other = trained(1), trained(1), trained(1, workers=2), trained(2)
    assert (one.inner == same.inner).all()
    assert (one.inner == spread.inner).all()
    assert (one.inner != other.inner).any()


def test_a_lesson_makes_the_net_expect_what_happened() -> None:
    """A row that says 1 wins; the other seat's row says 0."""
    luck = np.random.default_rng(1)
    net, adam, memory = fresh_net(3, luck), Adam(), Memory(500, 2, 3)
    rows = luck.integers(0, 2, (400, 2, 3)).astype(np.float32)
    rows[:, 1, 0] = 1 - rows[:, 0, 0]
    memory.add(training.GameSamples(rows, rows[:, :, 0].astype(np.float32)))
    losses = [learn(net, adam, memory, 0.01, luck) for _ in range(4)]
    assert losses[-1] < losses[0] / 3
    shares = net.shares(np.array([[[1, 0, 1], [0, 1, 1]]], np.float32))
    assert shares[0, 0] > 0.9


def test_the_memory_forgets_the_oldest() -> None:
    memory = Memory(3, 1, 1)
    for value in range(5):
        memory.add(
            training.GameSamples(np.full((1, 1, 1), value, np.float16), np.ones((1, 1), np.float32))
        )
    assert sorted(memory.rows.ravel().tolist()) == [2, 3, 4]
    assert memory.used == 3


def test_estimates_become_shares_that_add_up() -> None:
    shares = as_shares(np.array([[3.0, 1.0], [1.0, 1.0]], np.float32))
    assert shares.sum(axis=1) == pytest.approx([1, 1])
    assert shares[0, 0] > shares[1, 0] == pytest.approx(0.5)


def test_an_end_is_worth_its_victory_and_a_little_its_score() -> None:
    clear, close = worth(Outcome((1, 2), (20, 2), "x")), worth(Outcome((1, 2), (20, 19), "x"))
    assert clear.sum() == pytest.approx(1)
    assert clear[0] > close[0] > 0.5 > close[1] > clear[1]
    assert worth(Outcome((1, 1), (5, 5), "x")).tolist() == pytest.approx([0.5, 0.5])


TRAINED_BY = {"apache": {"1", "2"}, "bison": {"2"}, "manitou": {"2"}}
"""Versions of the rules that are equivalent for training: the second version of Apache's rules
changed only who is first in the live tempo, and training plays the calm one."""


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_weights_fit_their_game_and_tell_how_they_were_made(game: str) -> None:
    weights = shipped(game)
    assert weights is not None
    assert weights.game == game
    rules = registry.get(game)
    for players in range(rules.meta.least, rules.meta.most + 1):
        state = rules.new(rules.ruleset(players, {}), players)
        width = len(numbers_of(rules).features(state, 0)[0])
        assert net_for(game, players, width).width == width
    for players in weights.nets:
        story = weights.story[str(players)]
        assert story["command"].startswith(f"prateria train {game} --players {players} --games ")
        assert story["rules"] in TRAINED_BY[game]
        assert rules.meta.rules_version in TRAINED_BY[game]
    assert learned_path(game, WEIGHTS).stat().st_size < 200_000


@pytest.mark.slow
@pytest.mark.parametrize("game", ["apache", "manitou"])
def test_the_command_in_the_file_begins_as_it_began_when_the_weights_were_made(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first round; to four digits it does not depend on the machine.

    Bots still considered every action then; in Bison, others than now.
    """
    rules = registry.get(game)
    all_actions = replace(numbers_of(rules), candidates=all_legal)
    monkeypatch.setattr(rules, "numbers", all_actions)
    weights = shipped(game)
    assert weights is not None
    story = weights.story["2"]
    words = shlex.split(story["command"])
    told: list[TrainingProgress] = []
    train(
        game,
        2,
        seed=int(words[words.index("--seed") + 1]),
        hidden=int(words[words.index("--hidden") + 1]),
        enough=lambda progress: progress.games > 0,
        report=told.append,
    )
    assert told[0].loss == pytest.approx(story["losses"][str(told[0].games)], abs=2e-4)


def test_weights_survive_being_written() -> None:
    net = fresh_net(7, np.random.default_rng(1))
    again = unpack(pack(net))
    assert np.abs(again.inner - net.inner).max() < 0.001
    weights = read_weights(Weights("x", {2: net, 4: net}, {"a": 1}).dumps())
    assert sorted(weights.nets) == [2, 4]
    assert weights.net_for(3) is weights.nets[4]
    assert weights.net_for(5) is weights.nets[4]
    with pytest.raises(ValueError, match="format 9"):
        read_weights('{"format": 9}')


def test_a_game_without_weights_goes_by_its_estimate() -> None:
    net = net_for("nowhere", 3, 1)
    shares = net.shares(as_array([[[2.0], [0.0], [-2.0]]]))[0]
    assert shares[0] > shares[1] > shares[2]
    assert plain_net().width == 1
    with pytest.raises(LookupError, match="train them again"):
        net_for("nowhere", 3, 12)


def test_the_judge_sees_an_end_for_what_it_is() -> None:
    game = registry.get("apache")
    rng = Quick(1)
    state = game.new(game.ruleset(2, {}), 2)
    while True:
        actors = game.actors(state)
        if actors[0] < 0:
            game.apply(state, game.sample(state, rng))
            continue
        after = game.copy(state)
        game.apply(after, game.legal(state, actors[0])[-1])
        if game.outcome(after) is not None:
            break
        game.apply(state, game.legal(state, actors[0])[-1])
    shares = Judge(game, 2).weigh(state, actors[0], game.legal(state, actors[0])[-1:])
    assert shares[0].tolist() == pytest.approx([0.5, 0.5])  # nobody has claimed anything


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_the_command_trains_for_each_number_of_players_and_keeps_others(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    assert main(["train", "apache", "--players", "2", "--games", "2", "--out", str(out)]) == 0
    tuned = replace(read_weights(out.read_text()), levels={"5": "greedy"}, search={"rounds": 1})
    out.write_text(tuned.dumps())
    assert (
        main(
            [
                "train",
                "apache",
                "--players",
                "3",
                "--minutes",
                "0.0001",
                "--keep",
                "--out",
                str(out),
            ]
        )
        == 0
    )
    weights = read_weights(out.read_text())
    assert sorted(weights.nets) == [2, 3]
    assert (weights.levels, weights.search) == ({"5": "greedy"}, {"rounds": 1})
    assert weights.story["3"]["command"].startswith(
        "prateria train apache --players 3 --games 2 --seed 1"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "two"],
        ["--players", "9"],
        ["--games", "0"],
        ["--games", "1", "--minutes", "1"],
    ],
)
def test_nonsense_is_refused_before_learning(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "apache", *words]) == 2
    assert capsys.readouterr().err.startswith("prateria: ")


def test_progress_is_plain() -> None:
    assert TrainingProgress(1, 2.0, 3.0).games == 1
