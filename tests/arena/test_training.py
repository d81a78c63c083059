"""Learning by self-play: it is exactly repeatable, and it learns something."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import prateria
from prateria.arena import self_play, training
from prateria.arena.self_play import GameSamples, Job, play_game, returns
from prateria.arena.training import (
    Adam,
    Course,
    Memory,
    Training,
    TrainingProgress,
    as_shares,
    follow,
    learn,
    plan,
    train,
)
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


def trained(seed: int, workers: int = 1, simulations: int = 0) -> Net:
    lesson = Training(Course("apache", 2, seed, 8, simulations))
    net = train(lesson, enough=lambda progress: progress.games >= 4, workers=workers)
    assert lesson.progress.games == 4
    return net


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_the_same_seed_and_games_give_the_same_weights_with_any_number_of_workers() -> None:
    one, same, spread, other = trained(1), trained(1), trained(1, workers=2), trained(2)
    assert (one.inner == same.inner).all()
    assert (one.inner == spread.inner).all()
    assert (one.inner != other.inner).any()


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("simulations", [0, 3])
def test_a_training_that_was_interrupted_goes_on_as_if_it_had_not(
    tmp_path: Path, simulations: int
) -> None:
    course, path = Course("apache", 2, 1, 8, simulations), tmp_path / "x.2.training"
    whole = trained(1, simulations=simulations)
    train(first := Training(course), enough=lambda progress: progress.games >= 2)
    first.told.losses["2"] = 0.5
    first.save(path)
    again = Training.load(path, course)
    assert (again.progress.games, again.told.losses) == (2, {"2": 0.5})
    net = train(again, enough=lambda progress: progress.games >= 4)
    for part in ("inner", "bias", "outer"):
        assert (getattr(net, part) == getattr(whole, part)).all()
    assert net.spread == whole.spread
    with pytest.raises(prateria.SetupError, match="another training"):
        Training.load(path, replace(course, seed=2))
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.usefixtures("short")
def test_a_search_plays_from_the_game_on_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[int] = []

    def note(job: Job) -> GameSamples:
        played.append(job.simulations)
        return play_game(job)

    monkeypatch.setattr(training, "play_game", note)
    lesson = Training(Course("apache", 2, 1, 8, simulations=3, search_after=4))
    train(lesson, enough=lambda progress: progress.games >= 6)
    assert played[:6] == [0, 0, 0, 0, 3, 3]


def test_what_a_search_finds_becomes_the_target() -> None:
    """The λ-return after a decision comes from the values of later ones, and from the end."""
    values = [np.array(row, np.float32) for row in ([0.5, 0.5], [0.6, 0.4], [0.2, 0.8])]
    targets = returns(values, np.array([1, 0], np.float32), 0.9)
    assert targets[2].tolist() == pytest.approx([1, 0])
    assert targets[1].tolist() == pytest.approx([0.9 + 0.02, 0.08])
    assert targets[0].tolist() == pytest.approx([0.9 * 0.92 + 0.06, 0.9 * 0.08 + 0.04])
    net = fresh_net(len(features_of("manitou")[0]), np.random.default_rng(1))
    samples = play_game(Job("manitou", 2, net, 0.2, 1, False, simulations=2))
    assert samples.spread > 0
    assert np.abs(samples.targets.sum(axis=1) - 1).max() < 1e-3


def test_strength_is_the_share_won_against_another_net() -> None:
    net = net_for("manitou", 2, len(features_of("manitou")[0]))
    weak = replace(net, outer=-net.outer)
    strong = self_play.play_duel(self_play.Duel("manitou", 2, net, weak, 1))
    assert strong == 1
    assert self_play.play_duel(self_play.Duel("manitou", 2, weak, net, 1)) == 0


def test_the_mean_of_the_weights_follows_them() -> None:
    luck = np.random.default_rng(1)
    net, mean = fresh_net(3, luck), fresh_net(3, luck)
    gap = np.abs(net.inner - mean.inner).max()
    follow(mean, net, 0.5)
    assert np.abs(net.inner - mean.inner).max() == pytest.approx(gap / 2)
    follow(mean, net, 3)
    assert np.abs(net.inner - mean.inner).max() < 1e-6


def test_the_plan_never_stands_still() -> None:
    temperatures, rates = zip(*map(plan, (0, 500, 1000, 4000)), strict=True)
    assert temperatures[0] > temperatures[1] > temperatures[2] == temperatures[3]
    assert rates[0] > rates[1] > rates[2] == pytest.approx(2 * rates[3])


def features_of(game_id: str) -> list[list[float]]:
    rules = registry.get(game_id)
    return numbers_of(rules).features(rules.new(rules.ruleset(2, {}), 2), 0)


def test_a_lesson_makes_the_net_expect_what_happened() -> None:
    """A row that says 1 wins; the other seat's row says 0."""
    luck = np.random.default_rng(1)
    net, adam, memory = fresh_net(3, luck), Adam(), Memory(500, 2, 3)
    rows = luck.integers(0, 2, (400, 2, 3)).astype(np.float32)
    rows[:, 1, 0] = 1 - rows[:, 0, 0]
    memory.add(GameSamples(rows, rows[:, :, 0].astype(np.float32)))
    losses = [learn(net, adam, memory, 0.01, luck) for _ in range(4)]
    assert losses[-1] < losses[0] / 3
    shares = net.shares(np.array([[[1, 0, 1], [0, 1, 1]]], np.float32))
    assert shares[0, 0] > 0.9


def test_the_memory_forgets_the_oldest() -> None:
    memory = Memory(3, 1, 1)
    for value in range(5):
        memory.add(GameSamples(np.full((1, 1, 1), value, np.float16), np.ones((1, 1), np.float32)))
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
    seed, hidden = (int(words[words.index(name) + 1]) for name in ("--seed", "--hidden"))
    lesson = Training(Course(game, 2, seed, hidden))
    train(lesson, enough=lambda progress: progress.games > 0, report=told.append)
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
