"""Only what pyproject.toml cannot express: which modules mypyc compiles, when asked to.

`PRATERIA_COMPILE=1` asks. Without it the wheel is pure Python.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

from setuptools import setup

PACKAGE = Path("src", "prateria")

# mypyc writes one C file, nine tenths of which is indentation. To see whether an `if` is indented
# misleadingly, gcc took half of the time of the whole compilation.
QUIET = [] if sys.platform == "win32" else ["-Wno-misleading-indentation"]

# Compiled rules call the interpreter at every turn: without the detour of a lazily filled table
# random games are 3 % faster.
DIRECT = ["-fno-plt", "-fno-semantic-interposition"] if sys.platform == "linux" else []


def compiled_modules() -> list[str]:
    settings = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    chosen = settings["tool"]["prateria"]["compile"]
    included = {path for pattern in chosen["include"] for path in PACKAGE.glob(pattern)}
    excluded = {path for pattern in chosen["exclude"] for path in PACKAGE.glob(pattern)}
    return sorted(map(str, included - excluded))


def main() -> None:
    if os.environ.get("PRATERIA_COMPILE") != "1":
        setup()
        return
    from mypyc.build import mypycify

    # follow-imports=silent: modules that stay plain may import what is not installed here.
    options = ["--follow-imports=silent", *compiled_modules()]
    # Random games run as fast with -O1 as with -O3, for which gcc takes more than twice as long.
    extensions = mypycify(
        options,
        opt_level="1",
        debug_level="0",
        target_dir="build/mypyc",
        group_name="prateria",
    )
    for extension in extensions:  # not +=: all of them share one list
        extension.extra_compile_args = [*extension.extra_compile_args, *QUIET, *DIRECT]
    setup(ext_modules=extensions)  # type: ignore[arg-type]  # two stubs of one class


main()
