"""The environment is made once, rebuilt when necessary, and never trusted half-made."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.play.checkout import ROOT, edit, make_checkout
from tools import environment
from tools.environment import Environment, Failure, only_one, to_run, to_test, try_lock


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_checkout(tmp_path)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the installed parts, in order; nothing is really installed."""
    parts: list[str] = []

    def install(self: Environment, part: str) -> None:
        parts.append(part)
        if part == "python":
            self.marker.unlink(missing_ok=True)
            self.python.parent.mkdir(parents=True, exist_ok=True)
            self.python.touch()

    monkeypatch.setattr(Environment, "install", install)
    return parts


def test_the_first_start_installs_everything_and_the_second_nothing(
    root: Path, installed: list[str]
) -> None:
    to_run(root).ensure()
    assert installed == ["python", "run.txt", "project"]
    to_run(root).ensure()
    assert installed == ["python", "run.txt", "project"]


def test_testing_adds_to_the_environment_of_playing(root: Path, installed: list[str]) -> None:
    to_run(root).ensure()
    installed.clear()
    to_test(root).ensure()
    assert installed == ["test.txt"]


def test_playing_does_not_mind_what_testing_added(root: Path, installed: list[str]) -> None:
    to_test(root).ensure()
    installed.clear()
    edit(root / "requirements" / "test.txt")
    to_run(root).ensure()
    assert installed == []


@pytest.mark.parametrize("name", ["run.txt", "test.txt"])
def test_a_changed_requirement_makes_it_anew(root: Path, installed: list[str], name: str) -> None:
    to_test(root).ensure()
    installed.clear()
    edit(root / "requirements" / name)
    to_test(root).ensure()
    assert installed == ["python", "run.txt", "test.txt", "project"]


def test_a_changed_pyproject_installs_the_project_only(root: Path, installed: list[str]) -> None:
    to_run(root).ensure()
    installed.clear()
    edit(root / "pyproject.toml")
    to_run(root).ensure()
    assert installed == ["project"]


def test_another_python_makes_it_anew(
    root: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    to_run(root).ensure()
    installed.clear()
    monkeypatch.setattr("sys.version", "3.99.0 (another)")
    to_run(root).ensure()
    assert installed == ["python", "run.txt", "project"]


def test_a_moved_checkout_makes_it_anew(root: Path, installed: list[str]) -> None:
    to_run(root).ensure()
    installed.clear()
    moved = root.rename(root.with_name("moved"))
    to_run(moved).ensure()
    assert installed == ["python", "run.txt", "project"]


def test_an_edited_module_leaves_the_environment_alone(root: Path, installed: list[str]) -> None:
    to_run(root).ensure()
    installed.clear()
    edit(root / "src" / "prateria" / "core" / "chance.py")
    to_run(root).ensure()
    assert installed == []


def test_an_interrupted_start_is_taken_up_where_it_was(
    root: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Environment.install

    def interrupted(self: Environment, part: str) -> None:
        if part == "run.txt":
            raise KeyboardInterrupt
        whole(self, part)

    with monkeypatch.context() as patch:
        patch.setattr(Environment, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            to_run(root).ensure()
    assert list(to_run(root).present()) == ["python"]
    installed.clear()
    to_run(root).ensure()
    assert installed == ["run.txt", "project"]


def test_a_broken_marker_makes_it_anew(root: Path, installed: list[str]) -> None:
    to_run(root).ensure()
    installed.clear()
    to_run(root).marker.write_text("{")
    to_run(root).ensure()
    assert installed == ["python", "run.txt", "project"]


def test_only_one_holds_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "folder" / "lock"
    with only_one(lock), lock.open("a") as second:
        assert not try_lock(second.fileno())
    with lock.open("a") as third:
        assert try_lock(third.fileno())


def test_the_vendored_pip_is_the_recorded_one() -> None:
    assert environment.vendored_pip(ROOT).name == environment.PIP_WHEEL
    row = f"| `{environment.PIP_WHEEL}` | `{environment.PIP_SHA256}` | MIT, `pip-LICENSE.txt`"
    assert row in (ROOT / "vendor" / "README.md").read_text("utf-8")
    assert (ROOT / "vendor" / "pip-LICENSE.txt").read_text("utf-8").startswith("Copyright")


def test_a_tampered_pip_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "vendor" / environment.PIP_WHEEL
    wheel.parent.mkdir()
    wheel.write_bytes((ROOT / "vendor" / environment.PIP_WHEEL).read_bytes() + b"x")
    with pytest.raises(Failure, match="not the file it should be"):
        environment.vendored_pip(tmp_path)


def _pin_of(package: str, pinned: str) -> str:
    """One package's lines of a requirements file."""
    rest = pinned[pinned.index(f"{package}==") :]
    return rest[: rest.index("# via")]


@pytest.mark.slow
def test_a_bare_environment_is_filled_without_ensurepip(tmp_path: Path) -> None:
    pinned = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").write_text(_pin_of("cachetools", pinned))
    (tmp_path / "vendor").symlink_to(ROOT / "vendor")
    home = Environment(tmp_path, ".venv", ("run.txt",))
    home.ensure()
    subprocess.run([home.python, "-c", "import cachetools"], check=True)
    assert subprocess.run([home.python, "-c", "import pip"], capture_output=True).returncode == 1
