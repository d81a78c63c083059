"""What people, bots and spectators learn about a room, made from views.

Nothing here is bytes, except a question to a bot, which leaves the process.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from msgspec import Raw

from prateria.core.matches.match import Match
from prateria.core.matches.story import SeenEntry, see
from prateria.server.bots.worker import Question
from prateria.server.rooms.clocks import Clocks
from prateria.server.rooms.live import Hush
from prateria.server.rooms.tables import Table
from prateria.server.wire.encode import encode, encode_often
from prateria.server.wire.frame import Update
from prateria.server.wire.protocol import ChairFace, ClockFace, TableFace

HASTE_MS: Final = 20
"""How long a bot may think where everybody has given up."""


def seen_entries(match: Match, seat: int | None, after: int) -> tuple[SeenEntry, ...]:
    """What somebody saw of the entries after the given one."""
    entries = enumerate(match.log.after(after), after + 1)
    return tuple([see(match.game, number, entry, seat) for number, entry in entries])


def clock_faces(clocks: Clocks, now: int) -> tuple[ClockFace, ...]:
    if clocks.rule.kind == "none":
        return ()
    return tuple(
        ClockFace(seat, clocks.shown(seat, now), dial.since is not None)
        for seat, dial in enumerate(clocks.dials)
    )


def update_of(
    match: Match,
    seat: int | None,
    after: int,
    *,
    legal: tuple[object, ...] = (),
    clocks: tuple[ClockFace, ...] = (),
    undo: int | None = None,
    hush: Hush | None = None,
    token: str = "",
) -> Update:
    """The match as one seat, or with None a spectator, may see it, and what led there."""
    n = match.version if hush is None else hush.n
    return Update(
        game=match.game,
        n=n,
        after=after,
        seat=seat,
        view=match.view(seat) if hush is None else hush.view(seat),
        entries=seen_entries(match, seat, after)[: n - after],
        actors=match.actors if hush is None else hush.acting(seat),
        legal=legal,
        clocks=clocks,
        outcome=match.outcome,
        undo=undo,
        token=token,
    )


def table_face(
    table: Table, n: int, present: Collection[str], begins_in: int | None = None
) -> TableFace:
    return TableFace(
        n=n,
        table=table.id,
        game=table.row.game,
        status=table.row.status.value,
        host=table.row.host,
        chairs=tuple(
            ChairFace(
                seat=seat,
                name=chair.name,
                colour=chair.colour,
                person=chair.person,
                bot=table.bot_at(seat),
                away=chair.away,
                resigned=chair.resigned,
                here=chair.person in present,
                ready=chair.ready,
                trace=chair.trace,
            )
            for seat, chair in enumerate(table.chairs)
        ),
        rematch=table.setup.rematch,
        begins_in=begins_in,
    )


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """A question to a bot, what it is asked about: the actions to choose from, the view, and the
    version of the match."""

    question: Question
    legal: tuple[object, ...]
    n: int
    view: object


def question_for(
    table: Table,
    match: Match,
    seat: int,
    legal: tuple[object, ...],
    bot: str,
    ms: int,
    hush: Hush | None = None,
) -> PendingQuestion:
    """The question for a bot playing a seat: its view, what it saw since it last acted, its
    moves."""
    n = match.version if hush is None else hush.n
    last = match.log.last_by(seat)
    view = match.view(seat) if hush is None else hush.view(seat)
    # Of what the bot may know: a hint must not turn out otherwise because somebody has played.
    text = f"prateria server bot\0{table.row.seed}\0{seat}\0{n}"
    question = Question(
        game=table.row.game,
        bot=bot,
        seat=seat,
        view=Raw(encode(view)),
        events=tuple(
            Raw(encode_often(event))
            for entry in seen_entries(match, seat, last)[: max(0, n - last)]
            for event in entry.events
        ),
        legal=tuple(map(match.game.notation.format_action, legal)),
        ms=min(ms, HASTE_MS) if table.is_given_up else ms,
        luck=int.from_bytes(sha256(text.encode()).digest()[:7], "big"),
        player=sha256(f"prateria seat\0{table.row.seed}\0{seat}".encode()).hexdigest()[:16],
    )
    return PendingQuestion(question, legal, n, view)


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table at one moment, as a given person sees it; no update before the match."""

    face: TableFace
    update: Update | None
