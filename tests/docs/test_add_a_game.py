"""docs/add-a-game.md builds a game: its files, put where they say, are a package that works."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from prateria.cli import main
from prateria.core import registry
from prateria.core.contract.game import AnyGame, face_of
from prateria.core.laws import check_laws
from prateria.core.lessons.lesson import parse_lesson
from prateria.core.lessons.teacher import faults
from tests.docs.markdown import ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
FILE = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def write(folder: Path, page: str) -> None:
    """The files of a page; of one that comes twice, the later."""
    for name, text in FILE.findall(page):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose `src` can be imported from, as `./play add` has it."""
    monkeypatch.syspath_prepend(tmp_path / "src")
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    yield tmp_path
    registry.forget("heap")
    for name in [name for name in sys.modules if name.partition(".")[0] == "heap"]:
        del sys.modules[name]


def heap() -> AnyGame:
    game: AnyGame = importlib.import_module("heap").GAME
    registry.register(game)
    return game


def test_the_first_half_is_a_game_for_people(package: Path) -> None:
    write(package, PAGE.partition("## Install it")[0])
    game = heap()
    assert game.numbers is None
    assert game.face is None
    for seed in range(5):
        assert check_laws(game, 2, {"counters": 20}, seed=seed) >= 7
    assert main(["simulate", "heap", "--games", "3", "--seed", "s"]) == 0
    assert main(["rules", "heap", "H1.3"]) == 0


def test_the_whole_page_is_a_game_for_bots_and_pages(package: Path) -> None:
    write(package, PAGE)
    game = heap()
    for seed in range(5):
        assert check_laws(game, 2, {"counters": 10}, seed=seed) >= 4
    assert "counter-1" in face_of(game).picture(game.view(game.new(game.ruleset(2, {}), 2), None))
    bots = ["--bots", "greedy,random", "--games", "10", "--seed", "s"]
    assert main(["arena", "heap", *bots]) == 0
    lesson = (package / "src" / "heap" / "lesson.toml").read_text("utf-8")
    assert faults(game, parse_lesson(lesson)) == []


def test_weights_belong_into_the_package_of_the_page(package: Path) -> None:
    write(package, PAGE)
    assert registry.package_of(heap()) == "heap"


def test_the_package_offers_the_game_and_brings_its_files(package: Path) -> None:
    write(package, PAGE)
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"] == {"prateria.games": {"heap": "heap:GAME"}}
    shown = re.findall(r"^    (\w+\.\w+) ", PAGE.partition("```\nheap/\n")[2], re.MULTILINE)
    written = {path.name for path in (package / "src" / "heap").glob("*.*")}
    assert written == {*shown}


def test_whatever_the_page_imports_is_in_the_reference() -> None:
    imported = set(re.findall(r"^from (prateria[\w.]*) import", PAGE, re.MULTILINE))
    listed = "\n".join(
        page.read_text("utf-8") for page in (ROOT / "docs" / "reference").glob("*.md")
    )
    # `from prateria.core import registry` names a package, and its module in what is imported.
    assert {name for name in imported if f"::: {name}\n" not in listed} <= {"prateria.core"}


def test_every_field_of_rules_toml_is_described() -> None:
    table = PAGE.partition("## rules.toml")[2].partition("## ")[0]
    for field in ("version", "rulebooks", "minutes", "headings", "section", "ruling"):
        assert f"`{field}`" in table
    for field in ("[line]", "[[section]]", "[[rule]]", "number", "en"):
        assert f"`{field}`" in table
