"""The HTTP API about games, logs and replays; health and metrics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from prateria.bots import names as bot_names
from prateria.core import registry
from prateria.core.contract.game import LETTERS
from prateria.core.texts import mark
from prateria.core.version import __version__
from prateria.server.errors import bad, forbidden, not_found
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, server_of, who
from prateria.server.rooms import frames
from prateria.server.rooms.loading import resume


class GameCard(Struct, frozen=True):
    id: str
    name: str
    least: int
    most: int
    options: tuple[dict[str, Any], ...]


class Games(Struct, frozen=True):
    games: tuple[GameCard, ...]
    bots: tuple[str, ...]


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


@get(
    "/api/tables/{table_id:str}/log", summary="The whole log, when over", media_type=MediaType.TEXT
)
async def log(request: AnyRequest, table_id: FromPath[str], invite: Invite = None) -> str:
    server, caller = server_of(request), await who(request)
    room = await server.lobby.visible_room(table_id, caller.person.id, invite)
    if not await server.lobby.is_log_open(room.table):
        raise forbidden(mark("a log holds every secret: it is given out when the match is over"))
    return "".join(await server.services.store.lines(table_id))


@get("/api/tables/{table_id:str}/replay", summary="How it stood after an entry, to your eyes")
async def replay(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    seat: Annotated[str | None, QueryParameter(max_length=1)] = None,
    invite: Invite = None,
) -> dict[str, Any]:
    server, caller = server_of(request), await who(request)
    room = await server.lobby.visible_room(table_id, caller.person.id, invite)
    if seat is not None and seat not in tuple(LETTERS[: room.table.setup.seats]):
        raise bad(mark("a seat is a letter: a, b, …"))
    eyes = None if seat is None else LETTERS.index(seat)
    own = eyes is None or eyes in room.table.seats_of(caller.person.id)
    if not own and not await server.lobby.is_log_open(room.table):
        raise forbidden(mark("the others' eyes are yours when the match is over"))
    lines = await server.services.store.lines(table_id)
    if not lines or n > room.n:
        raise not_found("entry")
    security.limit(server.services.limits, "join", request, caller.person.id)
    # The ending, after the last entry, is not needed for a view.
    running = await asyncio.to_thread(
        resume, lines[: n + 1], room.table.row.seed, room.table.setup.clock
    )
    state = frames.state_frame(running.match, eyes, max(0, n - 1), (), ())
    shown: dict[str, Any] = frames.plain(state)
    return shown


@get("/api/health", summary="Whether all is well")
async def health(request: AnyRequest) -> dict[str, Any]:
    server = server_of(request)
    await server.services.store.tables(limit=1)
    return {"ok": True, "version": __version__, "rooms": len(server.rooms)}


@get("/metrics", summary="Counts for Prometheus", media_type=MediaType.TEXT)
async def metrics(request: AnyRequest) -> str:
    server = server_of(request)
    return server.services.metrics.text(
        {"prateria_rooms": len(server.rooms), "prateria_connections": len(server.sockets)}
    )


HANDLERS = [games, log, replay, health, metrics]
