"""`./play texts`: collects the texts of pages and games into catalogues
(`prateria.i18n.collect`)."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools import environment


def run(root: Path, arguments: list[str]) -> int:
    home = environment.to_run(root)
    home.ensure()
    command = [str(home.python), "-P", "-m", "prateria.i18n.collect", *arguments]
    return subprocess.run(command, cwd=root).returncode
