"""`prateria` with a wall clock that a test sets: it is off by what the file in JUMPY_FILE says."""

from __future__ import annotations

import os
from pathlib import Path

from prateria.cli import main
from prateria.server.clock import SystemClock

FILE = "JUMPY_FILE"


class _Off:
    """Replaces `SystemClock.wall`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wall = SystemClock.wall

    def __call__(self) -> int:
        return self._wall(SystemClock()) + int(self._path.read_text())


if __name__ == "__main__":
    off = _Off(Path(os.environ[FILE]))
    SystemClock.wall = lambda _: off()  # type: ignore[method-assign,assignment]
    raise SystemExit(main())
