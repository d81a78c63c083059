"""Files that are either complete or absent."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str, *, mode: int = 0o666) -> None:
    """Write to a temporary file, then rename: no reader ever sees half a log, not even after a
    crash."""
    aside = path.with_name(f".{path.name}.part")
    aside.unlink(missing_ok=True)
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(text.encode())
    aside.replace(path)
