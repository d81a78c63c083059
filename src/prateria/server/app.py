"""The ASGI application: routes, errors in one shape, security headers, the life of a server."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, WebSocket, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath

from prateria.core import registry
from prateria.core.texts import mark
from prateria.core.version import __version__
from prateria.i18n import texts_in
from prateria.server.errors import Refusal
from prateria.server.http import bot_api, security
from prateria.server.http import logs as http_logs
from prateria.server.http import people as http_people
from prateria.server.http import tables as http_tables
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.pages import files, render, routes
from prateria.server.pages.errors import answer
from prateria.server.pages.table import page as table
from prateria.server.painting.painter import Painter
from prateria.server.rooms.messages import Enter, Exit
from prateria.server.rooms.room import Room
from prateria.server.server import Server
from prateria.server.sockets.connection import MOVED, NOT_FOR_YOU, Connection
from prateria.server.store.base import StoreError
from prateria.server.wire.protocol import Problem, write

LOG: Final = logging.getLogger("prateria.server")
MOST_BODY: Final = 64 * 1024


@asynccontextmanager
async def _life(app: Litestar) -> AsyncIterator[None]:
    server: Server = app.state.server
    server.router.app = app
    await server.open()
    try:
        yield
    finally:
        await server.close()


def make_app(server: Server) -> Litestar:
    """The application around a server, which is opened when it starts and closed when it ends."""
    return Litestar(
        route_handlers=[
            *http_people.HANDLERS,
            *http_tables.HANDLERS,
            *http_logs.HANDLERS,
            *bot_api.HANDLERS,
            *files.HANDLERS,
            *render.HANDLERS,
            *table.HANDLERS,
            *routes.HANDLERS,
            table_socket,
        ],
        lifespan=[_life],
        state=AppState({"server": server}),
        middleware=[server.router.guard] if server.services.bus.is_shared else [],
        before_request=_not_too_many,
        before_send=[security.add_headers],
        exception_handlers={
            Refusal: _refused,
            StoreError: _store_gone,
            HTTPException: _http_error,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            title="Prateria",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
    )


async def _not_too_many(request: AnyRequest) -> None:
    services = server_of(request).services
    services.metrics.count("prateria_requests_total", request.method)
    security.check_host_limit(services.limits, request)


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """A person's connection to a table: docs/protocol.md."""
    server: Server = socket.app.state.server
    await socket.accept()
    try:
        settings = server.services.settings
        security.check_origin(settings, socket)
        caller = await security.caller(server.accounts, settings, socket)
        if caller is None:
            raise Refusal(403, "forbidden", "say who you are first: GET /api/me")
        caller.need("play")
        security.limit(server.services.limits, "connect", socket, caller.person.id)
        invite = socket.query_params.get("invite")
        room = await server.lobby.visible_room(table_id, caller.person.id, invite)
        await room.hear(Enter(caller.person.id))
    except (Refusal, StoreError) as error:
        code = error.code if isinstance(error, Refusal) else "store"
        await socket.send_data(write(Problem(0, code, str(error))).decode(), mode="text")
        await socket.close(code=MOVED if code == "elsewhere" else NOT_FOR_YOU)
        return
    person = caller.person
    connection = Connection(
        server.services,
        room,
        person,
        language=security.language(socket),
        invite=invite,
        painter=_painter(socket, room),
        undo=socket.query_params.get("undo") == "1",
    )
    after = socket.query_params.get("after", "")

    try:
        since = int(after) if after.isdecimal() and len(after) < 9 else None
        await server.sockets.serve(socket, connection, since)
    finally:
        await room.hear(Exit(person.id))


def _painter(socket: WebSocket[Any, Any, Any], room: Room) -> Painter | None:
    """Who draws the table for a page; programs get it as data."""
    if socket.query_params.get("page") != "1":
        return None
    game = registry.get(room.table.row.game)
    texts = texts_in(security.language(socket), game)
    return Painter(game, texts, learning=room.table.setup.learning)


def _refused(request: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    return answer(request, error.status, error.code, error.message, error.rule)


def _store_gone(request: Request[Any, Any, Any], __: StoreError) -> Response[Any]:
    message = mark("the server cannot reach its data at the moment; try again")
    return answer(request, 503, "store", message)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    code = {404: "not_found", 405: "method", 413: "too_big"}.get(error.status_code, "bad_request")
    if error.status_code >= 500:
        code = "internal"
    message = error.detail
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        message = "; ".join(f"{row.get('key', '')}: {row.get('message', '')}" for row in extra)
    return answer(request, error.status_code, code, message)


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, 500, "internal", mark("something went wrong here; it has been noted"))
