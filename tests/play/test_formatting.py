"""What the formatters are given: our own files, and no other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.checkout import ROOT
from tools import docs, formatting
from tools.environment import Failure


def test_scripts_of_others_are_left_as_they_are() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in formatting.scripts(ROOT)}
    assert "src/prateria/server/static/table.js" in names
    assert "src/prateria/server/static/types.d.ts" in names
    assert "src/prateria/games/bison/assets/table.css" in names
    assert not any("vendor" in name for name in names)


def test_documents_that_programs_write_are_left_as_they_are() -> None:
    names = {page.relative_to(ROOT).as_posix() for page in formatting.pages(ROOT)}
    assert {"README.md", "docs/README.md", "src/prateria/core/README.md"} <= names
    assert not any(name.startswith(docs.WRITTEN_BY_PROGRAMS) for name in names)


def test_nothing_of_an_environment_is_taken_for_a_document(tmp_path: Path) -> None:
    for name in ("README.md", "docs/page.md", ".venv/lib/page.md", ".build/page.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [page.relative_to(tmp_path).as_posix() for page in docs.markdown_files(tmp_path)]
    assert found == ["README.md", "docs/page.md"]


def test_a_word_that_is_none_is_refused() -> None:
    with pytest.raises(Failure, match=r"\./play format"):
        formatting.run(ROOT, ["--everything"])
