"""The files learned for a game are in its own package, whoever wrote it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from prateria.bots import levels, net
from prateria.bots.base import Budget
from prateria.bots.learned_files import LEVELS, WEIGHTS, learned_path
from prateria.bots.seat import BotSeat
from prateria.bots.specs import make
from prateria.cli.commands import main
from prateria.core import registry
from prateria.core.contract.game import AnyGame
from prateria.core.errors import SetupError
from prateria.core.matches.begin import new_match
from tests.laws.duel import Duel

ROOT = Path(__file__).parents[2]
FEATURED = """

from dataclasses import replace

class FeaturedDuel(Duel):
    def make_numbers(self):
        plain = super().make_numbers()

        def features(state, seat):
            return [[value, 1.0] for value in plain.evaluate(self.view(state, seat))]

        return replace(plain, features=features)

GAME = FeaturedDuel()
"""
BOTS = ("learned", "search:sims=20", *(f"level:{level}" for level in "12345"))


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """A game with features of its own, in an outside package."""
    package = tmp_path / "outside_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    source = (ROOT / "tests" / "laws" / "duel.py").read_text("utf-8")
    (package / "game.py").write_text(source + FEATURED, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    from outside_package.game import GAME  # type: ignore[import-not-found]

    registry.register(GAME)
    _forget()
    yield GAME
    registry.forget(GAME.meta.id)
    _forget()
    for name in ("outside_package.game", "outside_package"):
        del sys.modules[name]


def _forget() -> None:
    net.shipped.cache_clear()
    levels.levels_of.cache_clear()


def play(game: AnyGame, spec: str) -> None:
    """A whole match in which both seats are played by that bot."""
    match = new_match(game.meta.id, seats=2, seed=spec)
    seats = [BotSeat(make(spec), seat, "seed", Budget(milliseconds=20)) for seat in (0, 1)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, seats[seat].decide(match))


@pytest.mark.parametrize("spec", BOTS)
def test_before_anything_was_learned_bots_go_by_the_estimate(outside: AnyGame, spec: str) -> None:
    play(outside, spec)


def test_what_was_learned_goes_into_the_package_and_is_played_by(outside: AnyGame) -> None:
    assert net.shipped("duel") is None
    assert main(["train", "duel", "--players", "2", "--games", "4", "--ship"]) == 0
    _forget()
    path = learned_path("duel", WEIGHTS)
    assert path.parent.parent.name == "outside_package"
    weights = net.shipped("duel")
    assert weights is not None
    assert weights.net_for(2).width == 2
    play(outside, "learned")
    learned_path("duel", LEVELS).write_text('3 = "learned:unsure=1"')
    _forget()
    assert levels.level_spec("3", "duel") == "learned:unsure=1"


def test_a_game_without_a_package_cannot_be_given_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "__module__", "duel")
    registry.register(Duel())
    try:
        with pytest.raises(SetupError, match="say with --out where to write"):
            learned_path("duel", WEIGHTS)
        assert net.shipped.__wrapped__("duel") is None
    finally:
        registry.forget("duel")
