"""`./play golden` reaches its command in the environment of the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.play.checkout import ROOT
from tools import environment, golden


def test_the_command_is_found_and_gets_its_arguments(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment.Environment, "ensure", lambda home: None)
    monkeypatch.setattr(environment.Environment, "python", Path(sys.executable))
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    assert golden.run(ROOT, ["--help"]) == 0
    assert "usage: ./play golden [-h] [--check] [GAME ...]" in capfd.readouterr().out
