"""`prateria` whose bots do not wait until people have seen the move before theirs, and that counts
down quickly.

At a table continued from a position they would wait 700 ms each time, longer than everything else
takes.
"""

from __future__ import annotations

from functools import partial

from prateria.cli import main
from prateria.server import settings

PAUSE_MS = 20
COUNTDOWN_MS = 1500

if __name__ == "__main__":
    hasty = partial(settings.Settings, bot_pause_ms=PAUSE_MS, countdown_ms=COUNTDOWN_MS)
    settings.Settings = hasty  # type: ignore[misc,assignment]
    raise SystemExit(main())
