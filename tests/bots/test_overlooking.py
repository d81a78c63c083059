"""Weaker levels overlook and misjudge; they do not act against what they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import prateria
from bench.mistakes import TABLES, watch
from prateria.arena.schedule import settle
from prateria.bots import BotSeat, Budget, Observation, make
from prateria.bots.judge import Judge
from prateria.bots.learned import errors, happens, noticed
from prateria.bots.levels import EARLIER, LEVELS, level_spec, meaning, pace_of
from prateria.core.chance import Quick
from prateria.core.contract.game import numbers_of

GAMES = ("apache", "bison", "manitou")
LEARNED = ("1", "2", "3", "4")


@pytest.mark.untraced
@pytest.mark.parametrize("level", LEARNED)
@pytest.mark.parametrize("table", ["apache", "apache live"])
@pytest.mark.parametrize("players", [2, 5])
def test_no_level_plays_what_is_punished(table: str, players: int, level: str) -> None:
    counts = watch(table, f"level:{level}", players, 0, "sound")
    assert counts["plays"] > 0
    assert counts["unsound"] == 0


@pytest.mark.untraced
@pytest.mark.parametrize("bot", [*[f"level:{level}" for level in LEARNED], "greedy"])
@pytest.mark.parametrize("table", ["bison", "bison final limit"])
def test_no_level_exchanges_animals_for_nothing(table: str, bot: str) -> None:
    for players in (2, TABLES[table][0]):
        counts = watch(table, bot, players, 0, "trades")
        assert counts["actions"] > 0
        assert counts["idle exchanges"] == 0


@pytest.mark.untraced
@pytest.mark.parametrize("level", LEARNED)
def test_no_level_takes_the_worse_tile_of_a_kind(level: str) -> None:
    counts = watch("manitou", f"level:{level}", 4, 0, "tiles")
    assert counts["tiles"] > 0
    assert counts["worse tile"] == 0


def test_a_topic_is_overlooked_as_a_whole_and_what_has_none_never() -> None:
    legal, topics = ["a1", "a2", "b1", "pass"], ["a", "a", "b", None]
    found = {tuple(noticed(legal, topics, 0.5, Quick(seed))) for seed in range(60)}
    assert found == {
        ("a1", "a2", "b1", "pass"),
        ("a1", "a2", "pass"),
        ("b1", "pass"),
        ("pass",),
    }


def test_where_one_cannot_pass_something_is_noticed() -> None:
    legal, topics = ["a1", "a2", "b1"], ["a", "a", "b"]
    found = {tuple(noticed(legal, topics, 1.0, Quick(seed))) for seed in range(60)}
    assert found == {("a1", "a2"), ("b1",)}


def test_a_chance_of_nothing_never_comes_and_a_sure_one_always() -> None:
    rng = Quick(1)
    assert not any(happens(0.0, rng) for _ in range(100))
    assert all(happens(1.0, rng) for _ in range(100))


def test_misjudgements_have_a_bound() -> None:
    found = errors(4000, Quick(1))
    assert abs(found).max() <= 1
    assert abs(found.mean()) < 0.05
    assert abs(found).mean() < 0.4  # small ones are more likely


def choices(game: str, spec: str, seats: int = 2) -> Iterator[tuple[Any, list[Any], Any]]:
    """A bot's choices in a game: what it observed, what was legal, the action."""
    match = prateria.new_match(game, seats=seats, seed="overlooking")
    players = [BotSeat(make(spec), seat, "x") for seat in range(seats)]
    while match.actors:
        seat = match.actors[0]
        legal = match.legal(seat)
        observation = Observation(match.game, seat, match.view(seat), ())
        action = players[seat].decide(match)
        if len(legal) > 1:
            yield observation, legal, action
        match.play(seat, action)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_is_unsure_never_takes_what_it_sees_to_be_much_worse(game: str) -> None:
    for observation, legal, action in choices(game, "learned:unsure=1"):
        state = observation.game.determinize(observation.view, Quick(1))
        seen = list(numbers_of(observation.game).candidates(state, observation.seat, legal))
        judge = Judge(observation.game, 2)
        values = judge.weigh(state, observation.seat, seen)[:, observation.seat]
        assert values[seen.index(action)] >= values.max() - 2.001 * judge.net.spread


def test_what_is_done_to_somebody_unheeded_is_left_out() -> None:
    match = prateria.new_match("manitou", seats=3, seed="x", options={"quick": True})
    seat = match.actors[0]
    judge, state = Judge(match.game, 3), match.peek()
    legal, others = match.legal(seat), [other for other in range(3) if other != seat]
    shares = judge.weigh(state, seat, legal)
    blind = judge.weigh(state, seat, legal, others)
    assert abs(blind.sum(axis=1) - 1).max() < 1e-5
    assert abs(blind - shares).max() > 1e-4
    ratio = blind[:, others[0]] / blind[:, others[1]]
    assert abs(ratio - ratio[0]).max() < 1e-3  # their relative standing is as before


def test_an_end_is_seen_as_it_is_by_the_least_heedful() -> None:
    match = prateria.position(
        "apache", "apache 2; deck: none; up: red-hunter; choosing a", seed="x"
    )
    judge, state = Judge(match.game, 2), match.peek()
    legal = match.legal(0)[-1:]
    heeding, blind = judge.weigh(state, 0, legal), judge.weigh(state, 0, legal, [1])
    assert (heeding == blind).all()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_the_levels_of_the_first_version_are_kept(game: str, level: str) -> None:
    spec = f"level:{level}@1"
    assert f"{level}@1" in EARLIER
    before = meaning(spec, game)
    assert before.startswith("search" if level == "5" else "learned:temperature=")
    assert before.endswith("version=1")
    assert pace_of(spec) == pace_of(f"level:{level}")
    settle(game, [spec, f"level:{level}"], games=2, seed="x")


def test_an_earlier_level_that_never_was_is_refused() -> None:
    with pytest.raises(prateria.SetupError, match="levels are 1, 2, 3, 4, 5, not '5@2'"):
        make("level:5@2")


def test_a_game_of_its_own_levels_has_all_that_it_names() -> None:
    assert level_spec("5", "apache") == "search:sims=64,ms=1000,eager=1"
    assert level_spec("1", "bison") == LEVELS["1"].spec
    assert level_spec("1", "manitou") != LEVELS["1"].spec


@pytest.mark.parametrize("game", GAMES)
def test_each_level_overlooks_no_more_than_the_one_below(game: str) -> None:
    def settings(level: str) -> tuple[float, float]:
        words = level_spec(level, game).partition(":")[2].split(",")
        found = {
            key: float(text) for key, _, text in [word.partition("=") for word in words if word]
        }
        return found.get("overlook", 0.0), found.get("unsure", 0.0)

    rows = [settings(level) for level in LEARNED]
    assert rows == sorted(rows, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_luck_overlooks_the_same(game: str) -> None:
    for observation, legal, _ in list(choices(game, "level:1"))[:5]:
        bots = [make("level:1") for _ in range(2)]
        found = [bot.choose(observation, legal, Budget(), Quick(3)) for bot in bots]
        assert found[0] == found[1]
