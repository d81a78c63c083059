"""docs/changing-a-game.md names files that exist, and no more of them than promised."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "changing-a-game.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)+)", PAGE, re.MULTILINE))
NUMBERS = {"three": 3, "eight": 8}


@pytest.mark.parametrize(("section", "most"), [("An option", 5), ("An event", 3), ("An action", 8)])
def test_a_change_takes_few_files(section: str, most: int) -> None:
    said = re.search(r"(\w+) Python files\.", SECTIONS[section])
    assert said is not None
    assert NUMBERS[said[1]] <= most


@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_the_files_exist(section: str) -> None:
    named = re.findall(r"^\| `([^`]+)` \|", SECTIONS[section], re.MULTILINE)
    assert len(named) >= 4
    for name in named:
        assert (ROOT / "src" / "prateria" / "games" / name).is_file(), name
