"""What happened at a table while its reader had the page closed, picture by picture."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from prateria.core.contract.game import CHANCE
from prateria.server.http.deps import AnyRequest, Invite, server_of
from prateria.server.http.security import place
from prateria.server.pages.replays.page import Showing, showing

MOST: Final = 40
"""How many steps are shown again at most: the latest."""


class AwayStep(Struct, frozen=True):
    """The parts of the table that an entry changed, as HTML, and what the log says of it."""

    parts: dict[str, str]
    told: tuple[str, ...] = ()


@get("/tables/{table_id:str}/away", include_in_schema=False)
async def away(
    request: AnyRequest,
    table_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    invite: Invite = None,
) -> list[AwayStep]:
    """What was done since the reader's last move, if they saw the table last after this entry; the
    picture they left comes first. Nothing of a match that is played against time."""
    show = await showing(request, table_id, None, invite)
    replays = server_of(request).replays
    return await replays.in_turn(place(request), lambda: steps(show, after))


def steps(show: Showing, after: int) -> list[AwayStep]:
    """Empty for those without a seat of their own."""
    replay, seat = show.replay, show.seats[0]
    live = replay.game.live
    if seat is None or (live is not None and live.is_live(replay.view(0, seat)[0])):
        return []
    log = replay.whole.log
    left = min(after, log.count)
    own = next((n for n in range(left, 0, -1) if log.by(n) == seat), 0)
    while own < log.count and log.by(own + 1) == CHANCE:
        own += 1  # the luck that came of that move was seen
    told = [entry for entry in show.story() if entry.n > own][-MOST:]
    if not told:
        return []
    shown = _parts(show, told[0].n - 1)
    found = [AwayStep(shown)]
    for entry in told:
        parts = _parts(show, entry.n)
        changed = {name: html for name, html in parts.items() if shown.get(name) != html}
        found.append(AwayStep(changed, entry.sentences))
        shown = parts
    return found


def _parts(show: Showing, n: int) -> dict[str, str]:
    """Of what is shown again; what could be done then is not."""
    return {name: html for name, html in show.parts(n).items() if name not in ("act", "turn")}


HANDLERS = [away]
