"""`./play` and `./play COMMAND`: prateria itself, on the fastest rules available."""

from __future__ import annotations

import os
from pathlib import Path

from tools import compiled, environment
from tools.compiled import Build
from tools.environment import tell


def why_plain(build: Build) -> str | None:
    """Why the rules are not compiled, now and at the next start; None for no reason."""
    if os.environ.get("PRATERIA_PLAIN", "0") not in ("", "0"):
        return "PRATERIA_PLAIN is set"
    if build.is_complete():
        return None
    if build.failed.exists():
        return "compiling them failed, see .build/compile.log"
    return compiled.obstacle()


def with_path(variables: dict[str, str], path: Path) -> dict[str, str]:
    """The same variables, with a folder to import from before all others."""
    paths = [str(path), variables.get("PYTHONPATH", "")]
    return {**variables, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def run(root: Path, arguments: list[str]) -> int:
    home = environment.to_run(root)
    home.ensure()
    variables = dict(os.environ)
    build = compiled.current(root)
    reason = why_plain(build)
    if reason is not None:
        tell(f"plain Python rules ({reason})")
    elif build.hold():
        tell("compiled rules")
        variables = with_path(variables, build.path)
    else:
        tell("plain Python rules; compiling in the background for the next start")
        compiled.make_in_background(root)
    # -P: a folder called prateria in the player's current folder must not be imported.
    command = [str(home.python), "-P", "-m", "prateria", *arguments]
    os.execve(command[0], command, variables)
