"""The HTTP API about games, logs and replays; health and metrics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from prateria.bots import names as bot_names
from prateria.core import registry
from prateria.core.version import __version__
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, server_of, who
from prateria.server.rooms.replays import SPECTATOR
from prateria.server.rooms.updates import update_of
from prateria.server.wire.frame import update_frame
from prateria.server.wire.protocol import plain


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
    return (await server.replays.open(table_id, caller.person.id, invite)).whole_log()


@get("/api/tables/{table_id:str}/replay", summary="How it stood after an entry, to your eyes")
async def replay(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    seat: Annotated[str | None, QueryParameter(max_length=1)] = None,
    invite: Invite = None,
) -> dict[str, Any]:
    server, caller = server_of(request), await who(request)
    security.limit(server.services.limits, "join", request, caller.person.id)
    opened = await server.replays.open(table_id, caller.person.id, invite)
    eyes, entry = opened.seat(SPECTATOR if seat is None else seat), opened.entry(n)
    match = await asyncio.to_thread(opened.replay.match, entry)
    update = update_of(match, eyes, max(0, entry - 1))
    shown: dict[str, Any] = plain(update_frame(update, has_ruleset=True))
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
