"""`./play` finds its Python and dispatches its commands."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from tests.play.checkout import ROOT
from tools import checks, compiled, docs, environment, formatting, golden, pins, product, texts


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    loader = SourceFileLoader("play", str(ROOT / "play"))
    spec = spec_from_loader("play", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    calls: list[tuple[str, list[str]]] = []
    for module in (checks, compiled, docs, formatting, golden, pins, product, texts):
        name = module.__name__.removeprefix("tools.")

        def run(root: Path, arguments: list[str], name: str = name) -> int:
            calls.append((name, arguments))
            return 0

        monkeypatch.setattr(module, "run", run)
    return calls


@pytest.mark.parametrize(
    ("typed", "command", "arguments"),
    [
        ([], "product", ["serve", "--open"]),
        (["--no-browser"], "product", ["serve", "--open", "--no-browser"]),
        (["play", "bison"], "product", ["play", "bison"]),
        (["simulate", "manitou"], "product", ["simulate", "manitou"]),
        (["commands"], "product", ["--help"]),
        (["--version"], "product", ["--version"]),
        (["test", "--fast"], "checks", ["--fast"]),
        (["compile", "--quiet"], "compiled", ["--quiet"]),
        (["pin"], "pins", []),
        (["docs", "--serve"], "docs", ["--serve"]),
        (["format"], "formatting", []),
        (["texts", "manitou"], "texts", ["manitou"]),
        (["golden", "bison", "--check"], "golden", ["bison", "--check"]),
    ],
    ids=" ".join,
)
def test_each_word_has_its_command(
    play: ModuleType,
    called: list[tuple[str, list[str]]],
    typed: list[str],
    command: str,
    arguments: list[str],
) -> None:
    assert play.main(typed) == 0
    assert called == [(command, arguments)]


def test_help_teaches_every_word(play: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["help"]) == 0
    output = capsys.readouterr().out
    for word in ("test", "test --fast", "compile", "pin", "texts", "golden", "help", "commands"):
        assert f"./play {word}" in output


def test_a_failure_is_a_sentence_not_a_traceback(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(root: Path, arguments: list[str]) -> int:
        raise environment.Failure("the network is away")

    monkeypatch.setattr(pins, "run", fail)
    assert play.main(["pin"]) == 1
    assert capsys.readouterr().err == "the network is away\n"


def test_an_old_python_without_a_newer_one_says_what_to_install(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        play.restart_with_a_newer_python([])


def test_a_shim_that_leads_nowhere_is_passed_over(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, body in (("python3.14", "exit 127"), ("python3.12", "exit 0")):
        shim = tmp_path / name
        shim.write_text(f"#!/bin/sh\n{body}\n")
        shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert play.fitting_python() == str(tmp_path / "python3.12")


def test_an_old_python_can_read_the_file() -> None:
    """No newer syntax than Python 3.7 has; 3.7 itself is rarely at hand."""
    ast.parse((ROOT / "play").read_text("utf-8"), feature_version=(3, 7))


def test_what_makes_the_environment_needs_only_the_standard_library() -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "play"), "help"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def copy_to_build(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "setup.py", "LICENSE", "README.md"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, tmp_path)
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    return tmp_path


@pytest.mark.slow
def test_the_wheel_is_pure_and_holds_every_file_of_the_package(tmp_path: Path) -> None:
    root = copy_to_build(tmp_path)
    variables = {name: text for name, text in os.environ.items() if name != "PRATERIA_COMPILE"}
    command = [sys.executable, "setup.py", "--quiet", "bdist_wheel"]
    subprocess.run(command, cwd=root, env=variables, check=True, capture_output=True)
    (wheel,) = (root / "dist").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("prateria/")}
    assert held == {str(f.relative_to(root / "src")) for f in compiled.package_files(root)}
