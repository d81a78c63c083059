"""The environment the peers run in: made once, kept until requirements/peers.txt changes.

They stay out of our own environment because they bring numpy and scipy along, which
prateria does without.
"""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PINS: Final = ROOT / "requirements" / "peers.txt"
PLACE: Final = ROOT / ".build" / "peers-venv"


def peers_python() -> Path:
    """The interpreter of the peers' environment, which is made first if need be."""
    wanted = sha256(PINS.read_bytes() + sys.version.encode()).hexdigest()
    stamp = PLACE / "pins.sha256"
    if not stamp.exists() or stamp.read_text(encoding="ascii") != wanted:
        _make()
        stamp.write_text(wanted, encoding="ascii")
    return _python()


def _python() -> Path:
    windows = sys.platform == "win32"
    return PLACE / ("Scripts/python.exe" if windows else "bin/python")


def _make() -> None:
    sys.stderr.write("making the peers' environment, once ...\n")
    _run(sys.executable, "-m", "venv", "--clear", str(PLACE))
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    _run(str(_python()), *pip, "--require-hashes", "--requirement", str(PINS))


def _run(*command: str) -> None:
    # pip writes to stdout, which belongs to the figures.
    done = subprocess.run(command, stdout=sys.stderr, check=False)
    if done.returncode:
        sys.exit("the peers' environment could not be made (see above); run without --peers")
