"""Every requirement is pinned with its hash, and none says where to fetch it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.play.checkout import ROOT
from tools import pins

PINNED = sorted((ROOT / "requirements").glob("*.txt"))
WRITTEN = sorted((ROOT / "requirements").iterdir())


def versions(file: Path) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==([^\s;]+)", file.read_text("utf-8"), re.MULTILINE)
    return dict(found)


def test_what_play_pin_makes_is_there() -> None:
    assert {file.stem for file in PINNED} >= set(pins.SOURCES)


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_no_requirement_names_an_index_or_an_address(file: Path) -> None:
    text = file.read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*(-i|-f|--(extra-)?index-url|--find-links)\b", text, re.MULTILINE)


@pytest.mark.parametrize("file", PINNED, ids=lambda file: file.name)
def test_each_requirement_has_a_version_and_hashes(file: Path) -> None:
    blocks = re.split(r"\n(?=[A-Za-z])", file.read_text("utf-8").strip())
    assert blocks
    for block in blocks:
        assert re.match(r"[\w.-]+==\S+", block), block
        assert "--hash=sha256:" in block


def test_the_files_agree_with_each_other() -> None:
    run, test, compiler = (
        versions(ROOT / "requirements" / f"{name}.txt") for name in ("run", "test", "compile")
    )
    assert run.items() <= test.items()
    assert compiler.items() <= test.items()


def test_what_pyproject_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^\w.-]", requirement)[0].replace("_", "-") for requirement in asked}
    assert names <= versions(ROOT / "requirements" / "test.txt").keys()
