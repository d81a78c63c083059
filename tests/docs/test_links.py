"""Every link in every document leads somewhere: to a file, and to a heading that is there."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.docs.markdown import PAGES, ROOT, anchors, targets


def fault(page: Path, target: str) -> str:
    """What is wrong with a link; "" if nothing is."""
    if "://" in target or target.startswith(("mailto:", "/")):
        return "" if "://" in target else f"{target}: from the root of what?"
    name, _, anchor = unquote(target).partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.is_file():  # a folder has no page on the site
        return f"{target}: no such file"
    if anchor and file.suffix == ".md" and anchor not in anchors(file):
        return f"{target}: no such heading"
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [said for target in targets(page) if (said := fault(page, target))] == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# Here\n\n## A `word`, twice\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[](gone.md) [](other.md#there) [](#nowhere) ![](gone.svg) [](/root)\n\n"
        "| [](other.md#a-word-twice) | [](other.md) |\n| --- | --- |\n| [](other.md#here) | |\n"
    )
    faults = [fault(page, target) for target in targets(page)]
    assert [said.partition(":")[0] for said in faults] == [
        *("gone.md", "other.md#there", "#nowhere", "gone.svg", "/root"),
        *("", "", ""),
    ]


def test_every_page_about_the_project_can_be_found_from_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    seen, waiting = {index}, [index]
    while waiting:
        page = waiting.pop()
        for target in targets(page):
            file = (page.parent / unquote(target).partition("#")[0]).resolve()
            if file.suffix == ".md" and file.is_relative_to(ROOT) and file not in seen:
                seen.add(file)
                waiting.append(file)
    lost = {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - seen
    assert lost == set()


def test_what_programs_wrote_is_apart_from_the_pages() -> None:
    folders = ("reports", "pictures", "diagrams")
    strays = [
        path.relative_to(ROOT / "docs")
        for path in (ROOT / "docs").rglob("*.*")
        if path.suffix != ".md" and path.relative_to(ROOT / "docs").parts[0] not in folders
    ]
    assert strays == []
