"""The replay: any moment of a match, through the eyes of any seat that is open to the reader, with
the possibility to play on from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import quote, urlencode

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from markupsafe import Markup
from msgspec import Meta, Struct

from prateria.core.contract.game import CHANCE, LETTERS, face_of
from prateria.core.drawing.scene import PARTS, Scene
from prateria.core.errors import LogError
from prateria.core.matches.begin import replay as read_match
from prateria.core.texts import Texts, mark
from prateria.review import is_judged
from prateria.server.bots.pool import Asker
from prateria.server.errors import Refusal, bad, conflict, forbidden
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, player, server_of
from prateria.server.http.tables import TableCard, card
from prateria.server.pages.files import style_url
from prateria.server.pages.render import Reader, lettered, letters_of, page, reader, redirect
from prateria.server.pages.replays.curve import Reviewed, reviewed
from prateria.server.pages.table_lists import chair_names
from prateria.server.painting import frame
from prateria.server.painting.names import initials
from prateria.server.rooms.replays import OpenReplay, Replay
from prateria.server.rooms.updates import table_face
from prateria.server.store.base import Status

MOST_LOG = 2 * 1024 * 1024
MOST_LINES: Final = 5_000
"""Six times the length of any match of ours."""
LONGEST_IMPORTED = 80
"""Letters of a player's name in a log from a file; bots' names may be a little longer."""
T = TypeVar("T")
Eyes = Annotated[str | None, QueryParameter(max_length=1)]
Number = Annotated[int | None, QueryParameter(ge=0, le=1_000_000)]


class Moment(Struct, frozen=True):
    """A table after an entry: the parts of its drawing as HTML."""

    n: int
    last: int
    parts: dict[str, str]


class GoingOn(Struct, frozen=True, forbid_unknown_fields=True):
    """The entry to continue from, and the seat to take."""

    n: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=7)] = 0
    invite: Annotated[str, Meta(max_length=64)] | None = None


class Kept(Struct, frozen=True):
    id: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: an entry, or an event at a seat after it."""

    n: int
    by: int | None
    text: str
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class Showing:
    """A replay for one reader, in their language and through the eyes they chose."""

    opened: OpenReplay
    reader: Reader
    names: tuple[str, ...]
    seat: int | None

    @property
    def replay(self) -> Replay:
        return self.opened.replay

    @property
    def texts(self) -> Texts:
        return self.reader.texts(self.replay.game)

    def parts(self, n: int) -> dict[str, str]:
        """The parts of the table after an entry, as HTML."""
        game, names, texts = self.replay.game, self.names, self.texts
        face = face_of(game)
        view, actors = self.replay.view(n, self.seat)
        drawing = face.draw(view, Scene(names, texts))
        drawn = {name: getattr(drawing, name) for name in PARTS}
        outcome = self.replay.whole.outcome if n == self.replay.last else None
        acting = [actor for actor in actors if actor >= 0]
        colours = [face.colour(seat) for seat in range(len(names))]
        if actors == (CHANCE,):
            drawn["turn"] = frame.between(texts)
        else:
            drawn["turn"] = frame.turn(acting, None, (), names, outcome, texts, colours=colours)
        return drawn

    def lines(self) -> list[Line]:
        """The log, including events at the seats that are not moves."""
        chairs, texts = self.opened.table.chairs, self.texts
        told = self.replay.story(self.seat, self.names, texts)
        lines = [Line(entry.n, entry.by, " ".join(entry.sentences)) for entry in told]
        for seat, chair in enumerate(chairs):
            for trace in chair.trace:
                said = frame.trace_told(chair.name, trace.what, texts)
                lines.append(Line(trace.n, seat, said, is_aside=True))
        return sorted(lines, key=lambda line: (line.n, line.is_aside))


async def showing(
    request: AnyRequest, table_id: str, eyes: str | None, invite: str | None
) -> Showing:
    """What a reader may see of a match; Refusal if nothing."""
    server, who = server_of(request), reader(request)
    security.limit(server.services.limits, "message", request, who.person.id)
    opened = await server.replays.open(table_id, who.person.id, invite, security.place(request))
    names = chair_names(opened.table, who.texts())
    return Showing(opened, who, names, opened.seat(eyes))


async def _in_turn(request: AnyRequest, work: Callable[[], T]) -> T:
    return await server_of(request).replays.in_turn(security.place(request), work)


@get("/replays/{table_id:str}", include_in_schema=False)
async def replay_page(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Number = None,
    eyes: Eyes = None,
    invite: Invite = None,
) -> Response[bytes]:
    show = await showing(request, table_id, eyes, invite)
    table, replay, who = show.opened.table, show.replay, show.reader
    game, at = replay.game, show.opened.entry(n)
    art = face_of(game).art()
    drawn = await _in_turn(request, lambda: show.parts(at))
    told = await _in_turn(request, show.lines)
    inside = table.has(who.person.id) or table.row.host == who.person.id
    return page(
        request,
        who,
        "replay.html",
        game,
        game_id=game.meta.id,
        game_name=game.meta.name,
        style=style_url(game.meta.id),
        is_plain=not art.style,
        symbols=lettered(art.symbols, show.texts),
        table=table.id,
        is_over=table.row.status is Status.OVER,
        is_whole=show.opened.is_whole,
        is_judged=show.opened.is_whole and is_judged(game.meta.id),
        is_imported=table.setup.imported,
        invite=invite or (table.setup.invite if inside and table.setup.watch == "link" else ""),
        names=show.names,
        initials=letters_of(game, initials(show.names)),
        allowed=show.opened.allowed,
        letters=LETTERS,
        seat=show.seat,
        n=at,
        last=replay.last,
        told=told,
        parts={name: Markup(html) for name, html in drawn.items()},
    )


@get("/tables/{table_id:str}/log", include_in_schema=False)
async def earlier_lines(
    request: AnyRequest,
    table_id: FromPath[str],
    before: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    invite: Invite = None,
) -> Response[bytes]:
    """The lines of a table's log before an entry, newest first, for its page to add."""
    show = await showing(request, table_id, None, invite)
    colours = [face_of(show.replay.game).colour(seat) for seat in range(len(show.names))]
    struck = show.replay.struck
    told = await _in_turn(request, lambda: show.replay.story(show.seat, show.names, show.texts))
    lines = [
        (entry.n, 0, frame.entry(entry, table_id, struck=entry.n in struck, colours=colours))
        for entry in told
        if entry.n < before
    ]
    lines += [
        (trace.n, 1 + trace.at, frame.aside(chair, trace, show.texts, colours=colours))
        for chair in table_face(show.opened.table, 0, ()).chairs
        for trace in chair.trace
        if trace.n < before - 1  # the page already has those right before its first entry
    ]
    return Response(
        "".join(line for _, _, line in sorted(lines, reverse=True)).encode(),
        media_type="text/html",
    )


@get("/api/replays/{table_id:str}", summary="A moment of a match, drawn for your eyes")
async def moment(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Number = None,
    eyes: Eyes = None,
    invite: Invite = None,
) -> Moment:
    show = await showing(request, table_id, eyes, invite)
    at = show.opened.entry(n)
    return Moment(at, show.replay.last, await _in_turn(request, lambda: show.parts(at)))


@get(
    "/api/replays/{table_id:str}/review", summary="A match that is over, judged by the learned bot"
)
async def review_of(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Reviewed:
    show = await showing(request, table_id, None, invite)
    if not show.opened.is_whole:
        raise forbidden(
            mark("A review reveals every secret, so it opens only when the match is over.")
        )
    if not is_judged(show.replay.game.meta.id):
        raise conflict("no_review", mark("There is no learned bot for this game."))
    services = server_of(request).services
    asker = Asker(reader(request).person.id, security.place(request))
    found = await services.reviews.get(table_id, show.opened.lines, asker)
    return await _in_turn(request, lambda: reviewed(show.replay, found, show.names, show.texts))


@get("/tables/{table_id:str}/replay", include_in_schema=False)
async def from_table(
    table_id: FromPath[str], at: Number = None, invite: Invite = None
) -> Response[bytes]:
    """The form used by the table's own page."""
    query = {"n": at, "invite": invite}
    asked = urlencode({name: value for name, value in query.items() if value is not None})
    return redirect(f"/replays/{quote(table_id, safe='')}?{asked}".rstrip("?"))


@get("/replays/{table_id:str}/log", include_in_schema=False)
async def download(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[bytes]:
    """The log as a file."""
    show = await showing(request, table_id, None, invite)
    log = show.opened.whole_log()
    name = f"{show.replay.game.meta.id}-{table_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(log.encode(), media_type="application/jsonl", headers=headers)


@post("/api/replays/{table_id:str}/on", summary="Play on from a moment, against bots")
async def play_on(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[GoingOn]
) -> TableCard:
    person = await player(request, "create")
    show = await showing(request, table_id, None, data.invite)
    if not show.opened.is_whole:
        raise forbidden(mark("You can play on only from a match that is over."))
    if data.seat >= show.opened.table.setup.seats:
        raise bad(mark("There is no such seat."))
    at = show.opened.entry(data.n)
    match = await _in_turn(request, lambda: show.replay.match(at))
    if match.outcome is not None:
        raise conflict("over", mark("The match is over at this step; go back a few steps."))
    room = await server_of(request).lobby.go_on(show.opened.table, match, person, data.seat)
    return card(room.table, person.id, room.n)


@get("/open", include_in_schema=False)
async def open_page(request: AnyRequest) -> Response[bytes]:
    return page(request, reader(request), "open.html")


@post(
    "/api/logs",
    summary="Upload a log, checked line by line, to replay it",
    request_max_body_size=MOST_LOG,
)
async def keep_log(request: AnyRequest) -> Kept:
    """The body is the log itself, JSON Lines."""
    person = await player(request, "create")
    raw = await request.body()
    if raw.count(b"\n") > MOST_LINES:
        most = f"at most {MOST_LINES} lines"
        raise Refusal(413, "too_big", mark("That is too big."), detail=most)
    texts = reader(request).texts()
    try:
        match = await _in_turn(request, lambda: read_match(raw))
    except LogError as error:
        text = mark("This log is incomplete or damaged (line {line}): {why}.")
        raise bad(text, detail=str(error), line=error.line, why=error.told(texts)) from None
    if any(len(name) > LONGEST_IMPORTED for name in match.log.header.players):
        raise bad(mark("A player’s name in this log is too long."))
    lines = [f"{line}\n" for line in raw.decode().split("\n")[:-1]]
    table = await server_of(request).lobby.keep_log(match, person, lines)
    return Kept(table.id)


HANDLERS: list[Any] = [
    replay_page,
    earlier_lines,
    moment,
    review_of,
    from_table,
    download,
    play_on,
    open_page,
    keep_log,
]
