from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

import prateria
from prateria.core import registry
from prateria.core.contract.game import face_of
from prateria.core.contract.meta import Option
from prateria.core.drawing.scene import Art
from prateria.core.errors import SetupError
from tests.laws.duel import Duel

BROKEN = """
from prateria.core.rules import read_rulebook
BOOK = read_rulebook("nowhere_at_all")
"""


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
    registry.forget("odd")


def test_a_game_s_package_is_where_its_class_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    source = "from tests.laws.duel import Duel\n\n\nclass Mine(Duel):\n    pass\n"
    (tmp_path / "box").mkdir()
    for name in ("lone.py", "box/__init__.py", "box/game.py"):
        (tmp_path / name).write_text(source)
    modules = [importlib.import_module(name) for name in ("lone", "box", "box.game")]
    assert [registry.package_of(module.Mine()) for module in modules] == [None, "box", "box"]
    for name in ("lone", "box", "box.game"):
        del sys.modules[name]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that offers a game and cannot be imported, beside ours."""
    (tmp_path / "broken_game.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(tmp_path)
    points = [*entry_points(group=registry.GROUP)]
    points.append(EntryPoint("broken", "broken_game:GAME", registry.GROUP))
    monkeypatch.setattr(registry, "entry_points", lambda **_: points)
    yield
    registry.forget("broken")


@pytest.mark.usefixtures("broken")
def test_a_package_that_is_broken_is_named_and_takes_nobody_down() -> None:
    names = [game.meta.id for game in registry.games()]
    assert names == ["apache", "bison", "manitou"]
    (fault,) = registry.faults()
    assert "the game “broken” of broken_game:GAME cannot be loaded" in str(fault)
    for _ in range(2):
        with pytest.raises(SetupError, match="nowhere_at_all"):
            registry.get("broken")


class Misruled(Duel):
    """An option names a rule that is not in the rulebook."""

    def __init__(self) -> None:
        super().__init__()
        option = Option("quick", (False, True), False, "D9.9")
        self.meta = replace(self.meta, options=(option,))


class Artless(Duel):
    """Its drawing cannot be read."""

    def __init__(self) -> None:
        super().__init__()

        def art() -> Art:
            raise OSError("table.css is missing")

        self.face = replace(face_of(self), art=art)


class Faceless(Duel):
    """A game with nothing to show."""

    def __init__(self) -> None:
        super().__init__()
        self.face = None


@pytest.mark.parametrize(
    ("kind", "why"),
    [(Misruled, "unknown rule D9.9"), (Artless, "table.css is missing"), (Faceless, "")],
)
def test_what_pages_show_of_every_game_is_read_when_it_is_loaded(
    kind: type[Duel], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("duel", "somewhere:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_offers", lambda: (point,))
    monkeypatch.setattr(EntryPoint, "load", lambda _: kind())
    registry.forget("duel")
    try:
        found = [game.meta.id for game in registry.games() if game.meta.id == "duel"]
        told = [str(fault) for fault in registry.faults()]
        assert (found, [why in text for text in told]) == (([], [True]) if why else (["duel"], []))
    finally:
        registry.forget("duel")
