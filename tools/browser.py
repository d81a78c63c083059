"""The Chromium that drives the tests of the pages: the machine's, or Debian's if it can be
installed.

If available, one without a window: the same engine, and each new page costs a second less.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.environment import tell

SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
VARIABLE = "PRATERIA_CHROMIUM"


def candidates(names: tuple[str, ...]) -> Iterator[str | None]:
    yield os.environ.get(VARIABLE)
    yield from map(shutil.which, names)
    yield ON_MACOS


def find() -> Path | None:
    """The browser that people use, if there is one: for figures and pictures."""
    return _first(candidates((*NAMES, SHELL)))


def find_for_tests() -> Path | None:
    """The one to use in tests."""
    return _first(candidates((SHELL, *NAMES)))


def _first(paths: Iterator[str | None]) -> Path | None:
    return next((Path(path) for path in paths if path and Path(path).exists()), None)


def ensure() -> None:
    """Install it where that takes one harmless command; otherwise the tests report that it is
    missing."""
    if find() is not None or shutil.which("apt-get") is None or os.geteuid() != 0:
        return
    tell("installing Debian's chromium for the tests of the pages …")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ("install", "--yes", "--no-install-recommends")
    # Ubuntu has no headless shell package.
    for words in (("update",), (*install, SHELL), (*install, "chromium")):
        done = subprocess.run(["apt-get", "-qq", *words], env=variables, stdout=2)
        if words[0] == "install" and done.returncode == 0:
            return
