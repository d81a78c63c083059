"""All pages around the table."""

from __future__ import annotations

from prateria.server.pages import admin, errors, lessons, lobby, people
from prateria.server.pages import rules as reading
from prateria.server.pages.replays import page as replay
from prateria.server.pages.table import away, waiting

HANDLERS = [
    *lobby.HANDLERS,
    *waiting.HANDLERS,
    *away.HANDLERS,
    *reading.HANDLERS,
    *replay.HANDLERS,
    *lessons.HANDLERS,
    *people.HANDLERS,
    *admin.HANDLERS,
    *errors.HANDLERS,
]
