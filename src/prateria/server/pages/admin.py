"""The page of administrators: chat reports, bans, tables, the audit trail, the state of the
server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final, TypeAlias

from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from prateria.core import registry
from prateria.core.errors import SetupError
from prateria.core.texts import Texts, mark
from prateria.core.version import __version__
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages.labels import ago
from prateria.server.pages.render import page, reader
from prateria.server.pages.table_lists import chair_names
from prateria.server.rooms.tables import read_table
from prateria.server.server import Server
from prateria.server.store.base import Audit, Person, Reported, Status, TableRow

REPORTS: Final = 30
Before: TypeAlias = Annotated[int | None, QueryParameter(ge=1, lt=2**62)]
NOTES: Final = 50
TABLES: Final = 50
KINDS: Final = {
    "ban": mark("ban"),
    "unban": mark("ban lifted"),
    "close": mark("table closed"),
    "grant": mark("right granted"),
    "revoke": mark("right revoked"),
    "prune": mark("old data removed"),
    "settle": mark("report dealt with"),
}
"""What the entries of the audit trail are about."""
RUNNING: Final = (Status.PLAYING, Status.OPEN)


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time: for people, and as a program reads it."""

    ago: str
    iso: str


@dataclass(frozen=True, slots=True)
class Somebody:
    id: str
    name: str
    """Their id, if they are no longer known."""
    is_banned: bool
    is_admin: bool


@dataclass(frozen=True, slots=True)
class ReportLine:
    number: int
    when: Moment
    reporter: Somebody | None
    speaker: Somebody | None
    quote: str
    reason: str
    table: str
    settled: Moment | None
    settler: Somebody | None


@dataclass(frozen=True, slots=True)
class NoteLine:
    when: Moment
    kind: str
    about: Somebody | None
    table: str
    actor: Somebody | None
    text: str


@dataclass(frozen=True, slots=True)
class TableLine:
    id: str
    game: str
    people: str
    is_playing: bool
    when: Moment


class _Desk:
    """The contents of the page, in the reader's language, at one moment."""

    def __init__(self, texts: Texts, now: int, people: Mapping[str, Person]) -> None:
        self._texts = texts
        self._now = now
        self._people = people

    def moment(self, at: int) -> Moment:
        iso = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
        return Moment(ago(at, self._now, self._texts), iso)

    def somebody(self, identity: str | None) -> Somebody | None:
        if identity is None:
            return None
        known = self._people.get(identity)
        if known is None:
            return Somebody(identity, identity, is_banned=False, is_admin=False)
        return Somebody(known.id, known.name, is_banned=known.banned, is_admin=known.admin)

    def report(self, report: Reported) -> ReportLine:
        note = report.note
        return ReportLine(
            number=report.number,
            when=self.moment(note.at),
            reporter=self.somebody(note.person),
            speaker=self.somebody(note.speaker),
            quote=note.quote or "",
            reason=note.text,
            table=note.table or "",
            settled=None if note.settled is None else self.moment(note.settled),
            settler=self.somebody(note.settler),
        )

    def note(self, note: Audit) -> NoteLine:
        return NoteLine(
            when=self.moment(note.at),
            kind=self._texts.lookup(KINDS.get(note.kind, note.kind)),
            about=self.somebody(note.person),
            table=note.table or "",
            actor=self.somebody(note.actor),
            text=note.text if note.kind in ("prune", "settle") else "",
        )

    def table(self, row: TableRow) -> TableLine:
        table = read_table(row)
        return TableLine(
            id=row.id,
            game=_game_name(row.game),
            people=", ".join(filter(None, chair_names(table, self._texts))),
            is_playing=row.status is Status.PLAYING,
            when=self.moment(row.changed),
        )


def _game_name(game: str) -> str:
    try:
        return registry.get(game).meta.name
    except SetupError:  # its package is no longer installed
        return game


def _mentioned(notes: Iterable[Audit]) -> set[str]:
    return {
        person
        for note in notes
        for person in (note.person, note.actor, note.speaker, note.settler)
        if person is not None
    }


def _numbers(server: Server, counts: Mapping[Status, int], texts: Texts) -> list[tuple[str, str]]:
    """The current figures: overall, then of the process that answers."""
    gauges = server.gauges()
    counted = (
        (texts.say("Matches being played"), counts.get(Status.PLAYING, 0)),
        (texts.say("Tables waiting for players"), counts.get(Status.OPEN, 0)),
        (texts.say("Finished matches"), counts.get(Status.OVER, 0)),
        (texts.say("Tables in this process’s memory"), gauges["prateria_rooms"]),
        (texts.say("Connections"), gauges["prateria_connections"]),
        (texts.say("Changes waiting to be written"), gauges["prateria_store_waiting"]),
        (texts.say("Questions waiting for a bot"), gauges["prateria_bots_waiting"]),
    )
    return [
        *((name, f"{value:g}") for name, value in counted),
        (texts.say("Process"), server.services.settings.worker),
        (texts.say("Version"), __version__),
    ]


@get("/admin", include_in_schema=False)
async def admin_page(
    request: AnyRequest,
    before: Before = None,
    settled: FromQuery[bool] = False,  # noqa: FBT002  (a query parameter)
) -> Response[bytes]:
    """The open or the settled reports, a page at a time: nobody can push another's report out of
    sight by sending many."""
    server, who = server_of(request), reader(request)
    store, texts = server.services.store, who.texts()
    found = await store.reports(settled=settled, before=before, limit=REPORTS + 1)
    reports = found[:REPORTS]
    notes = await store.audits(but="report", limit=NOTES)
    banned = await store.banned()
    mentioned = _mentioned((*(report.note for report in reports), *notes))
    people = await store.persons(banned | mentioned)
    desk = _Desk(texts, server.services.clock.wall(), people)
    rows = [row for status in RUNNING for row in await store.tables(status=status, limit=TABLES)]
    return page(
        request,
        who,
        "admin.html",
        trouble=await server.services.health.trouble(),
        numbers=_numbers(server, await store.table_counts(), texts),
        reports=[desk.report(report) for report in reports],
        is_settled=settled,
        is_later=before is not None,
        earlier=reports[-1].number if len(found) > REPORTS else None,
        bans=sorted(filter(None, map(desk.somebody, banned)), key=lambda each: each.name),
        tables=[desk.table(row) for row in rows],
        notes=[desk.note(note) for note in notes],
    )


HANDLERS = [admin_page]
