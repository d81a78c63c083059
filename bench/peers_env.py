"""The environments the peers run in: each made once, kept until its requirements change.

They stay out of our own environment because they bring numpy and scipy along, which
prateria does without. pgx has one of its own, because JAX takes 600 MB, and not every machine
can have it.
"""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def peers_python() -> Path:
    """The interpreter of the peers' environment, which is made first if need be."""
    found = _python("peers")
    if found is None:
        sys.exit("the peers' environment could not be made (see above); run without --peers")
    return found


def pgx_python() -> Path | None:
    """The same for pgx; None where it cannot be installed."""
    return _python("pgx")


def _python(name: str) -> Path | None:
    pins = ROOT / "requirements" / f"{name}.txt"
    place = ROOT / ".build" / f"{name}-venv"
    windows = sys.platform == "win32"
    python = place / ("Scripts/python.exe" if windows else "bin/python")
    wanted = sha256(pins.read_bytes() + sys.version.encode()).hexdigest()
    stamp = place / "pins.sha256"
    if not stamp.exists() or stamp.read_text(encoding="ascii") != wanted:
        sys.stderr.write(f"making the environment of {name}, once ...\n")
        install = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        if not (
            _run(sys.executable, "-m", "venv", "--clear", str(place))
            and _run(str(python), *install, "--require-hashes", "--requirement", str(pins))
        ):
            return None
        stamp.write_text(wanted, encoding="ascii")
    return python


def _run(*command: str) -> bool:
    # pip writes to stdout, which belongs to the figures.
    return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
