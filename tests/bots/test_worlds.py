"""Actions are compared in the same worlds: the luck is shared, and the worse ones are dropped."""

from __future__ import annotations

from typing import Any

import pytest

import prateria
from prateria.bots import BotSeat, Budget, Observation, make
from prateria.bots.judge import Judge, worth
from prateria.bots.net import shipped
from prateria.bots.search import SearchBot
from prateria.bots.worlds import Candidate, Luck, Worlds
from prateria.core.chance import Quick
from prateria.core.matches.match import Match


def begun(match: Match, seat: int, rounds: int = 2, most: int = 4) -> Worlds:
    """A comparison that starts from a match's position."""
    world = match.game.determinize(match.view(seat), Quick(1))
    judge = Judge(match.game, match.game.notation.setup(world)[0])
    worlds = Worlds(judge, seat, rounds=rounds, temperature=0.3, doubt=0.5)
    worlds.begin(world, match.legal(seat), most, float("inf"))
    return worlds


def in_play(game: str = "apache", moves: int = 30, **options: Any) -> Match:
    match = prateria.new_match(game, seats=2, seed="worlds", options=options)
    players = [BotSeat(make("learned"), seat, "x") for seat in range(2)]
    for _ in range(moves):
        seat = match.actors[0]
        match.play(seat, players[seat].decide(match))
    return match


def with_values(first: float, values: list[float]) -> Candidate:
    one = Candidate(first, first)
    one.values = values
    return one


def test_the_same_action_twice_comes_to_the_same_in_every_world() -> None:
    match = in_play()
    worlds = begun(match, match.actors[0], rounds=3)
    same = worlds.open[0]
    worlds.open = [same, Candidate(same.action, same.first)]
    for _ in range(6):
        worlds.look_into(match.view(match.actors[0]), Quick(len(same.values)))
    assert worlds.open[0].values == worlds.open[1].values
    assert len(set(same.values)) > 1
    assert worlds.trials == 12


def test_one_more_draw_of_one_kind_leaves_the_others_as_they_were() -> None:
    one, other = Luck(5), Luck(5)
    one.of("Order").below(100)
    drawn = [[luck.of("Turn").below(1000) for _ in range(5)] for luck in (one, other)]
    assert drawn[0] == drawn[1]
    assert [one.of("Order").below(1000) for _ in range(5)] != drawn[0]


def test_what_is_surely_worse_is_left_out_and_what_may_be_better_is_not() -> None:
    match = in_play()
    worlds = begun(match, match.actors[0])
    good = with_values(0.5, [0.50, 0.60, 0.55, 0.52])
    close = with_values(0.5, [0.52, 0.55, 0.56, 0.50])
    bad = with_values(0.5, [0.30, 0.41, 0.36, 0.31])
    worlds.open = [bad, close, good]
    worlds.narrow(1)
    assert worlds.open == [good, close]


def test_as_many_as_asked_are_kept() -> None:
    match = in_play()
    worlds = begun(match, match.actors[0])
    good, bad = with_values(0.5, [0.5, 0.6, 0.5]), with_values(0.5, [0.2, 0.3, 0.2])
    worlds.open = [bad, good]
    worlds.narrow(2)
    assert worlds.open == [good, bad]
    worlds.narrow(1)
    assert worlds.open == [good]


def test_few_worlds_full_of_luck_do_not_outweigh_the_net() -> None:
    match = in_play()
    worlds = begun(match, match.actors[0])
    liked = with_values(0.53, [0.1, 0.9, 0.2])
    lucky = with_values(0.50, [0.9, 0.2, 0.2])
    worlds.open = [lucky, liked]
    assert worlds.ranked() == [liked, lucky]
    surely = with_values(0.50, [0.15, 0.95, 0.25] * 40)
    liked.values = [0.1, 0.9, 0.2] * 40
    worlds.open = [liked, surely]
    assert worlds.ranked() == [surely, liked]


def test_only_the_best_liked_are_looked_at() -> None:
    match = in_play()
    assert len(match.legal(match.actors[0])) > 2
    assert len(begun(match, match.actors[0], most=2).open) == 2


def test_where_the_match_ends_first_the_end_counts() -> None:
    match = prateria.new_match("apache", seats=2, seed="worlds 0")
    players = [BotSeat(make("learned"), seat, "x") for seat in range(2)]
    while match.actors:
        seat = match.actors[0]
        view, legal = match.view(seat), match.legal(seat)
        match.play(seat, players[seat].decide(match))
    worlds = Worlds(Judge(match.game, 2), seat, rounds=9, temperature=0.3, doubt=0.5)
    worlds.begin(match.game.determinize(view, Quick(1)), legal, 4, float("inf"))
    worlds.look_into(view, Quick(1))
    outcome = match.outcome
    assert outcome is not None
    last = [entry.action for entry in match.log.entries if entry.by == seat][-1]
    chosen = next(one for one in worlds.open if one.action == last)
    assert chosen.values == [pytest.approx(float(worth(outcome)[seat]))]


@pytest.mark.parametrize("tempo", ["calm", "live"])
def test_apache_is_searched_in_worlds_in_either_tempo(tempo: str) -> None:
    weights = shipped("apache")
    assert weights is not None
    assert weights.search["rounds"] > 0
    match = prateria.new_match("apache", seats=3, seed="x", options={"tempo": tempo})
    seat = next(actor for actor in match.actors if actor >= 0)
    observation = Observation(match.game, seat, match.view(seat), ())
    bot = SearchBot(simulations=24)
    legal = match.legal(seat)
    assert bot.choose(observation, legal, Budget(), Quick(1)) in legal


def test_an_eager_comparison_stops_when_one_is_left() -> None:
    match = in_play()
    spent: dict[int, int] = {}
    for eager in (0, 1):
        bot = SearchBot(simulations=400, knobs={"rounds": 1, "eager": eager})
        seat = match.actors[0]
        observation = Observation(match.game, seat, match.view(seat), ())
        bot.choose(observation, match.legal(seat), Budget(), Quick(1))
        spent[eager] = bot.simulations
    assert spent[0] >= 400
    assert spent[1] <= spent[0]
