"""The ASGI application: routes, errors in one shape, security headers, startup and shutdown."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import Headers
from litestar.datastructures import State as AppState
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import Scope
from litestar.utils.scope.state import ScopeState

from prateria.core import registry
from prateria.core.texts import mark
from prateria.core.version import __version__
from prateria.i18n import texts_in
from prateria.server import server_log
from prateria.server.errors import Refusal, bad, store_unreachable
from prateria.server.http import admin as http_admin
from prateria.server.http import bot_api, security
from prateria.server.http import logs as http_logs
from prateria.server.http import people as http_people
from prateria.server.http import tables as http_tables
from prateria.server.http.access import access_to, check_access, check_routes, guard
from prateria.server.http.deps import AnyRequest, server_of
from prateria.server.limits import COUNTED
from prateria.server.lines import transport
from prateria.server.pages import files, render, routes
from prateria.server.pages.errors import answer
from prateria.server.pages.table import page as table
from prateria.server.painting.painter import Painter
from prateria.server.rooms.messages import Enter, Exit
from prateria.server.rooms.room import Room
from prateria.server.server import Server
from prateria.server.sockets.connection import MOVED, NOT_FOR_YOU, Connection
from prateria.server.sockets.sockets import Line
from prateria.server.store.base import StoreError
from prateria.server.wire.protocol import Problem, write

LOG: Final = logging.getLogger("prateria.server")
MOST_BODY: Final = 64 * 1024
_BAD_REQUEST: Final = ("bad_request", mark("The server cannot understand that."))
_LEFT: Final = "client disconnected prematurely"
"""How the framework reports a client that left before its request was complete."""
_INTERNAL: Final = ("internal", mark("Something went wrong here; it has been noted."))
_HTTP_ERRORS: Final = {
    404: ("not_found", mark("There is nothing here.")),
    405: ("method", mark("That cannot be done here.")),
    413: ("too_big", mark("That is too big.")),
}
"""The refusals of the framework itself: code and sentence for each status."""


@asynccontextmanager
async def _life(app: Litestar) -> AsyncIterator[None]:
    server: Server = app.state.server
    server.router.app = app
    await server.open()
    try:
        yield
    finally:
        await server.close()


class App(Litestar):
    """Every request and socket has an id, which appears in everything logged meanwhile.

    One that another worker has accepted keeps the id it got there; ids sent by clients are ignored.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        scope.setdefault(security.REQUEST_ID, server_log.new_request_id())
        server_log.about(request=scope[security.REQUEST_ID])
        if scope.get("method") == "HEAD" and not scope["path"].startswith("/api/"):
            # A HEAD request is answered with the page's headers; the body is dropped on the way.
            scope = {**scope, "method": "GET"}
        await super().__call__(scope, receive, send)


def make_app(server: Server) -> Litestar:
    """The application around a server, which is opened at startup and closed at shutdown."""
    app = App(
        route_handlers=[
            *http_people.HANDLERS,
            *http_tables.HANDLERS,
            *http_logs.HANDLERS,
            *http_admin.HANDLERS,
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
        after_response=_answered,
        before_send=[security.add_headers],
        after_exception=[_log_failed_socket],
        exception_handlers={
            Refusal: _refused,
            StoreError: _store_gone,
            HTTPException: _http_error,
            RecursionError: _too_deep,
            UnicodeDecodeError: _not_text,
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
        guards=[_not_too_many, guard],
    )
    check_routes(app)
    return app


async def _not_too_many(connection: security.Connection, _: BaseRouteHandler) -> None:
    """The first guard: whoever is refused by the next one has been looked up in the store."""
    if connection.scope["type"] == ScopeType.WEBSOCKET:
        return
    services = connection.app.state.server.services
    connection.state.began = time.perf_counter()
    services.metrics.count("prateria_requests_total", connection.scope["method"])
    if COUNTED not in connection.scope:
        security.check_host_limit(services.limits, connection)


async def _answered(request: AnyRequest) -> None:
    """A stream is open for hours, so it is not counted in response times."""
    began: float | None = request.state.get("began")
    if began is not None and not request.url.path.endswith("/stream"):
        metrics = server_of(request).services.metrics
        metrics.time("prateria_request_seconds", time.perf_counter() - began)


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """A person's connection to a table: docs/protocol.md."""
    try:
        await _serve_table(socket, table_id)
    finally:
        # Both hold the socket that holds them. Break the cycle, so that they are freed now.
        socket.receive, socket.send = empty_receive, empty_send


async def _serve_table(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    server: Server = socket.app.state.server
    await socket.accept()
    try:
        settings = server.services.settings
        security.check_origin(settings, socket)
        caller = await security.caller(server.accounts, settings, socket)
        check_access(access_to(socket), caller)
        assert caller is not None
        server_log.about(person=caller.person.id, table=table_id)
        security.limit(server.services.limits, "connect", socket, caller.person.id)
        server.sockets.check_room(security.place(socket))
        invite = socket.query_params.get("invite")
        room = await server.lobby.visible_room(table_id, caller.person.id, invite)
        await room.hear(Enter(caller.person))
    except (Refusal, StoreError) as error:
        refusal = error if isinstance(error, Refusal) else store_unreachable()
        if isinstance(error, StoreError):
            server.services.health.note(error)
        server.services.metrics.count("prateria_refused_total", refusal.code)
        told = refusal.told(texts_in(security.language(socket)))
        problem = Problem(0, refusal.code, told, refusal.detail)
        await socket.send_data(write(problem).decode(), mode="text")
        await socket.close(code=MOVED if refusal.code == "elsewhere" else NOT_FOR_YOU)
        return
    person, place = caller.person, security.place(socket)
    connection = Connection(
        server.services,
        room,
        person,
        language=security.language(socket),
        invite=invite,
        place=place,
        painter=_painter(socket, room),
        undo=socket.query_params.get("undo") == "1",
        ask_transport=transport.ask(socket.scope),
        write_now=transport.writer(socket.scope),
    )
    after = socket.query_params.get("after", "")
    _forget_headers(socket)
    session = "" if caller.scopes is not None else caller.who.hash
    line = Line(person.id, session, caller.token, place, connection.dismiss)
    try:
        since = int(after) if after.isdecimal() and len(after) < 9 else None
        with server.sockets.open_line(line):
            await server.sockets.serve(socket, connection, since)
    finally:
        await room.hear(Exit(person.id))


def _forget_headers(socket: WebSocket[Any, Any, Any]) -> None:
    """Drop what was needed to open a socket: three kilobytes that would be kept until it closes."""
    socket.scope["headers"] = []
    ScopeState.from_scope(socket.scope).headers = Headers([])


def _painter(socket: WebSocket[Any, Any, Any], room: Room) -> Painter | None:
    """Create the painter that draws the table for a page; programs get data."""
    if socket.query_params.get("page") != "1":
        return None
    game = registry.get(room.table.row.game)
    texts = texts_in(security.language(socket), game)
    return Painter(game, texts, learning=room.table.setup.learning)


def _refused(request: Request[Any, Any, Any], error: Refusal) -> Response[Any]:
    return answer(request, error)


def _store_gone(request: Request[Any, Any, Any], error: StoreError) -> Response[Any]:
    server_of(request).services.health.note(error)
    return answer(request, store_unreachable())


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status, detail, extra = error.status_code, error.detail, error.extra
    if detail == _LEFT:
        status = 400  # which nobody reads
    code, text = _HTTP_ERRORS.get(status, _INTERNAL if status >= 500 else _BAD_REQUEST)
    if status >= 500:
        _log_failure(request, error)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        detail = "; ".join(f"{row.get('key', '')}: {row.get('message', '')}" for row in extra)
    return answer(request, Refusal(status, code, text, detail=detail))


def _too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    return answer(request, bad(mark("That is nested too deeply.")))


def _not_text(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Any]:
    """Whether a body contains bytes that are not UTF-8."""
    return answer(request, bad(mark("The server cannot understand that."), detail=str(error)))


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log_failure(request, error)
    return answer(request, Refusal(500, *_INTERNAL))


async def _log_failed_socket(error: Exception, scope: Scope) -> None:
    """The framework closes a socket whose handler failed (4500) without reporting it.

    A socket that is opened where there is none is refused; that is not a failure.
    """
    is_refused = isinstance(error, HTTPException) and error.status_code < 500
    is_failure = not (is_refused or isinstance(error, WebSocketDisconnect))
    if scope["type"] == ScopeType.WEBSOCKET and is_failure:
        LOG.error("a socket failed", exc_info=error)


def _log_failure(request: Request[Any, Any, Any], error: Exception) -> None:
    """Log a failed request by its route, not its URL, which may contain secrets of its user."""
    route = f"{request.method} {request.scope.get('path_template', 'of no route')}"
    table = request.scope.get("path_params", {}).get("table_id")
    known = {} if table is None else {"table": table}
    LOG.error("a request failed", extra=server_log.facts(route=route, **known), exc_info=error)
