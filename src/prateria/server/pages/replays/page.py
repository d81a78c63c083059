"""The replay: any moment of a match through any eyes that may be used, and on from there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from markupsafe import Markup
from msgspec import Meta, Struct

from prateria.core.contract.game import LETTERS, face_of
from prateria.core.errors import LogError, PrateriaError
from prateria.core.matches.begin import replay
from prateria.core.texts import mark
from prateria.review import is_judged
from prateria.server.errors import Refusal, bad, conflict, forbidden, not_found
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, player, server_of
from prateria.server.http.tables import TableCard, card
from prateria.server.pages.files import style_url
from prateria.server.pages.render import Reader, page, reader
from prateria.server.pages.replays.cache import REPLAYS, Replay, parts, sentences
from prateria.server.pages.replays.curve import Reviewed, reviewed
from prateria.server.pages.table_lists import chair_names
from prateria.server.rooms.tables import Table
from prateria.server.store.base import Status

MOST_LOG = 2 * 1024 * 1024
Eyes = Annotated[str | None, QueryParameter(max_length=1)]
Number = Annotated[int | None, QueryParameter(ge=0, le=1_000_000)]


class Moment(Struct, frozen=True):
    """A table after an entry: the parts of its drawing as HTML."""

    n: int
    last: int
    parts: dict[str, str]


class GoingOn(Struct, frozen=True, forbid_unknown_fields=True):
    """From which entry, on which seat."""

    n: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=7)] = 0
    invite: Annotated[str, Meta(max_length=64)] | None = None


class Kept(Struct, frozen=True):
    id: str


@dataclass(frozen=True, slots=True)
class Showing:
    """A replay for one reader: which eyes they may use, and which they do."""

    table: Table
    replay: Replay
    reader: Reader
    names: tuple[str, ...]
    allowed: tuple[int | None, ...]
    seat: int | None

    @property
    def is_whole(self) -> bool:
        """Whether the whole log is open to all who may see the table."""
        return len(self.allowed) == self.table.setup.seats + 1

    def parts(self, n: int) -> dict[str, str]:
        texts = self.reader.texts(self.replay.game)
        return parts(self.replay, n, self.seat, self.names, texts)


async def showing(
    request: AnyRequest, table_id: str, eyes: str | None, invite: str | None
) -> Showing:
    """What a reader may see of a match again; Refusal if nothing."""
    server, who = server_of(request), await reader(request)
    person = who.person.id
    table = await server.rooms.look(table_id)
    if not table.may_see(person, invite):
        raise not_found("table")
    security.limit(server.services.limits, "message", request, person)
    lines = await server.services.store.lines(table_id)
    if not lines:
        raise conflict("not_begun", mark("the match has not begun"))
    try:
        replay = await asyncio.to_thread(REPLAYS.get, table_id, lines)
    except PrateriaError as error:
        raise Refusal(500, "unreadable", mark("this table cannot be read any more")) from error
    own = table.seats_of(person)
    is_open = table.row.status is Status.OVER and await server.lobby.is_log_open(table)
    allowed = (*(range(table.setup.seats) if is_open else own), None)
    seat = _seat(eyes, allowed, own[0] if own else None)
    return Showing(table, replay, who, chair_names(table, who.texts()), allowed, seat)


def _seat(eyes: str | None, allowed: tuple[int | None, ...], default: int | None) -> int | None:
    if eyes is None:
        return default
    if eyes not in (*LETTERS, "w"):
        raise bad(mark("a seat is a letter: a, b, …"))
    seat = None if eyes == "w" else LETTERS.index(eyes)
    if seat not in allowed:
        raise forbidden(mark("the others' eyes are yours when the match is over"))
    return seat


def _n(replay: Replay, n: int | None) -> int:
    if n is not None and n > replay.last:
        raise not_found("entry")
    return replay.last if n is None else n


@get("/replays/{table_id:str}", include_in_schema=False)
async def replay_page(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Number = None,
    eyes: Eyes = None,
    invite: Invite = None,
) -> Response[bytes]:
    show = await showing(request, table_id, eyes, invite)
    table, replay, who = show.table, show.replay, show.reader
    game, at = replay.game, _n(replay, n)
    texts, art = who.texts(game), face_of(game).art()
    drawn = await asyncio.to_thread(show.parts, at)
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
        symbols=Markup(art.symbols),
        table=table.id,
        is_over=table.row.status is Status.OVER,
        is_whole=show.is_whole,
        is_judged=show.is_whole and is_judged(game.meta.id),
        is_imported=table.setup.imported,
        invite=invite or (table.setup.invite if inside and table.setup.watch == "link" else ""),
        names=show.names,
        allowed=show.allowed,
        letters=LETTERS,
        seat=show.seat,
        n=at,
        last=replay.last,
        told=sentences(replay, show.seat, show.names, texts),
        parts={name: Markup(html) for name, html in drawn.items()},
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
    at = _n(show.replay, n)
    return Moment(at, show.replay.last, await asyncio.to_thread(show.parts, at))


@get(
    "/api/replays/{table_id:str}/review", summary="A match that is over, judged by the learned bot"
)
async def review_of(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Reviewed:
    show = await showing(request, table_id, None, invite)
    if not show.is_whole:
        raise forbidden(mark("a review tells every secret: it is for matches that are over"))
    if not is_judged(show.replay.game.meta.id):
        raise conflict("no_review", mark("there is no learned bot for this game"))
    services = server_of(request).services
    found = await services.reviews.get(table_id, await services.store.lines(table_id))
    texts = show.reader.texts(show.replay.game)
    return await asyncio.to_thread(reviewed, show.replay, found, show.names, texts)


@get("/tables/{table_id:str}/replay", include_in_schema=False)
async def from_table(
    table_id: FromPath[str], at: Number = None, invite: Invite = None
) -> Response[bytes]:
    """The way the table's own page knows."""
    query = {"n": at, "invite": invite}
    asked = "&".join(f"{name}={value}" for name, value in query.items() if value is not None)
    where = f"/replays/{table_id}?{asked}".rstrip("?")
    return Response(b"", status_code=303, headers={"location": where})


@get("/replays/{table_id:str}/log", include_in_schema=False)
async def download(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> Response[bytes]:
    """The log as a file."""
    show = await showing(request, table_id, None, invite)
    if not show.is_whole:
        raise forbidden(mark("a log holds every secret: it is given out when the match is over"))
    lines = await server_of(request).services.store.lines(table_id)
    name = f"{show.replay.game.meta.id}-{table_id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response("".join(lines).encode(), media_type="application/jsonl", headers=headers)


@post("/api/replays/{table_id:str}/on", summary="Play on from a moment, against bots")
async def play_on(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[GoingOn]
) -> TableCard:
    person = await player(request, "create")
    show = await showing(request, table_id, None, data.invite)
    if not show.is_whole:
        raise forbidden(mark("you can play on from a match that is over"))
    if data.seat >= show.table.setup.seats:
        raise bad(mark("there is no such seat"))
    match = await asyncio.to_thread(show.replay.match, _n(show.replay, data.n))
    if match.outcome is not None:
        raise conflict("over", mark("here the match is over; go back a few steps"))
    room = await server_of(request).lobby.go_on(show.table, match, person, data.seat)
    return card(room.table, person.id, room.n)


@get("/open", include_in_schema=False)
async def open_page(request: AnyRequest) -> Response[bytes]:
    return page(request, await reader(request), "open.html")


@post(
    "/api/logs",
    summary="Keep a log, checked line by line, to look at it",
    request_max_body_size=MOST_LOG,
)
async def keep_log(request: AnyRequest) -> Kept:
    """The body is the log itself, JSON Lines."""
    person = await player(request, "create")
    raw = await request.body()
    texts = (await reader(request)).texts()
    try:
        match = await asyncio.to_thread(replay, raw)
    except LogError as error:
        sentence = texts.say("This is no whole log: line {line} is wrong.", line=error.line)
        raise bad(f"{sentence} ({error.why})") from None
    lines = [f"{line}\n" for line in raw.decode().split("\n")[:-1]]
    table = await server_of(request).lobby.keep_log(match, person, lines)
    return Kept(table.id)


HANDLERS: list[Any] = [
    replay_page,
    moment,
    review_of,
    from_table,
    download,
    play_on,
    open_page,
    keep_log,
]
