"""An outside package, installed in a folder: the toy game Duel and some bad bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prateria.core import registry

ROOT = Path(__file__).parents[2]
BOTS = """
import os, time
class Crash:
    def choose(self, observation, legal, budget, rng):
        os._exit(3)
class Hang:
    def choose(self, observation, legal, budget, rng):
        time.sleep(600)
class Liar:
    def choose(self, observation, legal, budget, rng):
        raise ValueError("no idea")
crash, hang, liar = (lambda details, kind=kind: kind() for kind in (Crash, Hang, Liar))
"""
POINTS = """\
[prateria.games]
duel = outside_duel:GAME
[prateria.bots]
crash = outside_bots:crash
hang = outside_bots:hang
liar = outside_bots:liar
"""


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The package is available to this process and those it starts."""
    source = (ROOT / "tests" / "laws" / "duel.py").read_text("utf-8")
    (folder / "outside_duel.py").write_text(source + "\n\nGAME = Duel()\n", "utf-8")
    (folder / "outside_bots.py").write_text(BOTS, "utf-8")
    info = folder / "outside-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS)
    before = os.environ.get("PYTHONPATH")
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), before]))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in ("outside_duel", "outside_bots"):
            sys.modules.pop(name, None)
        registry.forget("duel")
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
