"""`./play golden`: the golden files of the tests (`tests/golden/command.py`)."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tools import environment


def run(root: Path, arguments: list[str]) -> int:
    home = environment.to_test(root)
    home.ensure()
    command = [str(home.python), "-m", "tests.golden.command", *arguments]
    return subprocess.run(command, cwd=root, env=variables(root)).returncode


def variables(root: Path) -> dict[str, str]:
    """With the tests and the package of this checkout on the path, whatever the caller's."""
    paths = (root, root / "src")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
