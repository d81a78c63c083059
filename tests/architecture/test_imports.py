"""The import contracts hold, and each of them catches what it is there for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
    """A made-up prateria in which nothing is imported yet."""
    for name in (*HOUSE, *SERVER, *GAMES):
        module = tmp_path / "prateria" / f"{name}.py"
        module.parent.mkdir(parents=True, exist_ok=True)
        module.touch()
    return tmp_path / "prateria"


def lint(folder: Path) -> tuple[bool, str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    config = ["--config", str(ROOT / ".importlinter"), "--no-cache"]
    done = subprocess.run(
        [sys.executable, "-c", program, *config],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    return done.returncode == 0, done.stdout


def test_the_contracts_hold() -> None:
    kept, output = lint(ROOT / "src")
    assert kept, output


def test_an_orderly_house_keeps_them(package: Path) -> None:
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
    package: Path, module: str, imported: str, contract: str
) -> None:
    (package / f"{module}.py").write_text(f"import {imported}\n")
    kept, output = lint(package.parent)
    assert not kept
    broken = [line for line in output.splitlines() if line.endswith("BROKEN")]
    assert any(contract in line for line in broken), output


def test_a_package_without_a_place_is_caught(package: Path) -> None:
    (package / "novel.py").touch()
    kept, output = lint(package.parent)
    assert not kept
    assert "novel" in output
