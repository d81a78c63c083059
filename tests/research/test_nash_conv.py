"""How far bots are from perfect play on the small twins, as OpenSpiel computes it."""

from __future__ import annotations

import json

import pytest
from open_spiel.python import policy  # type: ignore[import-untyped]
from open_spiel.python.algorithms import exploitability  # type: ignore[import-untyped]

from prateria.cli.commands import main
from prateria.research.nash_conv import BotPolicy, distance, small_game


@pytest.mark.slow
def test_it_is_the_nash_conv_of_openspiel() -> None:
    game = small_game("manitou")
    random = policy.UniformRandomPolicy(game)
    found = distance(game, random)
    assert found.nash_conv == pytest.approx(exploitability.nash_conv(game, random))
    assert found.nash_conv > 1
    assert min(found.gains) > 0
    assert sum(found.values) == pytest.approx(0)


def test_a_bot_plays_each_action_as_often_as_it_was_drawn() -> None:
    game = small_game("manitou")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    played = BotPolicy(game, "random", draws=40)
    chances = played.action_probabilities(state)
    assert chances.keys() <= {*state.legal_actions()}
    assert sum(chances.values()) == pytest.approx(1)
    assert {round(40 * chance, 6) % 1 for chance in chances.values()} == {0}
    again = BotPolicy(game, "random", draws=40)
    assert again.action_probabilities(state) == chances
    assert BotPolicy(game, "random", 40, seed=2).action_probabilities(state) != chances


def test_a_bot_that_plays_at_random_can_be_beaten_and_a_learned_one_cannot(
    capsys: pytest.CaptureFixture[str],
) -> None:
    distances = {}
    for bot in ("random", "learned"):
        words = ["nashconv", "manitou", "--bot", bot, "--draws", "1", "--json"]
        assert main(words) == 0
        distances[bot] = json.loads(capsys.readouterr().out)["nash_conv"]
    assert distances["random"] > 1
    assert distances["learned"] <= 0.1


def test_the_figures_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nashconv", "manitou", "--bot", "learned", "--draws", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("NashConv ")
    assert "seat b" in told


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [("apache", 0.1), ("bison", 0.0), ("manitou", 0.1)])
def test_level_5_is_as_good_as_perfect_on_the_small_twins(game: str, most: float) -> None:
    small = small_game(game)
    assert distance(small, BotPolicy(small, "level:5", draws=2)).nash_conv <= most + 1e-9


@pytest.mark.parametrize(
    "words", [["--draws", "0"], ["--seed", "-1"], ["--bot", "nobody"], ["--bot", "level:9"]]
)
def test_nonsense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nashconv", "manitou", *words]) == 2
    assert capsys.readouterr().err.startswith("prateria: ")
