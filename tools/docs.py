"""`./play docs`: the site of the documents, built by MkDocs in an environment of its own.

The pages are the repository's Markdown files where they lie, put under one folder as links, with
the files that they link to: what can be followed in a checkout can be followed on the site.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools import environment, javascript
from tools.environment import Environment, Failure, only_one, tell

FOLDERS: Final = ("docs", "src", "tests", "bench", "tools", "requirements", "vendor")
"""Where Markdown lies, apart from the root."""
WRITTEN_BY_PROGRAMS: Final = ("docs/reports/arena", "docs/reports/durability")
CONFIG: Final = "tools/site/mkdocs.yml"
ADDRESS: Final = "127.0.0.1:8138"
TARGET: Final = re.compile(r"\]\(([^)#\s]+)")


def to_build(root: Path) -> Environment:
    """What builds the site, apart from .venv: nobody needs it to play or to test."""
    return Environment(root, ".build/docs-venv", ("docs.txt",))


def markdown_files(root: Path) -> Iterator[Path]:
    """Every document of the repository."""
    yield from sorted(root.glob("*.md"))
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("*.md"))


def is_written_by_hand(root: Path, page: Path) -> bool:
    """Whether a formatter may rewrite the page; a generated one stays as its program writes it."""
    return not page.relative_to(root).as_posix().startswith(WRITTEN_BY_PROGRAMS)


def linked_files(root: Path, page: Path) -> Iterator[Path]:
    """The files of the repository that a page links to."""
    for target in TARGET.findall(page.read_text("utf-8")):
        file = Path(os.path.normpath(page.parent / target))
        if "://" not in target and file.is_file() and file.is_relative_to(root):
            yield file


def stage(root: Path) -> Path:
    """Put all pages, and what they link to, where MkDocs looks for them."""
    pages = root / ".build" / "docs" / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    documents = [*markdown_files(root)]
    for file in {*documents, *(file for page in documents for file in linked_files(root, page))}:
        place = pages / file.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(file)
    return pages


def mkdocs(root: Path, *arguments: str) -> None:
    home = to_build(root)
    home.ensure()
    stage(root)
    # -I: a folder called mkdocs where somebody happens to stand must not be imported.
    command = [str(home.python), "-I", "-m", "mkdocs", *arguments, "--config-file"]
    variables = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # docs/adr/0028 weighs what it says
    command += [str(root / CONFIG)]
    if subprocess.run(command, cwd=root / ".build", env=variables).returncode != 0:
        raise Failure("the site has faults; MkDocs names them above.")


def build(root: Path) -> Path:
    """Build the site; its first page. Failure for a link that leads nowhere."""
    with only_one(root / ".build" / "docs.lock"):
        mkdocs(root, "build", "--strict", "--clean", "--quiet")
    return root / ".build" / "docs" / "html" / "index.html"


def draw_diagrams(root: Path) -> list[Path]:
    """Redraw docs/diagrams/*.dot, those that have changed."""
    home = environment.to_test(root)
    home.ensure()
    javascript.ensure(root, home.python)
    changed = []
    for source in sorted((root / "docs" / "diagrams").glob("*.dot")):
        picture = source.with_suffix(".svg")
        drawn = javascript.drawn(root, home.python, source.read_text("utf-8"))
        if not picture.exists() or picture.read_text("utf-8") != drawn:
            picture.write_text(drawn, "utf-8")
            changed.append(picture)
    return changed


def run(root: Path, arguments: list[str]) -> int:
    if arguments == ["--diagrams"]:
        for picture in draw_diagrams(root):
            print(picture.relative_to(root))
    elif arguments == ["--serve"]:
        tell(f"http://{ADDRESS} shows the documents, and what you change in them; Ctrl-C ends it")
        mkdocs(root, "serve", "--quiet", "--dev-addr", ADDRESS)
    elif not arguments:
        print(build(root))
    else:
        print("./play docs [--serve | --diagrams]", file=sys.stderr)
        return 2
    return 0
