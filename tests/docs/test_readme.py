"""The README is read in a minute: what it is, a picture, two commands, three ways in."""

from __future__ import annotations

import re

from tests.docs.markdown import ROOT, targets

README = ROOT / "README.md"
TEXT = README.read_text("utf-8")


def test_it_is_read_in_a_minute() -> None:
    assert len(re.findall(r"\w+", TEXT)) < 350
    assert max(map(len, TEXT.splitlines())) <= 100


def test_it_has_a_picture_two_commands_and_three_ways_in() -> None:
    assert len(re.findall(r"!\[", TEXT)) == 1
    first = TEXT.partition("```\n")[2].partition("```")[0]
    assert [line.split("  ")[0] for line in first.splitlines()] == ["./play", "./play play"]
    ways = [target for target in targets(README) if target.startswith("docs/README.md#")]
    assert ways == [f"docs/README.md#{way}" for way in ("play-and-host", "study", "develop")]
