"""`./play pin`: requirements/*.txt from pyproject.toml and requirements/*.in."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools import environment
from tools.environment import Failure

# In this order: a later file keeps to the versions of the ones before it.
SOURCES = {
    "pin": ("requirements/pin.in",),
    "run": ("pyproject.toml", "requirements/build.in"),
    "test": (
        *("pyproject.toml", "--extra", "dev", "requirements/build.in"),
        *("--constraint", "requirements/run.txt"),
    ),
    "docs": ("requirements/docs.in",),
    "compile": ("requirements/compile.in", "--constraint", "requirements/test.txt"),
}

# Universal: one file for every Python from 3.11 on, Linux and macOS.
OPTIONS = (
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-header", "--quiet"),
)


def run(root: Path, arguments: list[str]) -> int:
    home = environment.to_pin(root)
    home.ensure()
    uv = [str(home.path / "bin" / "uv"), "pip", "compile", "--python", str(home.python)]
    for name, sources in SOURCES.items():
        output = ("--output-file", f"requirements/{name}.txt")
        done = subprocess.run([*uv, *OPTIONS, *arguments, *output, *sources], cwd=root)
        if done.returncode != 0:
            raise Failure(f"requirements/{name}.txt could not be made; uv says why above.")
    return 0
