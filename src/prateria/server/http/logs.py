"""The HTTP API about games, logs and replays; health and metrics."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Annotated, Any, Final

from litestar import MediaType, Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from prateria.bots import names as bot_names
from prateria.core import registry
from prateria.core.texts import mark
from prateria.core.version import __version__
from prateria.server.errors import forbidden
from prateria.server.http import security
from prateria.server.http.deps import AnyRequest, Invite, server_of, who
from prateria.server.rooms.replays import SPECTATOR
from prateria.server.rooms.updates import update_of
from prateria.server.wire.frame import update_frame
from prateria.server.wire.protocol import plain

FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")
"""Headers that show that a proxy has sent the request on behalf of somebody else."""


class GameCard(Struct, frozen=True):
    id: str
    name: str
    least: int
    most: int
    options: tuple[dict[str, Any], ...]


class Games(Struct, frozen=True):
    games: tuple[GameCard, ...]
    bots: tuple[str, ...]


@get("/api/games", summary="The installed games and bots")
async def games() -> Games:
    cards = []
    for game in registry.games():
        meta = game.meta
        options = tuple(
            {"name": o.name, "values": list(o.values), "default": o.default, "rule": o.rule}
            for o in meta.offered
        )
        cards.append(GameCard(meta.id, meta.name, meta.least, meta.most, options))
    return Games(tuple(cards), bot_names())


@get(
    "/api/tables/{table_id:str}/log", summary="The whole log, when over", media_type=MediaType.TEXT
)
async def log(request: AnyRequest, table_id: FromPath[str], invite: Invite = None) -> str:
    server, caller = server_of(request), who(request)
    place = security.place(request)
    return (await server.replays.open(table_id, caller.person.id, invite, place)).whole_log()


@get("/api/tables/{table_id:str}/replay", summary="The position after an entry, as you may see it")
async def replay(
    request: AnyRequest,
    table_id: FromPath[str],
    n: Annotated[int, QueryParameter(ge=0, le=1_000_000)],
    seat: Annotated[str | None, QueryParameter(max_length=1)] = None,
    invite: Invite = None,
) -> dict[str, Any]:
    server, caller = server_of(request), who(request)
    security.limit(server.services.limits, "join", request, caller.person.id)
    place = security.place(request)
    opened = await server.replays.open(table_id, caller.person.id, invite, place)
    eyes, entry = opened.seat(SPECTATOR if seat is None else seat), opened.entry(n)
    match = await server.replays.in_turn(place, lambda: opened.replay.match(entry))
    update = update_of(match, eyes, max(0, entry - 1))
    shown: dict[str, Any] = plain(update_frame(update, has_ruleset=True))
    return shown


@get("/api/health", summary="Health check")
async def health(request: AnyRequest) -> Response[dict[str, Any]]:
    """503 with the cause if nothing could be written just now, or if the store is damaged. Its
    paths and addresses are shown only to those who may also read the metrics."""
    server = server_of(request)
    trouble = await server.services.health.trouble()
    body = {"ok": trouble is None, "version": __version__, "rooms": len(server.rooms)}
    if trouble is not None:
        body["store"] = trouble if _may_measure(request) else trouble.partition(" (")[0]
    return Response(body, status_code=200 if trouble is None else 503)


@get("/metrics", summary="Counts for Prometheus", media_type=MediaType.TEXT)
async def metrics(request: AnyRequest) -> str:
    if not _may_measure(request):
        if server_of(request).services.settings.metrics_token:
            raise forbidden(mark("Metrics need the token of PRATERIA_METRICS_TOKEN."))
        raise forbidden(mark("Metrics are available only on this machine, or with a token."))
    server = server_of(request)
    return server.services.metrics.text(server.gauges())


def _may_measure(request: AnyRequest) -> bool:
    """Whether the caller shows the token or, if none is set, is on this machine and not behind a
    proxy, even an undeclared one."""
    token = server_of(request).services.settings.metrics_token
    if token:
        shown = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(shown.encode(), token.encode())
    is_forwarded = any(name in request.headers for name in FORWARDED)
    return not is_forwarded and _is_here(security.address(request))


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:  # a Unix socket has no address
        return False


HANDLERS = [games, log, replay, health, metrics]
