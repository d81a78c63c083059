"""Added packages stay, whatever happens to the environment; a broken one is named."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.checkout import ROOT, edit, make_checkout
from tools import added
from tools.environment import ADDED, Environment, Failure, to_run

BACKEND = """
import zipfile
from pathlib import Path

NAME = "heap_of_somebody"
POINTS = "[prateria.games]\\nheap = heap_game:GAME\\n"
WHEEL = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
METADATA = f"Metadata-Version: 2.1\\nName: {NAME}\\nVersion: 1\\n"

def build_editable(folder, settings=None, metadata=None):
    wheel = f"{NAME}-1-py3-none-any.whl"
    info = f"{NAME}-1.dist-info"
    with zipfile.ZipFile(Path(folder) / wheel, "w") as file:
        file.writestr(f"{NAME}.pth", str(Path.cwd()))
        file.writestr(f"{info}/METADATA", METADATA)
        file.writestr(f"{info}/WHEEL", WHEEL)
        file.writestr(f"{info}/entry_points.txt", POINTS)
        file.writestr(f"{info}/RECORD", "")
    return wheel
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


def make_package(folder: Path, code: str) -> Path:
    """An outside game, and a way to install it without the network."""
    folder.mkdir()
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    (folder / "heap_game.py").write_text(code)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_checkout(tmp_path / "checkout")


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the installed parts, in order; nothing is really installed."""
    found: list[str] = []

    def install(self: Environment, part: str) -> None:
        found.append(part)
        if part == "python":
            self.marker.unlink(missing_ok=True)
            self.python.parent.mkdir(parents=True, exist_ok=True)
            self.python.touch()
        elif not Path(part.removeprefix("added ")).exists() and part.startswith("added "):
            raise Failure("pip could not")

    monkeypatch.setattr(Environment, "install", install)
    return found


def test_what_was_added_is_there_again_after_pins_change(
    root: Path, tmp_path: Path, parts: list[str]
) -> None:
    package = make_package(tmp_path / "heap", "")
    (root / ADDED).write_text(f"{package}\n")
    to_run(root).ensure()
    assert parts == ["python", "run.txt", "project", f"added {package}"]
    parts.clear()
    to_run(root).ensure()
    assert parts == []
    edit(root / "requirements" / "run.txt")
    to_run(root).ensure()
    assert parts == ["python", "run.txt", "project", f"added {package}"]
    parts.clear()
    edit(package / "pyproject.toml")
    to_run(root).ensure()
    assert parts == [f"added {package}"]


def test_one_that_has_gone_is_named_and_the_rest_goes_on(
    root: Path, tmp_path: Path, parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    gone, package = tmp_path / "gone", make_package(tmp_path / "heap", "")
    (root / ADDED).write_text(f"{gone}\n{package}\n")
    to_run(root).ensure()
    assert f"{gone} cannot be installed and is left out" in capsys.readouterr().err
    assert set(to_run(root).present()) == {"python", "run.txt", "project", f"added {package}"}


@pytest.mark.parametrize(
    ("arguments", "told"), [([], "PATH"), (["a", "b"], "PATH"), (["."], "no pyproject.toml")]
)
def test_what_is_no_package_is_refused(
    arguments: list[str], told: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    with pytest.raises(Failure, match=told):
        added.add(root, arguments)


def test_only_what_was_added_can_be_removed(root: Path) -> None:
    with pytest.raises(Failure, match="was not added; there are: none"):
        added.remove(root, ["nothing"])


@pytest.mark.slow
def test_a_game_is_added_played_broken_and_removed(tmp_path: Path) -> None:
    """In a separate checkout with a real environment."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in ("tools", "requirements", "vendor", "src"):
        shutil.copytree(ROOT / name, root / name)
    for name in ("play", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root / name)
    duel = (ROOT / "tests" / "laws" / "duel.py").read_text("utf-8")
    code = duel.replace('"duel"', '"heap"') + "\nGAME = Duel()\n"
    package = make_package(tmp_path / "heap", code)

    def play(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(root / "play"), *words]
        return subprocess.run(command, capture_output=True, text=True)

    said = play("add", str(package))
    assert said.returncode == 0, said.stderr
    assert "game heap" in said.stderr
    assert "heap: " in play("games").stdout
    (package / "heap_game.py").write_text("1 / 0")
    games = play("games")
    assert games.returncode == 0
    assert "the game “heap” of heap_game:GAME cannot be loaded: ZeroDivisionError" in games.stdout
    assert "manitou: " in games.stdout
    assert play("remove", str(package)).returncode == 0
    assert "heap" not in play("games").stdout
