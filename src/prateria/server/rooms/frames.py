"""What each seat and the spectators are sent, made from a match and a table. Views only.

Channels: `table/ID/0`, `table/ID/1`, … for the seats, `table/ID/watch` for spectators,
`table/ID/all`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Raw

from prateria.core.contract.game import CLOCK, AnyGame
from prateria.core.contract.meta import Outcome
from prateria.core.matches.log import Entry, TakeBack, actor_name
from prateria.core.matches.match import Match
from prateria.server.rooms.clocks import Clocks
from prateria.server.rooms.tables import Table
from prateria.server.wire.encode import encode, encode_often
from prateria.server.wire.protocol import ChairFace, ClockFace, Result, Seen, TableFace, Update


def seat_channel(table: str, seat: int | None) -> str:
    return f"table/{table}/{'watch' if seat is None else seat}"


def table_channel(table: str) -> str:
    return f"table/{table}/all"


def undo_channel(table: str, seat: int) -> str:
    """Nothing is sent there. That somebody listens says that the seat wants to know its `undo`."""
    return f"table/{table}/{seat}/undo"


def person_channel(person: str) -> str:
    return f"person/{person}"


def raw(value: Any) -> Raw:
    """A view as JSON; a state is refused by the wire."""
    return Raw(encode(value))


def seen_entries(match: Match, seat: int | None, after: int) -> tuple[Seen, ...]:
    """What somebody saw of the entries after the given one."""
    entries = enumerate(match.log.after(after), after + 1)
    return tuple(_seen(match.game, number, entry, seat) for number, entry in entries)


def _seen(game: AnyGame, number: int, entry: Entry, seat: int | None) -> Seen:
    by = actor_name(entry.by)
    if isinstance(entry.action, TakeBack):
        back = entry.action
        return Seen(number, entry.at, by, back=back.entry, alone=back.alone)
    events = [game.seen(event, seat) for event in entry.events]
    shown = tuple([Raw(encode_often(event)) for event in events if event is not None])
    return Seen(number, entry.at, by, shown)


def clock_faces(clocks: Clocks, now: int) -> tuple[ClockFace, ...]:
    if clocks.rule.kind == "none":
        return ()
    return tuple(
        ClockFace(seat, dial.left_at(now), dial.since is not None)
        for seat, dial in enumerate(clocks.dials)
    )


def result(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.places, outcome.scores, outcome.reason)


def legal_texts(match: Match, seat: int) -> tuple[str, ...]:
    return tuple(map(match.game.notation.format_action, match.legal(seat)))


def state_frame(
    match: Match,
    seat: int | None,
    after: int,
    legal: tuple[str, ...],
    clocks: tuple[ClockFace, ...],
    undo: int | None = None,
) -> Update:
    """The match as one seat, or with None a spectator, may see it, and what led there."""
    return Update(
        n=match.version,
        after=after,
        seat=seat,
        view=raw(match.view(seat)),
        entries=seen_entries(match, seat, after),
        actors=tuple(actor_name(actor) for actor in match.actors if actor >= 0 or actor == CLOCK),
        legal=legal,
        clocks=clocks,
        outcome=result(match.outcome),
        undo=undo,
    )


def table_frame(table: Table, n: int, present: Collection[str]) -> TableFace:
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
    )


def plain(value: object) -> Any:
    """A frame as plain values, for HTTP answers."""
    return msgspec.json.decode(msgspec.json.encode(value))
