"""Bots choose legally, from what their seat may know, and repeat their choice with the same
luck."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import prateria
from prateria.bots import Bot, BotSeat, Budget, Observation, decision_rng, make, names, specs
from prateria.bots.base import undisturbed
from prateria.bots.levels import canonical
from prateria.core.chance import Quick, Rng


class Noting:
    """A bot that keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Observation] = []

    def choose(
        self, observation: Observation, legal: Sequence[Any], budget: Budget, rng: Rng
    ) -> Any:
        self.shown.append(observation)
        return legal[0]


def observe(match: prateria.Match, seat: int) -> Observation:
    return Observation(match.game, seat, match.view(seat), ())


@pytest.mark.parametrize("name", ["random", "greedy", "greedy:noise=1", "learned", "level:2"])
def test_a_bot_plays_whole_games_legally(name: str) -> None:
    match = prateria.new_match("manitou", seats=3, seed="x", options={"quick": True})
    seats = [BotSeat(make(name), seat, "x") for seat in range(3)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, seats[seat].decide(match))
    assert match.outcome is not None


def test_the_random_bot_chooses_every_action_sooner_or_later() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x")
    legal, bot, rng = match.legal(0), make("random"), Quick(1)
    chosen = {bot.choose(observe(match, 0), legal, Budget(), rng) for _ in range(300)}
    assert chosen == set(legal)


def test_the_greedy_bot_beats_random_ones() -> None:
    wins = 0
    for number in range(4):
        seed = str(number)
        match = prateria.new_match("manitou", seats=2, seed=seed)
        seats = [BotSeat(make(name), seat, seed) for seat, name in enumerate(("greedy", "random"))]
        while match.actors:
            seat = match.actors[0]
            match.play(seat, seats[seat].decide(match))
        assert match.outcome is not None
        wins += 0 in match.outcome.winners
    assert wins >= 3


def test_a_bot_sees_its_seat_s_view_and_each_event_once_with_its_eyes() -> None:
    match = prateria.new_match("manitou", seats=2, seed="x", options={"quick": True})
    bots = [Noting(), Noting()]
    seats = [BotSeat(bot, seat, "x") for seat, bot in enumerate(bots)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, seats[seat].decide(match))
    for seat, bot in enumerate(bots):
        assert {observation.view.seat for observation in bot.shown} == {seat}
        told = [event for observation in bot.shown for event in observation.events]
        seen = [
            match.game.seen(event, seat) for entry in match.log.entries for event in entry.events
        ]
        assert told == [event for event in seen if event is not None][: len(told)]


def test_the_luck_of_a_decision_depends_on_seed_seat_and_version_only() -> None:
    def draws(seed: str, seat: int, version: int) -> list[int]:
        rng = decision_rng(seed, seat, version)
        return [rng.below(1000) for _ in range(5)]

    rows = [draws("x", 0, 1), draws("y", 0, 1), draws("x", 1, 1), draws("x", 0, 2)]
    assert len({tuple(row) for row in rows}) == 4
    assert draws("x", 0, 1) == rows[0]


def test_unknown_bots_and_details_are_named() -> None:
    with pytest.raises(
        prateria.SetupError,
        match="no bot 'genius'; there are: random, greedy, learned, search, level",
    ):
        make("genius:3")
    with pytest.raises(prateria.SetupError, match="nothing after a colon, not '3'"):
        make("random:3")


def test_another_package_can_bring_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "noting"

        def load(self) -> Any:
            def factory(details: str) -> Bot:
                assert details == "level=3"
                return Noting()

            return factory

    monkeypatch.setattr(specs, "entry_points", lambda *, group: [Point()])
    assert names() == ("random", "greedy", "learned", "search", "level", "noting")
    assert isinstance(make("noting:level=3"), Noting)


@pytest.mark.parametrize("kind", ["learned", "search"])
@pytest.mark.parametrize("name", ["temperature", "t", "heat"])
def test_a_temperature_has_a_short_name_and_an_old_one(kind: str, name: str) -> None:
    """Old reports, tables and weights say `heat`."""
    known = {"temperature": float}
    assert specs.read_details(kind, f"{name}=0.5", known) == {"temperature": 0.5}
    make(f"{kind}:{name}=0.5")
    assert canonical(f"{kind}:ms=1, {name}=0.5") == f"{kind}:ms=1,temperature=0.5"


@pytest.mark.parametrize("spec", ["learned", "level:3", "mine:heat=1", "greedy:noise=2"])
def test_other_specs_stay_as_they_are(spec: str) -> None:
    assert canonical(spec) == spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("level:6", "levels are 1, 2, 3, 4, 5, not '6'"),
        ("search:luck=3", "knows ms, sims, .* not 'luck'"),
        ("search:ms=much", "ms of the bot 'search' is a number"),
        ("search:ms=0", "at least one millisecond"),
        ("greedy:noise=-1", "cannot be negative"),
        ("greedy:heat=1", "knows noise, not 'heat'"),
    ],
)
def test_details_that_make_no_sense_are_explained(spec: str, message: str) -> None:
    with pytest.raises(prateria.SetupError, match=message):
        make(spec)


def test_a_file_brings_a_bot_with_two_or_four_arguments(tmp_path: Path) -> None:
    short, long, none = tmp_path / "shorty.py", tmp_path / "longy.py", tmp_path / "empty.py"
    short.write_text("def choose(observation, legal):\n    return legal[0]\n")
    long.write_text(
        "def choose(observation, legal, budget, rng):\n    return legal[rng.below(1)]\n"
    )
    none.write_text("")
    match = prateria.new_match("manitou", seats=2, seed="x")
    for path in (short, long):
        name = specs.load_code(str(path))
        legal = match.legal(0)
        assert make(name).choose(observe(match, 0), legal, Budget(), Quick(1)) == legal[0]
        assert name in names()
    with pytest.raises(prateria.SetupError, match="has no function choose"):
        specs.load_code(str(none))
    with pytest.raises(prateria.SetupError, match="one of our own"):
        specs.load_code(str(tmp_path / "greedy.py"))
    with pytest.raises(prateria.SetupError, match="no such file"):
        specs.load_code(str(tmp_path / "nowhere.py"))


def test_two_files_cannot_bring_bots_of_one_name(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "twin.py").write_text("def choose(observation, legal): ...\n")
    assert specs.load_code(str(tmp_path / "one" / "twin.py")) == "twin"
    assert specs.load_code(str(tmp_path / "two" / ".." / "one" / "twin.py")) == "twin"
    with pytest.raises(prateria.SetupError, match=r"one/twin.py has brought a bot 'twin'; rename"):
        specs.load_code(str(tmp_path / "two" / "twin.py"))


@pytest.mark.parametrize("is_on", [True, False])
def test_garbage_is_left_alone_while_a_bot_thinks_and_as_before_afterwards(*, is_on: bool) -> None:
    seen: list[bool] = []

    @undisturbed()
    def think() -> None:
        seen.append(gc.isenabled())
        raise LookupError

    before = gc.isenabled()
    try:
        (gc.enable if is_on else gc.disable)()
        with pytest.raises(LookupError):
            think()
        seen.append(gc.isenabled())
    finally:
        (gc.enable if before else gc.disable)()
    assert seen == [False, is_on]
