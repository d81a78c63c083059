"""The Chromium that the tests of the pages drive: the machine's, or Debian's if it can be had."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.environment import tell

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
VARIABLE = "PRATERIA_CHROMIUM"


def candidates() -> Iterator[str | None]:
    yield os.environ.get(VARIABLE)
    yield from map(shutil.which, NAMES)
    yield ON_MACOS


def find() -> Path | None:
    """The browser to drive, if there is one."""
    for candidate in candidates():
        if candidate and Path(candidate).exists():
            return Path(candidate)
    return None


def ensure() -> None:
    """Install it where that is one harmless command; else the tests say that it is missing."""
    if find() is not None or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    tell("installing Debian's chromium for the tests of the pages …")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ("install", "--yes", "--no-install-recommends", "chromium")
    for words in (("update",), install):
        subprocess.run(["apt-get", "-qq", *words], env=variables, stdout=2)
