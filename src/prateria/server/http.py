"""The HTTP API around the match: people, tables, logs, replays, health, metrics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from prateria.bots import names as bot_names
from prateria.core import registry
from prateria.core.game import LETTERS
from prateria.core.version import __version__
from prateria.server import frames, security
from prateria.server.clocks import ClockRule
from prateria.server.errors import bad, conflict, forbidden, not_found
from prateria.server.loading import resume
from prateria.server.people import COOKIE
from prateria.server.protocol import ChairFace
from prateria.server.security import Caller
from prateria.server.server import Server
from prateria.server.store.base import Person, Status
from prateria.server.tables import Table, Wish, read_table

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Asked = Request[Any, Any, Any]
Invite = Annotated[str | None, QueryParameter(max_length=64)]


class Me(Struct, frozen=True):
    """Who you are. `csrf` goes into the header x-csrf-token of every change."""

    id: str
    name: str
    colour: str
    account: bool
    csrf: str


class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    colour: Name


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class TokenWish(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    scopes: tuple[str, ...] = ("play", "bot")


class TokenCard(Struct, frozen=True):
    """A token of yours. `token` is told once, when it is made."""

    hash: str
    name: str
    scopes: str
    created: int
    token: str | None = None


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat (the first free one by default); the invitation, for tables that need one."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None


class SeatOnly(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=7)]


class Filling(Struct, frozen=True, forbid_unknown_fields=True):
    bot: Name = "greedy"


class Calling(Struct, frozen=True, forbid_unknown_fields=True):
    """Which program, by the name of its account, on which seat."""

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
    invite: str | None = None
    rematch: str | None = None


class GameCard(Struct, frozen=True):
    id: str
    name: str
    least: int
    most: int
    options: tuple[dict[str, Any], ...]


class Games(Struct, frozen=True):
    games: tuple[GameCard, ...]
    bots: tuple[str, ...]


def server_of(request: Asked) -> Server:
    server: Server = request.app.state.server
    return server


async def who(request: Asked) -> Caller:
    """Who is asking; 401 for somebody we have not met."""
    server = server_of(request)
    caller = await security.caller(server.people, server.world.settings, request)
    if caller is None:
        raise forbidden("say who you are first: POST /api/me, or a token")
    return caller


async def _player(request: Asked, kind: Any) -> Person:
    """Who is asking to change a table, if not too often; kept by the store from now on."""
    server, caller = server_of(request), await who(request)
    caller.need("play")
    security.limit(server.world.limits, kind, request, caller.person.id)
    await server.people.keep(caller.person)
    return caller.person


def card(table: Table, viewer: str, n: int, present: Any = ()) -> TableCard:
    row, setup = table.row, table.setup
    face = frames.table_frame(table, n, present)
    inside = table.has(viewer) or row.host == viewer
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
        invite=setup.invite if inside else None,
        rematch=setup.rematch,
    )


# --- people


def _me(server: Server, person: Person) -> Me:
    return Me(
        person.id,
        person.name,
        person.colour,
        person.password is not None,
        server.people.csrf(person.id),
    )


def _with_cookie(server: Server, person: Person) -> Response[Me]:
    cookie = security.cookie(server.world.settings, server.people, person)
    return Response(_me(server, person), cookies=[cookie], status_code=200)


@get("/api/me", summary="Who you are; a guest's cookie if you are new")
async def me(request: Asked) -> Response[Me]:
    server = server_of(request)
    caller = await security.caller(server.people, server.world.settings, request)
    if caller is None:
        return _with_cookie(server, server.people.new_guest())
    return Response(_me(server, caller.person), status_code=200)


@post("/api/me", summary="Another name or colour", status_code=200)
async def rename(request: Asked, data: JSONBody[Looks]) -> Response[Me]:
    server, caller = server_of(request), await who(request)
    security.limit(server.world.limits, "join", request, caller.person.id)
    changed = await server.people.rename(caller.person, data.name, data.colour)
    return _with_cookie(server, changed)


@post("/api/account", summary="Keep what you play across devices", status_code=200)
async def register(request: Asked, data: JSONBody[Credentials]) -> Response[Me]:
    server, caller = server_of(request), await who(request)
    caller.need("account")
    security.limit(server.world.limits, "login", request, caller.person.id)
    account = await server.people.register(caller.person, data.name, data.password)
    return _with_cookie(server, account)


@post("/api/login", summary="Be your account on this device", status_code=200)
async def log_in(request: Asked, data: JSONBody[Credentials]) -> Response[Me]:
    server = server_of(request)
    security.check_origin(server.world.settings, request)
    security.limit(server.world.limits, "login", request, data.name.casefold())
    return _with_cookie(server, await server.people.log_in(data.name, data.password))


@post("/api/logout", summary="Forget this device", status_code=200)
async def log_out(request: Asked) -> Response[dict[str, bool]]:
    await who(request)
    response: Response[dict[str, bool]] = Response({"done": True}, status_code=200)
    response.delete_cookie(COOKIE)
    return response


@get("/api/tokens", summary="Your tokens for programs")
async def tokens(request: Asked) -> list[TokenCard]:
    server, caller = server_of(request), await who(request)
    caller.need("account")
    found = await server.people.tokens(caller.person)
    return [TokenCard(t.hash, t.name, t.scopes, t.created) for t in found]


@post("/api/tokens", summary="A new token for a program", status_code=201)
async def new_token(request: Asked, data: JSONBody[TokenWish]) -> TokenCard:
    server, caller = server_of(request), await who(request)
    caller.need("account")
    security.limit(server.world.limits, "create", request, caller.person.id)
    text = await server.people.new_token(caller.person, data.name, data.scopes)
    return TokenCard("", data.name, " ".join(data.scopes), server.world.times.wall(), text)


@delete("/api/tokens/{hashed:str}", summary="End a token")
async def drop_token(request: Asked, hashed: FromPath[str]) -> None:
    server, caller = server_of(request), await who(request)
    caller.need("account")
    await server.people.drop_token(caller.person, hashed)


# --- tables


@get("/api/games", summary="The games and bots there are")
async def games() -> Games:
    cards = []
    for game_id in registry.ids():
        meta = registry.get(game_id).meta
        options = tuple(
            {"name": o.name, "values": list(o.values), "default": o.default, "rule": o.rule}
            for o in meta.options
        )
        cards.append(GameCard(meta.id, meta.name, meta.least, meta.most, options))
    return Games(tuple(cards), bot_names())


@get("/api/tables", summary="Public tables, or with mine=true yours")
async def list_tables(
    request: Asked,
    status: FromQuery[Status | None] = None,
    mine: FromQuery[bool] = False,  # noqa: FBT001, FBT002  (a query parameter)
    before: Annotated[int | None, QueryParameter(ge=0, le=1 << 50)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> list[TableCard]:
    server, caller = server_of(request), await who(request)
    person = caller.person.id
    rows = await server.world.store.tables(
        status=status,
        person=person if mine else None,
        public=None if mine else True,
        limit=limit,
        before=before,
    )
    found = [read_table(row) for row in rows]
    return [card(table, person, 0) for table in found if mine or table.may_see(person, None)]


@post("/api/tables", summary="Open a table", status_code=201)
async def open_table(request: Asked, data: JSONBody[Wish]) -> TableCard:
    person = await _player(request, "create")
    room = await server_of(request).lobby.open(data, person)
    return card(room.table, person.id, room.n)


@get("/api/tables/{table_id:str}", summary="One table")
async def show_table(request: Asked, table_id: FromPath[str], invite: Invite = None) -> TableCard:
    server, caller = server_of(request), await who(request)
    room = await server.lobby.seen(table_id, caller.person.id, invite)
    return card(room.table, caller.person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/sit", summary="Take a seat", status_code=200)
async def sit(request: Asked, table_id: FromPath[str], data: JSONBody[Where]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.sit(table_id, person, data.seat, data.invite)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/fill", summary="Bots on the free seats", status_code=200)
async def fill(request: Asked, table_id: FromPath[str], data: JSONBody[Filling]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.fill(table_id, person, data.bot)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/unseat", summary="Free a seat (the host)", status_code=200)
async def unseat(request: Asked, table_id: FromPath[str], data: JSONBody[SeatOnly]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.unseat(table_id, person, data.seat)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/call", summary="Seat a listening program", status_code=200)
async def call(request: Asked, table_id: FromPath[str], data: JSONBody[Calling]) -> TableCard:
    person, server = await _player(request, "join"), server_of(request)
    program = await server.people.named(data.name)
    if not server.world.bus.is_wanted(frames.person_channel(program.id)):
        raise conflict("not_listening", "that program is not listening now")
    room = await server.lobby.call(table_id, person, data.seat, program)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/stand", summary="Leave the seat", status_code=200)
async def stand(request: Asked, table_id: FromPath[str]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.stand(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/start", summary="Deal (the host)", status_code=200)
async def start(request: Asked, table_id: FromPath[str]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.start(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/resign", summary="Give up: a bot ends it", status_code=200)
async def resign(request: Asked, table_id: FromPath[str]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.resign(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post(
    "/api/tables/{table_id:str}/leave", summary="A bot sits in till you are back", status_code=200
)
async def leave(request: Asked, table_id: FromPath[str]) -> TableCard:
    person = await _player(request, "join")
    room = await server_of(request).lobby.leave(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/rematch", summary="The same people again", status_code=200)
async def rematch(request: Asked, table_id: FromPath[str]) -> TableCard:
    person = await _player(request, "create")
    room = await server_of(request).lobby.rematch(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


@post("/api/tables/{table_id:str}/twin", summary="The same deal for others", status_code=200)
async def twin(request: Asked, table_id: FromPath[str]) -> TableCard:
    person = await _player(request, "create")
    room = await server_of(request).lobby.twin(table_id, person)
    return card(room.table, person.id, room.n, room.present.keys())


# --- logs and replays


@get(
    "/api/tables/{table_id:str}/log", summary="The whole log, when over", media_type=MediaType.TEXT
)
async def log(request: Asked, table_id: FromPath[str], invite: Invite = None) -> str:
    server, caller = server_of(request), await who(request)
    room = await server.lobby.seen(table_id, caller.person.id, invite)
    if not await server.lobby.is_log_open(room.table):
        raise forbidden("a log holds every secret: it is given out when the match is over")
    return "".join(await server.world.store.lines(table_id))


@get("/api/tables/{table_id:str}/replay", summary="How it stood after an entry, to your eyes")
async def replay(
    request: Asked,
    table_id: FromPath[str],
    n: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    seat: Annotated[str | None, QueryParameter(max_length=1)] = None,
    invite: Invite = None,
) -> dict[str, Any]:
    server, caller = server_of(request), await who(request)
    room = await server.lobby.seen(table_id, caller.person.id, invite)
    if seat is not None and seat not in tuple(LETTERS[: room.table.setup.seats]):
        raise bad("a seat is a letter: a, b, …")
    eyes = None if seat is None else LETTERS.index(seat)
    own = eyes is None or eyes in room.table.seats_of(caller.person.id)
    if not own and not await server.lobby.is_log_open(room.table):
        raise forbidden("the others' eyes are yours when the match is over")
    lines = await server.world.store.lines(table_id)
    if not lines or n > room.n:
        raise not_found("entry")
    security.limit(server.world.limits, "join", request, caller.person.id)
    # The ending, after the last entry, is not needed for a view.
    running = await asyncio.to_thread(
        resume, lines[: n + 1], room.table.row.seed, room.table.setup.clock
    )
    state = frames.state_frame(running.match, eyes, max(0, n - 1), (), ())
    shown: dict[str, Any] = frames.plain(state)
    return shown


# --- health


@get("/api/health", summary="Whether all is well")
async def health(request: Asked) -> dict[str, Any]:
    server = server_of(request)
    await server.world.store.tables(limit=1)
    return {"ok": True, "version": __version__, "rooms": len(server.rooms)}


@get("/metrics", summary="Counts for Prometheus", media_type=MediaType.TEXT)
async def metrics(request: Asked) -> str:
    server = server_of(request)
    return server.world.metrics.text(
        {"prateria_rooms": len(server.rooms), "prateria_connections": len(server.sockets)}
    )


HANDLERS = [
    me, rename, register, log_in, log_out, tokens, new_token, drop_token, games, list_tables,
    open_table, show_table, sit, fill, unseat, call, stand, start, resign, leave, rematch, twin,
    log, replay, health, metrics,
]  # fmt: skip
