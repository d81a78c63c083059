"""`./play docs` builds the site: every link holds, and a reader's browser fetches nothing else."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT
from tools import docs, javascript

FETCHED = re.compile(
    r"""<(?:script|img|source|iframe)[^>]*\ssrc=["']?(?:https?:)?//|
                         <link[^>]*\shref=["']?(?:https?:)?//""",
    re.VERBOSE,
)


@pytest.mark.slow
def test_the_site_is_built_and_fetches_nothing_from_elsewhere() -> None:
    first = docs.build(ROOT)
    pages = [*first.parent.rglob("*.html")]
    assert len(pages) > 80
    # The arena's reports stand alone; everything else is made by the theme.
    assert [page for page in pages if FETCHED.search(page.read_text("utf-8"))] == []
    styles = [*(first.parent / "assets" / "stylesheets").glob("*.css")]
    assert styles
    assert not any("url(http" in style.read_text("utf-8") for style in styles)
    reference = (first.parent / "docs" / "reference" / "contract.html").read_text("utf-8")
    assert "Carry out an action in place and return the events it caused." in reference
    assert (first.parent / "docs" / "reports" / "arena" / "bison-ladder.html").is_file()
    assert (first.parent / "search" / "search_index.json").is_file()


@pytest.mark.slow
def test_every_diagram_is_the_picture_of_its_source() -> None:
    folder = ROOT / "docs" / "diagrams"
    sources = [*folder.glob("*.dot")]
    assert len(sources) == 5
    for source in sources:
        drawn = javascript.drawn(ROOT, Path(sys.executable), source.read_text("utf-8"))
        assert source.with_suffix(".svg").read_text("utf-8") == drawn, source.name


def test_every_phase_of_a_game_is_in_the_picture_of_its_turn() -> None:
    for game in ("apache", "bison", "manitou"):
        phases = importlib.import_module(f"prateria.games.{game}.rules.phases").PHASES
        source = (ROOT / "docs" / "diagrams" / f"turn-{game}.dot").read_text("utf-8")
        assert {*re.findall(r"\[([a-z-]+)\]", source)} == {*phases}


def test_a_picture_names_modules_that_there_are() -> None:
    source = (ROOT / "docs" / "diagrams" / "move.dot").read_text("utf-8")
    named = re.findall(r"\b((?:[a-z]+/)+[a-z]+\.py)", source)
    assert len(named) > 5
    package = ROOT / "src" / "prateria"
    assert [
        name
        for name in named
        if not (package / name).is_file() and not (package / "server" / name).is_file()
    ] == []


def test_only_links_that_lead_somewhere_are_followed(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text(
        "[a](../README.md) [b](data.json#x) [c](gone.json) [d](https://example.org/x.json)\n"
    )
    (tmp_path / "docs" / "data.json").write_text("{}")
    (tmp_path / "docs" / "secret.json").write_text("{}")
    (tmp_path / "README.md").write_text("# Here\n")
    pages = docs.stage(tmp_path)
    staged = {path.relative_to(pages).as_posix() for path in pages.rglob("*") if path.is_file()}
    assert staged == {"README.md", "docs/page.md", "docs/data.json"}
    assert (pages / "docs" / "data.json").read_text() == "{}"


def test_an_argument_that_is_none_is_refused() -> None:
    command = [sys.executable, str(ROOT / "play"), "docs", "--everything"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "./play docs [--serve | --diagrams]\n")


def test_every_document_has_its_place_in_the_navigation() -> None:
    named = re.findall(r"(\S+\.md)$", (ROOT / docs.CONFIG).read_text("utf-8"), re.MULTILINE)
    assert [name for name in named if not (ROOT / name).is_file()] == []
    written = {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")}
    assert written <= {*named}
