"""The import contracts hold, and each of them detects what it is meant to."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parents[2]

HOUSE = ("__init__", "cli", "core/__init__", "core/chance", "bots/__init__", "bots/greedy")
SERVER = ("server/__init__", "server/rooms/__init__", "server/wire/__init__")
FACETS = ("drawing", "live", "notation", "numbers", "rules", "words")
GAMES = (
    "games/__init__",
    "games/bison/__init__",
    "games/manitou/__init__",
    *(f"games/bison/{facet}/__init__" for facet in FACETS),
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """An artificial prateria in which nothing is imported yet."""
    for name in (*HOUSE, *SERVER, *GAMES):
        module = tmp_path / "prateria" / f"{name}.py"
        module.parent.mkdir(parents=True, exist_ok=True)
        module.touch()
    return tmp_path / "prateria"


LINTER = """
import os, sys
from importlinter.cli import lint_imports_command

for line in sys.stdin:
    folder, output = line.splitlines()[0].split("\\t")
    if os.fork() == 0:
        os.chdir(folder)
        sys.path.insert(0, folder)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT), 1)
        lint_imports_command()
    print(os.wait()[1], flush=True)
"""
"""Lints one folder after another, each in a separate process, forked from one that has already
imported the linter, because that takes longer than linting."""

Lint: TypeAlias = Callable[[Path], tuple[bool, str]]
"""Whether the contracts hold for the package in a folder, and what the linter says."""


@pytest.fixture(scope="module")
def lint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lint]:
    config = ["--config", str(ROOT / ".importlinter"), "--no-cache"]
    pipe = subprocess.PIPE
    outputs = tmp_path_factory.mktemp("lint")
    command = [sys.executable, "-c", LINTER, *config]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as linter:
        assert linter.stdin
        assert linter.stdout
        asked, answers, number = linter.stdin, linter.stdout, count()

        def lint(folder: Path) -> tuple[bool, str]:
            output = outputs / str(next(number))
            asked.write(f"{folder}\t{output}\n")
            status = int(answers.readline())
            return status == 0, output.read_text("utf-8")

        yield lint


def test_the_contracts_hold(lint: Lint) -> None:
    kept, output = lint(ROOT / "src")
    assert kept, output


def test_an_orderly_house_keeps_them(package: Path, lint: Lint) -> None:
    (package / "__init__.py").write_text("import prateria.core.chance\n")
    (package / "cli.py").write_text("import prateria\nimport prateria.bots\nimport rich, time\n")
    (package / "bots" / "greedy.py").write_text("import prateria.core\nimport random\n")
    (package / "games" / "bison" / "__init__.py").write_text("import prateria.core.chance\n")
    kept, output = lint(package.parent)
    assert kept, output


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("core/chance", "prateria.bots", "shells over bots over core"),
        ("bots/greedy", "prateria.cli", "shells over bots over core"),
        ("server/wire/__init__", "prateria.server.rooms", "in the server, requests come in"),
        ("games/bison/__init__", "prateria.bots.greedy", "games import nothing of ours but core"),
        ("games/bison/__init__", "prateria.games.manitou", "games do not know each other"),
        (
            "games/bison/rules/__init__",
            "prateria.games.bison.numbers",
            "rules know nothing",
        ),
        ("games/bison/rules/__init__", "prateria.games.bison.words", "rules know nothing"),
        (
            "games/bison/drawing/__init__",
            "prateria.games.bison.numbers",
            "numbers for programs",
        ),
        ("games/bison/numbers/__init__", "prateria.games.bison.drawing", "needs its drawing"),
        ("cli", "prateria.games.manitou", "nobody imports a game by name"),
        ("core/chance", "prateria.games", "nobody imports a game by name"),
        ("__init__", "prateria.games.manitou", "neither does the front door"),
        ("games/bison/__init__", "prateria", "do not come in by the front door"),
        ("core/chance", "random", "core and games do no I/O"),
        ("games/manitou/__init__", "time", "core and games do no I/O"),
        ("bots/greedy", "pettingzoo", "what only research needs"),
    ],
)
def test_a_planted_import_is_caught(
    package: Path, lint: Lint, module: str, imported: str, contract: str
) -> None:
    (package / f"{module}.py").write_text(f"import {imported}\n")
    kept, output = lint(package.parent)
    assert not kept
    broken = [line for line in output.splitlines() if line.endswith("BROKEN")]
    assert any(contract in line for line in broken), output


def test_a_package_without_a_place_is_caught(package: Path, lint: Lint) -> None:
    (package / "novel.py").touch()
    kept, output = lint(package.parent)
    assert not kept
    assert "novel" in output
