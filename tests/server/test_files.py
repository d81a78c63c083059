"""What is served from `static/`: scripts and style sheets without the comments of their source."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from prateria.server.pages import files
from prateria.server.pages.files import static_files, without_comments

STATIC: Final = Path(files.__file__).parents[1] / "static"


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("/* one */\na { color: red }\n", "a { color: red }\n"),
        ("  // what follows\n  go();\n", "  go();\n"),
        ("/**\n * Two\n * lines.\n */\nrun(); // now\n", "run(); // now\n"),
        ("/** @type {X} */ (x).y;\nz();\n/** last */\n", "/** @type {X} */ (x).y;\nz();\n"),
        ('const url = "http://here";\n', 'const url = "http://here";\n'),
    ],
)
def test_whole_lines_of_comment_are_not_served(source: str, served: str) -> None:
    assert without_comments(source) == served


def test_other_people_s_scripts_keep_their_licence() -> None:
    vendored = [name for name in static_files() if name.startswith("vendor/")]
    assert vendored
    for name in vendored:
        assert static_files()[name].plain == (STATIC / name).read_bytes()
