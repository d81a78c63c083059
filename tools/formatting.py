"""`./play format`: Python by ruff, Markdown by mdformat, scripts and style sheets by Prettier.

`./play test` checks the same, and writes nothing.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools import docs, environment, javascript
from tools.environment import Failure

PYTHON: Final = ("src", "tests", "bench", "examples", "tools", "play", "setup.py")
SCRIPTS: Final = (
    "bench/boardgame_io",
    "src/prateria/server/static",
    "src/prateria/games",
    "tests/web",
    "tools/javascript",
)
ENDINGS: Final = (".js", ".mjs", ".css", ".ts")


def scripts(root: Path) -> Iterator[Path]:
    """Our own scripts and style sheets, without the vendored ones."""
    for folder in SCRIPTS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in ENDINGS and not {"vendor", "node_modules"} & {*path.parts}:
                yield path


def pages(root: Path) -> Iterator[Path]:
    """The documents that people write."""
    return (page for page in docs.markdown_files(root) if docs.is_written_by_hand(root, page))


def prettier(root: Path, python: Path, *options: str) -> tuple[str, ...]:
    """Prettier over scripts and style sheets, by tools/javascript/prettier.json."""
    names = (str(path.relative_to(root)) for path in scripts(root))
    config = ("--config", "tools/javascript/prettier.json", "--ignore-path", "/dev/null")
    return (*javascript.prettier(root, python), *config, "--log-level", "warn", *options, *names)


def mdformat(root: Path, python: Path, *options: str) -> tuple[str, ...]:
    """mdformat over the documents, by .mdformat.toml."""
    names = (str(page.relative_to(root)) for page in pages(root))
    return (str(python), "-m", "mdformat", *options, *names)


def run(root: Path, arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        raise Failure("./play format [--check]")
    home = environment.to_test(root)
    home.ensure()
    javascript.ensure(root, home.python)
    paths = [path for path in PYTHON if (root / path).exists()]
    ruff = (str(home.path / "bin" / "ruff"), "format", "--quiet", *arguments, *paths)
    commands = [ruff, mdformat(root, home.python, *arguments)]
    # Twice: Prettier breaks the long values of a style sheet first, and lays them out then.
    how = ["--check"] if arguments else ["--write", "--write"]
    commands += [prettier(root, home.python, option) for option in how]
    quiet = None if arguments else subprocess.DEVNULL
    return max([subprocess.run(command, cwd=root, stdout=quiet).returncode for command in commands])
