from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.errors import SetupError
from tests.laws.duel import Duel


def test_our_games_are_found_by_entry_point() -> None:
    assert "manitou" in prateria.game_ids()
    assert registry.get("manitou").meta.name == "Manitou"


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(SetupError, match=r"no game “chess”; there are: .*manitou"):
        registry.get("chess")


def test_a_game_can_be_registered_and_forgotten() -> None:
    registry.register(Duel())
    try:
        assert "duel" in registry.ids()
        assert prateria.new_match("duel", seats=2, seed="x").actors == (0, 1, prateria.CLOCK)
    finally:
        registry.forget("duel")
    assert "duel" not in registry.ids()


def test_without_games_the_installation_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(**_: Any) -> list[EntryPoint]:
        return []

    monkeypatch.setattr(registry, "entry_points", none)
    monkeypatch.setattr(registry, "_loaded", {})
    with pytest.raises(SetupError, match="is the package installed"):
        registry.get("manitou")


@pytest.mark.parametrize("value", ["math:pi", "prateria.games.manitou:GAME"])
def test_what_is_not_that_game_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def one(**_: Any) -> list[EntryPoint]:
        return [EntryPoint("odd", value, registry.GROUP)]

    monkeypatch.setattr(registry, "entry_points", one)
    with pytest.raises(SetupError, match="is not a game with the id “odd”"):
        registry.get("odd")
