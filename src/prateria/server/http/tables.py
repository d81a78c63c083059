"""The HTTP API about tables: open, sit, fill, start, give up, rematch."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Final

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from prateria.core.texts import ENGLISH, Texts, mark
from prateria.i18n import texts_in
from prateria.server.bus.base import person_channel
from prateria.server.errors import conflict
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, Name, player, server_of, who
from prateria.server.http.security import Caller
from prateria.server.painting.names import shown_names
from prateria.server.rooms import chat
from prateria.server.rooms.clocks import ClockRule
from prateria.server.rooms.tables import Table, Wish, read_table
from prateria.server.rooms.updates import table_face
from prateria.server.store.base import Status
from prateria.server.wire.protocol import ChairFace, ChatLine

MOST_WATCHERS: Final = 12
"""So many of those who look on are named."""


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat (by default the first free one); the invitation, for tables that need one."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None


class SeatOnly(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=7)]


class Filling(Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot (by default the table's), and on which free seat (by default all)."""

    bot: Name | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Readiness(Struct, frozen=True, forbid_unknown_fields=True):
    ready: bool = True


class Calling(Struct, frozen=True, forbid_unknown_fields=True):
    """Which program, by its account's name, on which seat."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=7)]


class TableCard(Struct, frozen=True):
    """A table as a listing shows it. `invite` is for those who sit there."""

    id: str
    game: str
    status: str
    host: str
    created: int
    changed: int
    public: bool
    chairs: tuple[ChairFace, ...]
    options: dict[str, bool | int | str]
    tempo: str
    clock: ClockRule
    watch: str
    hints: bool
    n: int
    duplicate: bool = False
    learning: bool = False
    invite: str | None = None
    rematch: str | None = None


def card(
    table: Table, viewer: str, n: int, present: Collection[str] = (), *, may_invite: bool = True
) -> TableCard:
    row, setup = table.row, table.setup
    face = table_face(table, n, present)
    inside = may_invite and (table.has(viewer) or row.host == viewer)
    return TableCard(
        id=row.id,
        game=row.game,
        status=row.status.value,
        host=row.host,
        created=row.created,
        changed=row.changed,
        public=row.public,
        chairs=face.chairs,
        options=setup.options,
        tempo=setup.tempo,
        clock=setup.clock,
        watch=setup.watch,
        hints=setup.hints,
        n=n,
        duplicate=setup.duplicate or setup.twin_of is not None,
        learning=setup.learning,
        invite=setup.invite if inside else None,
        rematch=setup.rematch,
    )


@get("/api/tables", summary="Public tables, or with mine=true yours")
async def list_tables(
    request: AnyRequest,
    status: FromQuery[Status | None] = None,
    mine: FromQuery[bool] = False,  # noqa: FBT002  (a query parameter)
    before: Annotated[int | None, QueryParameter(ge=0, le=1 << 50)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> list[TableCard]:
    server, caller = server_of(request), who(request)
    person = caller.person.id
    rows = await server.services.store.tables(
        status=status,
        person=person if mine else None,
        public=None if mine else True,
        limit=limit,
        before=before,
    )
    found = [read_table(row) for row in rows]
    seen = [table for table in found if mine or table.may_see(person, None)]
    return [card(table, person, 0, may_invite=_may_invite(caller)) for table in seen]


def _may_invite(caller: Caller) -> bool:
    """An invitation lets anybody in: it is not for a token that may only play a bot's seats."""
    return caller.scopes is None or "play" in caller.scopes


@post("/api/tables", summary="Open a table", status_code=201)
async def open_table(request: AnyRequest, data: JSONBody[Wish]) -> TableCard:
    person = await player(request, "create")
    room = await server_of(request).lobby.open(data, person)
    return card(room.table, person.id, room.n)


@post("/api/tables/now", summary="Open a table, bots on the free seats, and deal", status_code=201)
async def play_now(request: AnyRequest, data: JSONBody[Wish]) -> TableCard:
    person = await player(request, "create")
    room = await server_of(request).lobby.open_against_bots(data, person)
    return card(room.table, person.id, room.n)


class Turn(Struct, frozen=True):
    """A table that waits for you. `days`: it is played with days a turn."""

    table: str
    game: str
    others: tuple[str, ...]
    days: bool


@get("/api/turns", summary="The tables that wait for you")
async def turns(request: AnyRequest) -> list[Turn]:
    """Those that have waited for longest come first; live races are left out."""
    server, person = server_of(request), who(request).person.id
    return [turn_of(table, person) for table in await server.lobby.waiting_for(person)]


def turn_of(table: Table, person: str) -> Turn:
    names = shown_names(table_face(table, 0, ()).chairs, ENGLISH)
    others = tuple(
        name for name, chair in zip(names, table.chairs, strict=True) if chair.person != person
    )
    return Turn(table.id, table.row.game, others, table.setup.clock.kind == "days")


@get("/api/tables/{table_id:str}", summary="One table")
async def show_table(
    request: AnyRequest, table_id: FromPath[str], invite: Invite = None
) -> TableCard:
    server, caller = server_of(request), who(request)
    room = await server.lobby.visible_room(table_id, caller.person.id, invite)
    may_invite = _may_invite(caller)
    present = room.present.keys()
    return card(room.table, caller.person.id, room.n, present, may_invite=may_invite)


@post("/api/tables/{table_id:str}/sit", summary="Take a seat", status_code=200)
async def sit(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Where]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.sit(table_id, person, data.seat, data.invite)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/fill", summary="Fill the free seats with bots", status_code=200)
async def fill(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Filling]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.fill(table_id, person, data.bot, data.seat)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/setup", summary="Change the setup (the host)", status_code=200)
async def set_up_anew(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[Wish]
) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.set_up_anew(table_id, person, data)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/close", summary="Close it before it begins", status_code=200)
async def call_off(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.call_off(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/unseat", summary="Free a seat (the host)", status_code=200)
async def unseat(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[SeatOnly]
) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.unseat(table_id, person, data.seat)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/call", summary="Seat a listening program", status_code=200)
async def call(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Calling]) -> TableCard:
    person, server = await player(request, "join"), server_of(request)
    program = await server.accounts.named(data.name)
    if not await server.services.bus.is_heard(person_channel(program.id)):
        raise conflict("not_listening", mark("That program is not listening now."))
    room = await server.lobby.call(table_id, person, data.seat, program)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/stand", summary="Leave the seat", status_code=200)
async def stand(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.stand(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/ready", summary="Say that you are ready", status_code=200)
async def be_ready(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[Readiness]
) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.be_ready(table_id, person, ready=data.ready)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/start", summary="Deal (the host)", status_code=200)
async def start(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.start(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/resign", summary="Give up: a bot plays on", status_code=200)
async def resign(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.resign(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post(
    "/api/tables/{table_id:str}/leave", summary="A bot sits in till you are back", status_code=200
)
async def leave(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.leave(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/back", summary="Take your seat again", status_code=200)
async def back(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "join")
    room = await server_of(request).lobby.back(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/rematch", summary="Rematch with the same people", status_code=200)
async def rematch(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    """When the match is over, or all who have a seat have given up."""
    person = await player(request, "create")
    room = await server_of(request).lobby.rematch(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post(
    "/api/tables/{table_id:str}/twin",
    summary="Duplicate: the same deal for others",
    status_code=200,
)
async def twin(request: AnyRequest, table_id: FromPath[str]) -> TableCard:
    person = await player(request, "create")
    room = await server_of(request).lobby.twin(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@get("/api/tables/{table_id:str}/chat", summary="Earlier lines of chat")
async def earlier_chat(
    request: AnyRequest,
    table_id: FromPath[str],
    before: Annotated[int, QueryParameter(ge=1, le=10_000_000)],
    invite: Invite = None,
) -> list[ChatLine]:
    """The latest lines before the one with that number, without those of people you have muted."""
    server, person = server_of(request), who(request).person.id
    room = await server.lobby.visible_room(table_id, person, invite)
    muted = await server.services.store.muted_by(person)
    return [line for line in await chat.history(room, before) if line.person not in muted]


class Watchers(Struct, frozen=True):
    """Who looks on at a table beside you: those with a name, how many more, and both in words of
    your language; "" if there is nobody."""

    names: tuple[str, ...]
    more: int
    said: str


@get("/api/tables/{table_id:str}/watchers", summary="Who looks on")
async def watchers(request: AnyRequest, table_id: FromPath[str], invite: Invite = None) -> Watchers:
    server, person = server_of(request), who(request).person.id
    room = await server.lobby.visible_room(table_id, person, invite)
    seated = {*room.table.people, person}
    here = sorted(room.present.keys() - seated)
    known = await server.services.store.persons(here[:MOST_WATCHERS])
    names = tuple(sorted(each.name for each in known.values() if not each.banned))
    texts = texts_in(security.language(request))
    return Watchers(names, len(here) - len(names), _watching(names, len(here), texts))


def _watching(names: tuple[str, ...], number: int, texts: Texts) -> str:
    if not number:
        return ""
    listed = ", ".join(names)
    if len(names) == number:
        return texts.say("Watching: {names}", names=listed)
    if not names:
        return texts.count("Watching: {number} guest", "Watching: {number} guests", number)
    return texts.count(
        "Watching: {names} and {number} more",
        "Watching: {names} and {number} more",
        number - len(names),
        names=listed,
    )


HANDLERS = [
    earlier_chat, watchers,
    list_tables, turns,
    open_table, play_now, show_table, sit, fill, unseat, call, stand, be_ready, start,
    set_up_anew, call_off, resign, leave, back, rematch, twin,
]  # fmt: skip
