"""All pages around the table."""

from __future__ import annotations

from prateria.server.pages import lessons, lobby, reading, replay, waiting

HANDLERS = [
    *lobby.HANDLERS,
    *waiting.HANDLERS,
    *reading.HANDLERS,
    *replay.HANDLERS,
    *lessons.HANDLERS,
]
