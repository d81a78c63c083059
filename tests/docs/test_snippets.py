"""The Python in the README runs as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SNIPPETS = [
    pytest.param(
        path.name,
        number,
        code,
        id=f"{path.name}-{number}",
        marks=[pytest.mark.slow] if "Solver" in code else [],
    )
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for number, code in enumerate(
        # A file of a package, named in its first line, is for test_add_a_game.py.
        re.findall(r"```python\n(?!# src/)(.*?)```", path.read_text("utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize(("page", "number", "code"), SNIPPETS)
def test_a_snippet_runs_as_written(
    page: str, number: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # Not with this module's own `from __future__`: as written means as in a reader's own file.
    source = compile(code, f"{page} snippet {number}", "exec", dont_inherit=True)
    exec(source, {"__name__": "snippet"})


DESIGN = """
import prateria
match = prateria.new_match("manitou", seats=4, seed="any text", options={"quick": True})
match.actors                     # e.g. (2,)
match.legal(2)                   # [Action, …]
match.play(2, match.legal(2)[0]) # entries; raises IllegalAction with .rule
match.view(2)                    # typed; prateria.to_json(match.view(2))
match.outcome                    # None, or Outcome(places, scores, reason)
match.log.dumps() ; prateria.replay(match.log.dumps())   # the log as JSON Lines, and back
prateria.to_json(match.view(2))
text = match.position
prateria.position("manitou", text) # a match set up from notation, for puzzles and tests
"""


def test_the_stable_interface_of_the_design_runs_as_written() -> None:
    exec(compile(DESIGN, "design", "exec"), {})
